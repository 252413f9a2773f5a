/** One request that moved messages from one topic to another. */
export type Move = {
  id: number // the id of the last event before the move
  user_id: number // the user who moved the messages
  moved_at: number
  stream_id: number
  topic: string
  new_stream_id: number
  new_topic: string
  bot_message_id: number | null // the Notification Bot's message about the move, if a later move may delete it
}

/** A channel that a message was in, until a move to another channel at `until_event`. */
export type EarlierChannel = { stream_id: number; until_event: number }
