import { notFound } from '../../../api/errors'
import type { Realm } from '../../../realm'
import { endSessions, idsOf } from '../../people/sessions/actions'
import { findValidSession } from '../../people/sessions/authentication'
import { sessionsOfIdentity } from '../../people/sessions/identity-session-storage'
import { findUser, isRealEmailOf } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { recordAudit } from '../../realm/audit-log/record'
import {
  deleteIdentity,
  findIdentity,
  identitiesOf,
  insertIdentity,
  recordProof,
  type IdentityKey,
} from '../../login/identities/storage'
import { trustsAddress } from '../../login/providers/claims-rules'
import { keepingAWayToLogIn } from '../../login/providers/ways-to-log-in'
import { notifySecurityChange } from '../../mail/security-mail/actions'
import type { Outcome, ProviderAnswer } from './outcome'

const IDENTITIES_PER_ACCOUNT = 20

export const noSuchIdentity = notFound(() => 'Your account has no such identity')
/**
 * Connects an identity with the account of the session that asked for it. The session must be the one whose user proved a short
 * time ago who they are: its cookie came with the answer of the provider. No address counts.
 */
export function connectIdentity(realm: Realm, { provider, login, identity, browser }: ProviderAnswer): Outcome {
  const session = browser.previous && findValidSession(realm, browser.previous)
  const user = session && findUser(realm, session.user_id)
  if (session?.session_id !== login.session_id || !user?.is_active) return { refusal: 'another session' }
  const { user_id } = user
  const stored = findIdentity(realm.sql, identity)
  if (stored && stored.user_id !== user_id) return { refusal: 'another account' }
  if (stored === undefined) {
    if (identitiesOf(realm, user_id).length >= IDENTITIES_PER_ACCOUNT) return { refusal: 'too many identities' }
    const { issuer, subject, verified_email } = identity
    insertIdentity(realm, { issuer, subject, user_id, email_then: verified_email })
    const provesAddress =
      verified_email !== null && trustsAddress(provider, verified_email) && isRealEmailOf(user, verified_email)
    if (provesAddress) recordProof(realm, user_id, user.delivery_email)
    recordAudit(realm, 'identity_connected', { user_id }, { issuer })
    notifySecurityChange(realm, user, 'provider')
  }
  return { location: login.next, waits: false }
}

/** Removes an identity of the user, and ends the other sessions that began with it. Throws if no other way to log in is left. */
export function removeIdentity(realm: Realm, user: User, key: IdentityKey): void {
  const { user_id } = user
  if (findIdentity(realm.sql, key)?.user_id !== user_id) throw noSuchIdentity({})
  keepingAWayToLogIn(realm, user_id, () => deleteIdentity(realm, key))
  const sessions = sessionsOfIdentity(realm, { ...key, provider_session: null })
  endSessions(
    realm,
    user_id,
    idsOf(sessions).filter((session_id) => session_id !== realm.session.id),
  )
  recordAudit(realm, 'identity_removed', { user_id }, { issuer: key.issuer })
  notifySecurityChange(realm, user, 'provider')
}
