import type { ReadOnlyRealm } from '../../../realm'
import { cacheKey, cacheKeyById } from '../../../store/realm-cache'
import { sqlText } from '../../../store/sql'
import type { SubscriptionPeriod } from './subscription-period'

type Tables = Pick<ReadOnlyRealm, 'sql' | 'cache'>
export const PERIOD_COLUMNS = sqlText`stream_id, user_id, from_message, to_message, from_event, to_event`

type PeriodsByUser = Map<number, SubscriptionPeriod[]>

const periodsCache = cacheKeyById<number, PeriodsByUser>()

/** Returns all periods of a channel, by user. Cached, because each message tests them for each connected user. */
export const periodsByUser = (realm: Tables, stream_id: number): PeriodsByUser =>
  realm.cache.get(periodsCache(stream_id), () =>
    byUser(realm.sql.all<SubscriptionPeriod>`
      SELECT ${PERIOD_COLUMNS} FROM subscription_periods WHERE stream_id = ${stream_id}`),
  )

function byUser(rows: readonly SubscriptionPeriod[]): PeriodsByUser {
  const periods: PeriodsByUser = new Map()
  for (const period of rows) addTo(periods, period)
  return periods
}

function addTo(periods: PeriodsByUser, period: SubscriptionPeriod) {
  const others = periods.get(period.user_id)
  if (others) others.push(period)
  else periods.set(period.user_id, [period])
}

/** A channel whose periods are read in pieces, and the users whose periods have changed meanwhile. */
type Load = { stream_id: number; changed: Set<number> }

const loadsCache = cacheKey<Set<Load>>({ survivesRollback: true })

/** Reads all periods of a channel into the cache, in pieces: the realm serves other requests in between. */
export function* loadPeriods(realm: Tables, { stream_id }: { stream_id: number }): Generator<void> {
  if (realm.cache.find(periodsCache(stream_id)) !== undefined) return
  const load: Load = { stream_id, changed: new Set() }
  const loads = realm.cache.get(loadsCache, () => new Set())
  loads.add(load)
  try {
    const periods: PeriodsByUser = new Map()
    for (let page = pageAfter(realm, stream_id, FIRST); page.length > 0;) {
      for (const period of page) addTo(periods, period)
      if (page.length < PERIODS_PER_PAGE) break
      yield
      page = pageAfter(realm, stream_id, page.at(-1)!)
    }
    for (const user_id of load.changed) periods.delete(user_id)
    for (const period of periodsOfUsers(realm, stream_id, [...load.changed])) addTo(periods, period)
    realm.cache.get(periodsCache(stream_id), () => periods)
  } finally {
    loads.delete(load)
  }
}

type Position = Pick<SubscriptionPeriod, 'user_id' | 'from_message' | 'from_event'>

const FIRST: Position = { user_id: -1, from_message: -1, from_event: -1 }
export const PERIODS_PER_PAGE = 1000

const pageAfter = ({ sql }: Tables, stream_id: number, { user_id, from_message, from_event }: Position) =>
  sql.all<SubscriptionPeriod>`
    SELECT ${PERIOD_COLUMNS} FROM subscription_periods
    WHERE stream_id = ${stream_id} AND (user_id, from_message, from_event) > (${user_id}, ${from_message}, ${from_event})
    ORDER BY user_id, from_message, from_event LIMIT ${PERIODS_PER_PAGE}`

const periodsOfUsers = ({ sql }: Tables, stream_id: number, user_ids: readonly number[]) =>
  sql.all<SubscriptionPeriod>`
    SELECT ${PERIOD_COLUMNS} FROM subscription_periods
    WHERE stream_id = ${stream_id} AND user_id IN (SELECT value FROM json_each(${user_ids}))`

/** Called after periods were written. */
export function addCachedPeriods(realm: Tables, stream_id: number, periods: readonly SubscriptionPeriod[]): void {
  noteChanged(
    realm,
    stream_id,
    periods.map(({ user_id }) => user_id),
  )
  const cached = realm.cache.find(periodsCache(stream_id))
  if (cached) for (const period of periods) addTo(cached, period)
}

/** Called after the open periods of these users were ended. */
export function endCachedPeriods(
  realm: Tables,
  stream_id: number,
  user_ids: readonly number[],
  end: Pick<SubscriptionPeriod, 'to_message' | 'to_event'>,
): void {
  noteChanged(realm, stream_id, user_ids)
  const cached = realm.cache.find(periodsCache(stream_id))
  for (const user_id of user_ids)
    for (const period of cached?.get(user_id) ?? []) if (period.to_message === null) Object.assign(period, end)
}

function noteChanged(realm: Tables, stream_id: number, user_ids: readonly number[]) {
  for (const load of realm.cache.find(loadsCache) ?? [])
    if (load.stream_id === stream_id) for (const user_id of user_ids) load.changed.add(user_id)
}
