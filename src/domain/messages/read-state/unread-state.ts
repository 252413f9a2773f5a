import type { Realm } from '../../../realm'
import type { IndexRow } from '../message-index/message'
import { MessageAccess } from '../access/access'
import { mentionFlags } from '../access/flags'
import { rowsMentioning } from '../message-index/index-flag-storage'
import { rowsWithIds } from '../message-index/storage'
import { unreadMessages, type UnreadMessages } from './unread'
import { topicNameFor } from '../../channels/topics/rules'
import { includesAscending } from '../../../store/ascending-ids'
import { mutedConversationTest } from '../../channels/user-topics/storage'
import type { User } from '../../people/users/user'

/** Returns the user's unread messages by conversation, as clients store them. */
export function unreadState(realm: Realm, actor: User, knowsEmptyTopic: boolean) {
  const access = new MessageAccess(realm, actor)
  const { conversations, old_unreads_missing, examinedAbove } = unreadMessages(realm, actor, access)
  const pms: { other_user_id: number; sender_id: number; unread_message_ids: number[] }[] = []
  const streams: { stream_id: number; topic: string; unread_message_ids: number[] }[] = []
  const huddles: { user_ids_string: string; unread_message_ids: number[] }[] = []
  const isMutedConversation = mutedConversationTest(realm, actor.user_id)
  let count = 0

  for (const { conversation, ids: unread_message_ids } of conversations) {
    if (!isMutedConversation(conversation)) count += unread_message_ids.length
    if (conversation.stream_id !== null)
      streams.push({
        stream_id: conversation.stream_id,
        topic: topicNameFor(conversation.topic, knowsEmptyTopic),
        unread_message_ids,
      })
    else if (conversation.people.length <= 2) {
      const other = conversation.people.find((id) => id !== actor.user_id) ?? actor.user_id
      pms.push({ other_user_id: other, sender_id: other, unread_message_ids })
    } else huddles.push({ user_ids_string: conversation.people.join(','), unread_message_ids })
  }
  return {
    count,
    pms: pms.sort((a, b) => a.other_user_id - b.other_user_id),
    streams: streams.sort((a, b) => a.stream_id - b.stream_id || compare(a.topic.toLowerCase(), b.topic.toLowerCase())),
    huddles: huddles.sort((a, b) => compare(a.user_ids_string, b.user_ids_string)),
    mentions: unreadMentions(access, conversations, examinedAbove),
    old_unreads_missing,
  }
}

/** Returns the unread messages that mention the reader, ascending. Reads the messages that could. */
function unreadMentions(
  access: MessageAccess,
  conversations: UnreadMessages['conversations'],
  examinedAbove: number,
): number[] {
  const { realm, reader } = access
  const isMuted = mutedConversationTest(realm, reader.user_id)
  const isMention = mentionTest(access)
  const unread = new Map(conversations.map(({ conversation, ids }) => [conversation.id, ids]))
  const older = conversations.flatMap(({ ids }) => ids.filter((id) => id <= examinedAbove))
  const candidates = [...rowsMentioning(realm.sql, reader.user_id, examinedAbove), ...rowsWithIds(realm.sql, older)]
  const mentions = candidates.filter((row) => {
    const conversation = access.conversationOf(row)
    return includesAscending(unread.get(conversation.id) ?? [], row.id) && isMention(row, isMuted(conversation))
  })
  return mentions.map(({ id }) => id).sort((a, b) => a - b)
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

// A mention by name or group counts everywhere, and a wildcard only if the conversation is not muted. The user must have
// received the message.
const mentionTest =
  (access: MessageAccess) =>
  (row: IndexRow, isMuted: boolean): boolean => {
    const flags = mentionFlags(access.realm, access.reader, row)
    return (flags.includes('mentioned') || (flags.length > 0 && !isMuted)) && access.wasReceived(row)
  }

/** The location of a message that becomes unread. `user_ids` are the other users of a direct conversation. */
export type UnreadDetails = { mentioned?: boolean } & (
  | { type: 'private'; user_ids: number[] }
  | { type: 'stream'; stream_id: number; topic: string }
)

/** Returns what clients need to add these messages to their unread messages. */
export function unreadDetails(access: MessageAccess, rows: readonly IndexRow[]): Record<string, UnreadDetails> {
  const { realm, reader } = access
  const isMuted = mutedConversationTest(realm, reader.user_id)
  const isMention = mentionTest(access)
  const details = (row: IndexRow): UnreadDetails => {
    const conversation = access.conversationOf(row)
    const { stream_id, topic, people } = conversation
    const mentioned = isMention(row, isMuted(conversation)) ? { mentioned: true } : {}
    return stream_id === null
      ? { type: 'private', user_ids: people.filter((id) => id !== reader.user_id), ...mentioned }
      : { type: 'stream', stream_id, topic, ...mentioned }
  }
  return Object.fromEntries(rows.map((row) => [row.id, details(row)]))
}
