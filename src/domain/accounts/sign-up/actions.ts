import type { ApiError } from '../../../api/errors'
import type { Realm } from '../../../realm'
import { defaultChannels } from '../../channels/channels/storage'
import { addInvitedUser } from '../../management/groups/membership-actions'
import { addBot } from '../../people/bots/actions'
import { notAllowedToCreateUsers, refusalOfEmail } from '../../people/users/rules'
import { emailKey, findUser, findUserIdByEmail } from '../../people/users/storage'
import { GENERIC_BOT, type Role, type User } from '../../people/users/user'
import { consumeConfirmations, createConfirmation } from '../../mail/confirmations/actions'
import { countEmailRequest } from '../../mail/confirmations/email-limits'
import { refusalOfAddress } from '../../mail/email-domains/address-rules'
import { addressPolicyOf } from '../../mail/email-domains/storage'
import { publishInvitationsChange } from '../invitations/events'
import { recordProof } from '../../login/identities/storage'
import type { Invitation } from '../invitations/invitation'
import { openInvitations, writeState } from '../invitations/storage'
import { joinableChannels, joinableGroups } from '../invitations/targets'
import { emailContext } from '../../mail/mail/email-context'
import { createAccount, type NewAccount } from '../users/actions'
import { hasAccountEmail, signUpEmail } from './emails'
import { sendOnboarding } from './onboarding'
import { welcomeNewUser } from './welcome'

/**
 * Sends a link to an address with which a user can sign up. Returns a refusal, but not one for an address that has an account:
 * any visitor may ask, so only the email says that the account exists. `countEmailRequest` explains why this does not throw.
 */
export function requestSignUp(realm: Realm, address: string, invitation?: Invitation): ApiError | undefined {
  const email = address.trim()
  const refusal =
    refusalOfEmail(email) ?? refusalOfAddress(email, addressPolicyOf(realm)) ?? countEmailRequest(realm, email)
  if (refusal) return refusal
  const to = emailContext(realm, email)
  const { seed, expires_at } = createConfirmation(realm, { kind: 'sign_up', email, invitation_id: invitation?.id })
  const hasAccount = findUserIdByEmail(realm, email) !== undefined
  realm.emails.add(hasAccount ? hasAccountEmail(to) : signUpEmail({ ...to, seed }), expires_at)
  return undefined
}

/** `password_hash` is null for a user of an identity provider. `language` is that of the browser. */
export type Newcomer = { email: string; full_name: string; password_hash: string | null; language?: string | undefined }

/** Creates the account of a user who opened a link to sign up, and sends a welcome email. The caller has checked the link. */
export function completeSignUp(realm: Realm, newcomer: Newcomer, invitation: Invitation | undefined): User {
  const refusal = refusalOfAddress(newcomer.email, addressPolicyOf(realm))
  if (refusal) throw refusal
  const user = admitUser(realm, newcomer, invitation)
  // The user opened a link that was sent to the address, or a trusted identity provider confirmed it.
  recordProof(realm, user.user_id, user.delivery_email)
  sendOnboarding(realm, user, { hasPassword: newcomer.password_hash !== null })
  return user
}

/** Creates an account on behalf of an administrator who has the right to. Throws for others. */
export function createUserFor(realm: Realm, actor: User, newcomer: Newcomer): User {
  if (!actor.can_create_users) throw notAllowedToCreateUsers({})
  return admitUser(realm, { ...newcomer, standing: 'created' }, undefined)
}

/** Creates an account for a user of the organization's directory. The caller has checked the token of the directory. */
export const createDirectoryUser = (realm: Realm, newcomer: Newcomer & { role: Role }): User =>
  admitUser(realm, { ...newcomer, standing: 'created' }, undefined)

export type DevAccount = Omit<NewAccount, 'bot_type' | 'bot_owner_id' | 'channels'> & {
  bot: boolean
  in_default_channels: boolean
}

/** Creates any account for a seed or a test, without welcome messages. A bot belongs to the actor. */
export function createDevAccount(
  realm: Realm,
  actor: User | undefined,
  { bot, in_default_channels, ...account }: DevAccount,
): User {
  if (!bot) return createAccount(realm, in_default_channels ? account : { ...account, channels: [] })
  const user = createAccount(realm, { ...account, bot_type: GENERIC_BOT, bot_owner_id: actor?.user_id })
  addBot(realm, user)
  return user
}

/** Creates the account of a person, with all consequences: invitations and links are used, and messages welcome the user. */
function admitUser(
  realm: Realm,
  newcomer: Newcomer & Pick<NewAccount, 'role' | 'standing'>,
  invitation: Invitation | undefined,
): User {
  const user = invitation ? createInvitedAccount(realm, newcomer, invitation) : createAccount(realm, newcomer)
  closeInvitationsOf(realm, user.delivery_email, invitation)
  consumeConfirmations(realm, { kind: 'sign_up', email: user.delivery_email, user_id: null })
  welcomeNewUser(realm, user, invitation)
  return user
}

function createInvitedAccount(realm: Realm, newcomer: Newcomer, invitation: Invitation): User {
  const { stream_ids, group_ids, include_realm_default_subscriptions, invited_as: role } = invitation
  const inviter = findUser(realm, invitation.invited_by_user_id)!
  const invited = joinableChannels(realm, inviter, stream_ids)
  const defaults = include_realm_default_subscriptions ? defaultChannels(realm) : []
  const channels = [...new Set([...invited, ...defaults])]
  const user = createAccount(realm, { ...newcomer, role, channels })
  for (const id of joinableGroups(realm, inviter, group_ids)) addInvitedUser(realm, inviter, id, user)
  return user
}

/** Marks all open invitations of an address as used, because several users may have invited it. Links stay open. */
function closeInvitationsOf(realm: Realm, email: string, invitation: Invitation | undefined): void {
  const used = openInvitations(realm.sql, 0).filter(
    (open) => open.email !== null && (emailKey(open.email) === emailKey(email) || open.id === invitation?.id),
  )
  for (const { id } of used) writeState(realm.sql, id, 'used')
  if (used.length > 0)
    publishInvitationsChange(
      realm,
      used.map(({ invited_by_user_id }) => invited_by_user_id),
    )
}
