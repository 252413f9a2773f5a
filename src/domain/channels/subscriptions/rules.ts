import { badRequest, type ApiError } from '../../../api/errors'
import { MAX_NEW_CHANNELS_AT_ONCE, MAX_SUBSCRIPTIONS_AT_ONCE } from '../../realm/settings/limits'
import { isGuest, notForGuests } from '../../people/users/rules'
import type { User } from '../../people/users/user'

export const cannotAccessChannels = badRequest(
  (f: { names: string[] }) => `Unable to access channel (${f.names.join(', ')}).`,
)
export const tooManySubscriptions = badRequest(
  (f: { channels: number; users: number }) =>
    `One request changes at most ${MAX_SUBSCRIPTIONS_AT_ONCE} subscriptions: ${f.users} users in ${f.channels} channels are too many.`,
)
export const tooManyNewChannels = badRequest(() => `One request creates at most ${MAX_NEW_CHANNELS_AT_ONCE} channels.`)
export const defaultChannelCannotBePrivate = badRequest(() => 'A default channel cannot be private.')
export const nothingToDo = badRequest(() => 'Nothing to do. Specify at least one of "add" or "delete".')
export const invalidParameters = badRequest(() => 'Invalid parameters')

/** Limits the rows of one request: each user in each channel needs rows of its own. */
export const refusalOfSubscriptionCount = (
  channels: readonly unknown[],
  users: readonly unknown[],
): ApiError | undefined =>
  channels.length * users.length > MAX_SUBSCRIPTIONS_AT_ONCE
    ? tooManySubscriptions({ channels: channels.length, users: users.length })
    : undefined

export type ChannelPrivacy = {
  invite_only: boolean
  is_web_public: boolean
  history_public_to_subscribers?: boolean
  is_default_stream: boolean
}

/** Refuses impossible combinations. Only private channels can have protected history, and only others can be default. */
export function refusalOfPrivacy(privacy: ChannelPrivacy): ApiError | undefined {
  const { invite_only, is_web_public, history_public_to_subscribers, is_default_stream } = privacy
  if (is_web_public && (invite_only || history_public_to_subscribers === false)) return invalidParameters({})
  if (!invite_only && history_public_to_subscribers === false) return invalidParameters({})
  if (invite_only && is_default_stream) return defaultChannelCannotBePrivate({})
  return undefined
}

export const refusalOfGuest = (actor: User): ApiError | undefined => (isGuest(actor) ? notForGuests({}) : undefined)

/** Colours that are easy to tell apart. */
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

/** Returns the colour for a new subscription: the one that the user's other subscriptions use least. */
export function leastUsedColor(used: readonly string[]): string {
  const counts = new Map(COLORS.map((color) => [color, 0]))
  for (const color of used) if (counts.has(color)) counts.set(color, counts.get(color)! + 1)
  return COLORS.reduce((least, color) => (counts.get(color)! < counts.get(least)! ? color : least))
}

/**
 * Returns a hexadecimal color code as `#` and six lower-case digits: Zulip's phone app refuses the state of a user with another.
 * Exports of other servers may have any text, which becomes gray.
 */
export function sixDigitColor(color: string): string {
  if (!/^#(?:[0-9a-f]{3}){1,2}$/i.test(color)) return GRAY
  return (color.length === 4 ? color.replace(/[^#]/g, '$&$&') : color).toLowerCase()
}

const GRAY = '#c2c2c2'
