import type { ReadOnlyRealm } from '../../../realm'
import type { Channel } from '../../channels/channels/channel'
import type { IndexRow } from '../message-index/message'
import { rowsWithIds } from '../message-index/storage'
import { didReceive, wasSubscribedAt } from '../../channels/subscriptions/storage'
import { MessageLocations } from '../../channels/topics/message-locations'

/**
 * Messages of a channel with protected history, grouped by how subscribers received them: when they were sent there (null), or
 * when an event moved them there. Each recipient of an event about them learns only of the messages that they received.
 */
export type ProtectedMessages = { moved_in_at_event: number | null; message_ids: number[] }[]

/** Returns undefined if history is not protected: then a user who can read one message can read all. */
export const protectedMessagesIn = (
  realm: ReadOnlyRealm,
  channel: Channel,
  message_ids: () => readonly number[],
): ProtectedMessages | undefined =>
  channel.history_public_to_subscribers ? undefined : groupByMove(realm, rowsWithIds(realm.sql, message_ids()))

function groupByMove(realm: ReadOnlyRealm, rows: readonly IndexRow[]): ProtectedMessages {
  const locations = new MessageLocations(realm)
  const byEvent = Map.groupBy(rows, (row) => locations.of(row).earlier_channels.at(-1)?.until_event ?? null)
  return [...byEvent].map(([moved_in_at_event, moved]) => ({
    moved_in_at_event,
    message_ids: moved.map(({ id }) => id),
  }))
}

/** Returns those of these messages that the user received, ascending. */
export const receivedIds = (
  realm: ReadOnlyRealm,
  stream_id: number,
  user_id: number,
  groups: ProtectedMessages,
): number[] =>
  groups
    .flatMap(({ moved_in_at_event, message_ids }) => {
      if (moved_in_at_event === null) return message_ids.filter((id) => didReceive(realm, stream_id, user_id, id))
      return wasSubscribedAt(realm, stream_id, user_id, moved_in_at_event) ? message_ids : []
    })
    .sort((a, b) => a - b)

/** Returns whether the user received any of these messages. */
export const receivedAny = (
  realm: ReadOnlyRealm,
  stream_id: number,
  user_id: number,
  groups: ProtectedMessages,
): boolean =>
  groups.some(({ moved_in_at_event, message_ids }) =>
    moved_in_at_event === null
      ? message_ids.some((id) => didReceive(realm, stream_id, user_id, id))
      : wasSubscribedAt(realm, stream_id, user_id, moved_in_at_event),
  )
