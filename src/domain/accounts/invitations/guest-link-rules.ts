import { apiError, badRequest, notFound, type ApiError } from '../../../api/errors'
import type { Channel } from '../../channels/channels/channel'
import { isTopicResolved, RESOLVED_PREFIX } from '../../channels/topics/rules'
import { EMPTY_TOPIC_DISPLAY_NAME, MAX_CHANNEL_NAME_LENGTH } from '../../realm/settings/limits'
import { SECONDS_PER_DAY } from '../../realm/settings/periods'
import { isAdministrator, isGuest } from '../../people/users/rules'
import type { User } from '../../people/users/user'
import type { GuestLink } from './guest-link'

export const guestLinkDoesNotExist = notFound(() => 'Guest link does not exist')
export const guestLinkHasEnded = badRequest(() => 'Guest link has already ended')
export const cannotBringGuests = badRequest(
  (f: { stream_id: number }) => `Invalid channel ID ${f.stream_id}, or you may not add people to this channel.`,
)
/** Guests read the earlier messages of their topic, and so would users who joined the channel after them. */
export const topicHasProtectedHistory = badRequest(
  () => 'New subscribers of this channel cannot read its earlier messages, so guests cannot have one of its topics.',
)
/** More of them would delay the requests of other users. */
const MAX_FOLLOWERS = 1000
export const tooManyFollowers = badRequest(
  (f: { people: number }) =>
    `${f.people} people would follow this topic to a channel of its own. At most ${MAX_FOLLOWERS} can.`,
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

/** How many of the newest messages of a topic decide who takes part in it. */
export const MAX_MESSAGES_OF_SENDERS = 5000
/** How many names are tried for the channel of a topic. */
export const MAX_NAMES_TRIED = 20

/** Returns the name of the channel for a topic; with a number after it from the second try on. */
export function channelNameOf(topic: string, tries: number): string {
  const name = (isTopicResolved(topic) ? topic.slice(RESOLVED_PREFIX.length).trim() : topic) || EMPTY_TOPIC_DISPLAY_NAME
  const suffix = tries === 1 ? '' : ` ${tries}`
  return (
    [...name]
      .slice(0, MAX_CHANNEL_NAME_LENGTH - suffix.length)
      .join('')
      .trim() + suffix
  )
}

type Subscriber = { user: Pick<User, 'user_id' | 'role' | 'is_active' | 'is_system_bot'>; isSender: boolean }

/**
 * Whether the server subscribes a subscriber of the old channel to the new channel of a topic. It subscribes users who wrote in the topic.
 * If the channel is private, it subscribes all members, who could not read the topic otherwise. Guests who did not write in the topic are
 * not subscribed: they may be another customer.
 */
export const followsTopic = ({ invite_only }: Pick<Channel, 'invite_only'>, { user, isSender }: Subscriber): boolean =>
  user.is_active && !user.is_system_bot && (isSender || (invite_only && !isGuest(user)))

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

export const refusalOfFollowers = (people: number): ApiError | undefined =>
  people > MAX_FOLLOWERS ? tooManyFollowers({ people }) : undefined

export const refusalOfMoreGuestLinks = (open: number): ApiError | undefined =>
  open >= MAX_OPEN_GUEST_LINKS ? tooManyGuestLinks({ most: MAX_OPEN_GUEST_LINKS }) : undefined

/** Administrators manage all links, and other users their own. */
export const managesGuestLink = (
  actor: Pick<User, 'user_id' | 'role'>,
  { created_by_user_id }: Pick<GuestLink, 'created_by_user_id'>,
): boolean => created_by_user_id === actor.user_id || isAdministrator(actor)
