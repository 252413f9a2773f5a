import { rateLimitHit } from '../../api/errors'
import type { Realm } from '../../realm'
import { emailKey } from './storage'

/** One more try, refused where there were too many of late. It counts as failed until it is forgotten. */
export function countAttempt(realm: Realm, username: string): void {
  const name = attemptedName(username)
  const limits = realm.config.rate_limits.authentication
  if (limits.length === 0) return
  const now = realm.now()
  realm.sql
    .run`DELETE FROM login_failures WHERE failed_at <= ${now - Math.max(...limits.map(({ seconds }) => seconds))}`
  const failures = realm.sql.all<{
    failed_at: number
  }>`SELECT failed_at FROM login_failures WHERE name = ${name} ORDER BY failed_at`
  for (const { seconds, most } of limits) {
    // The one that must grow old before there is room for another.
    const blocking = failures.filter(({ failed_at }) => failed_at > now - seconds).at(-most)
    if (blocking) throw rateLimitHit({ 'retry-after': blocking.failed_at + seconds - now })
  }
  realm.sql.run`INSERT INTO login_failures (name, failed_at, nth)
                VALUES (${name}, ${now}, (SELECT count(*) FROM login_failures WHERE name = ${name} AND failed_at = ${now}))`
}

const MAX_ADDRESS_LENGTH = 254

// Anybody may make the realm keep a name for half an hour, so it is kept no longer than an address can be.
const attemptedName = (username: string) => emailKey(username).slice(0, MAX_ADDRESS_LENGTH)

export const forgetFailures = (realm: Realm, username: string): void =>
  realm.sql.run`DELETE FROM login_failures WHERE name = ${attemptedName(username)}`
