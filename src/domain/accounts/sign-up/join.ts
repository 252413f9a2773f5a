import type { Realm } from '../../../realm'
import { openAccount } from '../users/actions'
import { defaultChannels } from '../../channels/channels/storage'
import { useUp } from '../confirmations/actions'
import { addressed } from '../confirmations/addressed'
import { refusalOfAddress } from '../email-domains/actions'
import { addInvitedUser } from '../../management/groups/membership-actions'
import { tellOfInvitations } from '../invitations/events'
import type { Invitation } from '../invitations/invitation'
import { openInvitations, writeState } from '../invitations/storage'
import { channelsStillOpen, groupsStillOpen } from '../invitations/targets'
import { SECONDS_PER_DAY } from '../../realm/settings/periods'
import { settingsOf } from '../../realm/settings/storage'
import { emailKey, maybeUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { greet } from './greet'
import { welcomeLetter } from './letters'

export type Newcomer = { email: string; full_name: string; password_hash: string }

/** Somebody who was let in has an account from here on, and finds what they were invited to. */
export function join(realm: Realm, newcomer: Newcomer, invitation: Invitation | undefined): User {
  const refusal = refusalOfAddress(realm, newcomer.email)
  if (refusal) throw refusal
  const user = invitation === undefined ? openAccount(realm, newcomer) : joinInvited(realm, newcomer, invitation)
  settleInvitations(realm, newcomer.email, invitation)
  useUp(realm, { kind: 'sign_up', email: newcomer.email, user_id: null })
  greet(realm, user, invitation)
  const letter = welcomeLetter(addressed(realm, user.delivery_email))
  if (settingsOf(realm).send_welcome_emails) realm.emails.add(letter, realm.now() + SECONDS_PER_DAY)
  return user
}

function joinInvited(realm: Realm, newcomer: Newcomer, invitation: Invitation): User {
  const { stream_ids, group_ids, include_realm_default_subscriptions, invited_as: role } = invitation
  const inviter = maybeUser(realm, invitation.invited_by_user_id)!
  const invited = channelsStillOpen(realm, inviter, stream_ids)
  const everyones = include_realm_default_subscriptions ? defaultChannels(realm) : []
  const channels = [...new Set([...invited, ...everyones])]
  const user = openAccount(realm, { ...newcomer, role, channels })
  for (const id of groupsStillOpen(realm, inviter, group_ids)) addInvitedUser(realm, inviter, id, user)
  return user
}

/** Nobody needs to be invited twice: whoever else invited this address sees that it came. */
export function settleInvitations(realm: Realm, email: string, invitation?: Invitation): void {
  const settled = openInvitations(realm.sql, 0).filter(
    (each) => each.email !== null && (emailKey(each.email) === emailKey(email) || each.id === invitation?.id),
  )
  for (const { id } of settled) writeState(realm.sql, id, 'used')
  if (settled.length > 0)
    tellOfInvitations(
      realm,
      settled.map((each) => each.invited_by_user_id),
    )
}
