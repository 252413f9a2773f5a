import { hashApiKey } from '../../../api/callers'
import type { ReadOnlyRealm } from '../../../realm'
import { hasRealmPermission } from '../../people/groups/membership'
import { findUser } from '../../people/users/storage'
import { realmRow, settingsOf } from '../../realm/settings/storage'
import { findConfirmation } from '../../mail/confirmations/actions'
import type { Invitation } from '../invitations/invitation'
import { invitesAbove, isOpen } from '../invitations/rules'
import { findInvitation, findInvitationByHash } from '../invitations/storage'

/** The right of a visitor to sign up. `email` is confirmed; it is null if the visitor has yet to confirm an address. */
export type SignUpLink = { email: string | null; invitation?: Invitation }

/** Why a visitor cannot sign up. */
export type Obstacle = 'deactivated realm' | 'no passwords' | 'invalid link' | 'by invitation only'

/** Returns why no visitor can sign up in this realm at all; undefined if some can. */
export function findObstacle(realm: ReadOnlyRealm): Obstacle | undefined {
  if (realmRow(realm).is_deactivated) return 'deactivated realm'
  return settingsOf(realm).authentication_methods.Email ? undefined : 'no passwords'
}

/** Resolves the secret of a link. The obstacle of an invalid link does not depend on whether the link ever existed. */
export function resolveSignUpLink(realm: ReadOnlyRealm, secret: string): SignUpLink | Obstacle {
  const obstacle = findObstacle(realm)
  if (obstacle) return obstacle
  const invitation = findInvitationByHash(realm.sql, hashApiKey(secret))
  if (invitation) return isValidInvitation(realm, invitation) ? { email: invitation.email, invitation } : 'invalid link'
  const confirmation = findConfirmation(realm, 'sign_up', secret)
  if (confirmation === undefined) return 'invalid link'
  const { email, invitation_id } = confirmation
  if (invitation_id === null) return settingsOf(realm).invite_required ? 'by invitation only' : { email }
  const invitationOfLink = findInvitation(realm.sql, invitation_id)
  return invitationOfLink && isValidInvitation(realm, invitationOfLink)
    ? { email, invitation: invitationOfLink }
    : 'invalid link'
}

/** Returns the valid invitation of the secret in a link; undefined without one. */
export function resolveInvitation(realm: ReadOnlyRealm, secret: string): Invitation | undefined {
  const invitation = findInvitationByHash(realm.sql, hashApiKey(secret))
  return invitation && isValidInvitation(realm, invitation) ? invitation : undefined
}

/** The inviter must still be active, have the right to invite, and be able to give the role. */
export function isValidInvitation(realm: ReadOnlyRealm, invitation: Invitation): boolean {
  const inviter = findUser(realm, invitation.invited_by_user_id)
  if (!isOpen(invitation, realm.now()) || inviter === undefined) return false
  const right = invitation.email === null ? 'create_multiuse_invite_group' : 'can_invite_users_group'
  return inviter.is_active && !invitesAbove(inviter, invitation.invited_as) && hasRealmPermission(realm, inviter, right)
}
