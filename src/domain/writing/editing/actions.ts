import type { MessageBody, Realm, ToldAttachment } from '../../../realm'
import { newestEditOf } from '../../messages/history/storage'
import { invalidMessage } from '../../messages/message-index/rules'
import type { IndexedMessage } from '../../messages/message-index/message'
import { messageVisibleTo } from '../../messages/access/access'
import type { Topic } from '../../channels/topics/conversation'
import { stillLetIn } from '../../people/users/keys'
import type { User } from '../../people/users/user'
import { publishEdit } from './publish-edit'
import { moveVisibilityPolicies } from './visibility-policies'
import { moveMessages, type Moved, type RequestedMove } from './move-messages'
import { refusalOfRequest } from './move-rules'
import { requireContentEditPermission, changeContent, type NewContent } from './content'
import { postMoveMessages, type MoveNotificationOptions } from './bot-messages'
import { nothingToChange } from './rules'
import { publishLostAccess } from './lost-access'

export type MessageEdit = Omit<RequestedMove, 'move_id'> &
  MoveNotificationOptions & { words?: NewContent; prev_content_sha256?: string }

/**
 * Somebody changes a message: what it says, or where it is and others with it. What it says now must be known first, and
 * where it is an old one, others have their turn while D1 is asked: so all is asked again afterwards, and the change is
 * one transaction.
 */
export function editMessage(
  realm: Realm,
  actor: User,
  wanted: MessageEdit,
): ToldAttachment[] | Promise<ToldAttachment[]> {
  const { words, ...rest } = wanted
  const message = messageVisibleTo(realm, actor, wanted.message_id)
  const refusal = refusalOfRequest({ ...rest, content: words !== undefined }, message.conversation.stream_id === null)
  if (refusal) throw refusal
  if (words === undefined) return change(realm, actor, message, wanted)
  requireContentEditPermission(realm, actor, message)
  return changeWords(realm, actor, wanted)
}

async function changeWords(realm: Realm, { user_id }: User, wanted: MessageEdit): Promise<ToldAttachment[]> {
  const { message_id } = wanted
  for (;;) {
    const newest = newestEditOf(realm, message_id)
    const loaded = await realm.bodies.loadOne(message_id)
    const detached = realm.transaction(() => {
      const atHand = realm.bodies.findAvailable(message_id)
      // Somebody else may have changed it meanwhile, and what they wrote may be on its way to D1 again.
      if (atHand === undefined && newestEditOf(realm, message_id) !== newest) return undefined
      const actor = stillLetIn(realm, user_id)
      const message = messageVisibleTo(realm, actor, message_id)
      requireContentEditPermission(realm, actor, message)
      return change(realm, actor, message, { ...wanted, before: atHand ?? loaded })
    })
    if (detached !== undefined) return detached
  }
}

type WithBody = MessageEdit & { before?: MessageBody }

function change(realm: Realm, actor: User, message: IndexedMessage, wanted: WithBody): ToldAttachment[] {
  const { words, before, prev_content_sha256: believed_sha256 } = wanted
  const { id, sender_id, conversation } = message
  const change_id = realm.log.takeId()
  if (words && before === undefined) throw invalidMessage({})
  const news =
    words && before && changeContent(realm, actor, { message, before, words, edit_id: change_id, believed_sha256 })
  const moved =
    conversation.stream_id === null ? undefined : move(realm, actor, conversation, { ...wanted, move_id: change_id })
  if (news === undefined && moved === undefined) throw nothingToChange({})
  const said = words && { id, sender_id, upload_paths: words.references.upload_paths }
  const detached = said ? realm.adornments.flatMap((each) => each.edited?.(realm, said) ?? []) : []
  publishEdit(realm, actor, { change_id, message_id: id, words: news, moved })
  if (moved?.isWhole) moveVisibilityPolicies(realm, moved)
  if (moved) postMoveMessages(realm, actor, moved, wanted)
  return detached
}

function move(realm: Realm, actor: User, source: Topic, wanted: RequestedMove): Moved | undefined {
  if (wanted.topic === undefined && wanted.stream_id === undefined) return undefined
  const moved = moveMessages(realm, actor, source, wanted)
  if (moved) publishLostAccess(realm, moved)
  return moved
}
