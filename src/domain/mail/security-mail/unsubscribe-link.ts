import { hashApiKey } from '../../../api/callers'
import type { SecretLink } from '../../../store/email'
import type { Realm } from '../../../realm'
import type { User } from '../../people/users/user'
import { ownUrl } from '../../realm/settings/own-url'
import { findUnsubscribeSeed, insertUnsubscribeSeed } from './storage'

/** The types of emails that users can stop, and the setting of each. */
export const SETTINGS_OF_EMAILS = {
  missed_messages: 'enable_offline_email_notifications',
  digest: 'enable_digest_emails',
  login: 'enable_login_emails',
  marketing: 'enable_marketing_emails',
} as const

const SEED_LENGTH = 32

/** Returns the link with which a user stops emails of one type, without a login. */
export function unsubscribeLink(
  realm: Realm,
  { user_id }: User,
  email_type: keyof typeof SETTINGS_OF_EMAILS,
): SecretLink {
  let seed = findUnsubscribeSeed(realm, user_id)
  if (seed === undefined) {
    seed = realm.randomKey(SEED_LENGTH)
    insertUnsubscribeSeed(realm, user_id, seed, hashApiKey(realm.emails.secretOf(seed)))
  }
  return { url: `${ownUrl(realm)}/accounts/unsubscribe/${email_type}`, seed }
}
