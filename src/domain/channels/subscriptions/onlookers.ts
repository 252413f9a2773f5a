import type { Realm } from '../../../realm'
import { channelUpdated } from '../channels/events'
import { maybeChannel } from '../channels/storage'
import { onlookersOf } from './access'
import { subscribersOf } from './storage'

/** Guests before a web-public channel are not told who comes and goes, and so could not count: they are told how many are in. */
export function tellOnlookers(realm: Realm, stream_id: number): void {
  const channel = maybeChannel(realm, stream_id)
  if (!channel?.is_web_public) return
  const { name, is_archived, subscriber_count: value } = channel
  const told = { stream_id, name, property: 'subscriber_count', value, is_archived }
  realm.publish(channelUpdated(told), onlookersOf({ stream_id }))
}

/** Whoever is in these channels, or comes into them, or leaves them. */
export const everyoneIn = (
  realm: Realm,
  channels: readonly { stream_id: number }[],
  others: readonly { user_id: number }[],
): number[] => [
  ...new Set([
    ...channels.flatMap(({ stream_id }) => subscribersOf(realm, stream_id)),
    ...others.map(({ user_id }) => user_id),
  ]),
]
