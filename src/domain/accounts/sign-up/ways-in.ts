import { hashApiKey } from '../../../api/callers'
import type { Realm } from '../../../realm'
import { confirmationWith } from '../confirmations/actions'
import type { Invitation } from '../invitations/invitation'
import { realmAllows } from '../../people/groups/standing'
import { invitesAbove, isOpen } from '../invitations/rules'
import { maybeInvitation, maybeInvitationWith } from '../invitations/storage'
import { realmRow, settingsOf } from '../../realm/settings/storage'
import { maybeUser } from '../../people/users/storage'

/** How somebody with a link may come in: with the address that it was sent to, or one that they have yet to show is theirs. */
export type WayIn = { email: string | null; invitation?: Invitation }

/** Why nobody comes in this way. */
export type Obstacle = 'closed' | 'no passwords' | 'no such link' | 'by invitation only'

/** May anybody come in at all, as things are? */
export function obstacleTo(realm: Realm): Obstacle | undefined {
  if (realmRow(realm).is_deactivated) return 'closed'
  return settingsOf(realm).authentication_methods.Email ? undefined : 'no passwords'
}

/** Where a link leads. One that was used, was taken back or is too old leads nowhere, like one that never was. */
export function wayInWith(realm: Realm, secret: string): WayIn | Obstacle {
  const obstacle = obstacleTo(realm)
  if (obstacle) return obstacle
  const invitation = maybeInvitationWith(realm.sql, hashApiKey(secret))
  if (invitation) return isGood(realm, invitation) ? { email: invitation.email, invitation } : 'no such link'
  const confirmation = confirmationWith(realm, 'sign_up', secret)
  if (confirmation === undefined) return 'no such link'
  const { email, invitation_id } = confirmation
  if (invitation_id === null) return settingsOf(realm).invite_required ? 'by invitation only' : { email }
  const used = maybeInvitation(realm.sql, invitation_id)
  return used && isGood(realm, used) ? { email, invitation: used } : 'no such link'
}

/** Whoever invited must still be there, still be one who may invite, and still be able to give the role that is given. */
function isGood(realm: Realm, invitation: Invitation): boolean {
  const inviter = maybeUser(realm, invitation.invited_by_user_id)
  if (!isOpen(invitation, realm.now()) || inviter === undefined) return false
  const right = invitation.email === null ? 'create_multiuse_invite_group' : 'can_invite_users_group'
  return inviter.is_active && !invitesAbove(inviter, invitation.invited_as) && realmAllows(realm, inviter, right)
}
