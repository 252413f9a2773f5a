import { inPieces } from '../../../api/pieces'
import type { Realm } from '../../../realm'
import { cacheKeyById } from '../../../store/realm-cache'
import { writeSubscriberCount } from '../channels/storage'
import { coversEvent, coversMessage, type SubscriptionPeriod } from './subscription-period'
import type { Subscription } from './subscription'
import type { Sql } from '../../../store/realm-sql'

type SubscriptionRow = {
  [Key in keyof Subscription]: Subscription[Key] extends boolean
    ? number
    : Subscription[Key] extends boolean | null
      ? number | null
      : Subscription[Key]
}

export const subscriptionsOf = (sql: Sql, user_id: number): Subscription[] =>
  sql.all<SubscriptionRow>`
    SELECT user_id, stream_id, is_active, color, is_muted, pin_to_top, desktop_notifications, audible_notifications,
           push_notifications, email_notifications, wildcard_mentions_notify
    FROM subscriptions WHERE user_id = ${user_id} ORDER BY stream_id`.map(subscriptionOf)

/** Every subscription of each of these people, active or not. */
export function subscriptionsOfEach(sql: Sql, user_ids: readonly number[]): Map<number, Subscription[]> {
  const rows = sql.all<SubscriptionRow>`
    SELECT user_id, stream_id, is_active, color, is_muted, pin_to_top, desktop_notifications, audible_notifications,
           push_notifications, email_notifications, wildcard_mentions_notify
    FROM subscriptions WHERE user_id IN (SELECT value FROM json_each(${user_ids}))`
  return Map.groupBy(rows.map(subscriptionOf), (subscription) => subscription.user_id)
}

/** Those of these people who are in a channel. */
export function subscribedAmong(sql: Sql, stream_id: number, user_ids: readonly number[]): Set<number> {
  const rows = sql.all<{ user_id: number }>`
    SELECT user_id FROM subscriptions
    WHERE stream_id = ${stream_id} AND is_active = 1 AND user_id IN (SELECT value FROM json_each(${user_ids}))`
  return new Set(rows.map((row) => row.user_id))
}

export function findSubscription(sql: Sql, user_id: number, stream_id: number): Subscription | undefined {
  const row = sql.maybe<SubscriptionRow>`
    SELECT user_id, stream_id, is_active, color, is_muted, pin_to_top, desktop_notifications, audible_notifications,
           push_notifications, email_notifications, wildcard_mentions_notify
    FROM subscriptions WHERE user_id = ${user_id} AND stream_id = ${stream_id}`
  return row && subscriptionOf(row)
}

export function writePersonalSettings(realm: Realm, { user_id, stream_id, ...settings }: Subscription): void {
  realm.cache.invalidate(mutedChannelsCache(user_id))
  realm.sql.run`
    UPDATE subscriptions
    SET color = ${settings.color}, is_muted = ${settings.is_muted}, pin_to_top = ${settings.pin_to_top},
        desktop_notifications = ${settings.desktop_notifications}, audible_notifications = ${settings.audible_notifications},
        push_notifications = ${settings.push_notifications}, email_notifications = ${settings.email_notifications},
        wildcard_mentions_notify = ${settings.wildcard_mentions_notify}
    WHERE user_id = ${user_id} AND stream_id = ${stream_id}`
}

export const isSubscribed = (sql: Sql, user_id: number, stream_id: number): boolean =>
  sql.maybe<{
    is_active: number
  }>`SELECT is_active FROM subscriptions WHERE user_id = ${user_id} AND stream_id = ${stream_id}`?.is_active === 1

/** Everyone in a channel who wants its messages on their phone, whatever they want of other channels. */
export const usersWithPushNotifications = (sql: Sql, stream_id: number): number[] =>
  sql.all<{ user_id: number }>`
    SELECT user_id FROM subscriptions WHERE stream_id = ${stream_id} AND push_notifications = 1`.map(
    ({ user_id }) => user_id,
  )

/** Everyone who is in some channel with this person, or rests there, being deactivated. */
export const usersSharingChannelsWith = (sql: Sql, user_id: number): number[] =>
  sql.all<{ user_id: number }>`
    SELECT DISTINCT p.user_id
    FROM subscriptions a
    JOIN subscription_periods p ON p.stream_id = a.stream_id
    JOIN subscriptions b ON b.user_id = p.user_id AND b.stream_id = p.stream_id
    WHERE a.user_id = ${user_id} AND a.is_active = 1 AND b.is_active = 1`.map((row) => row.user_id)

/** The same, asked of two. */
export const haveSharedChannel = (sql: Sql, user_id: number, other_id: number): boolean =>
  sql.maybe`
    SELECT 1 AS found FROM subscriptions a JOIN subscriptions b ON b.user_id = ${other_id} AND b.stream_id = a.stream_id
    WHERE a.user_id = ${user_id} AND a.is_active = 1 AND b.is_active = 1 LIMIT 1` !== undefined

/** Which channels this person has muted, kept in mind: whoever writes is asked it each time. */
export function isMutedBy(realm: Realm, user_id: number): (stream_id: number) => boolean {
  const muted = realm.cache.get(mutedChannelsCache(user_id), () => {
    const rows = realm.sql.all<{
      stream_id: number
    }>`SELECT stream_id FROM subscriptions WHERE user_id = ${user_id} AND is_muted = 1`
    return new Set(rows.map((row) => row.stream_id))
  })
  return (stream_id) => muted.has(stream_id)
}

const mutedChannelsCache = cacheKeyById<number, ReadonlySet<number>>()

const subscriptionOf = (row: SubscriptionRow): Subscription => ({
  ...row,
  is_active: row.is_active === 1,
  is_muted: row.is_muted === 1,
  pin_to_top: row.pin_to_top === 1,
  desktop_notifications: maybeTrue(row.desktop_notifications),
  audible_notifications: maybeTrue(row.audible_notifications),
  push_notifications: maybeTrue(row.push_notifications),
  email_notifications: maybeTrue(row.email_notifications),
  wildcard_mentions_notify: maybeTrue(row.wildcard_mentions_notify),
})

const maybeTrue = (flag: number | null) => (flag === null ? null : flag === 1)

const periodsCache = cacheKeyById<number, Map<number, SubscriptionPeriod[]>>()

/** Every span of a channel by person, kept in mind: each message asks it for everyone who listens. */
const periodsByUser = (realm: Realm, stream_id: number): Map<number, SubscriptionPeriod[]> =>
  realm.cache.get(periodsCache(stream_id), () => {
    const found = new Map<number, SubscriptionPeriod[]>()
    for (const span of realm.sql.all<SubscriptionPeriod>`
      SELECT stream_id, user_id, from_message, to_message, from_event, to_event FROM subscription_periods WHERE stream_id = ${stream_id}`)
      addTo(found, span)
    return found
  })

function addTo(spans: Map<number, SubscriptionPeriod[]>, span: SubscriptionPeriod) {
  const others = spans.get(span.user_id)
  if (others) others.push(span)
  else spans.set(span.user_id, [span])
}

/** When one person was in a channel. */
export const periodsOf = (realm: Realm, stream_id: number, user_id: number): readonly SubscriptionPeriod[] =>
  periodsByUser(realm, stream_id).get(user_id) ?? []

export const wasSubscribedAt = (realm: Realm, stream_id: number, user_id: number, event_id: number): boolean =>
  (periodsByUser(realm, stream_id).get(user_id) ?? []).some((span) => coversEvent(span, event_id))

/** Was this person in the channel when the message was sent? */
export const didReceive = (realm: Realm, stream_id: number, user_id: number, message_id: number): boolean =>
  (periodsByUser(realm, stream_id).get(user_id) ?? []).some((span) => coversMessage(span, message_id))

/** Everyone who was in the channel when the message was sent. */
export const recipientsOf = (realm: Realm, stream_id: number, message_id: number): number[] =>
  [...periodsByUser(realm, stream_id)].flatMap(([user_id, spans]) =>
    spans.some((span) => coversMessage(span, message_id)) ? [user_id] : [],
  )

/** Everyone who was subscribed as of an event, in the order of their ids. */
export const subscribersAt = (realm: Realm, stream_id: number, event_id: number): number[] =>
  [...periodsByUser(realm, stream_id)]
    .flatMap(([user_id, spans]) => (spans.some((span) => coversEvent(span, event_id)) ? [user_id] : []))
    .sort((a, b) => a - b)

/** Everyone who is subscribed, in the order of their ids. */
export const subscribersOf = (realm: Realm, stream_id: number): number[] =>
  [...periodsByUser(realm, stream_id)]
    .flatMap(([user_id, spans]) => (spans.some((span) => span.to_message === null) ? [user_id] : []))
    .sort((a, b) => a - b)

/** The spans of one person, by channel: what they received. */
export const periodsOfUser = (sql: Sql, user_id: number): SubscriptionPeriod[] =>
  sql.all<SubscriptionPeriod>`
    SELECT p.stream_id, p.user_id, p.from_message, p.to_message, p.from_event, p.to_event
    FROM subscriptions s JOIN subscription_periods p ON p.stream_id = s.stream_id AND p.user_id = s.user_id
    WHERE s.user_id = ${user_id}`

const PEOPLE_PER_STATEMENT = 10_000

/** Opens a span for each of these people. Rows: two a person and one for the channel. */
export function openSubscriptions(
  realm: Realm,
  stream_id: number,
  newcomers: readonly { user_id: number; color: string }[],
  lastMessageId: number,
): void {
  const from_event = realm.log.lastId
  for (const some of inPieces(newcomers, PEOPLE_PER_STATEMENT)) {
    const json = JSON.stringify(some.map(({ user_id, color }) => ({ user_id, color })))
    realm.sql.run`
      INSERT INTO subscriptions (user_id, stream_id, is_active, color, is_muted, pin_to_top)
      SELECT value ->> 'user_id', ${stream_id}, 1, value ->> 'color', 0, 0 FROM json_each(${json}) WHERE true
      ON CONFLICT (user_id, stream_id) DO UPDATE SET is_active = 1, color = excluded.color`
    realm.sql.run`
      INSERT INTO subscription_periods (stream_id, user_id, from_message, to_message, from_event, to_event)
      SELECT ${stream_id}, value ->> 'user_id', ${lastMessageId}, NULL, ${from_event}, NULL FROM json_each(${json})`
  }
  writeSubscriberCount(realm, stream_id, newcomers.length)
  const known = realm.cache.find(periodsCache(stream_id))
  if (known)
    for (const { user_id } of newcomers)
      addTo(known, { stream_id, user_id, from_message: lastMessageId, to_message: null, from_event, to_event: null })
}

export function closeSubscriptions(
  realm: Realm,
  stream_id: number,
  leavers: readonly number[],
  lastMessageId: number,
): void {
  realm.sql
    .run`UPDATE subscriptions SET is_active = 0 WHERE stream_id = ${stream_id} AND user_id IN (SELECT value FROM json_each(${leavers}))`
  endPeriods(realm, stream_id, leavers, lastMessageId)
}

/** The same, of people who may come back to where they were. */
export function endPeriods(realm: Realm, stream_id: number, leavers: readonly number[], lastMessageId: number): void {
  const to_event = realm.log.lastId
  realm.sql.run`
    UPDATE subscription_periods SET to_message = ${lastMessageId}, to_event = ${to_event}
    WHERE stream_id = ${stream_id} AND to_message IS NULL AND user_id IN (SELECT value FROM json_each(${leavers}))`
  writeSubscriberCount(realm, stream_id, -leavers.length)
  const known = realm.cache.find(periodsCache(stream_id))
  for (const user_id of leavers)
    for (const span of known?.get(user_id) ?? [])
      if (span.to_message === null) Object.assign(span, { to_message: lastMessageId, to_event })
}
