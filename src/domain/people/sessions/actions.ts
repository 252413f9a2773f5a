import { hashApiKey, type SessionCredential } from '../../../api/callers'
import { SESSION_TOKEN_LENGTH, type SessionCookie } from '../../../api/session-cookie'
import type { ReadOnlyRealm, Realm } from '../../../realm'
import { recordAudit } from '../../realm/audit-log/record'
import { endAgentsOf } from '../agents/actions'
import { deleteCountAddressesOfSession } from './count-address-storage'
import type { SecondFactor } from '../factors/second-factor'
import { deletePushBrowsers } from '../push-browsers/browsers'
import { usersWithPushBrowsers } from '../push-browsers/storage'
import { findSessionOfToken } from './authentication'
import {
  leastRecentlyUsed,
  PREVIOUS_TOKEN_SECONDS,
  SECOND_FACTOR_SECONDS,
  SESSIONS_PER_ACCOUNT,
  storedUserAgent,
  WAITING_SESSIONS_PER_ACCOUNT,
} from './rules'
import { deleteIdentitySessions, insertIdentitySession, type SessionIdentity } from './identity-session-storage'
import type { LoginMethod, Session } from './session'
import {
  allSessions,
  deleteSession,
  findSession,
  insertSession,
  sessionLimits,
  sessionsOf,
  writeCompleted,
  writeRenews,
  writeToken,
} from './storage'

type Login = {
  method: LoginMethod
  /** The identity that a provider confirmed. */
  identity?: SessionIdentity | undefined
  user_agent: string
  previous?: SessionCredential
  /** Whether the session waits for the second factor. */
  waits?: boolean
}

/**
 * Starts a session of a user, whose cookie the response sets. It always has a new token: a token that the browser sent before
 * the login may be known to others, so the session of that token ends.
 */
export function startSession(
  realm: Realm,
  user_id: number,
  { method, identity, user_agent, previous, waits = false }: Login,
): void {
  const replaced = previous && findSessionOfToken(realm, previous)
  if (replaced) endSessions(realm, replaced.user_id, [replaced.session_id])
  // Sessions that wait have a limit of their own: who knows only the password must not end the sessions of the user.
  const existing = sessionsOf(realm, user_id).filter(({ waits_until }) => (waits_until !== null) === waits)
  const most = waits ? WAITING_SESSIONS_PER_ACCOUNT : SESSIONS_PER_ACCOUNT
  const excess = existing.length >= most ? leastRecentlyUsed(existing) : undefined
  if (excess) endSessions(realm, user_id, [excess.session_id])

  const token = newToken(realm)
  const { address } = realm.client
  const session_id = insertSession(realm, {
    user_id,
    method,
    waits_until: waits ? realm.now() + SECOND_FACTOR_SECONDS : null,
    token_hash: hashApiKey(token),
    user_agent: storedUserAgent(user_agent),
    address,
  })
  if (identity) insertIdentitySession(realm, session_id, identity)
  if (!waits) recordAudit(realm, 'logged_in', { user_id }, { method, session_id })
  const { idle, absolute } = sessionLimits(realm)
  realm.wakeAt(realm.now() + (waits ? SECOND_FACTOR_SECONDS : Math.min(idle, absolute)))
  realm.session.cookie = { value: `${session_id}.${token}`, max_age_seconds: absolute }
}

/** Logs in with a session that waited for the second factor. It has new rights, so its old token is no longer valid. */
export function completeSession(realm: Realm, session: Session, second_factor: SecondFactor): void {
  const token = newToken(realm)
  writeCompleted(realm, session.session_id, { token_hash: hashApiKey(token), second_factor })
  const { user_id, method, session_id } = session
  recordAudit(realm, 'logged_in', { user_id }, { method, session_id, second_factor })
  const { idle, absolute } = sessionLimits(realm)
  realm.wakeAt(realm.now() + Math.min(idle, absolute))
  realm.session.cookie = { value: `${session.session_id}.${token}`, max_age_seconds: absolute }
}

/** Ends sessions of a user: their tokens, queues and tickets are deleted, and their sockets are closed. */
export function endSessions(realm: Realm, user_id: number, session_ids: readonly number[]): void {
  if (session_ids.length === 0) return
  for (const session_id of session_ids) {
    deleteSession(realm, session_id)
    deleteCountAddressesOfSession(realm.sql, session_id)
  }
  deleteIdentitySessions(realm, session_ids)
  if (usersWithPushBrowsers(realm).has(user_id)) deletePushBrowsers(realm, session_ids)
  realm.listeners.endSessions(user_id, session_ids)
  if (realm.session.id !== undefined && session_ids.includes(realm.session.id)) realm.session.cookie = NO_COOKIE
}

const NO_COOKIE: SessionCookie = { value: '', max_age_seconds: 0 }

/** Ends all sessions and agents of a user, because the account was closed, or others may have used it. */
export function endSessionsOf(realm: Realm, user_id: number): void {
  endAgentsOf(realm, user_id)
  endSessions(realm, user_id, idsOf(sessionsOf(realm, user_id)))
}

/** Ends the sessions of a user except the session of this request. */
export const endOtherSessions = (realm: Realm, user_id: number): void =>
  endSessions(
    realm,
    user_id,
    idsOf(sessionsOf(realm, user_id)).filter((session_id) => session_id !== realm.session.id),
  )

export function endAllSessions(realm: Realm): void {
  for (const [user_id, sessions] of Map.groupBy(allSessions(realm), (session) => session.user_id))
    endSessions(realm, user_id, idsOf(sessions))
}

export const idsOf = (sessions: readonly Pick<Session, 'session_id'>[]) => sessions.map(({ session_id }) => session_id)

/**
 * Ends the sessions and agents of a user after the password or the address changed, because others may know their tokens. If
 * the request came from one of these sessions, that session stays: its user has proved who they are. It gets a new token, and
 * its listeners are disconnected. Its queues stay.
 */
export function renewAfterProof(realm: Realm, user_id: number): void {
  const session = sessionOfCall(realm)
  if (session?.user_id !== user_id) return endSessionsOf(realm, user_id)
  endAgentsOf(realm, user_id)
  endOtherSessions(realm, user_id)
  realm.listeners.disconnectSessions(user_id, [session.session_id])
  realm.session.cookie = renew(realm, {
    ...session,
    previous_hash: null,
    previous_until: 0,
    authenticated_at: realm.now(),
  })
}

/**
 * Gives the session of this request a new token, after its user proved again who they are. The previous token is valid for a
 * minute, for other requests of the same browser.
 */
export function renewAfterConfirmation(realm: Realm): void {
  const session = sessionOfCall(realm)
  if (session === undefined) return
  const previous_until = realm.now() + PREVIOUS_TOKEN_SECONDS
  const proved = { ...session, previous_hash: session.token_hash, previous_until, authenticated_at: realm.now() }
  realm.session.cookie = renew(realm, proved)
}

/** Another role is another set of rights, so each session of the user receives a new token with its next request. */
export const renewWithNextRequest = (realm: Realm, user_id: number): void => writeRenews(realm, user_id)

/**
 * Gives the session of this request a new token if the role of its user changed, and returns the cookie. The previous token is
 * valid for a minute, for other requests of the same browser.
 */
export function renewAfterRoleChange(realm: Realm): SessionCookie | undefined {
  const session = sessionOfCall(realm)
  if (!session?.renews) return undefined
  const previous_until = realm.now() + PREVIOUS_TOKEN_SECONDS
  return realm.transaction(() => renew(realm, { ...session, previous_hash: session.token_hash, previous_until }))
}

/** Writes a new token, and returns its cookie. */
function renew(realm: Realm, session: Session): SessionCookie {
  const { session_id, previous_hash, previous_until, authenticated_at } = session
  const token = newToken(realm)
  writeToken(realm, session_id, { token_hash: hashApiKey(token), previous_hash, previous_until, authenticated_at })
  const max_age_seconds = authenticated_at + sessionLimits(realm).absolute - realm.now()
  return { value: `${session_id}.${token}`, max_age_seconds }
}

export const sessionOfCall = (realm: ReadOnlyRealm): Session | undefined =>
  realm.session.id === undefined ? undefined : findSession(realm, realm.session.id)

const newToken = (realm: Realm): string => realm.randomKey(SESSION_TOKEN_LENGTH)
