/**
 * A hold keeps messages that users or retention delete. Only owners who may search everything find them. An empty list of people or channels
 * means all of them. A message is held if it has one of the people, one of the channels, and was sent in the time.
 */
export type Hold = {
  hold_id: number
  name: string
  reason: string
  user_ids: readonly number[] // senders, or participants of direct messages
  stream_ids: readonly number[] // where a message is, or ever was
  sent_from: number | null // UNIX seconds; null: without a beginning
  sent_before: number | null // null: without an end
  created_by: number
  created_at: number
}

/** What a hold asks of a message. */
export type MessageFacts = {
  sender_id: number
  sent_at: number
  people: readonly number[] | null // of a direct message
  stream_ids: readonly number[] // of a channel message: where it is, and where it was
}

/** A message that was deleted for all others. */
export type HeldMessage = {
  id: number
  sender_id: number
  sent_at: number
  index_flags: number
  stream_id: number | null
  topic: string | null
  people: readonly number[] | null
  earlier_channels: readonly number[]
  deleted_at: number
}

/** Its text; null: the realm has not taken it over yet. */
export type HeldText = { id: number; content: string | null; rendered_content: string | null }

/** An earlier text of a held message. */
export type HeldVersion = {
  id: number
  message_id: number
  user_id: number | null
  edited_at: number
  content: string | null
  rendered_content: string | null
}

export type HeldFile = {
  message_id: number
  key: string
  name: string
  size: number
  content_type: string
  owner_id: number
}
