import { hashApiKey } from '../../../api/callers'
import type { Realm } from '../../../realm'
import { countLetterTo } from '../confirmations/actions'
import { addressed } from '../confirmations/addressed'
import { objectionToAddress } from '../email-domains/actions'
import { realmAllows } from '../../people/groups/standing'
import { ownUrl } from '../../realm/settings/own-url'
import { SECONDS_PER_DAY } from '../../realm/settings/periods'
import { settingsOf } from '../../realm/settings/storage'
import { mustBeAdministrator, mustBeOwner } from '../../people/users/callers'
import { insufficientPermission, isAdministrator, refusalOfEmail } from '../../people/users/rules'
import { maybeUserKnownAs } from '../../people/users/known-as'
import { holderOf, idByDummyEmail, maybeUser } from '../../people/users/storage'
import { OWNER, type Role, type User } from '../../people/users/user'
import { tellOfInvitations } from './events'
import { hasAccountLetter, invitationLetter } from './letters'
import {
  addressesIn,
  allAreHere,
  expiryOf,
  failure,
  invitesAbove,
  noAddress,
  refusalOfAnotherLink,
  refusalOfNewcomer,
  someAreInvalid,
  tooManyToday,
  type Uninvited,
} from './rules'
import { countInvitedSince, countLinksOf, insertInvitation } from './storage'
import { refuseTargets } from './targets'

/** What somebody is to find when they have come in. */
export type InvitationWishes = {
  invite_expires_in_minutes: number | null
  invite_as: Role
  stream_ids: number[]
  group_ids: number[]
  include_realm_default_subscriptions: boolean
  notify_referrer_on_join: boolean
  welcome_message_custom_text: string | null
}

const MOST_SECONDS_TO_SEND = 10 * SECONDS_PER_DAY

/**
 * Invites people by mail: all of these addresses or none, but for those that have an account, who need no invitation. They
 * are answered; the others were invited all the same.
 */
export function inviteByMail(realm: Realm, actor: User, said: string, wishes: InvitationWishes): Uninvited[] {
  if (!realmAllows(realm, actor, 'can_invite_users_group')) throw insufficientPermission({})
  const addresses = addressesIn(said)
  if (addresses.length === 0) throw noAddress({})
  refuseWishes(realm, actor, wishes)
  const refusal = refusalOfNewcomer(actor, settingsOf(realm), realm.now())
  if (refusal) throw refusal
  refuseTooMany(realm, addresses.length)

  const here = addresses.flatMap((email) => accountOf(realm, actor, email))
  const invalid = addresses.flatMap((email): Uninvited[] => {
    const why = refusalOfEmail(email) ? 'Invalid address.' : objectionToAddress(realm, email)?.reason
    return why === undefined ? [] : [[email, why, false]]
  })
  if (invalid.length > 0) throw someAreInvalid(failure([...invalid, ...here]))
  const invited = addresses.filter((email) => !here.some(([known]) => known === email))
  if (invited.length === 0) throw allAreHere(failure(here))

  // Nobody needs many letters, however many people would have them here.
  const tired = invited.filter((email) => countLetterTo(realm, email) !== undefined)
  if (tired.length > 0)
    throw someAreInvalid(
      failure([...tired.map((email): Uninvited => [email, 'Was sent too many letters of late.', false]), ...here]),
    )

  for (const email of invited) {
    const { seed } = newInvitation(realm, actor, email, wishes)
    sendLetter(realm, actor, { email, seed, expires_at: expiryOf(wishes.invite_expires_in_minutes, realm.now()) })
  }
  tellOfInvitations(realm, [actor.user_id])
  return here
}

/** A link for any number of people. This is told to whoever made it, and to those who may see all invitations. */
export function makeLink(realm: Realm, actor: User, wishes: InvitationWishes): string {
  if (!realmAllows(realm, actor, 'create_multiuse_invite_group')) throw insufficientPermission({})
  refuseWishes(realm, actor, wishes)
  const now = realm.now()
  const refusal = refusalOfAnotherLink(countLinksOf(realm.sql, actor.user_id, { now, since: now - SECONDS_PER_DAY }))
  if (refusal) throw refusal
  const { seed } = newInvitation(realm, actor, null, wishes)
  tellOfInvitations(realm, [actor.user_id])
  return linkOf(realm, seed)
}

export const linkOf = (realm: Realm, seed: string): string =>
  realm.emails.addressOfLink({ url: `${ownUrl(realm)}/join`, seed })

export function sendLetter(
  realm: Realm,
  inviter: User,
  { email, seed, expires_at }: { email: string; seed: string; expires_at: number | null },
): void {
  const to = { ...addressed(realm, email), inviter: inviter.full_name }
  const letter = holderOf(realm, email) === undefined ? invitationLetter({ ...to, seed }) : hasAccountLetter(to)
  realm.emails.add(letter, Math.min(expires_at ?? Infinity, realm.now() + MOST_SECONDS_TO_SEND))
}

function newInvitation(realm: Realm, actor: User, email: string | null, wishes: InvitationWishes) {
  const { invite_as, invite_expires_in_minutes, welcome_message_custom_text, ...rest } = wishes
  const seed = realm.randomKey(SEED_LENGTH)
  const invitation = {
    ...rest,
    stream_ids: [...new Set(rest.stream_ids)],
    group_ids: [...new Set(rest.group_ids)],
    email,
    seed,
    invited_as: invite_as,
    invited_by_user_id: actor.user_id,
    invited_at: realm.now(),
    expires_at: expiryOf(invite_expires_in_minutes, realm.now()),
    // What newcomers are greeted with is for administrators to say.
    welcome_message_custom_text: isAdministrator(actor) ? welcome_message_custom_text : null,
  }
  insertInvitation(realm.sql, invitation, hashApiKey(realm.emails.secretOf(seed)))
  return invitation
}

const SEED_LENGTH = 32

function refuseWishes(realm: Realm, actor: User, { invite_as, stream_ids, group_ids }: InvitationWishes) {
  if (invitesAbove(actor, invite_as)) throw invite_as === OWNER ? mustBeOwner({}) : mustBeAdministrator({})
  refuseTargets(realm, actor, stream_ids, group_ids)
}

function refuseTooMany(realm: Realm, more: number) {
  const { invitations_per_day } = realm.config
  if (invitations_per_day === null) return
  if (countInvitedSince(realm.sql, realm.now() - SECONDS_PER_DAY) + more > invitations_per_day)
    throw tooManyToday(failure([], { daily_limit_reached: true }))
}

/**
 * The account of an address, if the inviter may know whose address it is. A hidden address is invited like any other: the
 * answer, the list of invitations and the limits are the same. Only the email itself tells its reader of the account.
 */
function accountOf(realm: Realm, inviter: User, email: string): Uninvited[] {
  const holder = holderOf(realm, email)
  if (holder === undefined || isHidden(realm, inviter, email)) return []
  const isGone = maybeUser(realm, holder)?.is_active === false
  return [isGone ? [email, 'Account has been deactivated.', true] : [email, 'Already has an account.', false]]
}

// Addresses of the form that every account has are taken, whether or not there is the account. Their form says so.
const isHidden = (realm: Realm, inviter: User, email: string): boolean =>
  idByDummyEmail(realm, email) === undefined && maybeUserKnownAs(realm, inviter, email) === undefined
