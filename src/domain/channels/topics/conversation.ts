/**
 * A topic of a channel, or the direct conversation of a set of users. A message stores only the id of the conversation that
 * it was sent to, so a moved topic writes no message.
 */
export type Conversation = Topic | DirectConversation
export type Topic = Bounded & { stream_id: number; topic: string; people: null }
export type DirectConversation = Bounded & { stream_id: null; topic: null; people: number[] }

type Bounded = {
  id: number
  min_id: number // the first message
  max_id: number // the last message
  moved: Moved
}

/** Whether messages were moved into or out of a conversation, and whether some came from another channel. See segments. */
export type Moved = 'never' | 'within_channel' | 'across_channels'
