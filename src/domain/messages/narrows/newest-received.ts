import type { ReadOnlyRealm, Realm } from '../../../realm'
import { cacheKeyById, type CacheKey } from '../../../store/realm-cache'
import type { Conversation } from '../../channels/topics/conversation'
import { coversMessage, type SubscriptionPeriod } from '../../channels/subscriptions/subscription-period'
import { periodsOfUser } from '../../channels/subscriptions/user-subscriptions-storage'

/**
 * The newest messages of a channel, or the newest direct messages of a user: the first `size` of `ids`, ascending. All messages from `from`
 * on are there. A message that was moved to another channel or deleted may be there, too.
 */
type NewestIds = { ids: Float64Array; size: number; from: number }

/** Most pages of messages have fewer. */
const MOST = 128
/** A page looks at the lists of all channels of its reader. Who is in more channels receives many of the realm's messages anyway. */
const MAX_CHANNELS = 500

const channelCache = cacheKeyById<number, NewestIds>()
const directCache = cacheKeyById<number, NewestIds>()

/** Called after a message was written. */
export function noteNewMessage({ cache }: ReadOnlyRealm, id: number, { stream_id, people }: Conversation): void {
  const keys = stream_id === null ? people.map(directCache) : [channelCache(stream_id)]
  for (const key of keys) {
    const newest = cache.find(key)
    if (newest) append(newest, id)
  }
}

function append(newest: NewestIds, id: number) {
  if (newest.size === MOST) {
    newest.from = newest.ids[1]!
    newest.ids.copyWithin(0, 1)
    newest.size--
  }
  newest.ids[newest.size++] = id
}

/** All messages that a user received from an id on, ascending, with the channel of each: null for a direct message. */
type Received = { from: number; messages: readonly { id: number; stream_id: number | null }[] }

/** Keeps the newest messages of a user for all who are in the same channels. */
export function keepNewest(realm: Realm, user_id: number, { from, messages }: Received): void {
  const channels = periodsOfUser(realm, user_id)
  if (channels.size > MAX_CHANNELS) return
  const byChannel = Map.groupBy(messages, ({ stream_id }) => stream_id)
  const idsOf = (stream_id: number | null) => (byChannel.get(stream_id) ?? []).map(({ id }) => id)
  keep(realm, directCache(user_id), { from, ids: idsOf(null) })
  for (const [stream_id, periods] of channels) {
    const open = periods.find(({ to_message }) => to_message === null)
    if (open) keepNewestIn(realm, stream_id, { from: Math.max(from, open.from_message + 1), ids: idsOf(stream_id) })
  }
}

/** Messages, ascending. All from `from` on are there. */
export type NewestFrom = { from: number; ids: readonly number[] }

/** Keeps the newest messages of a channel. */
export const keepNewestIn = (realm: Realm, stream_id: number, newest: NewestFrom): void =>
  keep(realm, channelCache(stream_id), newest)

function keep({ cache }: Realm, key: CacheKey<NewestIds>, { from, ids }: NewestFrom): void {
  const earlier = cache.find(key)
  if (earlier && earlier.from <= from) return
  const newest: NewestIds = { ids: new Float64Array(MOST), size: 0, from }
  for (const id of ids) append(newest, id)
  cache.set(key, newest)
}

/** Returns the newest messages of a channel. Undefined if memory has none. */
export function findNewestIn({ cache }: ReadOnlyRealm, stream_id: number): NewestFrom | undefined {
  const newest = cache.find(channelCache(stream_id))
  return newest && { from: newest.from, ids: [...newest.ids.subarray(0, newest.size)] }
}

/** Returns the newest messages that a user received. Undefined if memory does not have those of each channel. */
export function findNewest(realm: ReadOnlyRealm, user_id: number): NewestFrom | undefined {
  const direct = realm.cache.find(directCache(user_id))
  const channels = periodsOfUser(realm, user_id)
  if (direct === undefined || channels.size > MAX_CHANNELS) return undefined
  const ids = [...direct.ids.subarray(0, direct.size)]
  let { from } = direct
  for (const [stream_id, periods] of channels) {
    const { first, last } = rangeOf(periods)
    const newest = realm.cache.find(channelCache(stream_id))
    if (newest === undefined && last === Infinity) return undefined
    const lowest = Math.min(newest?.from ?? Infinity, last + 1)
    if (lowest > first) from = Math.max(from, lowest)
    for (const id of newest?.ids.subarray(0, newest.size) ?? [])
      if (periods.some((period) => coversMessage(period, id))) ids.push(id)
  }
  return { from, ids }
}

/** Returns the first and the last message that a user can have received in these periods. */
const rangeOf = (periods: readonly SubscriptionPeriod[]) => ({
  first: Math.min(...periods.map(({ from_message }) => from_message + 1)),
  last: Math.max(...periods.map(({ to_message }) => to_message ?? Infinity)),
})
