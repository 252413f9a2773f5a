import type { RenderedContent } from '../../../markdown/render'
import type { ReadOnlyRealm, Realm } from '../../../realm'
import { insertMentions, insertTopicMention } from '../../messages/message-index/mention-storage'
import { participantsOf } from '../../messages/message-index/participants'
import { canSeeHistory } from '../../channels/channels/access-rules'
import { getChannel } from '../../channels/channels/storage'
import { accessWithoutSubscription } from '../../channels/subscriptions/access'
import { subscribedAmong } from '../../channels/subscriptions/storage'
import type { Conversation } from '../../channels/topics/conversation'
import { followAfterMention } from '../../channels/user-topics/automatic-visibility'
import { allGroups, allMembersOf } from '../../people/groups/storage'
import { findUser } from '../../people/users/storage'
import { isProgram } from '../../people/users/rules'
import type { User } from '../../people/users/user'

/** The users whom a message mentions by name, and the members of the groups that it mentions. */
type MentionedUsers = { byName: number[]; byGroup: number[] }

/** All users whom a message mentions, except by a channel wildcard. */
export type MessageMentions = MentionedUsers & TopicMention

type TopicMention = {
  topicParticipants: number[] | null // null: the message has no topic wildcard
  isStored: boolean // the participants are stored with the message
}

export const NO_TOPIC_MENTION: TopicMention = { topicParticipants: null, isStored: false }

/**
 * Returns the bots that a channel message mentions by name, and that may read it without a subscription. They receive it, as
 * programs for Zulip expect. Bots with an outgoing webhook are called, and need no event.
 */
export function mentionedPrograms(
  realm: ReadOnlyRealm,
  { stream_id }: Conversation,
  byName: readonly number[],
): number[] {
  if (stream_id === null) return []
  const programs = byName.map((user_id) => findUser(realm, user_id)!).filter(isProgram)
  if (programs.length === 0) return []
  const channel = getChannel(realm, stream_id)
  const ids = programs.map(({ user_id }) => user_id)
  const subscribed = subscribedAmong(realm.sql, stream_id, ids)
  const receives = (bot: User) =>
    bot.is_active && !subscribed.has(bot.user_id) && canSeeHistory(channel, accessWithoutSubscription(realm, bot))
  return programs.filter(receives).map(({ user_id }) => user_id)
}

export const mentionedUsersIn = (
  realm: ReadOnlyRealm,
  { mentioned_user_ids, mentioned_group_ids }: RenderedContent,
): MentionedUsers => ({
  byName: [...mentioned_user_ids],
  byGroup: [...mentioned_group_ids].flatMap((group) => allMembersOf(realm, allGroups(realm).get(group)!)),
})

/**
 * Returns the users whom a topic wildcard in a new message mentions: those who have written or reacted in the topic, and the
 * sender. Later, the server computes the participants from the senders of the earlier messages of the topic. They are
 * stored where this would give another result: if a part of the topic was moved, or if a participant has only reacted,
 * because users can remove reactions.
 */
export function resolveTopicMention(realm: ReadOnlyRealm, sender: User, { id, moved }: Conversation): TopicMention {
  const { senders, otherUsers } = participantsOf(realm, id)
  return {
    topicParticipants: [...new Set([...senders, ...otherUsers, sender.user_id])],
    isStored: moved !== 'never' || otherUsers.some((user_id) => user_id !== sender.user_id),
  }
}

export function writeMentions(realm: Realm, id: number, conversation: Conversation, mentions: MessageMentions): void {
  const { byName, byGroup, topicParticipants, isStored } = mentions
  insertMentions(realm.sql, id, byName, byGroup)
  if (conversation.stream_id !== null && byName.length > 0) followAfterMention(realm, conversation, byName)
  if (topicParticipants && isStored) insertTopicMention(realm.sql, id, topicParticipants)
}
