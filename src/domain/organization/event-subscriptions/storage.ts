import type { ReadOnlyRealm, Realm } from '../../../realm'
import { cacheKey } from '../../../store/realm-cache'
import type { Sql, SqlReader } from '../../../store/realm-sql'
import type { EventDelivery, EventSubscription } from './subscription'
import { DELIVERIES_SHOWN } from './rules'

type SubscriptionRow = Omit<EventSubscription, 'events' | 'all_public_streams' | 'is_enabled'> & {
  events: string
  all_public_streams: number
  is_enabled: number
}

const subscriptionsCache = cacheKey<readonly EventSubscription[]>()

/** Returns all subscriptions, the oldest first. */
export const allSubscriptions = (realm: ReadOnlyRealm): readonly EventSubscription[] =>
  realm.cache.get(subscriptionsCache, () =>
    realm.sql.all<SubscriptionRow>`
      SELECT id, bot_id, url, events, all_public_streams, is_enabled, queue_id, last_event_id, attempts, due_at, created_at
      FROM event_subscriptions ORDER BY id`.map(({ events, all_public_streams, is_enabled, ...row }) => ({
      ...row,
      events: JSON.parse(events),
      all_public_streams: all_public_streams === 1,
      is_enabled: is_enabled === 1,
    })),
  )

export const findSubscription = (realm: ReadOnlyRealm, id: number): EventSubscription | undefined =>
  allSubscriptions(realm).find((subscription) => subscription.id === id)

/** Writes a subscription, and returns its id. */
export function insertSubscription(realm: Realm, subscription: Omit<EventSubscription, 'id'>): number {
  const { bot_id, url, events, all_public_streams, is_enabled, queue_id, last_event_id, attempts, due_at, created_at } =
    subscription
  realm.cache.invalidate(subscriptionsCache)
  return realm.sql.one<{ id: number }>`
    INSERT INTO event_subscriptions
      (bot_id, url, events, all_public_streams, is_enabled, queue_id, last_event_id, attempts, due_at, created_at)
    VALUES (${bot_id}, ${url}, ${JSON.stringify(events)}, ${all_public_streams ? 1 : 0}, ${is_enabled ? 1 : 0},
            ${queue_id}, ${last_event_id}, ${attempts}, ${due_at}, ${created_at})
    RETURNING id`.id
}

export function writeSubscription(realm: Realm, subscription: EventSubscription): void {
  const { id, url, events, all_public_streams, is_enabled, queue_id, last_event_id, attempts, due_at } = subscription
  realm.sql.run`
    UPDATE event_subscriptions
    SET url = ${url}, events = ${JSON.stringify(events)}, all_public_streams = ${all_public_streams ? 1 : 0},
        is_enabled = ${is_enabled ? 1 : 0}, queue_id = ${queue_id}, last_event_id = ${last_event_id},
        attempts = ${attempts}, due_at = ${due_at}
    WHERE id = ${id}`
  realm.cache.invalidate(subscriptionsCache)
}

export function deleteSubscription(realm: Realm, id: number): void {
  realm.sql.run`DELETE FROM event_subscriptions WHERE id = ${id}`
  realm.sql.run`DELETE FROM event_deliveries WHERE subscription_id = ${id}`
  realm.cache.invalidate(subscriptionsCache)
}

/** Writes the last attempt to deliver an event, and deletes the oldest deliveries of the subscription. */
export function writeDelivery(sql: Sql, delivery: Omit<EventDelivery, 'id'>): void {
  const { subscription_id, event_id, type, message_id, data, attempted_at, attempts, outcome, error } = delivery
  sql.run`
    INSERT INTO event_deliveries
      (subscription_id, event_id, type, message_id, data, attempted_at, attempts, outcome, error)
    VALUES (${subscription_id}, ${event_id}, ${type}, ${message_id}, ${data}, ${attempted_at}, ${attempts}, ${outcome},
            ${error})
    ON CONFLICT (subscription_id, event_id) DO UPDATE SET
      attempted_at = excluded.attempted_at, attempts = excluded.attempts, outcome = excluded.outcome,
      error = excluded.error`
  sql.run`
    DELETE FROM event_deliveries WHERE subscription_id = ${subscription_id} AND id <= coalesce(
      (SELECT id FROM event_deliveries WHERE subscription_id = ${subscription_id}
       ORDER BY id DESC LIMIT 1 OFFSET ${DELIVERIES_SHOWN}), 0)`
}

/** Returns the last deliveries of a subscription, the newest first. */
export const deliveriesOf = (sql: SqlReader, subscription_id: number): EventDelivery[] =>
  sql.all<EventDelivery>`
    SELECT id, subscription_id, event_id, type, message_id, data, attempted_at, attempts, outcome, error
    FROM event_deliveries WHERE subscription_id = ${subscription_id} ORDER BY id DESC LIMIT ${DELIVERIES_SHOWN}`

/** Returns the deliveries that the owner wants to be sent again. */
export const waitingDeliveries = (sql: SqlReader, subscription_id: number): EventDelivery[] =>
  deliveriesOf(sql, subscription_id).filter(({ outcome }) => outcome === 'waiting')
