import type { ReadOnlyRealm, Realm } from '../../../realm'
import { cacheKey } from '../../../store/realm-cache'
import { sqlText } from '../../../store/sql'
import type { Call } from './call'

type Lists = 'user_ids' | 'away' | 'closing' | 'rings_for'
type CallRow = Omit<Call, Lists> & Record<Lists, string>

const CALL = sqlText`
  call_id, conversation_id, announced_in, starter_id, started_at, secret, ring_until, user_ids, away, empty_since,
  ended_at, end_reason, transport, closing, rings_for`

const callFrom = ({ user_ids, away, closing, rings_for, ...row }: CallRow): Call => ({
  ...row,
  user_ids: JSON.parse(user_ids),
  away: JSON.parse(away),
  closing: JSON.parse(closing),
  rings_for: JSON.parse(rings_for),
})

/** There are few rows, and most realms have none. */
const callsCache = cacheKey<readonly Call[]>()

/** The calls that ended, and whose row does not say it, because it is deleted next. */
const endedCache = cacheKey<Map<number, Call>>()

const endedCalls = (realm: ReadOnlyRealm): Map<number, Call> => realm.cache.get(endedCache, () => new Map())

/** Returns the calls that run or have just ended. The oldest is first. */
export const allCalls = (realm: ReadOnlyRealm): readonly Call[] =>
  realm.cache.get(callsCache, () => {
    const rows = realm.sql.all<CallRow>`SELECT ${CALL} FROM calls ORDER BY call_id`
    return rows.map((row) => endedCalls(realm).get(row.call_id) ?? callFrom(row))
  })

/** Returns the calls that run. */
export const runningCalls = (realm: ReadOnlyRealm): readonly Call[] =>
  allCalls(realm).filter(({ ended_at }) => ended_at === null)

/** Returns a call that runs, or has just ended. */
export const findCall = (realm: ReadOnlyRealm, call_id: number): Call | undefined =>
  allCalls(realm).find((call) => call.call_id === call_id)

export function insertCall(realm: Realm, call: Call): void {
  realm.sql.run`
    INSERT INTO calls (${CALL})
    VALUES (${call.call_id}, ${call.conversation_id}, ${call.announced_in}, ${call.starter_id}, ${call.started_at}, ${call.secret},
            ${call.ring_until}, ${JSON.stringify(call.user_ids)}, ${JSON.stringify(call.away)}, ${call.empty_since}, ${call.ended_at},
            ${call.end_reason}, ${call.transport}, ${JSON.stringify(call.closing)}, ${JSON.stringify(call.rings_for)})`
  realm.cache.invalidate(callsCache)
}

/** Writes what changes while a call runs, and when it ends. */
export function updateCall(realm: Realm, call: Call): void {
  endedCalls(realm).delete(call.call_id)
  realm.sql.run`
    UPDATE calls SET announced_in = ${call.announced_in}, user_ids = ${JSON.stringify(call.user_ids)}, away = ${JSON.stringify(call.away)},
      closing = ${JSON.stringify(call.closing)}, rings_for = ${JSON.stringify(call.rings_for)}, empty_since = ${call.empty_since},
      ended_at = ${call.ended_at}, end_reason = ${call.end_reason}
    WHERE call_id = ${call.call_id}`
  realm.cache.invalidate(callsCache)
}

/** Notes that a call has ended, without a row. If the realm forgets it, the call has no participant, and ends again. */
export function noteEnded(realm: Realm, call: Call): void {
  endedCalls(realm).set(call.call_id, call)
  realm.cache.invalidate(callsCache)
}

export function deleteCall(realm: Realm, call_id: number): void {
  endedCalls(realm).delete(call_id)
  realm.sql.run`DELETE FROM calls WHERE call_id = ${call_id}`
  realm.cache.invalidate(callsCache)
}
