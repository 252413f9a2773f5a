import { allChannels } from '../../channels/channels/storage'
import type { MessageAccess } from '../access/access'
import { flagsFor } from '../access/flags'
import { mutedChannelIds } from '../../channels/subscriptions/storage'
import { isTopicResolved, RESOLVED_PREFIX } from '../../channels/topics/rules'
import { findTopic } from '../../channels/topics/lookup-storage'
import { topicsWithPrefix } from '../../channels/topics/storage'
import { Visibility, type VisibilityPolicy } from '../../channels/user-topics/rules'
import { mutedConversationTest, userTopicsOf } from '../../channels/user-topics/storage'
import { compileDirectWhere } from './conversation-operators'
import { messagesOfConversations, topicsOfChannels } from './merged-conversations'
import { messagesMentioning, flaggedMessages, unreadMessagesOf } from './sources'
import { badNarrow, type Operand, type CompiledTerm } from './term'

/** Compiles `is:…`. Flags are tested with `flagsFor`, which also computes the flags in responses, so the two agree. */
export function compileIs(access: MessageAccess, operand: Operand): CompiledTerm {
  const compile = OPERANDS.get(operand)
  if (compile === undefined) throw badNarrow({ desc: `unknown 'is' operand ${String(operand)}` })
  return compile(access)
}

const OPERANDS = new Map<Operand, (access: MessageAccess) => CompiledTerm>([
  ['dm', (access) => compileDirectWhere(access, () => true)],
  ['private', (access) => compileDirectWhere(access, () => true)],
  [
    'starred',
    (access) => ({
      sources: [flaggedMessages(access.realm, access.reader.user_id, 'starred')],
      matches: hasFlag(access, 'starred'),
    }),
  ],
  [
    'unread',
    (access) => {
      const isRead = hasFlag(access, 'read')
      return { sources: [unreadMessagesOf(access.realm, access.reader.user_id)], matches: (row) => !isRead(row) }
    },
  ],
  [
    'mentioned',
    (access) => ({
      sources: [messagesMentioning(access.realm, access.reader.user_id)],
      matches: hasFlag(access, 'mentioned', 'wildcard_mentioned'),
    }),
  ],
  [
    'alerted',
    (access) => ({
      sources: [flaggedMessages(access.realm, access.reader.user_id, 'alerted')],
      matches: hasFlag(access, 'has_alert_word'),
    }),
  ],
  ['resolved', compileResolved],
  ['followed', compileFollowed],
  ['muted', compileMuted],
])

function hasFlag(access: MessageAccess, ...alternatives: string[]): CompiledTerm['matches'] {
  const flags = flagsFor(access)
  return (row) => flags(row).some((flag) => alternatives.includes(flag))
}

const ROWS_BEFORE_TOPICS = 1000

function compileResolved(access: MessageAccess): CompiledTerm {
  const { realm } = access
  const resolved = (most: number) =>
    allChannels(realm).flatMap(({ stream_id }) => topicsWithPrefix(realm.sql, stream_id, RESOLVED_PREFIX, most + 1))
  return {
    sources: [messagesOfConversations(realm, resolved, ROWS_BEFORE_TOPICS)],
    matches: (row) => {
      const { topic } = access.conversationOf(row)
      return topic !== null && isTopicResolved(topic)
    },
  }
}

function compileFollowed(access: MessageAccess): CompiledTerm {
  const followed = topicsWith(access, Visibility.followed)
  const ids = new Set(followed.map((topic) => topic.id))
  return {
    sources: [messagesOfConversations(access.realm, () => followed)],
    matches: (row) => ids.has(access.conversationOf(row).id),
  }
}

/** The messages that the reader muted: by topic, or by channel, except for unmuted topics. */
export function compileMuted(access: MessageAccess): CompiledTerm {
  const { realm, reader } = access
  const mutedChannels = mutedChannelIds(realm, reader.user_id)
  const isMuted = mutedConversationTest(realm, reader.user_id)
  const muted = (most: number) => [
    ...topicsOfChannels(realm.sql, mutedChannels, most),
    ...topicsWith(access, Visibility.muted).filter(({ stream_id }) => !mutedChannels.has(stream_id)),
  ]
  return {
    sources: [messagesOfConversations(realm, muted, ROWS_BEFORE_TOPICS)],
    matches: (row) => isMuted(access.conversationOf(row)),
  }
}

const topicsWith = ({ realm, reader }: MessageAccess, policy: VisibilityPolicy) =>
  userTopicsOf(realm.sql, reader.user_id).flatMap(({ stream_id, topic_name, visibility_policy }) =>
    visibility_policy === policy ? (findTopic(realm, stream_id, topic_name) ?? []) : [],
  )
