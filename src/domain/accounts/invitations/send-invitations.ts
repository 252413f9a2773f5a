import { hashApiKey } from '../../../api/callers'
import type { ReadOnlyRealm, Realm } from '../../../realm'
import { countEmailTo } from '../../mail/confirmations/email-limits'
import { emailContext } from '../../mail/mail/email-context'
import { objectionToAddress } from '../../mail/email-domains/address-rules'
import { addressPolicyOf } from '../../mail/email-domains/storage'
import { hasRealmPermission } from '../../people/groups/membership'
import { ownUrl } from '../../realm/settings/own-url'
import { SECONDS_PER_DAY } from '../../realm/settings/periods'
import { settingsOf } from '../../realm/settings/storage'
import { mustBeAdministrator, mustBeOwner } from '../../people/users/callers'
import { insufficientPermission, isAdministrator, refusalOfEmail } from '../../people/users/rules'
import { findVisibleUserByEmail } from '../../people/users/find-visible-user'
import { findUserIdByEmail, userIdOfDummyEmail, findUser } from '../../people/users/storage'
import { OWNER, type Role, type User } from '../../people/users/user'
import { reminderTime } from '../../mail/planned-emails/day-rules'
import { planEmail } from '../../mail/planned-emails/storage'
import { publishInvitationsChange } from './events'
import { alreadyMemberEmail, invitationEmail } from './emails'
import {
  addressesIn,
  allHaveAccounts,
  expiryOf,
  failure,
  invitesAbove,
  noAddress,
  refusalOfMoreLinks,
  refusalOfNewInviter,
  someAddressesInvalid,
  dailyLimitReached,
  type NotInvited,
} from './rules'
import { countEmailInvitationsSince, countLinks, insertInvitation } from './storage'
import { requireTargets } from './targets'

/** The role, channels, groups and welcome message of the users who sign up with an invitation. */
export type InvitationOptions = {
  invite_expires_in_minutes: number | null
  invite_as: Role
  stream_ids: number[]
  group_ids: number[]
  include_realm_default_subscriptions: boolean
  notify_referrer_on_join: boolean
  welcome_message_custom_text: string | null
}

const MAX_SECONDS_TO_SEND = 10 * SECONDS_PER_DAY

/**
 * Invites the addresses of a text by email, and returns the addresses that already have an account. Throws, and invites none,
 * if one of the addresses is invalid or all have an account.
 */
export function inviteByEmail(realm: Realm, actor: User, text: string, options: InvitationOptions): NotInvited[] {
  if (!hasRealmPermission(realm, actor, 'can_invite_users_group')) throw insufficientPermission({})
  const addresses = addressesIn(text)
  if (addresses.length === 0) throw noAddress({})
  requireOptions(realm, actor, options)
  const refusal = refusalOfNewInviter(actor, settingsOf(realm), realm.now())
  if (refusal) throw refusal
  requireDailyLimit(realm, addresses.length)

  const withAccounts = addresses.flatMap((email) => visibleAccountOf(realm, actor, email))
  const policy = addressPolicyOf(realm)
  const invalid = addresses.flatMap((email): NotInvited[] => {
    const why = refusalOfEmail(email) ? 'Invalid address.' : objectionToAddress(email, policy)?.reason
    return why === undefined ? [] : [[email, why, false]]
  })
  if (invalid.length > 0) throw someAddressesInvalid(failure([...invalid, ...withAccounts]))
  const invited = addresses.filter((email) => !withAccounts.some(([address]) => address === email))
  if (invited.length === 0) throw allHaveAccounts(failure(withAccounts))

  // An address receives few emails from this realm, however many users invite it.
  const overLimit = invited.filter((email) => countEmailTo(realm, email) !== undefined)
  if (overLimit.length > 0)
    throw someAddressesInvalid(
      failure([
        ...overLimit.map((email): NotInvited => [email, 'Was sent too many emails recently.', false]),
        ...withAccounts,
      ]),
    )

  for (const email of invited) {
    const { seed } = createInvitation(realm, actor, email, options)
    sendInvitationEmail(realm, actor, {
      email,
      seed,
      expires_at: expiryOf(options.invite_expires_in_minutes, realm.now()),
    })
  }
  publishInvitationsChange(realm, [actor.user_id])
  return withAccounts
}

/** Creates a link with which any number of users can join, and returns it. */
export function createLink(realm: Realm, actor: User, options: InvitationOptions): string {
  if (!hasRealmPermission(realm, actor, 'create_multiuse_invite_group')) throw insufficientPermission({})
  requireOptions(realm, actor, options)
  const now = realm.now()
  const refusal = refusalOfMoreLinks(countLinks(realm.sql, actor.user_id, { now, since: now - SECONDS_PER_DAY }))
  if (refusal) throw refusal
  const { seed } = createInvitation(realm, actor, null, options)
  publishInvitationsChange(realm, [actor.user_id])
  return linkOf(realm, seed)
}

export const linkOf = (realm: Realm, seed: string): string =>
  realm.emails.addressOfLink({ url: `${ownUrl(realm)}/join`, seed })

export function sendInvitationEmail(
  realm: Realm,
  inviter: User,
  { email, seed, expires_at }: { email: string; seed: string; expires_at: number | null },
): void {
  const to = { ...emailContext(realm, email), inviter: inviter.full_name }
  const invitation =
    findUserIdByEmail(realm, email) === undefined ? invitationEmail({ ...to, seed }) : alreadyMemberEmail(to)
  realm.emails.add(invitation, Math.min(expires_at ?? Infinity, realm.now() + MAX_SECONDS_TO_SEND))
}

function createInvitation(realm: Realm, actor: User, email: string | null, options: InvitationOptions) {
  const { invite_as, invite_expires_in_minutes, welcome_message_custom_text, ...others } = options
  const seed = realm.randomKey(SEED_LENGTH)
  const invitation = {
    ...others,
    stream_ids: [...new Set(others.stream_ids)],
    group_ids: [...new Set(others.group_ids)],
    email,
    seed,
    invited_as: invite_as,
    invited_by_user_id: actor.user_id,
    invited_at: realm.now(),
    expires_at: expiryOf(invite_expires_in_minutes, realm.now()),
    // Only administrators choose the welcome message.
    welcome_message_custom_text: isAdministrator(actor) ? welcome_message_custom_text : null,
  }
  const target_id = insertInvitation(realm.sql, invitation, hashApiKey(realm.emails.secretOf(seed)))
  const due_at = email === null ? undefined : reminderTime(invitation.invited_at, invitation.expires_at)
  if (due_at !== undefined) planEmail(realm, { kind: 'invitation', target_id, due_at })
  return invitation
}

const SEED_LENGTH = 32

function requireOptions(realm: ReadOnlyRealm, actor: User, { invite_as, stream_ids, group_ids }: InvitationOptions) {
  if (invitesAbove(actor, invite_as)) throw invite_as === OWNER ? mustBeOwner({}) : mustBeAdministrator({})
  requireTargets(realm, actor, stream_ids, group_ids)
}

function requireDailyLimit(realm: ReadOnlyRealm, count: number) {
  const { invitations_per_day } = realm.config
  if (invitations_per_day === null) return
  if (countEmailInvitationsSince(realm.sql, realm.now() - SECONDS_PER_DAY) + count > invitations_per_day)
    throw dailyLimitReached(failure([], { daily_limit_reached: true }))
}

/**
 * Returns an address as not invited, if it has an account and the inviter can see this. A hidden address is invited like any
 * other, with the same response, list of invitations and limits. Only the email tells its reader about the account.
 */
function visibleAccountOf(realm: ReadOnlyRealm, inviter: User, email: string): NotInvited[] {
  const holder = findUserIdByEmail(realm, email)
  if (holder === undefined || isHidden(realm, inviter, email)) return []
  const isDeactivated = findUser(realm, holder)?.is_active === false
  return [isDeactivated ? [email, 'Account has been deactivated.', true] : [email, 'Already has an account.', false]]
}

// A dummy address belongs to an account by its form, so the refusal reveals nothing.
const isHidden = (realm: ReadOnlyRealm, inviter: User, email: string): boolean =>
  userIdOfDummyEmail(realm, email) === undefined && findVisibleUserByEmail(realm, inviter, email) === undefined
