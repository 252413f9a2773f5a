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
export type ProtectedMessages = { moved_in_at_event: number | null; message_ids: number[] }[]

/** Undefined where history is not protected: there, whoever may read one may read all. */
export const protectedMessagesIn = (
  realm: Realm,
  channel: Channel,
  message_ids: readonly number[],
): ProtectedMessages | undefined =>
  channel.history_public_to_subscribers ? undefined : groupByMove(realm, rowsWithIds(realm, message_ids))

function groupByMove(realm: Realm, rows: readonly IndexRow[]): ProtectedMessages {
  const places = new MessageLocations(realm)
  const byEvent = Map.groupBy(rows, (row) => places.of(row).earlier_channels.at(-1)?.until_event ?? null)
  return [...byEvent].map(([moved_in_at_event, some]) => ({ moved_in_at_event, message_ids: some.map(({ id }) => id) }))
}

/** Which of these are this person's, ascending. */
export const receivedIds = (realm: Realm, stream_id: number, user_id: number, held: ProtectedMessages): number[] =>
  held
    .flatMap(({ moved_in_at_event, message_ids }) => {
      if (moved_in_at_event === null) return message_ids.filter((id) => didReceive(realm, stream_id, user_id, id))
      return wasSubscribedAt(realm, stream_id, user_id, moved_in_at_event) ? message_ids : []
    })
    .sort((a, b) => a - b)

/** Returns whether any of these is this person's. */
export const receivedAny = (realm: Realm, stream_id: number, user_id: number, held: ProtectedMessages): boolean =>
  held.some(({ moved_in_at_event, message_ids }) =>
    moved_in_at_event === null
      ? message_ids.some((id) => didReceive(realm, stream_id, user_id, id))
      : wasSubscribedAt(realm, stream_id, user_id, moved_in_at_event),
  )
