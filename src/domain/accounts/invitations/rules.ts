import { apiError, badRequest, type ApiError } from '../../../api/errors'
import { SECONDS_PER_DAY } from '../../realm/settings/periods'
import type { RealmSettings } from '../../realm/settings/settings'
import { isAdministrator } from '../../people/users/rules'
import type { User } from '../../people/users/user'
import type { Invitation } from './invitation'

/** An address that nobody was invited by, why, and whether there is a deactivated account of it. */
export type Uninvited = [email: string, reason: string, is_deactivated: boolean]
type Failure = {
  errors: Uninvited[]
  sent_invitations: boolean
  license_limit_reached: boolean
  daily_limit_reached: boolean
}

const failed = (message: string) => apiError('INVITATION_FAILED', (_: Failure) => message)
export const someAreInvalid = failed("Some emails did not validate, so we didn't send any invitations.")
export const allAreHere = failed("We weren't able to invite anyone.")
export const someAreHere = failed(
  "Some of those addresses are already using Svc, so we didn't send them an invitation. We did send invitations to everyone else!",
)
export const tooManyToday = failed(
  'To protect people from unwanted mail, only so many can be invited in one day. No invitations were sent.',
)
const accountIsTooNew = failed(
  'Your account is too new to send invites for this organization. Ask an organization admin, or a more experienced user.',
)
export const invitationErrors = [someAreInvalid, allAreHere, someAreHere, tooManyToday, accountIsTooNew]

export const failure = (errors: Uninvited[], more: Partial<Failure> = {}): Failure => ({
  errors,
  sent_invitations: false,
  license_limit_reached: false,
  daily_limit_reached: false,
  ...more,
})

export const tooManyLinks = badRequest(
  () => `You can make no more than ${MOST_LINKS} links in a day, or have more that are still good.`,
)
const MOST_LINKS = 100

export const refusalOfAnotherLink = (made: number): ApiError | undefined =>
  made >= MOST_LINKS ? tooManyLinks({}) : undefined

export const noAddress = badRequest(() => 'You must specify at least one email address.')
export const noSuchInvitation = badRequest(() => 'No such invitation')
export const alreadyRevoked = badRequest(() => 'Invitation has already been revoked')
export const mayNotSubscribeOthers = badRequest(
  () => 'You do not have permission to subscribe other users to channels.',
)
export const invalidChannelToJoin = badRequest(
  (f: { stream_id: number }) => `Invalid channel ID ${f.stream_id}. No invites were sent.`,
)

/** Addresses as people paste them: by commas and lines, each perhaps with a name to it. Each is invited once. */
export function addressesIn(said: string): string[] {
  const addresses = said
    .split(/[,\n\r]/)
    .map((each) => (/<([^<>]*)>\s*$/.exec(each)?.[1] ?? each).trim())
    .filter((each) => each !== '')
  return [...new Map(addresses.map((each) => [each.toLowerCase(), each])).values()]
}

/** Nobody invites to more than they have themselves: that takes an owner, or an administrator. */
export const invitesAbove = (actor: Pick<User, 'role'>, invited_as: number): boolean => invited_as < actor.role

const DAYS_BEFORE_INVITING = 3

/** Where anybody may come in, whoever just did could come to write to strangers. */
export function refusalOfNewcomer(
  actor: Pick<User, 'role' | 'date_joined'>,
  { invite_required, emails_restricted_to_domains }: RealmSettings,
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
