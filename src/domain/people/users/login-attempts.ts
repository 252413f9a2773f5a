import { rateLimitHit } from '../../../api/errors'
import { secondsUntilRoom, type RateLimit } from '../../../api/rate-limit'
import type { Realm } from '../../../realm'
import { emailKey } from './storage'

/**
 * A guess is counted by the name that was typed, by the account that it names, and by the network address it came from.
 * By names alone an account could be guessed at twice as often, as it has two. By accounts alone, whoever uses up the
 * guesses under one name would learn which other name is the same person's. So a name that is used up says so, whether
 * or not it is anybody's; an account that is used up takes no password, and says of a right one that it is wrong.
 *
 * A try counts as failed until it has succeeded, so guessing many at once gains nothing.
 */
export type Attempt = { username: string; user_id: number | undefined }

/** One more try, refused where there were too many of late. Answers whether the account may be let in by it. */
export function countAttempt(realm: Realm, { username, user_id }: Attempt): boolean {
  const { authentication, authentication_by_address } = realm.config.rate_limits
  const whose = user_id === undefined ? NOBODY : account(user_id)
  refuseBeyond(realm, here(realm), authentication_by_address)
  refuseBeyond(realm, named(username), authentication)
  forgetOld(realm)
  note(realm, here(realm), authentication_by_address)
  note(realm, named(username), authentication)
  const isUsedUp = secondsToWait(realm, whose, authentication) > 0
  // What nobody looks at is no guess, and counting it would keep its own people out for as long as somebody likes.
  if (!isUsedUp) note(realm, whose, authentication)
  return !isUsedUp
}

/** The same by whoever is in already: there is no need to keep from them that somebody guesses. */
export const countOwnAttempt = (realm: Realm, user_id: number): void =>
  count(realm, account(user_id), realm.config.rate_limits.authentication)

/** A try of what is nobody's password, but lets people in. */
export const countTryFromHere = (realm: Realm): void =>
  count(realm, here(realm), realm.config.rate_limits.authentication_by_address)

/** What failed for this account is forgiven, and under this name; under its other name too would tell that it is one. */
export function forgiveAttempts(realm: Realm, username: string, user_id: number): void {
  realm.sql.run`DELETE FROM login_failures WHERE name IN (${named(username)}, ${account(user_id)})`
}

/** One try from here was no guess. The others stay: whoever has an account could go on guessing at others' otherwise. */
export function forgiveTryFromHere(realm: Realm): void {
  const from = here(realm)
  realm.sql.run`
    DELETE FROM login_failures WHERE (name, failed_at, nth) IN (
      SELECT name, failed_at, nth FROM login_failures WHERE name = ${from} ORDER BY failed_at DESC, nth DESC LIMIT 1)`
}

// Anybody may make the realm keep a name for half an hour, so it is kept no longer than an address can be.
const MAX_ADDRESS_LENGTH = 254

const named = (username: string) => `name ${emailKey(username).slice(0, MAX_ADDRESS_LENGTH)}`
const account = (user_id: number) => `account ${user_id}`
const here = (realm: Realm) => `at ${realm.client.address}`
// A name that is nobody's is as much work as one that is somebody's.
const NOBODY = 'nobody'

function count(realm: Realm, who: string, limits: readonly RateLimit[]): void {
  refuseBeyond(realm, who, limits)
  forgetOld(realm)
  note(realm, who, limits)
}

function refuseBeyond(realm: Realm, who: string, limits: readonly RateLimit[]): void {
  const wait = secondsToWait(realm, who, limits)
  if (wait > 0) throw rateLimitHit({ 'retry-after': wait })
}

function secondsToWait(realm: Realm, who: string, limits: readonly RateLimit[]): number {
  const failures = realm.sql.all<{
    failed_at: number
  }>`SELECT failed_at FROM login_failures WHERE name = ${who} ORDER BY failed_at`
  return secondsUntilRoom(
    failures.map(({ failed_at }) => failed_at),
    limits,
    realm.now(),
  )
}

function note(realm: Realm, who: string, limits: readonly RateLimit[]): void {
  if (limits.length === 0) return
  const now = realm.now()
  realm.sql.run`INSERT INTO login_failures (name, failed_at, nth)
                VALUES (${who}, ${now}, (SELECT count(*) FROM login_failures WHERE name = ${who} AND failed_at = ${now}))`
}

/** Nobody may ever come back to the names that somebody made up, so whoever tries sweeps for all. */
function forgetOld(realm: Realm): void {
  const { authentication, authentication_by_address } = realm.config.rate_limits
  const limits = [...authentication, ...authentication_by_address]
  if (limits.length === 0) return
  const longest = Math.max(...limits.map(({ seconds }) => seconds))
  realm.sql.run`DELETE FROM login_failures WHERE failed_at <= ${realm.now() - longest}`
}
