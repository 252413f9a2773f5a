import type { ReadOnlyRealm } from '../../../realm'
import type { Channel } from '../../channels/channels/channel'
import { canSeeHistory } from '../../channels/channels/access-rules'
import { allChannels, findChannel } from '../../channels/channels/storage'
import type { MessageAccess } from '../access/access'
import { loadViewerAccess } from '../../channels/subscriptions/access'
import { resolveTopicName } from '../../channels/topics/rules'
import { findDirectConversation, findTopic } from '../../channels/topics/lookup-storage'
import { topicsNamed } from '../../channels/topics/storage'
import { topicKey } from '../../channels/topics/topic-key'
import { isSpectator } from '../../people/users/spectator'
import { GUEST } from '../../people/users/user'
import { directConversationsWith, topicsOfChannels } from './merged-conversations'
import { getChannelByOperand, getUserIdsByOperand, getUserByOperand } from './operands'
import { badNarrow, type ConversationTerm, type Operand, type Property, type Term } from './term'

// The operators for the location of a message: channels, topics and direct conversations.

// To merge the topics of a channel, all of them must be looked up. Most readers want the newest messages of a channel, and the
// newest messages of the realm often contain them.
const ROWS_BEFORE_TOPICS = 100
const ROWS_BEFORE_CHANNELS = 100

export function compileChannel(access: MessageAccess, operand: Operand): ConversationTerm {
  const channel = getChannelByOperand(access, operand)
  const { stream_id } = channel
  return {
    property: { name: 'channel', value: stream_id, isExclusive: true },
    conversations: conversationsIn(access.realm, () => [stream_id], ROWS_BEFORE_TOPICS),
    fits: (conversation) => conversation.stream_id === stream_id,
    history: canSeeHistory(channel, loadViewerAccess(access.realm, access.reader, channel)),
  }
}

const KINDS_OF_CHANNEL = new Map<Operand, (channel: Channel) => boolean>([
  ['public', (channel) => !channel.invite_only],
  ['web-public', (channel) => channel.is_web_public && !channel.is_archived],
  ['archived', (channel) => channel.is_archived],
])

/** All channels of a kind. Users who can join each public channel see the whole history of all of them. */
export function compileChannels(access: MessageAccess, operand: Operand): ConversationTerm {
  const { realm, reader } = access
  const isOfKind = KINDS_OF_CHANNEL.get(operand)
  if (isOfKind === undefined) throw badNarrow({ desc: `unknown channels operand ${String(operand)}` })
  const ids = () => allChannels(realm).flatMap((channel) => (isOfKind(channel) ? [channel.stream_id] : []))
  return {
    property: { name: 'channels', value: String(operand) },
    conversations: conversationsIn(realm, ids, ROWS_BEFORE_CHANNELS),
    fits: ({ stream_id }) => {
      const channel = stream_id === null ? undefined : findChannel(realm, stream_id)
      return channel !== undefined && isOfKind(channel)
    },
    history: isSpectator(reader) || (operand === 'public' && reader.role < GUEST),
  }
}

/** A topic of the channel that the narrow names. Without a channel: the topics with this name in all channels. */
export function compileTopic(access: MessageAccess, operand: Operand, terms: readonly Term[]): ConversationTerm {
  const { realm } = access
  const topic = resolveTopicName(String(operand))
  const key = topicKey(topic)
  const property = { name: 'topic', value: key, isExclusive: true }
  const fits: ConversationTerm['fits'] = ({ topic }) => topic !== null && topicKey(topic) === key
  const channelTerm = terms.find(({ operator, negated }) => !negated && operator === 'channel')
  if (channelTerm !== undefined) {
    const { stream_id } = getChannelByOperand(access, channelTerm.operand)
    const found = findTopic(realm, stream_id, topic)
    return { property, fits, conversations: found ? [found] : [] }
  }
  const load = () => {
    const ids = allChannels(realm).map(({ stream_id }) => stream_id)
    return topicsNamed(realm.sql, ids, topic)
  }
  return { property, fits, conversations: { load, startAfterRows: ROWS_BEFORE_TOPICS } }
}

/** The direct conversation of exactly these users. Without other users, it has the reader's messages to themselves. */
export function compileDirect(access: MessageAccess, operand: Operand): ConversationTerm {
  const { realm } = access
  const people = getUserIdsByOperand(access, operand).toSorted((a, b) => a - b)
  const conversation = findDirectConversation(realm, people)
  return {
    property: { name: 'dm', value: people.join(), isExclusive: true },
    conversations: conversation ? [conversation] : [],
    fits: ({ id }) => id === conversation?.id,
  }
}

/** The reader's direct conversations that have this user. All of them, if the user is the reader. */
export function compileDirectIncluding(access: MessageAccess, operand: Operand): ConversationTerm {
  const { user_id } = getUserByOperand(access, operand)
  return compileDirectWhere(access, { name: 'dm-including', value: user_id }, (people) => people.includes(user_id))
}

/** The reader's direct conversations of at least three users that have this user. */
export function compileGroupDirectWith(access: MessageAccess, operand: Operand): ConversationTerm {
  const { user_id } = getUserByOperand(access, operand)
  const property = { name: 'group-pm-with', value: user_id }
  return compileDirectWhere(access, property, (people) => people.length > 2 && people.includes(user_id))
}

/** The reader's direct conversations that fit. */
export function compileDirectWhere(
  { realm, reader }: MessageAccess,
  property: Property,
  isOf: (people: readonly number[]) => boolean,
): ConversationTerm {
  return {
    property,
    conversations: { load: () => directConversationsWith(realm.sql, reader.user_id), startAfterRows: 0 },
    fits: ({ people }) => people !== null && isOf(people),
  }
}

const conversationsIn = (realm: ReadOnlyRealm, stream_ids: () => readonly number[], startAfterRows: number) => ({
  load: () => topicsOfChannels(realm.sql, stream_ids()),
  startAfterRows,
})
