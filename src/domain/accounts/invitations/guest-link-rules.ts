import { apiError, badRequest, notFound, type ApiError } from '../../../api/errors'
import { SECONDS_PER_DAY } from '../../realm/settings/periods'
import { isAdministrator } from '../../people/users/rules'
import type { User } from '../../people/users/user'
import type { GuestLink } from './guest-link'

export const guestLinkDoesNotExist = notFound(() => 'Guest link does not exist')
export const guestLinkHasEnded = badRequest(() => 'Guest link has already ended')
export const cannotBringGuests = badRequest(
  (f: { stream_id: number }) => `Invalid channel ID ${f.stream_id}, or you may not add people to this channel.`,
)
export const guestLinksHaveNoTopic = badRequest(
  () => 'A guest link is for a whole channel, not for a topic. Create a channel for what guests may read.',
)
export const tooManyGuestLinks = badRequest(
  (f: { most: number }) => `This organization has ${f.most} open guest links. End one of them first.`,
)
export const tooManyGuests = apiError(
  'TOO_MANY_GUESTS',
  () => 'This organization has as many guests as it can have by links.',
)

/** The most open links of a realm. */
export const MAX_OPEN_GUEST_LINKS = 100
/** The most guests who can come by one link. */
export const MAX_USES = 200
/** The most active guests of a realm who came by links. */
export const MAX_LINK_GUESTS = 1000
export const MAX_MINUTES = (90 * SECONDS_PER_DAY) / 60

/** Why a visitor cannot come by a link. */
export type GuestObstacle = 'invalid link' | 'ended' | 'used up'

/** Returns why no visitor can come by the link now. Its creator is not considered. */
export function obstacleOfLink(
  { state, expires_at, uses, max_uses }: Pick<GuestLink, 'state' | 'expires_at' | 'uses' | 'max_uses'>,
  now: number,
): GuestObstacle | undefined {
  if (state !== 'open' || now >= expires_at) return 'ended'
  return uses >= max_uses ? 'used up' : undefined
}

export const refusalOfMoreGuests = (guests: number): ApiError | undefined =>
  guests >= MAX_LINK_GUESTS ? tooManyGuests({}) : undefined

export const refusalOfMoreGuestLinks = (open: number): ApiError | undefined =>
  open >= MAX_OPEN_GUEST_LINKS ? tooManyGuestLinks({ most: MAX_OPEN_GUEST_LINKS }) : undefined

/** Administrators manage all links, and other users their own. */
export const managesGuestLink = (
  actor: Pick<User, 'user_id' | 'role'>,
  { created_by_user_id }: Pick<GuestLink, 'created_by_user_id'>,
): boolean => created_by_user_id === actor.user_id || isAdministrator(actor)
