import type { ReadOnlyRealm, Realm } from '../../../realm'
import { cacheKey, cacheKeyById } from '../../../store/realm-cache'
import { sqlText } from '../../../store/sql'
import { SECONDS_PER_DAY } from '../../realm/settings/periods'
import { realmSettingsCache, settingsOf } from '../../realm/settings/storage'
import type { Session, SessionLimits } from './session'

type SessionRow = Omit<Session, 'renews'> & { renews: number }

const COLUMNS = sqlText`
  session_id, user_id, token_hash, previous_hash, previous_until, renews, method, second_factor, waits_until, created_at, authenticated_at, used_at,
  user_agent, address`

const sessionCache = cacheKeyById<number, Session>()

/** When the next session may expire, in seconds; Infinity without sessions. A new session can be the next one. */
export const nextExpiryCache = cacheKey<number>({ invalidatedBy: [realmSettingsCache] })

export const findSession = (realm: ReadOnlyRealm, session_id: number): Session | undefined =>
  realm.cache.get(sessionCache(session_id), () => {
    const row = realm.sql.maybe<SessionRow>`SELECT ${COLUMNS} FROM sessions WHERE session_id = ${session_id}`
    return row && sessionOf(row)
  })

/** Returns the sessions of an account, the oldest first. */
export const sessionsOf = (realm: ReadOnlyRealm, user_id: number): Session[] =>
  realm.sql.all<SessionRow>`SELECT ${COLUMNS} FROM sessions WHERE user_id = ${user_id} ORDER BY session_id`.map(
    sessionOf,
  )

/** Returns the ages at which the sessions of this realm end. */
export function sessionLimits(realm: ReadOnlyRealm): SessionLimits {
  const { parley_session_idle_days, parley_session_absolute_days } = settingsOf(realm)
  return { idle: parley_session_idle_days * SECONDS_PER_DAY, absolute: parley_session_absolute_days * SECONDS_PER_DAY }
}

export type NewSession = Pick<Session, 'user_id' | 'token_hash' | 'method' | 'waits_until' | 'user_agent' | 'address'>

/** Returns the number of the new session. */
export function insertSession(realm: Realm, session: NewSession): number {
  const now = realm.now()
  realm.cache.invalidate(nextExpiryCache)
  return realm.sql.one<{ session_id: number }>`
    INSERT INTO sessions (user_id, token_hash, previous_hash, previous_until, renews, method, waits_until,
                          created_at, authenticated_at, used_at, user_agent, address)
    VALUES (${session.user_id}, ${session.token_hash}, NULL, 0, 0, ${session.method}, ${session.waits_until},
            ${now}, ${now}, ${now},
            ${session.user_agent}, ${session.address})
    RETURNING session_id`.session_id
}

type TokenColumns = Pick<Session, 'token_hash' | 'previous_hash' | 'previous_until' | 'authenticated_at'>

export function writeToken(realm: Realm, session_id: number, columns: TokenColumns): void {
  realm.sql.run`
    UPDATE sessions SET token_hash = ${columns.token_hash}, previous_hash = ${columns.previous_hash},
                        previous_until = ${columns.previous_until}, authenticated_at = ${columns.authenticated_at},
                        renews = 0
    WHERE session_id = ${session_id}`
  realm.listeners.recheckCredentials(findSession(realm, session_id)?.user_id ?? null)
  realm.cache.invalidate(sessionCache(session_id))
}

/** The second factor completed the login: the session has a new token, and waits no longer. */
export function writeCompleted(
  realm: Realm,
  session_id: number,
  { token_hash, second_factor }: Pick<Session, 'token_hash' | 'second_factor'>,
): void {
  const now = realm.now()
  realm.sql.run`
    UPDATE sessions SET token_hash = ${token_hash}, previous_hash = NULL, previous_until = 0, waits_until = NULL,
                        second_factor = ${second_factor}, authenticated_at = ${now}, used_at = ${now}
    WHERE session_id = ${session_id}`
  realm.cache.invalidate(sessionCache(session_id))
}

export function writeUse(realm: Realm, session_id: number, address: string): void {
  realm.sql.run`UPDATE sessions SET used_at = ${realm.now()}, address = ${address} WHERE session_id = ${session_id}`
  realm.cache.invalidate(sessionCache(session_id))
}

/** The next request of each session of the account receives a new token. */
export function writeRenews(realm: Realm, user_id: number): void {
  const rows = realm.sql.all<{ session_id: number }>`
    UPDATE sessions SET renews = 1 WHERE user_id = ${user_id} RETURNING session_id`
  for (const { session_id } of rows) realm.cache.invalidate(sessionCache(session_id))
  if (rows.length > 0) realm.listeners.recheckCredentials(user_id)
}

export function deleteSession(realm: Realm, session_id: number): void {
  realm.sql.run`DELETE FROM sessions WHERE session_id = ${session_id}`
  realm.cache.invalidate(sessionCache(session_id))
}

type SessionOfUser = Pick<Session, 'session_id' | 'user_id'>

/** Returns the sessions of all users. */
export const allSessions = (realm: ReadOnlyRealm): SessionOfUser[] =>
  realm.sql.all<SessionOfUser>`SELECT session_id, user_id FROM sessions`

/** Returns the sessions of all users that have expired. */
export const expiredSessions = (realm: ReadOnlyRealm, { idle, absolute }: SessionLimits): SessionOfUser[] =>
  realm.sql.all<SessionOfUser>`
    SELECT session_id, user_id FROM sessions
    WHERE used_at <= ${realm.now() - idle} OR authenticated_at <= ${realm.now() - absolute}
       OR waits_until <= ${realm.now()}`

type ExpiryColumn = 'used_at' | 'authenticated_at' | 'waits_until'

/** Returns when the first of all sessions expires, or undefined without sessions. */
export function nextExpiry(realm: ReadOnlyRealm, { idle, absolute }: SessionLimits): number | undefined {
  const { used_at, authenticated_at, waits_until } = realm.sql.one<Record<ExpiryColumn, number | null>>`
    SELECT min(used_at) AS used_at, min(authenticated_at) AS authenticated_at, min(waits_until) AS waits_until
    FROM sessions`
  if (used_at === null || authenticated_at === null) return undefined
  return Math.min(used_at + idle, authenticated_at + absolute, waits_until ?? Infinity)
}

const sessionOf = (row: SessionRow): Session => ({ ...row, renews: row.renews === 1 })
