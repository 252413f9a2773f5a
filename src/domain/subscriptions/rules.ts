import { badRequest, type ApiError } from '../../api/errors'
import { holds, type Standing } from '../groups/rules'
import type { Channel } from '../channels/channel'
import { isAdministrator, isGuest } from '../users/rules'
import type { User } from '../users/user'

export const notForGuests = badRequest(() => 'Not allowed for guest users')
export const insufficientPermission = badRequest(() => 'Insufficient permission')
export const cannotAccessChannels = badRequest(
  (f: { names: string[] }) => `Unable to access channel (${f.names.join(', ')}).`,
)
export const defaultChannelCannotBePrivate = badRequest(() => 'A default channel cannot be private.')
export const invalidParameters = badRequest(() => 'Invalid parameters')
export const noSuchPrincipal = badRequest(() => 'No such user')
export const principalDeactivated = badRequest(() => 'User is deactivated')

/** May they bring others into this channel? */
export function canAddOthers(actor: User, standing: Standing, channel: Channel, realmWide: boolean): boolean {
  return (
    realmWide ||
    isAdministrator(actor) ||
    holds(channel.permissions.can_add_subscribers_group, standing) ||
    holds(channel.permissions.can_administer_channel_group, standing)
  )
}

/** May they take others out? Their own bots always. */
export function canRemoveOthers(
  actor: User,
  standing: Standing,
  channel: Channel,
  canSee: boolean,
  others: readonly User[],
): boolean {
  if (isAdministrator(actor) || holds(channel.permissions.can_administer_channel_group, standing)) return true
  if (!canSee) return false
  if (others.every((other) => other.bot_owner_id === actor.user_id)) return true
  return holds(channel.permissions.can_remove_subscribers_group, standing)
}

export type ChannelWishes = {
  invite_only: boolean
  is_web_public: boolean
  history_public_to_subscribers?: boolean
  is_default_stream: boolean
}

/** Which kinds of channel there are: public ones show their history to all; private ones choose. */
export function refusalOfPrivacy(wishes: ChannelWishes): ApiError | undefined {
  const { invite_only, is_web_public, history_public_to_subscribers, is_default_stream } = wishes
  if (is_web_public && (invite_only || history_public_to_subscribers === false)) return invalidParameters({})
  if (!invite_only && history_public_to_subscribers === false) return invalidParameters({})
  if (invite_only && is_default_stream) return defaultChannelCannotBePrivate({})
  return undefined
}

export const refusalOfGuest = (actor: User): ApiError | undefined => (isGuest(actor) ? notForGuests({}) : undefined)

/** Colours people can tell apart; each new subscription takes the one they have used least. */
const COLORS = [
  '#76ce90',
  '#fae589',
  '#a6c7e5',
  '#e79ab5',
  '#bfd56f',
  '#f4ae55',
  '#b0a5fd',
  '#addfe5',
  '#f5ce6e',
  '#c2726a',
  '#94c849',
  '#bd86e5',
  '#ee7e4a',
  '#a6dcbf',
  '#95a5fd',
  '#53a063',
  '#9987e1',
  '#e4523d',
  '#c2c2c2',
  '#4f8de4',
  '#c6a8ad',
  '#e7cc4d',
  '#c8bebf',
  '#a47462',
]

export function leastUsedColor(used: readonly string[]): string {
  const counts = COLORS.map((color) => used.filter((each) => each === color).length)
  return COLORS[counts.indexOf(Math.min(...counts))]!
}
