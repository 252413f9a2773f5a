/**
 * A topic of a channel, or the direct messages of a set of users. The message index stores the id of the conversation to which a
 * message was sent. A move does not change it: see `segment-rules.ts`.
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

/** Whether messages were moved into or out of a conversation, and whether any came from another channel. */
export type Moved = 'never' | 'within_channel' | 'across_channels'
