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

/** Returns the API's `recipient_id`. Channels have even ids, and direct conversations have odd ids. */
export const recipientId = (conversation: Conversation): number =>
  conversation.stream_id === null ? conversation.id * 2 + 1 : conversation.stream_id * 2
