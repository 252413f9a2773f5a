import { rateLimitHit, type ApiError } from '../../../api/errors'
import { secondsUntilAllowed, type RateLimit } from '../../../api/rate-limit'
import type { ReadOnlyRealm, Realm } from '../../../realm'
import { emailKey } from '../../people/users/storage'
import { deleteEmailRequestsUntil, emailRequestTimes, insertEmailRequest } from './storage'

// The functions here return a refusal and do not throw it: a thrown error would undo the transaction, and with it the count.

/**
 * Counts a request of an anonymous client for an email to an address: for the client's network address, and for the email
 * address. Returns a refusal if a limit is reached. It counts addresses without an account too, so neither the answer nor
 * its time reveals whether the account exists.
 */
export const countEmailRequest = (realm: Realm, email: string): ApiError | undefined =>
  count(realm, [
    { subject: `at ${realm.client.address}`, limits: realm.config.rate_limits.mail_by_address },
    emailLimits(realm, email),
  ])

/** Counts an email to an address on behalf of a user. Returns a refusal if the limit of the email address is reached. */
export const countEmailTo = (realm: Realm, email: string): ApiError | undefined =>
  count(realm, [emailLimits(realm, email)])

type LimitedSubject = { subject: string; limits: readonly RateLimit[] }

const MAX_SUBJECT_LENGTH = 254

const emailLimits = (realm: ReadOnlyRealm, email: string): LimitedSubject => ({
  subject: `to ${emailKey(email).slice(0, MAX_SUBJECT_LENGTH)}`,
  limits: realm.config.rate_limits.mail_by_account,
})

function count(realm: Realm, subjects: readonly LimitedSubject[]): ApiError | undefined {
  const { mail_by_address, mail_by_account } = realm.config.rate_limits
  deleteEmailRequestsUntil(realm.sql, realm.now() - longestPeriod([...mail_by_address, ...mail_by_account]))
  for (const { subject, limits } of subjects) {
    const wait = secondsUntilAllowed(emailRequestTimes(realm.sql, subject), limits, realm.now())
    if (wait > 0) return rateLimitHit({ 'retry-after': wait })
  }
  for (const { subject } of subjects) insertEmailRequest(realm.sql, subject, realm.now())
  return undefined
}

const longestPeriod = (limits: readonly RateLimit[]) => Math.max(0, ...limits.map(({ seconds }) => seconds))
