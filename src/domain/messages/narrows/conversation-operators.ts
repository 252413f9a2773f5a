import type { Channel } from '../../channels/channels/channel'
import { canSeeHistory } from '../../channels/channels/access-rules'
import { allChannels, findChannel } from '../../channels/channels/storage'
import type { MessageAccess } from '../access/access'
import { loadViewerAccess } from '../../channels/subscriptions/access'
import { resolveTopicName } from '../../channels/topics/rules'
import type { DirectConversation } from '../../channels/topics/conversation'
import { findDirectConversation, findTopic } from '../../channels/topics/lookup-storage'
import { directConversationsOf } from '../../channels/topics/storage'
import { topicKey } from '../../channels/topics/topic-key'
import { isSpectator } from '../../people/users/spectator'
import { GUEST } from '../../people/users/user'
import { messagesOfChannels, messagesOfConversations } from './merged-conversations'
import { getChannelByOperand, getUserIdsByOperand, getUserByOperand } from './operands'
import { messagesOfConversation, messagesWithIds } from './sources'
import { badNarrow, type Operand, type CompiledTerm, type Term } from './term'

// The operators for the location of a message: channels, topics and direct conversations.

// To merge the topics of a channel, all of them must be looked up. Most readers want the newest messages of a channel, and the
// newest messages of the realm often contain them.
const ROWS_BEFORE_TOPICS = 100
const ROWS_BEFORE_CHANNELS = 1000

export function compileChannel(access: MessageAccess, operand: Operand): CompiledTerm {
  const channel = getChannelByOperand(access, operand)
  const { stream_id } = channel
  return {
    sources: [messagesOfChannels(access.realm, () => [stream_id], ROWS_BEFORE_TOPICS)],
    matches: (row) => access.conversationOf(row).stream_id === stream_id,
    history: canSeeHistory(channel, loadViewerAccess(access.realm, access.reader, channel)),
  }
}

const KINDS_OF_CHANNEL = new Map<Operand, (channel: Channel) => boolean>([
  ['public', (channel) => !channel.invite_only],
  ['web-public', (channel) => channel.is_web_public && !channel.is_archived],
  ['archived', (channel) => channel.is_archived],
])

/** All channels of a kind. Users who can join each public channel see the whole history of all of them. */
export function compileChannels(access: MessageAccess, operand: Operand): CompiledTerm {
  const { realm, reader } = access
  const isOfKind = KINDS_OF_CHANNEL.get(operand)
  if (isOfKind === undefined) throw badNarrow({ desc: `unknown channels operand ${String(operand)}` })
  const ids = () => allChannels(realm).flatMap((channel) => (isOfKind(channel) ? [channel.stream_id] : []))
  return {
    sources: [messagesOfChannels(realm, ids, ROWS_BEFORE_CHANNELS)],
    matches: (row) => {
      const { stream_id } = access.conversationOf(row)
      const channel = stream_id === null ? undefined : findChannel(realm, stream_id)
      return channel !== undefined && isOfKind(channel)
    },
    history: isSpectator(reader) || (operand === 'public' && reader.role < GUEST),
  }
}

/** A topic of the channel that the narrow names. Without a channel: the topics with this name in all channels. */
export function compileTopic(access: MessageAccess, operand: Operand, terms: readonly Term[]): CompiledTerm {
  const { realm } = access
  const topic = resolveTopicName(String(operand))
  const key = topicKey(topic)
  const matches: CompiledTerm['matches'] = (row) => {
    const conversation = access.conversationOf(row)
    return conversation.stream_id !== null && topicKey(conversation.topic) === key
  }
  const channelTerm = terms.find(({ operator, negated }) => !negated && operator === 'channel')
  const topicsIn = (stream_ids: readonly number[]) =>
    stream_ids.flatMap((stream_id) => findTopic(realm, stream_id, topic) ?? [])
  if (channelTerm === undefined) {
    const inAllChannels = () => topicsIn(allChannels(realm).map((channel) => channel.stream_id))
    return { sources: [messagesOfConversations(realm, inAllChannels, ROWS_BEFORE_TOPICS)], matches }
  }
  const [found] = topicsIn([getChannelByOperand(access, channelTerm.operand).stream_id])
  return { sources: [found ? messagesOfConversation(realm, found.id) : messagesWithIds(realm, () => [])], matches }
}

/** The direct conversation of exactly these users. Without other users, it has the reader's messages to themselves. */
export function compileDirect(access: MessageAccess, operand: Operand): CompiledTerm {
  const { realm } = access
  const conversation = findDirectConversation(realm, getUserIdsByOperand(access, operand))
  if (conversation === undefined) return { sources: [messagesWithIds(realm, () => [])], matches: () => false }
  return {
    sources: [messagesOfConversation(realm, conversation.id)],
    matches: (row) => row.conversation_id === conversation.id,
  }
}

/** The reader's direct conversations that have this user. All of them, if the user is the reader. */
export function compileDirectIncluding(access: MessageAccess, operand: Operand): CompiledTerm {
  const { user_id } = getUserByOperand(access, operand)
  return compileDirectWhere(access, ({ people }) => people.includes(user_id))
}

/** The reader's direct conversations of at least three users that have this user. */
export function compileGroupDirectWith(access: MessageAccess, operand: Operand): CompiledTerm {
  const { user_id } = getUserByOperand(access, operand)
  return compileDirectWhere(access, ({ people }) => people.length > 2 && people.includes(user_id))
}

/** The reader's direct conversations that fit. */
export function compileDirectWhere(
  access: MessageAccess,
  fits: (conversation: Pick<DirectConversation, 'people'>) => boolean,
): CompiledTerm {
  const { realm, reader } = access
  return {
    sources: [messagesOfConversations(realm, () => directConversationsOf(realm.sql, reader.user_id).filter(fits))],
    matches: (row) => {
      const { people } = access.conversationOf(row)
      return people !== null && fits({ people })
    },
  }
}
