import type { ApiError } from '../../../api/errors'
import type { Realm } from '../../../realm'
import { confirmationWith, countLetter, newConfirmation, useUp } from '../confirmations/actions'
import { addressed } from '../confirmations/addressed'
import { SECONDS_PER_WEEK } from '../../realm/settings/periods'
import { startAnew } from '../../people/users/end-queues'
import { forgetKeys } from '../../people/users/keys'
import { forgiveAttempts } from '../../people/users/login-attempts'
import { refusalOfEmail } from '../../people/users/rules'
import { isRealAddressOf, maybeUser, maybeUserByEmail, writePasswordHash } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { linkIsNoGood } from '../sign-up/rules'
import { obstacleTo } from '../sign-up/ways-in'
import { noAccountLetter, passwordChangedLetter, resetLetter } from './letters'

/** Somebody says that they forgot their password. What is answered, and what is written, is the same for any address. */
export function askToReset(realm: Realm, said: string): ApiError | undefined {
  const email = said.trim()
  const refusal = refusalOfEmail(email) ?? countLetter(realm, email)
  if (refusal) return refusal
  const user = maybeUserByEmail(realm, email)
  // Mail goes to the real address, and to nobody who does not have that.
  const isTheirs = user !== undefined && isRealAddressOf(user, email) && user.is_active && !user.is_bot
  const { seed, expires_at } = newConfirmation(realm, { kind: 'password_reset', email, user_id: user?.user_id })
  const letter = isTheirs ? resetLetter : noAccountLetter
  realm.emails.add(letter({ ...addressed(realm, email), seed }), expires_at)
  return undefined
}

/** Whose password a link lets somebody choose. Not if their address is another by now. */
export function userWith(realm: Realm, secret: string): User | undefined {
  if (obstacleTo(realm) !== undefined) return undefined
  const found = confirmationWith(realm, 'password_reset', secret)
  const user = found?.user_id ? maybeUser(realm, found.user_id) : undefined
  return found && user?.is_active && !user.is_bot && isRealAddressOf(user, found.email) ? user : undefined
}

/**
 * They have another password, and whoever was let in by the old one is let in no more: keys are ended, and what listens
 * with them. Somebody who must do this may have lost more than their memory.
 */
export function reset(realm: Realm, secret: string, password_hash: string): void {
  const user = userWith(realm, secret)
  if (user === undefined) throw linkIsNoGood({})
  const { user_id, delivery_email } = user
  useUp(realm, { kind: 'password_reset', email: delivery_email, user_id })
  writePasswordHash(realm, user_id, password_hash)
  forgiveAttempts(realm, delivery_email, user_id)
  forgetKeys(realm, user_id)
  startAnew(realm, user_id)
  realm.emails.add(passwordChangedLetter(addressed(realm, delivery_email)), realm.now() + SECONDS_PER_WEEK)
}
