import { splitIntoBatches } from '../../../api/batches'
import type { ReadOnlyRealm, Realm } from '../../../realm'
import { cacheKeyById } from '../../../store/realm-cache'
import type { SqlReader } from '../../../store/realm-sql'
import { recentChanges } from '../../../store/recent-changes'
import { getChannel, writeSubscriberCount } from '../channels/storage'
import { addCachedPeriods, endCachedPeriods, periodsByUser } from './periods-storage'
import { usersWithSubscriptionCache } from './shared-channels-storage'
import { forgetSubscriptionsOf } from './user-subscriptions-storage'
import { coversEvent, coversMessage, type SubscriptionPeriod } from './subscription-period'
import type { CachedSubscribers, Subscription } from './subscription'
import { subscriptionOf, type SubscriptionRow } from './subscription-row'

export const subscriptionsOf = (sql: SqlReader, user_id: number): Subscription[] =>
  sql.all<SubscriptionRow>`
    SELECT user_id, stream_id, is_active, color, is_muted, pin_to_top, desktop_notifications, audible_notifications,
           push_notifications, email_notifications, wildcard_mentions_notify
    FROM subscriptions WHERE user_id = ${user_id} ORDER BY stream_id`.map(subscriptionOf)

/** Returns the subscriptions of these users to these channels. Inactive ones are included. */
export const subscriptionsBetween = (
  sql: SqlReader,
  user_ids: readonly number[],
  stream_ids: readonly number[],
): Subscription[] =>
  sql.all<SubscriptionRow>`
    SELECT user_id, stream_id, is_active, color, is_muted, pin_to_top, desktop_notifications, audible_notifications,
           push_notifications, email_notifications, wildcard_mentions_notify
    FROM json_each(${stream_ids}) AS channel CROSS JOIN json_each(${user_ids}) AS user
    CROSS JOIN subscriptions ON user_id = user.value AND stream_id = channel.value`.map(subscriptionOf)

/**
 * Returns the colours in each of these users' newest active subscriptions. Users who were never subscribed are missing. Reads at most
 * `most` subscriptions, the same number for each user.
 */
export function recentColors(sql: SqlReader, user_ids: readonly number[], most: number): Map<number, string[]> {
  const each = Math.floor(most / Math.max(1, user_ids.length))
  const rows = sql.all<{ user_id: number; colors: string | null }>`
    SELECT value AS user_id, (
      SELECT CASE WHEN count(*) > 0 THEN json_group_array(color) FILTER (WHERE is_active = 1) END
      FROM (SELECT color, is_active FROM subscriptions WHERE user_id = value ORDER BY stream_id DESC LIMIT ${each})
    ) AS colors FROM json_each(${user_ids})`
  return new Map(rows.flatMap(({ user_id, colors }) => (colors === null ? [] : [[user_id, JSON.parse(colors)]])))
}

/** Returns the ids of those users that are subscribed to the channel. */
export function subscribedAmong(sql: SqlReader, stream_id: number, user_ids: readonly number[]): Set<number> {
  const rows = sql.all<{ user_id: number }>`
    SELECT user_id FROM json_each(${user_ids}) AS asked
    CROSS JOIN subscriptions ON user_id = asked.value AND stream_id = ${stream_id} WHERE is_active = 1`
  return new Set(rows.map((row) => row.user_id))
}

export function findSubscription(sql: SqlReader, user_id: number, stream_id: number): Subscription | undefined {
  const row = sql.maybe<SubscriptionRow>`
    SELECT user_id, stream_id, is_active, color, is_muted, pin_to_top, desktop_notifications, audible_notifications,
           push_notifications, email_notifications, wildcard_mentions_notify
    FROM subscriptions WHERE user_id = ${user_id} AND stream_id = ${stream_id}`
  return row && subscriptionOf(row)
}

export function writePersonalSettings(realm: Realm, { user_id, stream_id, ...settings }: Subscription): void {
  realm.cache.invalidate(mutedChannelsCache(user_id))
  realm.cache.invalidate(notifiedUsersCache(stream_id))
  realm.sql.run`
    UPDATE subscriptions
    SET color = ${settings.color}, is_muted = ${settings.is_muted}, pin_to_top = ${settings.pin_to_top},
        desktop_notifications = ${settings.desktop_notifications}, audible_notifications = ${settings.audible_notifications},
        push_notifications = ${settings.push_notifications}, email_notifications = ${settings.email_notifications},
        wildcard_mentions_notify = ${settings.wildcard_mentions_notify}
    WHERE user_id = ${user_id} AND stream_id = ${stream_id}`
}

/** Returns the users who enabled push or email notifications for this channel in particular. */
export const usersWithNotifications = (realm: ReadOnlyRealm, stream_id: number): readonly number[] =>
  realm.cache.get(notifiedUsersCache(stream_id), () =>
    realm.sql.all<{ user_id: number }>`
      SELECT user_id FROM subscriptions WHERE stream_id = ${stream_id} AND push_notifications = 1
      UNION SELECT user_id FROM subscriptions WHERE stream_id = ${stream_id} AND email_notifications = 1`.map(
      ({ user_id }) => user_id,
    ),
  )

// By channel: each message needs them.
const notifiedUsersCache = cacheKeyById<number, readonly number[]>()

/** Returns the channels that this user muted. Cached, because each message that the user sends needs them. */
export const mutedChannelIds = (realm: ReadOnlyRealm, user_id: number): ReadonlySet<number> =>
  realm.cache.get(mutedChannelsCache(user_id), () => {
    const rows = realm.sql.all<{
      stream_id: number
    }>`SELECT stream_id FROM subscriptions WHERE user_id = ${user_id} AND is_muted = 1`
    return new Set(rows.map((row) => row.stream_id))
  })

const mutedChannelsCache = cacheKeyById<number, ReadonlySet<number>>()

/** Returns all periods of a channel, user after user. */
export const allPeriodsOf = (realm: ReadOnlyRealm, stream_id: number): SubscriptionPeriod[] =>
  [...periodsByUser(realm, stream_id).values()].flat()

/** Returns the periods in which the user was subscribed to the channel. */
export const periodsOf = (realm: ReadOnlyRealm, stream_id: number, user_id: number): readonly SubscriptionPeriod[] =>
  periodsByUser(realm, stream_id).get(user_id) ?? []

/** Returns the users who are or were subscribed to the channel. */
export const usersEverSubscribed = (realm: ReadOnlyRealm, stream_id: number): Iterable<number> =>
  periodsByUser(realm, stream_id).keys()

export const wasSubscribedAt = (realm: ReadOnlyRealm, stream_id: number, user_id: number, event_id: number): boolean =>
  (periodsByUser(realm, stream_id).get(user_id) ?? []).some((period) => coversEvent(period, event_id))

/** Whether the user was subscribed to the channel when the message was sent. */
export const didReceive = (realm: ReadOnlyRealm, stream_id: number, user_id: number, message_id: number): boolean =>
  (periodsByUser(realm, stream_id).get(user_id) ?? []).some((period) => coversMessage(period, message_id))

/** Returns the users who were subscribed when the message was sent. */
export const recipientsOf = (realm: ReadOnlyRealm, stream_id: number, message_id: number): number[] =>
  [...periodsByUser(realm, stream_id)].flatMap(([user_id, periods]) =>
    periods.some((period) => coversMessage(period, message_id)) ? [user_id] : [],
  )

/** Returns the users who were subscribed at an event, ordered by id. */
export const subscribersAt = (realm: ReadOnlyRealm, stream_id: number, event_id: number): number[] =>
  [...periodsByUser(realm, stream_id)]
    .flatMap(([user_id, periods]) => (periods.some((period) => coversEvent(period, event_id)) ? [user_id] : []))
    .sort((a, b) => a - b)

/** Returns the users who are subscribed now, ordered by id. */
export const subscribersOf = (realm: ReadOnlyRealm, stream_id: number): number[] =>
  [...periodsByUser(realm, stream_id)]
    .flatMap(([user_id, periods]) => (periods.some((period) => period.to_message === null) ? [user_id] : []))
    .sort((a, b) => a - b)

const subscribersCache = cacheKeyById<number, CachedSubscribers>()

/** Returns the users who are subscribed now. For callers that need the subscribers of all channels. */
export const cachedSubscribers = (realm: ReadOnlyRealm, stream_id: number): CachedSubscribers =>
  realm.cache.get(subscribersCache(stream_id), () => ({ ids: subscribersOf(realm, stream_id) }))

/** Returns the ids of the subscribers of these channels, and of these users. */
export const subscribersAndUsers = (
  realm: ReadOnlyRealm,
  channels: readonly { stream_id: number }[],
  users: readonly { user_id: number }[],
): number[] => [
  ...new Set([
    ...channels.flatMap(({ stream_id }) => subscribersOf(realm, stream_id)),
    ...users.map(({ user_id }) => user_id),
  ]),
]

const USERS_PER_STATEMENT = 10_000

/**
 * Subscribes users to a channel from the next message on. Writes two rows for each user, and one for the channel. The channel's
 * default for phones is for users who were never subscribed.
 */
export function openSubscriptions(
  realm: Realm,
  stream_id: number,
  subscribers: readonly { user_id: number; color: string }[],
  lastMessageId: number,
): void {
  const from_event = realm.log.lastId
  const push_notifications = getChannel(realm, stream_id).default_push_notifications ? 1 : null
  for (const batch of splitIntoBatches(subscribers, USERS_PER_STATEMENT)) {
    const json = JSON.stringify(batch.map(({ user_id, color }) => ({ user_id, color })))
    realm.sql.run`
      INSERT INTO subscriptions (user_id, stream_id, is_active, color, is_muted, pin_to_top, push_notifications)
      SELECT value ->> 'user_id', ${stream_id}, 1, value ->> 'color', 0, 0, ${push_notifications} FROM json_each(${json}) WHERE true
      ON CONFLICT (user_id, stream_id) DO UPDATE SET is_active = 1, color = excluded.color`
    realm.sql.run`
      INSERT INTO subscription_periods (stream_id, user_id, from_message, to_message, from_event, to_event)
      SELECT ${stream_id}, value ->> 'user_id', ${lastMessageId}, NULL, ${from_event}, NULL FROM json_each(${json})`
  }
  noteChangedSubscribers(
    realm,
    stream_id,
    subscribers.map(({ user_id }) => user_id),
  )
  writeSubscriberCount(realm, stream_id, subscribers.length)
  addCachedPeriods(
    realm,
    stream_id,
    subscribers.map(({ user_id }) => ({
      stream_id,
      user_id,
      from_message: lastMessageId,
      to_message: null,
      from_event,
      to_event: null,
    })),
  )
}

/** Unsubscribes users from a channel after the last message. */
export function closeSubscriptions(
  realm: Realm,
  stream_id: number,
  user_ids: readonly number[],
  lastMessageId: number,
): void {
  realm.sql.run`
    UPDATE subscriptions SET is_active = 0 FROM json_each(${user_ids}) AS closed
    WHERE stream_id = ${stream_id} AND user_id = closed.value`
  endPeriods(realm, stream_id, user_ids, lastMessageId)
}

/** Ends the current periods of users, and leaves their subscriptions active: the users are deactivated. */
export function endPeriods(realm: Realm, stream_id: number, user_ids: readonly number[], lastMessageId: number): void {
  const to_event = realm.log.lastId
  realm.sql.run`
    UPDATE subscription_periods SET to_message = ${lastMessageId}, to_event = ${to_event}
    WHERE stream_id = ${stream_id} AND to_message IS NULL AND user_id IN (SELECT value FROM json_each(${user_ids}))`
  noteChangedSubscribers(realm, stream_id, user_ids)
  writeSubscriberCount(realm, stream_id, -user_ids.length)
  endCachedPeriods(realm, stream_id, user_ids, { to_message: lastMessageId, to_event })
}

/** The users received other messages, or have other messages unread, than if they had not begun or ended to be subscribed. */
function noteChangedSubscribers(realm: Realm, stream_id: number, user_ids: readonly number[]) {
  const { last } = realm.messageIds
  realm.listeners.noteChangedUsers(user_ids)
  realm.cache.invalidate(subscribersCache(stream_id))
  realm.cache.invalidate(usersWithSubscriptionCache(stream_id))
  forgetSubscriptionsOf(realm, user_ids)
  recentChanges(realm).note({ user_ids, stream_id, from: 0, to: last, last })
}
