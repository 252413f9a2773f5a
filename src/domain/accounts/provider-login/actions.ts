import type { ReadOnlyRealm, Realm } from '../../../realm'
import { recordAudit } from '../../realm/audit-log/record'
import { SECONDS_PER_WEEK } from '../../realm/settings/periods'
import { settingsOf } from '../../realm/settings/storage'
import { emailKey, findUser, findUserByEmail, isRealEmailOf } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { findIdentity, insertIdentity, isAddressProven, recordProof, writeUse } from '../../login/identities/storage'
import type { Invitation } from '../invitations/invitation'
import { findInvitation, openInvitations } from '../invitations/storage'
import { emailContextOf } from '../../mail/mail/email-context'
import { followGroupClaim } from '../../login/providers/follow-groups'
import { consequenceOf, type AccountFacts } from '../../login/providers/login-rules'
import type { Identity } from '../../login/providers/provider'
import { admitBrowser } from '../../login/sessions/admit-browser'
import { requireLoginUser } from '../../login/sign-in/actions'
import { completeSignUp } from '../sign-up/actions'
import { firstPageOf } from '../sign-up/first-page'
import { isValidInvitation } from '../sign-up/sign-up-link'
import { connectIdentity } from './connections'
import { identityAddedEmail } from './emails'
import type { Outcome, ProviderAnswer, Refusal } from './outcome'

/**
 * Logs in the user of an identity that the provider confirmed. For an unknown identity, links an account or creates one if the
 * rules allow it. Throws an `ApiError` if the account is closed, or if the realm refuses the address or the name.
 */
export function logInWithIdentity(realm: Realm, answer: ProviderAnswer): Outcome {
  if (answer.login.session_id !== null) return connectIdentity(realm, answer)
  const found = findOrAdmitUser(realm, answer)
  if ('refusal' in found) return found
  const user = requireLoginUser(realm, found.user)
  writeUse(realm, answer.identity)
  followGroupClaim(realm, user, answer.provider, answer.identity.groups)
  const { login, browser } = answer
  const next = found.isNew && login.next === '/' ? firstPageOf(realm, user, found.invitation) : login.next
  return admitBrowser(realm, user, { ...browser, method: 'provider', identity: answer.identity, next })
}

type Found = { user: User | undefined; isNew?: boolean; invitation?: Invitation | undefined }

function findOrAdmitUser(realm: Realm, answer: ProviderAnswer): Found | { refusal: Refusal } {
  const { provider, identity } = answer
  const stored = findIdentity(realm.sql, identity)
  // The identity decides. Its address may have changed, and may be that of another account by now.
  if (stored) return { user: findUser(realm, stored.user_id) }
  const account = accountWith(realm, identity.verified_email)
  const consequence = consequenceOf(provider, identity, account && factsOf(realm, account))
  if (consequence === 'link' && account) return { user: linkIdentity(realm, account, { provider, identity }) }
  if (consequence !== 'sign up') return { refusal: consequence === 'link' ? 'account closed' : consequence }
  return signUpWith(realm, answer)
}

/** Only the real address of an account counts, and not the one that other users see. */
function accountWith(realm: ReadOnlyRealm, email: string | null): User | undefined {
  const user = email === null ? undefined : findUserByEmail(realm, email)
  return user && email !== null && isRealEmailOf(user, email) ? user : undefined
}

const factsOf = (realm: ReadOnlyRealm, user: User): AccountFacts => ({
  is_active: user.is_active,
  is_bot: user.is_bot,
  isAddressProven: isAddressProven(realm.sql, user),
})

function linkIdentity(
  realm: Realm,
  user: User,
  { provider, identity }: Pick<ProviderAnswer, 'provider' | 'identity'>,
): User {
  addIdentity(realm, user, identity)
  const to = emailContextOf(realm, user)
  realm.emails.add(identityAddedEmail({ ...to, provider: provider.display_name }), realm.now() + SECONDS_PER_WEEK)
  return user
}

/** The provider confirmed the address of the account, so the address is proven. */
function addIdentity(realm: Realm, { user_id, delivery_email }: User, identity: Identity): void {
  const { issuer, subject, verified_email } = identity
  insertIdentity(realm, { issuer, subject, user_id, email_then: verified_email })
  recordAudit(realm, 'identity_connected', { user_id }, { issuer })
  recordProof(realm, user_id, delivery_email)
}

function signUpWith(realm: Realm, { identity, login, language }: ProviderAnswer) {
  const email = identity.verified_email!
  const invitation = invitationFor(realm, email, login.invitation_id)
  if (invitation === undefined && settingsOf(realm).invite_required) return { refusal: 'by invitation only' as const }
  const full_name = identity.full_name || email.slice(0, email.lastIndexOf('@'))
  const user = completeSignUp(realm, { email, full_name, password_hash: null, language }, invitation)
  addIdentity(realm, user, identity)
  return { user, isNew: true, invitation }
}

/** Returns the invitation that the visitor opened, or else one to the address that the provider confirmed. */
function invitationFor(realm: ReadOnlyRealm, email: string, invitation_id: number | null): Invitation | undefined {
  const opened = invitation_id === null ? undefined : findInvitation(realm.sql, invitation_id)
  const isFor = (invitation: Invitation) =>
    isValidInvitation(realm, invitation) &&
    (invitation.email === null || emailKey(invitation.email) === emailKey(email))
  if (opened && isFor(opened)) return opened
  return openInvitations(realm.sql, 0).find((invitation) => invitation.email !== null && isFor(invitation))
}
