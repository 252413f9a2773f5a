import { sameSecret, type SessionCredential } from '../../../api/callers'
import type { Session, SessionLimits } from './session'

/** One more session ends the session of the account that was used longest ago. */
export const SESSIONS_PER_ACCOUNT = 20
/** One more login that waits for its second factor ends the one that began first. */
export const WAITING_SESSIONS_PER_ACCOUNT = 5
/** How long a login waits for its second factor. */
export const SECOND_FACTOR_SECONDS = 600
/** After this time, a user proves again who they are before changing factors. */
export const RECENT_LOGIN_SECONDS = 900
/** The realm writes at most one use of a session in this time. */
export const USE_IS_WRITTEN_EVERY_SECONDS = 3600
/** A gateway asks the realm again about a session after this time, and about an API key after an hour. */
const SESSION_HOLDS_SECONDS = 900
export const KEY_HOLDS_SECONDS = 3600
/** After a change of the role, requests with the previous token may still be on their way. */
export const PREVIOUS_TOKEN_SECONDS = 60
export const MAX_USER_AGENT_BYTES = 200

/** Returns whether a session was used too long ago, or its user logged in too long ago. */
export const isExpired = (
  { used_at, authenticated_at }: Pick<Session, 'used_at' | 'authenticated_at'>,
  { idle, absolute }: SessionLimits,
  now: number,
): boolean => now >= used_at + idle || now >= authenticated_at + absolute

/** Returns until when a gateway may admit a session with this credential, unless the realm says otherwise before. */
export function heldUntil(
  session: Session,
  { session_hash }: SessionCredential,
  { idle, absolute }: SessionLimits,
  now: number,
): number {
  // The realm gives the browser a new token in the answer to its next request.
  if (session.renews) return now
  const { token_hash, previous_until, used_at, authenticated_at } = session
  const until = Math.min(now + SESSION_HOLDS_SECONDS, used_at + idle, authenticated_at + absolute)
  return sameSecret(token_hash, session_hash) ? until : Math.min(until, previous_until)
}

/** Returns whether a credential has the token of a session, or the previous one while that is valid. */
export function hasToken(session: Session, { session_hash }: SessionCredential, now: number): boolean {
  const { token_hash, previous_hash, previous_until } = session
  return (
    sameSecret(token_hash, session_hash) ||
    (now < previous_until && previous_hash !== null && sameSecret(previous_hash, session_hash))
  )
}

/** Returns the beginning of a User-Agent that has few enough bytes. */
export function storedUserAgent(header: string): string {
  const { read } = new TextEncoder().encodeInto(header, new Uint8Array(MAX_USER_AGENT_BYTES))
  return header.slice(0, read)
}

/** Returns the session that was used longest ago. Of several, it is the oldest. */
export const leastRecentlyUsed = <Item extends Pick<Session, 'used_at' | 'session_id'>>(
  sessions: readonly Item[],
): Item | undefined => sessions.toSorted((a, b) => a.used_at - b.used_at || a.session_id - b.session_id)[0]
