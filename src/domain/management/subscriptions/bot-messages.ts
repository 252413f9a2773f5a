import type { Realm } from '../../../realm'
import type { Channel } from '../../channels/channels/channel'
import { findUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { sendBotMessage } from '../../writing/bot-messages/actions'
import { actorNameFor } from '../../writing/bot-messages/names'
import { MAX_BULK_NEW_SUBSCRIPTION_MESSAGES, subscribedText } from '../../writing/bot-messages/rules'
import { wordsFor } from '../../writing/bot-messages/words'
import type { RequestedSubscription } from './add-subscriptions'

type Subscribed = { subscriptions: readonly RequestedSubscription[]; created: readonly Channel[] }

/**
 * Sends a bot message to each user whom another user subscribed to existing channels. New channels need no message. Returns
 * whether the server sends such messages: it sends none if there are too many new subscribers.
 */
export function sendSubscriptionMessages(realm: Realm, actor: User, { subscriptions, created }: Subscribed): boolean {
  const byUser = Map.groupBy(
    subscriptions.filter(({ wasSubscribed }) => !wasSubscribed),
    ({ user_id }) => user_id,
  )
  if (byUser.size > MAX_BULK_NEW_SUBSCRIPTION_MESSAGES) return false
  const createdIds = new Set(created.map(({ stream_id }) => stream_id))
  for (const [user_id, channels] of byUser) {
    const user = findUser(realm, user_id)
    const existing = channels.filter(({ stream_id }) => !createdIds.has(stream_id))
    if (user === undefined || user.is_bot || user_id === actor.user_id || existing.length === 0) continue
    const text = subscribedText(wordsFor(realm, user), actorNameFor(realm, user, actor), existing)
    sendBotMessage(realm, user, text)
  }
  return true
}
