import type { ParsedMarkdown } from '../../../markdown/parse'
import type { Realm } from '../../../realm'
import { getVisibleMessage } from '../../messages/access/access'
import { invalidMessage } from '../../messages/message-index/rules'
import type { User } from '../../people/users/user'
import type { WebhookAddress } from '../../people/webhook-addresses/address'
import { deleteMessage } from '../../writing/deletion/actions'
import { editMessage } from '../../writing/editing/actions'
import { addressOfRequest } from './actions'

/** A message of the bot in the place of an address. Other addresses of the bot may lead to that place too. */
export type OwnMessage = { address_hash: string; message_id: number }

type NewContent = { newContent: ParsedMarkdown & { content: string } }

type Found = { address: WebhookAddress; message: ReturnType<typeof getVisibleMessage> }

/** Throws unless the bot sent the message to the channel of the address, or to a person if the address has no channel. */
export function requireOwnMessage(realm: Realm, bot: User, { address_hash, message_id }: OwnMessage): Found {
  const address = addressOfRequest(realm, address_hash)
  const message = getVisibleMessage(realm, bot, message_id)
  const { sender_id, conversation } = message
  if (sender_id !== bot.user_id || conversation.stream_id !== address.stream_id) throw invalidMessage({})
  return { address, message }
}

/** Replaces the text of a message. The realm's rules for the edits of users count for the bot too. */
export async function editOwnMessage(realm: Realm, bot: User, own: OwnMessage & NewContent): Promise<object> {
  requireOwnMessage(realm, bot, own)
  await editMessage(realm, bot, {
    message_id: own.message_id,
    newContent: own.newContent,
    propagate_mode: 'change_one',
    send_notification_to_old_thread: false,
    send_notification_to_new_thread: false,
  })
  return {}
}

/** Deletes a message, if the organization lets the bot delete messages of its own. */
export function deleteOwnMessage(realm: Realm, bot: User, own: OwnMessage): object {
  requireOwnMessage(realm, bot, own)
  deleteMessage(realm, bot, own.message_id)
  return {}
}
