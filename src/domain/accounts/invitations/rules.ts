import { apiError, badRequest, type ApiError } from '../../../api/errors'
import { SECONDS_PER_DAY } from '../../realm/settings/periods'
import type { RealmSettings } from '../../realm/settings/settings'
import { isAdministrator } from '../../people/users/rules'
import type { User } from '../../people/users/user'
import type { Invitation } from './invitation'

/** An address that was not invited, the reason, and whether it has a deactivated account. */
export type NotInvited = [email: string, reason: string, is_deactivated: boolean]
type Failure = {
  errors: NotInvited[]
  sent_invitations: boolean
  license_limit_reached: boolean
  daily_limit_reached: boolean
}

const failed = (message: string) => apiError('INVITATION_FAILED', (_: Failure) => message)
export const someAddressesInvalid = failed("Some emails did not validate, so we didn't send any invitations.")
export const allHaveAccounts = failed("We weren't able to invite anyone.")
export const someHaveAccounts = failed(
  "Some of those addresses are already using Svc, so we didn't send them an invitation. We did send invitations to everyone else!",
)
export const dailyLimitReached = failed(
  'To protect people from unwanted mail, only so many can be invited in one day. No invitations were sent.',
)
const accountIsTooNew = failed(
  'Your account is too new to send invites for this organization. Ask an organization admin, or a more experienced user.',
)
export const invitationErrors = [
  someAddressesInvalid,
  allHaveAccounts,
  someHaveAccounts,
  dailyLimitReached,
  accountIsTooNew,
]

export const failure = (errors: NotInvited[], more: Partial<Failure> = {}): Failure => ({
  errors,
  sent_invitations: false,
  license_limit_reached: false,
  daily_limit_reached: false,
  ...more,
})

export const tooManyLinks = badRequest(
  () => `You can create no more than ${MAX_LINKS} links in a day, and have no more than ${MAX_LINKS} valid ones.`,
)
const MAX_LINKS = 100

export const refusalOfMoreLinks = (count: number): ApiError | undefined =>
  count >= MAX_LINKS ? tooManyLinks({}) : undefined

export const noAddress = badRequest(() => 'You must specify at least one email address.')
export const invitationDoesNotExist = badRequest(() => 'No such invitation')
export const alreadyRevoked = badRequest(() => 'Invitation has already been revoked')
export const cannotSubscribeOthers = badRequest(
  () => 'You do not have permission to subscribe other users to channels.',
)
export const invalidChannelToJoin = badRequest(
  (f: { stream_id: number }) => `Invalid channel ID ${f.stream_id}. No invites were sent.`,
)

/** Returns the addresses of a pasted text: separated by commas or lines, with or without a name. Each occurs once. */
export function addressesIn(text: string): string[] {
  const addresses = text
    .split(/[,\n\r]/)
    .map((item) => (/<([^<>]*)>\s*$/.exec(item)?.[1] ?? item).trim())
    .filter((address) => address !== '')
  return [...new Map(addresses.map((address) => [address.toLowerCase(), address])).values()]
}

/** Returns whether an invitation gives a higher role than the actor has. */
export const invitesAbove = (actor: Pick<User, 'role'>, invited_as: number): boolean => invited_as < actor.role

const DAYS_BEFORE_INVITING = 3

/**
 * Refuses invitations by a new account in an organization that any visitor may join. A spammer could otherwise sign up there
 * only to send emails.
 */
export function refusalOfNewInviter(
  actor: Pick<User, 'role' | 'date_joined'>,
  {
    invite_required,
    emails_restricted_to_domains,
  }: Pick<RealmSettings, 'invite_required' | 'emails_restricted_to_domains'>,
  now: number,
): ApiError | undefined {
  const isOpen = !invite_required && !emails_restricted_to_domains
  const isNew = now - actor.date_joined < DAYS_BEFORE_INVITING * SECONDS_PER_DAY
  return isOpen && isNew && !isAdministrator(actor) ? accountIsTooNew(failure([])) : undefined
}

export const expiryOf = (minutes: number | null, now: number): number | null =>
  minutes === null ? null : now + minutes * 60

export const isOpen = ({ state, expires_at }: Pick<Invitation, 'state' | 'expires_at'>, now: number): boolean =>
  state === 'open' && (expires_at === null || expires_at > now)
