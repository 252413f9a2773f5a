import { SUCCESS } from './answers'
import type { FieldValue, Json, Person } from './person'
import type { Channel } from './realm'

/** Requests a move of messages without bot messages, and returns the answer. */
export const requestMove = (
  person: Person,
  { id }: { id: number },
  fields: Record<string, FieldValue>,
): Promise<Json> => person.patch(`/messages/${id}`, { send_notification_to_new_thread: false, ...fields })

/** Returns the fields of a request that moves messages to this channel. */
export const toChannel = (
  { stream_id }: Channel,
  fields: Record<string, FieldValue> = {},
): Record<string, FieldValue> => ({ stream_id, ...fields })

/** The answer to a move. */
export const MOVED = { ...SUCCESS, detached_uploads: [] }

/** Moves all messages of the topic. */
export const WHOLE_TOPIC = { propagate_mode: 'change_all' }
