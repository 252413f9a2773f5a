import { hashApiKey } from '../../../api/callers'
import { rateLimitHit, type ApiError } from '../../../api/errors'
import { secondsUntilRoom, type RateLimit } from '../../../api/rate-limit'
import type { Realm } from '../../../realm'
import { SECONDS_PER_DAY } from '../../realm/settings/periods'
import { emailKey } from '../../people/users/storage'
import type { Confirmation, ConfirmationKind } from './confirmation'
import {
  deleteByEmail,
  deleteByUser,
  deleteExpired,
  forgetAsked,
  insertAsked,
  insertConfirmation,
  maybeConfirmation,
  timesAsked,
} from './storage'

/**
 * Some things are not believed until a letter about them was read: that an address is somebody's, and that somebody who
 * forgot their password is who they say. The letter has a link with a secret in it, of which the hash is kept.
 */
const CONFIRMATION_SECONDS = SECONDS_PER_DAY
const SEED_LENGTH = 32

type Wanted = { kind: ConfirmationKind; email: string; user_id?: number; invitation_id?: number }

/** Answers the seed of the secret, for the letter, and until when it is good. */
export function newConfirmation(realm: Realm, { kind, email, user_id = 0, invitation_id = 0 }: Wanted) {
  deleteExpired(realm.sql, realm.now())
  const seed = realm.randomKey(SEED_LENGTH)
  const expires_at = realm.now() + CONFIRMATION_SECONDS
  insertConfirmation(realm.sql, {
    kind,
    email,
    user_id: user_id || null,
    invitation_id: invitation_id || null,
    secret_hash: hashApiKey(realm.emails.secretOf(seed)),
    expires_at,
  })
  return { seed, expires_at }
}

export const confirmationWith = (realm: Realm, kind: ConfirmationKind, secret: string): Confirmation | undefined =>
  maybeConfirmation(realm.sql, kind, hashApiKey(secret), realm.now())

/** It is confirmed: of one thing there is no need to be sure twice, and no other link to it is any good. */
export function useUp(realm: Realm, { kind, email, user_id }: Pick<Confirmation, 'kind' | 'email' | 'user_id'>): void {
  deleteByEmail(realm.sql, kind, email)
  if (user_id !== null) deleteByUser(realm.sql, kind, user_id)
}

/**
 * Somebody asks for a letter to somebody. Both are counted whether or not there is such an account, so neither the answer
 * nor the time it takes tells. A refusal is answered and not thrown: what was counted stays counted.
 */
export const countLetter = (realm: Realm, email: string): ApiError | undefined =>
  count(realm, [
    [`at ${realm.client.address}`, realm.config.rate_limits.mail_by_address],
    [`to ${emailKey(email).slice(0, MOST_OF_ADDRESS)}`, realm.config.rate_limits.mail_by_account],
  ])

/** The same where it is known who asks, so that only whom it goes to is spared. */
export const countLetterTo = (realm: Realm, email: string): ApiError | undefined =>
  count(realm, [[`to ${emailKey(email).slice(0, MOST_OF_ADDRESS)}`, realm.config.rate_limits.mail_by_account]])

function count(realm: Realm, limited: [who: string, limits: RateLimit[]][]): ApiError | undefined {
  const { mail_by_address, mail_by_account } = realm.config.rate_limits
  forgetAsked(realm.sql, realm.now() - longestOf([...mail_by_address, ...mail_by_account]))
  for (const [who, limits] of limited) {
    const wait = secondsUntilRoom(timesAsked(realm.sql, who), limits, realm.now())
    if (wait > 0) return rateLimitHit({ 'retry-after': wait })
  }
  for (const [who] of limited) insertAsked(realm.sql, who, realm.now())
  return undefined
}

const MOST_OF_ADDRESS = 254
const longestOf = (limits: readonly RateLimit[]) => Math.max(0, ...limits.map(({ seconds }) => seconds))
