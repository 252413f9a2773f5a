import type { StateWith } from './client-state'
import { topicKey, type Location, type UnreadMessages } from './unread'
import type { UserTopic } from './wire'

type Muting = StateWith<'user_topics' | 'subscriptions'>
type Unreads = StateWith<'unread_msgs' | 'user_topics' | 'subscriptions'>

/** Returns the user's policy for a topic: 0 if it is as the channel, 1 muted, 2 unmuted, 3 followed. */
export const topicPolicy = (
  state: StateWith<'user_topics'>,
  stream_id: number,
  topic: string,
): UserTopic['visibility_policy'] => state.user_topics.get(topicKey(stream_id, topic))?.visibility_policy ?? 0

export function isTopicMuted(state: Muting, stream_id: number, topic: string): boolean {
  const policy = topicPolicy(state, stream_id, topic)
  return policy === 0 ? state.subscriptions.get(stream_id)?.is_muted === true : policy === 1
}

const isMuted = (state: Muting, { location }: UnreadMessages) =>
  location.type === 'stream' && isTopicMuted(state, location.stream_id, location.topic)

export function addUnread(state: Unreads, id: number, location: Location, flags: readonly string[]): void {
  const unread = state.unread_msgs
  if (!unread.add(id, location)) return
  const muted = location.type === 'stream' && isTopicMuted(state, location.stream_id, location.topic)
  if (!muted) unread.count++
  unread.mention(id, flags.includes('mentioned') || (flags.includes('wildcard_mentioned') && !muted))
}

export function removeUnread(state: Unreads, id: number): void {
  const unread = state.unread_msgs
  const conversation = unread.remove(id)
  if (conversation && !isMuted(state, conversation)) unread.count--
}

/** After an edit, a message may mention the user, or no longer do so. */
export function updateMention(state: Unreads, id: number, flags: readonly string[]): void {
  const unread = state.unread_msgs
  const conversation = unread.ofMessage(id)
  const counts = flags.includes('wildcard_mentioned') && conversation !== undefined && !isMuted(state, conversation)
  unread.mention(id, conversation !== undefined && (flags.includes('mentioned') || counts))
}

/** Makes a change that may mute topics, and corrects the count: unread messages of muted topics do not count. */
export function withMutedTopics(state: Unreads, conversations: Iterable<UnreadMessages>, change: () => void): void {
  const affected = [...conversations]
  const counted = () =>
    affected.reduce((sum, conversation) => sum + (isMuted(state, conversation) ? 0 : conversation.ids.size), 0)
  const before = counted()
  change()
  state.unread_msgs.count += counted() - before
}
