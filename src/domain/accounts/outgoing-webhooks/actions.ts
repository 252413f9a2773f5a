import type { ReadOnlyRealm, Realm } from '../../../realm'
import { MessageAccess } from '../../messages/access/access'
import { personalMessagesSince, type PersonalMessage } from '../../messages/message-index/personal-message-storage'
import { findMessage } from '../../messages/message-index/storage'
import { hasPayloadUrl } from '../../people/bots/rules'
import { allBots } from '../../people/bots/storage'
import { findUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { deliveryPosition, insertDelivery, insertOrMoveDeliveryPosition, moveDeliveryPosition } from './storage'

/**
 * Makes a webhook that was created or reactivated receive only later messages. If the realm has other webhooks, their
 * position stays, because they have not received the messages after it.
 */
export function skipEarlierMessages(realm: Realm): void {
  if (activeWebhookBots(realm).length > 1) return
  insertOrMoveDeliveryPosition(realm.sql, realm.messageIds.last)
}

const activeWebhookBots = (realm: ReadOnlyRealm): User[] =>
  allBots(realm).filter((bot) => bot.is_active && hasPayloadUrl(bot.bot_type))

/** Queues deliveries for the messages since the last call. Reads no table in a realm without outgoing webhooks. */
export function queueDeliveries(realm: Realm): void {
  const bots = activeWebhookBots(realm)
  if (bots.length === 0) return
  const since = deliveryPosition(realm.sql)
  const { last } = realm.messageIds
  if (last <= since) return
  const bot_ids = bots.map(({ user_id }) => user_id)
  for (const message of personalMessagesSince(realm.sql, bot_ids, since))
    if (isForWebhook(realm, message)) queueDelivery(realm, message)
  moveDeliveryPosition(realm.sql, last)
}

// A bot does not receive messages of bots, because two bots would answer each other for ever. It does not receive messages
// that it cannot read either: any user can mention it in a private channel.
function isForWebhook(realm: Realm, { sender_id, user_id, message_id }: PersonalMessage): boolean {
  if (findUser(realm, sender_id)?.is_bot !== false) return false
  const message = findMessage(realm, message_id)
  return message !== undefined && new MessageAccess(realm, findUser(realm, user_id)!).canRead(message)
}

const queueDelivery = (realm: Realm, { user_id: bot_id, message_id, is_direct }: PersonalMessage) =>
  insertDelivery(realm.sql, {
    bot_id,
    message_id,
    trigger: is_direct === 1 ? 'direct_message' : 'mention',
    due_at: realm.now(),
  })
