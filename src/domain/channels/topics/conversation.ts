/**
 * A topic of a channel, or the direct conversation of a set of users. A message stores only the id of the conversation that
 * it was sent to, so a moved topic writes no message.
 */
export type Conversation = Topic | DirectConversation
export type Topic = Bounded & { stream_id: number; topic: string; people: null }
export type DirectConversation = Bounded & { stream_id: null; topic: null; people: number[] }

type Bounded = {
  id: number
  min_id: number // its first message
  max_id: number // and its last
  is_mixed: number // 1: some of its messages were moved, here or away (segments.ts); 2: from another channel, too
}
