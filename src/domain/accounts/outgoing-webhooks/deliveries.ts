import type { Realm } from '../../../realm'
import { personalMessagesSince, type PersonalMessage } from '../../messages/message-index/personal-message-storage'
import { findMessage } from '../../messages/message-index/storage'
import { MessageAccess } from '../../messages/access/access'
import { maybeUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { isCalled } from '../../people/bots/rules'
import { allBots } from '../../people/bots/storage'

/** An outgoing webhook that is to be called, as a message was said to it. */
export type Call = {
  id: number
  bot_id: number
  message_id: number
  trigger: Trigger
  attempts: number // that were begun
  due_at: number // when the next may begin; while one is on its way, when that is given up
}
export type Trigger = 'mention' | 'direct_message'

/** Nobody asks an outgoing webhook to answer what was said before it was there. */
export function listenFromHere(realm: Realm): void {
  if (calledBots(realm).length > 1) return
  realm.sql.run`
    INSERT INTO outgoing_webhooks_looked_at (singleton, message_id) VALUES (1, ${realm.messageIds.last})
    ON CONFLICT (singleton) DO UPDATE SET message_id = excluded.message_id`
}

const calledBots = (realm: Realm): User[] => allBots(realm).filter((bot) => bot.is_active && isCalled(bot.bot_type))

/** Writes down whom to call for what was said since this was last asked. Where there are no such bots, that costs nothing. */
export function noteCalls(realm: Realm): void {
  const bots = calledBots(realm)
  if (bots.length === 0) return
  const since =
    realm.sql.maybe<{ message_id: number }>`SELECT message_id FROM outgoing_webhooks_looked_at`?.message_id ?? 0
  const { last } = realm.messageIds
  if (last <= since) return
  const ids = bots.map(({ user_id }) => user_id)
  for (const addressed of personalMessagesSince(realm, ids, since))
    if (isForThem(realm, addressed)) insertCall(realm, addressed)
  realm.sql.run`UPDATE outgoing_webhooks_looked_at SET message_id = ${last}`
}

// Bots that answered bots would never end. What a bot may not read it is not called for, whoever names it there.
function isForThem(realm: Realm, { sender_id, user_id, message_id }: PersonalMessage): boolean {
  if (maybeUser(realm, sender_id)?.is_bot !== false) return false
  const message = findMessage(realm, message_id)
  return message !== undefined && new MessageAccess(realm, maybeUser(realm, user_id)!).canRead(message)
}

function insertCall(realm: Realm, { user_id, message_id, is_direct }: PersonalMessage) {
  realm.sql.run`
    INSERT INTO outgoing_webhooks (bot_id, message_id, trigger, attempts, due_at)
    VALUES (${user_id}, ${message_id}, ${is_direct === 1 ? 'direct_message' : 'mention'}, 0, ${realm.now()})`
}

export const dueCalls = (realm: Realm, most: number): Call[] =>
  realm.sql.all<Call>`
    SELECT id, bot_id, message_id, trigger, attempts, due_at FROM outgoing_webhooks
    WHERE due_at <= ${realm.now()} ORDER BY due_at, id LIMIT ${most}`

export const nextCall = (realm: Realm): number | undefined =>
  realm.sql.one<{ at: number | null }>`SELECT min(due_at) AS at FROM outgoing_webhooks`.at ?? undefined

export const writeCall = (realm: Realm, { id, attempts, due_at }: Call): void =>
  realm.sql.run`UPDATE outgoing_webhooks SET attempts = ${attempts}, due_at = ${due_at} WHERE id = ${id}`

export const removeCall = (realm: Realm, { id }: Call): void =>
  realm.sql.run`DELETE FROM outgoing_webhooks WHERE id = ${id}`

export const isWaiting = (realm: Realm, { id, attempts }: Call): boolean =>
  realm.sql.maybe`SELECT 1 AS found FROM outgoing_webhooks WHERE id = ${id} AND attempts = ${attempts}` !== undefined
