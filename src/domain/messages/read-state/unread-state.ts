import type { Realm } from '../../../realm'
import type { IndexRow } from '../message-index/message'
import { MessageAccess } from '../access/access'
import { mentionFlags } from '../access/flags'
import { unreadMessages } from './unread'
import { topicNameFor } from '../../channels/topics/rules'
import { mutedConversationTest } from '../../channels/user-topics/storage'
import type { User } from '../../people/users/user'

/** Everything unread, sorted into conversations as clients keep it. */
export function unreadState(realm: Realm, actor: User, knowsEmptyTopic: boolean) {
  const { rows, old_unreads_missing } = unreadMessages(realm, actor)
  const access = new MessageAccess(realm, actor)
  const conversations = Map.groupBy(rows, (row) => access.conversationOf(row).id)
  const pms: { other_user_id: number; sender_id: number; unread_message_ids: number[] }[] = []
  const streams: { stream_id: number; topic: string; unread_message_ids: number[] }[] = []
  const huddles: { user_ids_string: string; unread_message_ids: number[] }[] = []
  const isMutedConversation = mutedConversationTest(realm, actor.user_id)
  const isCalled = mentionTest(access)
  const mentions: number[] = []
  let count = 0

  for (const [, unread] of conversations) {
    const conversation = access.conversationOf(unread[0]!)
    const unread_message_ids = unread.map((row) => row.id)
    const isMuted = isMutedConversation(conversation)
    if (!isMuted) count += unread.length
    for (const row of unread) if (isCalled(row, isMuted)) mentions.push(row.id)
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
    mentions: mentions.sort((a, b) => a - b),
    old_unreads_missing,
  }
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

// Being named counts anywhere; a call to everyone only where one has not muted it. What somebody never received calls
// them nowhere.
const mentionTest =
  (access: MessageAccess) =>
  (row: IndexRow, isMuted: boolean): boolean => {
    const flags = mentionFlags(access.realm, access.reader, row)
    return (flags.includes('mentioned') || (flags.length > 0 && !isMuted)) && access.wasReceived(row)
  }

/** Where a message is that becomes unread again: `user_ids` are the others in a direct conversation. */
export type UnreadDetails = {
  type: 'private' | 'stream'
  mentioned?: boolean
  user_ids?: number[]
  stream_id?: number
  topic?: string
}

/** What a client must know of messages that become unread again. */
export function unreadDetails(access: MessageAccess, rows: readonly IndexRow[]): Record<string, UnreadDetails> {
  const { realm, reader } = access
  const isMuted = mutedConversationTest(realm, reader.user_id)
  const isCalled = mentionTest(access)
  const details = (row: IndexRow): UnreadDetails => {
    const conversation = access.conversationOf(row)
    const { stream_id, topic, people } = conversation
    const mentioned = isCalled(row, isMuted(conversation)) ? { mentioned: true } : {}
    return stream_id === null
      ? { type: 'private', user_ids: people.filter((id) => id !== reader.user_id), ...mentioned }
      : { type: 'stream', stream_id, topic, ...mentioned }
  }
  return Object.fromEntries(rows.map((row) => [row.id, details(row)]))
}
