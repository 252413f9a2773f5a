import type { Realm } from '../../../realm'
import type { Channel } from '../../channels/channels/channel'
import type { IndexRow } from '../message-index/message'
import { rowsWithIds } from '../message-index/storage'
import { didReceive, wasSubscribedAt } from '../../channels/subscriptions/storage'
import { MessageLocations } from '../../channels/topics/message-locations'

/**
 * Messages of a channel whose history is protected, by how its people came to have them, for events that tell everyone
 * only of those that are theirs: by being there when they were sent, or when they came from elsewhere as of an event.
 */
export type Held = { came_as_of: number | null; message_ids: number[] }[]

/** Undefined where history is not protected: there, whoever may read one may read all. */
export const heldIn = (realm: Realm, channel: Channel, message_ids: readonly number[]): Held | undefined =>
  channel.history_public_to_subscribers ? undefined : heldTogether(realm, rowsWithIds(realm, message_ids))

function heldTogether(realm: Realm, rows: readonly IndexRow[]): Held {
  const places = new MessageLocations(realm)
  const byEvent = Map.groupBy(rows, (row) => places.of(row).earlier_channels.at(-1)?.until_event ?? null)
  return [...byEvent].map(([came_as_of, some]) => ({ came_as_of, message_ids: some.map(({ id }) => id) }))
}

/** Which of these are this person's, ascending. */
export const idsHeldBy = (realm: Realm, stream_id: number, user_id: number, held: Held): number[] =>
  held
    .flatMap(({ came_as_of, message_ids }) => {
      if (came_as_of === null) return message_ids.filter((id) => didReceive(realm, stream_id, user_id, id))
      return wasSubscribedAt(realm, stream_id, user_id, came_as_of) ? message_ids : []
    })
    .sort((a, b) => a - b)

/** Returns whether any of these is this person's. */
export const holdsAny = (realm: Realm, stream_id: number, user_id: number, held: Held): boolean =>
  held.some(({ came_as_of, message_ids }) =>
    came_as_of === null
      ? message_ids.some((id) => didReceive(realm, stream_id, user_id, id))
      : wasSubscribedAt(realm, stream_id, user_id, came_as_of),
  )
