import type { Realm } from '../../../realm'
import { countLetterTo } from '../confirmations/actions'
import { mustBeOwner } from '../../people/users/callers'
import { isAdministrator } from '../../people/users/rules'
import { maybeUser } from '../../people/users/storage'
import { OWNER, type User } from '../../people/users/user'
import { tellOfInvitations } from './events'
import type { Invitation } from './invitation'
import { linkOf, sendLetter } from './invite'
import { alreadyRevoked, invitesAbove, isOpen, noSuchInvitation } from './rules'
import { maybeInvitation, openInvitations, writeInvitedAt, writeState } from './storage'

/** One's own, and for administrators everybody's, as they are told of them. */
export const invitationsShown = (realm: Realm, actor: User) =>
  openInvitations(realm.sql, realm.now())
    .filter((invitation) => isTheirs(actor, invitation))
    .map((invitation) => shown(realm, actor, invitation))

function shown(realm: Realm, actor: User, invitation: Invitation) {
  const { id, email, invited_by_user_id, invited_at, expires_at, invited_as, notify_referrer_on_join, seed } =
    invitation
  // A link to more than they have would be theirs to take.
  const link = invitesAbove(actor, invited_as) ? {} : { link_url: linkOf(realm, seed) }
  const own = email === null ? link : { email }
  return {
    id,
    invited_by_user_id,
    invited: invited_at,
    expiry_date: expires_at,
    invited_as,
    notify_referrer_on_join,
    is_multiuse: email === null,
    ...own,
  }
}

/** Nobody comes in by it any more. */
export function revoke(realm: Realm, actor: User, id: number, is_multiuse: boolean): void {
  const invitation = invitationMeant(realm, actor, id, is_multiuse)
  if (invitation.state !== 'open') throw is_multiuse ? alreadyRevoked({}) : noSuchInvitation({})
  writeState(realm.sql, id, 'revoked')
  tellOfInvitations(realm, [invitation.invited_by_user_id])
}

/** The same letter once more, with the same link; when that expires stays as it was. */
export function resend(realm: Realm, actor: User, id: number): void {
  const { email, seed, expires_at, state, invited_by_user_id } = invitationMeant(realm, actor, id, false)
  const inviter = maybeUser(realm, invited_by_user_id)
  if (email === null || inviter === undefined || !isOpen({ state, expires_at }, realm.now())) throw noSuchInvitation({})
  const refusal = countLetterTo(realm, email)
  if (refusal) throw refusal
  writeInvitedAt(realm.sql, id, realm.now())
  sendLetter(realm, inviter, { email, seed, expires_at })
  tellOfInvitations(realm, [invited_by_user_id])
}

/** Somebody is gone, and nobody answers for whom they invited. */
export function revokeAllOf(realm: Realm, user_id: number): void {
  const theirs = openInvitations(realm.sql, 0).filter((each) => each.invited_by_user_id === user_id)
  for (const { id } of theirs) writeState(realm.sql, id, 'revoked')
  if (theirs.length > 0) tellOfInvitations(realm, [user_id])
}

// Of somebody else's those who may not see it are not told that it is there.
function invitationMeant(realm: Realm, actor: User, id: number, is_multiuse: boolean): Invitation {
  const invitation = maybeInvitation(realm.sql, id)
  if (invitation === undefined || !isTheirs(actor, invitation) || (invitation.email === null) !== is_multiuse)
    throw noSuchInvitation({})
  if (invitation.invited_as === OWNER && actor.role !== OWNER) throw mustBeOwner({})
  return invitation
}

const isTheirs = (actor: User, { invited_by_user_id }: Invitation) =>
  invited_by_user_id === actor.user_id || isAdministrator(actor)
