import type { ReadOnlyRealm } from '../../../realm'
import { findUser } from '../../people/users/storage'
import type { Channel } from './channel'
import { wireChannel } from './events'

/**
 * The JSON of channels without the closing brace, encoded once. A `Channel` never changes: a change of its row makes another
 * object. Besides the row, the JSON depends on which users in its permissions are deactivated.
 */
type Encoded = { holders: readonly number[]; deactivated: string; opening: string }

const encodedChannels = new WeakMap<Channel, Encoded>()

/** Returns the JSON of a channel, with more fields. */
export function encodedChannel(realm: ReadOnlyRealm, channel: Channel, more: object = {}): string {
  const added = JSON.stringify(more)
  return `${encodedOpening(realm, channel)}${added === '{}' ? '}' : `,${added.slice(1)}`}`
}

/** Returns the JSON of a channel without the closing brace. */
export function encodedOpening(realm: ReadOnlyRealm, channel: Channel): string {
  const cached = encodedChannels.get(channel)
  const holders = cached?.holders ?? holdersOf(channel)
  const deactivated = deactivatedAmong(realm, holders)
  if (cached?.deactivated === deactivated) return cached.opening
  const opening = JSON.stringify(wireChannel(realm, channel)).slice(0, -1)
  encodedChannels.set(channel, { holders, deactivated, opening })
  return opening
}

/** Returns the users whom the permissions of the channel name. */
export const holdersOf = ({ permissions }: Channel): number[] => [
  ...new Set(Object.values(permissions).flatMap((value) => (typeof value === 'number' ? [] : value.direct_members))),
]

/** Returns which of these users are deactivated, as text. */
export const deactivatedAmong = (realm: ReadOnlyRealm, user_ids: readonly number[]): string =>
  user_ids.filter((user_id) => findUser(realm, user_id)?.is_active === false).join()
