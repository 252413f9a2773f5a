import type { Realm } from '../../../realm'
import { emailContext, emailContextOf } from '../../mail/mail/email-context'
import { SECONDS_PER_DAY } from '../../realm/settings/periods'
import { findUserByEmail, isRealEmailOf } from '../../people/users/storage'
import { foundEmail } from './emails'

/**
 * Sends an address the URLs of the organizations in which it has an active account: this one, and `others`. Only its owner learns
 * them. An address without an account gets an email, too, so that the answer and what is written are the same.
 */
export function sendFoundAccounts(realm: Realm, address: string, others: readonly string[]): void {
  const user = findUserByEmail(realm, address)
  const isHere = user !== undefined && isRealEmailOf(user, address) && user.is_active && !user.is_bot
  const context = isHere ? emailContextOf(realm, user) : emailContext(realm, address)
  const urls = [...(isHere ? [context.realm_url] : []), ...others]
  realm.emails.add(foundEmail({ ...context, urls }), realm.now() + SECONDS_PER_DAY)
}
