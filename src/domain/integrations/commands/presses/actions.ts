import type { ControlRow } from '../../../../integrations/controls'
import type { MessageBody, Realm } from '../../../../realm'
import { findChannel } from '../../../channels/channels/storage'
import { getVisibleMessage, MessageAccess } from '../../../messages/access/access'
import type { IndexedMessage } from '../../../messages/message-index/message'
import { findControls } from '../../../messages/submessages/controls'
import { getActiveUser } from '../../../people/users/authentication'
import { findPressAddress } from '../../../people/webhook-addresses/press-address-storage'
import { findUser } from '../../../people/users/storage'
import type { User } from '../../../people/users/user'
import { signingSecrets } from '../../../realm/secrets/signing-secrets'
import { outsidePolicy } from '../../../realm/settings/outside-policy'
import { ownUrl } from '../../../realm/settings/own-url'
import { RUN_ID_LENGTH } from '../actions'
import { answerToken } from '../answer-token'
import { nameOfPressSecret } from './address'
import { pressRequest } from './press-request'
import { LATE_ANSWER_SECONDS } from '../rules'
import { noSuchControl, pressFailed, requireControl, type Press } from './rules'

export type PressOfMessage = Press & { message_id: number }

/**
 * Returns the signed request of a press. Everyone who can read the message may press. The program learns nothing that its bot cannot
 * read. The text of an old message is read from D1, so all is checked after that.
 */
export async function beginPress(realm: Realm, { user_id }: User, press: PressOfMessage) {
  const { message_id } = press
  getVisibleMessage(realm, getActiveUser(realm, user_id), message_id)
  const body = realm.bodies.findAvailable(message_id) ?? (await realm.bodies.loadOne(message_id))
  const actor = getActiveUser(realm, user_id)
  const message = getVisibleMessage(realm, actor, message_id)
  const rows = findControls(realm.sql, message_id)
  if (rows === undefined) throw noSuchControl({})
  requireControl(rows, press)
  return requestOf(realm, { actor, message, body, rows, ...requireProgram(realm, message) }, press)
}

/** Returns the bot of a message with controls, and its address. Throws if it receives no presses, or cannot read the message. */
export function requireProgram(realm: Realm, message: IndexedMessage): { bot: User; url: string } {
  const bot = findUser(realm, message.sender_id)
  const url = bot && findPressAddress(realm.sql, bot.user_id)
  if (!bot?.is_active || !bot.is_bot || url === undefined) throw pressFailed({ why: 'it receives no presses any more' })
  if (!new MessageAccess(realm, bot).canRead(message)) throw pressFailed({ why: 'it cannot read this message' })
  return { bot, url }
}

type Pressed = {
  actor: User
  bot: User
  message: IndexedMessage
  body: MessageBody | undefined
  rows: readonly ControlRow[]
  url: string
}

function requestOf(realm: Realm, { actor, bot, message, body, rows, url }: Pressed, press: PressOfMessage) {
  const secrets = signingSecrets(realm, nameOfPressSecret(bot.user_id))
  if (secrets.length === 0) throw pressFailed({ why: 'its secret is missing' })
  const press_id = realm.randomKey(RUN_ID_LENGTH)
  const now = realm.now()
  const facts = { press_id, message_id: message.id, user_id: actor.user_id, until: now + LATE_ANSWER_SECONDS }
  const { stream_id } = message.conversation
  const call = {
    realm_name: realm.name,
    host: new URL(ownUrl(realm)).hostname,
    press_id,
    user: actor,
    bot,
    message: { id: message.id, sent_at: message.sent_at, content: body?.content ?? '' },
    channel: stream_id === null ? undefined : findChannel(realm, stream_id),
    rows,
    press,
    response_url: `${ownUrl(realm)}/actions/${answerToken(realm, 'press', facts)}`,
  }
  return { url, policy: outsidePolicy(realm), now, ...pressRequest(call, secrets, now) }
}
