import type { ReadOnlyRealm, Realm } from '../../../realm'
import { countEmailTo } from '../../mail/confirmations/email-limits'
import { mustBeOwner } from '../../people/users/callers'
import { isAdministrator } from '../../people/users/rules'
import { findUser } from '../../people/users/storage'
import { OWNER, type User } from '../../people/users/user'
import { publishInvitationsChange } from './events'
import type { Invitation } from './invitation'
import { linkOf, sendInvitationEmail } from './send-invitations'
import { alreadyRevoked, invitesAbove, isOpen, invitationDoesNotExist } from './rules'
import { findInvitation, openInvitations, writeInvitedAt, writeState } from './storage'

/** Returns the open invitations that the actor manages: their own, or all for an administrator. In the form of the API. */
export const visibleInvitations = (realm: Realm, actor: User) =>
  openInvitations(realm.sql, realm.now())
    .filter((invitation) => managesInvitation(actor, invitation))
    .map((invitation) => wireInvitation(realm, actor, invitation))

function wireInvitation(realm: Realm, actor: User, invitation: Invitation) {
  const { id, email, invited_by_user_id, invited_at, expires_at, invited_as, notify_referrer_on_join, seed } =
    invitation
  // An administrator could use a link that gives the role of an owner.
  const link = invitesAbove(actor, invited_as) ? {} : { link_url: linkOf(realm, seed) }
  const recipient = email === null ? link : { email }
  return {
    id,
    invited_by_user_id,
    invited: invited_at,
    expiry_date: expires_at,
    invited_as,
    notify_referrer_on_join,
    is_multiuse: email === null,
    ...recipient,
  }
}

type InvitationId = { id: number; is_multiuse: boolean }

/** Revokes an invitation. Throws if the actor does not manage it, or it is not open. */
export function revoke(realm: Realm, actor: User, { id, is_multiuse }: InvitationId): void {
  const invitation = getManagedInvitation(realm, actor, { id, is_multiuse })
  if (invitation.state !== 'open') throw is_multiuse ? alreadyRevoked({}) : invitationDoesNotExist({})
  writeState(realm.sql, id, 'revoked')
  publishInvitationsChange(realm, [invitation.invited_by_user_id])
}

/** Sends the email of an invitation again, with the same link. The time at which the link expires does not change. */
export function resend(realm: Realm, actor: User, id: number): void {
  const { email, seed, expires_at, state, invited_by_user_id } = getManagedInvitation(realm, actor, {
    id,
    is_multiuse: false,
  })
  const inviter = findUser(realm, invited_by_user_id)
  if (email === null || inviter === undefined || !isOpen({ state, expires_at }, realm.now()))
    throw invitationDoesNotExist({})
  const refusal = countEmailTo(realm, email)
  if (refusal) throw refusal
  writeInvitedAt(realm.sql, id, realm.now())
  sendInvitationEmail(realm, inviter, { email, seed, expires_at })
  publishInvitationsChange(realm, [invited_by_user_id])
}

/** Revokes the open invitations of a user. The inviter is responsible for them, which a deactivated user cannot be. */
export function revokeInvitationsOf(realm: Realm, user_id: number): void {
  const invitations = openInvitations(realm.sql, 0).filter(({ invited_by_user_id }) => invited_by_user_id === user_id)
  for (const { id } of invitations) writeState(realm.sql, id, 'revoked')
  if (invitations.length > 0) publishInvitationsChange(realm, [user_id])
}

// The error does not reveal whether another user's invitation exists.
function getManagedInvitation(realm: ReadOnlyRealm, actor: User, { id, is_multiuse }: InvitationId): Invitation {
  const invitation = findInvitation(realm.sql, id)
  if (invitation === undefined || !managesInvitation(actor, invitation) || (invitation.email === null) !== is_multiuse)
    throw invitationDoesNotExist({})
  if (invitation.invited_as === OWNER && actor.role !== OWNER) throw mustBeOwner({})
  return invitation
}

const managesInvitation = (actor: User, { invited_by_user_id }: Invitation) =>
  invited_by_user_id === actor.user_id || isAdministrator(actor)
