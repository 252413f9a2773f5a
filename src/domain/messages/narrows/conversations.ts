import type { Channel } from '../../channels/channels/channel'
import { canSeeHistory } from '../../channels/channels/rules'
import { allChannels, findChannel } from '../../channels/channels/storage'
import type { MessageAccess } from '../access/access'
import { loadViewerAccess } from '../../channels/subscriptions/access'
import { resolveTopicName } from '../../channels/topics/rules'
import type { DirectConversation } from '../../channels/topics/conversation'
import { directConversationsOf, findDirectConversation, findTopic, topicKey } from '../../channels/topics/storage'
import { isSpectator } from '../../people/users/spectator'
import { GUEST } from '../../people/users/user'
import { ofChannels, ofConversations } from './merged-conversations'
import { getChannelByOperand, getUserIdsByOperand, getUserByOperand } from './operands'
import { ofConversation, withIds } from './sources'
import { badNarrow, type Operand, type Part, type Term } from './term'

/** Operators that say where a message was sent: channels, topics, and direct conversations. */

// To merge the topics of a channel, all of them must be looked up. Most who look into a channel want what is newest in
// it, and a few pages of whatever is newest often have that.
const TOPICS_WORTH_AFTER = 100
const CHANNELS_WORTH_AFTER = 1000

export function channelPart(access: MessageAccess, operand: Operand): Part {
  const channel = getChannelByOperand(access, operand)
  const { stream_id } = channel
  return {
    sources: [ofChannels(access.realm, () => [stream_id], TOPICS_WORTH_AFTER)],
    matches: (row) => access.conversationOf(row).stream_id === stream_id,
    history: canSeeHistory(channel, loadViewerAccess(access.realm, access.reader, channel)),
  }
}

const KINDS_OF_CHANNEL = new Map<Operand, (channel: Channel) => boolean>([
  ['public', (channel) => !channel.invite_only],
  ['web-public', (channel) => channel.is_web_public && !channel.is_archived],
  ['archived', (channel) => channel.is_archived],
])

/** All channels of a kind. Of public ones, whoever may enter any of them sees all that was ever said. */
export function channelsPart(access: MessageAccess, operand: Operand): Part {
  const { realm, reader } = access
  const isOfKind = KINDS_OF_CHANNEL.get(operand)
  if (isOfKind === undefined) throw badNarrow({ desc: `unknown channels operand ${String(operand)}` })
  const ids = () => allChannels(realm).flatMap((channel) => (isOfKind(channel) ? [channel.stream_id] : []))
  return {
    sources: [ofChannels(realm, ids, CHANNELS_WORTH_AFTER)],
    matches: (row) => {
      const { stream_id } = access.conversationOf(row)
      const channel = stream_id === null ? undefined : findChannel(realm, stream_id)
      return channel !== undefined && isOfKind(channel)
    },
    history: isSpectator(reader) || (operand === 'public' && reader.role < GUEST),
  }
}

/** A topic of the channel that the narrow names beside it; without one, of whatever channel has such a topic. */
export function topicPart(access: MessageAccess, operand: Operand, terms: readonly Term[]): Part {
  const { realm } = access
  const topic = resolveTopicName(String(operand))
  const key = topicKey(topic)
  const matches: Part['matches'] = (row) => {
    const conversation = access.conversationOf(row)
    return conversation.stream_id !== null && topicKey(conversation.topic) === key
  }
  const beside = terms.find(({ operator, negated }) => !negated && operator === 'channel')
  const topicsIn = (stream_ids: readonly number[]) =>
    stream_ids.flatMap((stream_id) => findTopic(realm, stream_id, topic) ?? [])
  if (beside === undefined) {
    const anywhere = () => topicsIn(allChannels(realm).map((channel) => channel.stream_id))
    return { sources: [ofConversations(realm, anywhere, TOPICS_WORTH_AFTER)], matches }
  }
  const [found] = topicsIn([getChannelByOperand(access, beside.operand).stream_id])
  return { sources: [found ? ofConversation(realm, found.id) : withIds(realm, () => [])], matches }
}

/** The conversation of exactly these people; nobody, or the reader alone, is what they wrote to themselves. */
export function directPart(access: MessageAccess, operand: Operand): Part {
  const { realm } = access
  const conversation = findDirectConversation(realm.sql, getUserIdsByOperand(access, operand))
  if (conversation === undefined) return { sources: [withIds(realm, () => [])], matches: () => false }
  return {
    sources: [ofConversation(realm, conversation.id)],
    matches: (row) => row.conversation_id === conversation.id,
  }
}

/** Every conversation that somebody is in with the reader; those with oneself in them are all. */
export function directWithPart(access: MessageAccess, operand: Operand): Part {
  const { user_id } = getUserByOperand(access, operand)
  return directPartWhere(access, ({ people }) => people.includes(user_id))
}

/** The same, where there are others beside. */
export function groupDirectWithPart(access: MessageAccess, operand: Operand): Part {
  const { user_id } = getUserByOperand(access, operand)
  return directPartWhere(access, ({ people }) => people.length > 2 && people.includes(user_id))
}

export function directPartWhere(
  access: MessageAccess,
  fits: (conversation: Pick<DirectConversation, 'people'>) => boolean,
): Part {
  const { realm, reader } = access
  return {
    sources: [ofConversations(realm, () => directConversationsOf(realm.sql, reader.user_id).filter(fits))],
    matches: (row) => {
      const { people } = access.conversationOf(row)
      return people !== null && fits({ people })
    },
  }
}
