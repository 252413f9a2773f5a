import { badRequest, type ApiError } from '../../../api/errors'
import type { ReadOnlyRealm, Realm } from '../../../realm'
import { findConfirmation, createConfirmation, consumeConfirmations } from '../../mail/confirmations/actions'
import { countEmailRequest } from '../../mail/confirmations/email-limits'
import { recordProof } from '../../login/identities/storage'
import { emailContext, emailContextOf } from '../../mail/mail/email-context'
import { deleteConfirmationsOfUser } from '../../mail/confirmations/storage'
import { refusalOfAddress } from '../../mail/email-domains/address-rules'
import { addressPolicyOf } from '../../mail/email-domains/storage'
import { SECONDS_PER_WEEK } from '../../realm/settings/periods'
import { realmRow, settingsOf } from '../../realm/settings/storage'
import { renewAfterProof } from '../../people/sessions/actions'
import { changeEmail, leaveGuestLink } from '../../people/users/actions'
import { recordAudit } from '../../realm/audit-log/record'
import { isAdministrator, isLinkGuest, refusalOfEmail } from '../../people/users/rules'
import { findUserIdByEmail, findUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { findObstacle } from '../sign-up/sign-up-link'
import { addressTakenEmail, emailChangedEmail, emailChangeEmail } from './emails'

export const emailChangesDisabled = badRequest(() => 'Email address changes are disabled in this organization.')

/**
 * Sends a link to the address that a user wants to have. The address changes when the user opens the link. If another account
 * has the address, only the email says so.
 */
export function requestEmailChange(realm: Realm, user: User, address: string): void {
  const email = address.trim()
  if (email === '' || email === user.delivery_email) return
  const refusal =
    refusalToChange(realm, user) ??
    refusalOfEmail(email) ??
    refusalOfAddress(email, addressPolicyOf(realm)) ??
    countEmailRequest(realm, email)
  if (refusal) throw refusal

  // Only the link of the last request works.
  deleteConfirmationsOfUser(realm.sql, 'email_change', user.user_id)
  const { seed, expires_at } = createConfirmation(realm, { kind: 'email_change', email, user_id: user.user_id })
  const emailFor = isTakenByOther(realm, user, email) ? addressTakenEmail : emailChangeEmail
  realm.emails.add(emailFor({ ...emailContext(realm, email), seed }), expires_at)
}

/** Returns the user and the new address of a link; undefined if the link is invalid or the change is no longer allowed. */
export function findEmailChange(realm: ReadOnlyRealm, secret: string): { user: User; email: string } | undefined {
  const confirmation = findConfirmation(realm, 'email_change', secret)
  const user = confirmation?.user_id ? findUser(realm, confirmation.user_id) : undefined
  if (confirmation === undefined || !user?.is_active || realmRow(realm).is_deactivated) return undefined
  // The settings of the organization may have changed since the request.
  if (refusalToChange(realm, user) ?? refusalOfAddress(confirmation.email, addressPolicyOf(realm))) return undefined
  return isTakenByOther(realm, user, confirmation.email) ? undefined : { user, email: confirmation.email }
}

/**
 * Changes the address of a user, ends the user's other sessions and notifies the old address. Returns the new address, and whether
 * the user came by a guest link and can choose a password now; undefined if the link is invalid.
 */
export function completeEmailChange(
  realm: Realm,
  secret: string,
): { email: string; needsPassword: boolean } | undefined {
  const change = findEmailChange(realm, secret)
  if (change === undefined) return undefined
  const { user, email } = change
  consumeConfirmations(realm, { kind: 'email_change', email, user_id: user.user_id })
  changeEmail(realm, user, email)
  recordProof(realm, user.user_id, email)
  if (isLinkGuest(user)) acceptByAddress(realm, user)
  renewAfterProof(realm, user.user_id)
  const notice = emailChangedEmail({ ...emailContextOf(realm, user), new_email: email })
  realm.emails.add(notice, realm.now() + SECONDS_PER_WEEK)
  return { email, needsPassword: isLinkGuest(user) && findObstacle(realm) === undefined }
}

/** A guest whose address could sign up without an invitation is a guest like others. Otherwise an administrator decides. */
function acceptByAddress(realm: Realm, { user_id, guest_link_id }: User): void {
  if (settingsOf(realm).invite_required) return
  leaveGuestLink(realm, findUser(realm, user_id)!)
  recordAudit(realm, 'guest_accepted', { user_id }, { guest_link_id, reason: 'address' })
}

const refusalToChange = (realm: ReadOnlyRealm, user: User): ApiError | undefined =>
  settingsOf(realm).email_changes_disabled && !isAdministrator(user) ? emailChangesDisabled({}) : undefined

function isTakenByOther(realm: ReadOnlyRealm, { user_id }: User, email: string): boolean {
  const holder = findUserIdByEmail(realm, email)
  return holder !== undefined && holder !== user_id
}
