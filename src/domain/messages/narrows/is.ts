import { allChannels } from '../../channels/channels/storage'
import type { MessageAccess } from '../access/access'
import { flagsFor } from '../access/flags'
import { mutedChannelIds } from '../../channels/subscriptions/storage'
import { isTopicResolved, RESOLVED_PREFIX } from '../../channels/topics/rules'
import { findTopic, topicsWithPrefix, topicsOf } from '../../channels/topics/storage'
import { Visibility, type VisibilityPolicy } from '../../channels/user-topics/rules'
import { mutedConversationTest, userTopicsOf } from '../../channels/user-topics/storage'
import { directPartWhere } from './conversations'
import { ofConversations } from './merged-conversations'
import { mentioning, flaggedMessages, unreadMessagesOf } from './sources'
import { badNarrow, type Operand, type Part } from './term'

/** What a message is to the reader: `is:` in a narrow. A flag is asked of what shows flags, so the two always agree. */
export function isPart(access: MessageAccess, operand: Operand): Part {
  const part = PARTS.get(operand)
  if (part === undefined) throw badNarrow({ desc: `unknown 'is' operand ${String(operand)}` })
  return part(access)
}

const PARTS = new Map<Operand, (access: MessageAccess) => Part>([
  ['dm', (access) => directPartWhere(access, () => true)],
  ['private', (access) => directPartWhere(access, () => true)],
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
      sources: [mentioning(access.realm, access.reader.user_id)],
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
  ['resolved', resolvedPart],
  ['followed', followedPart],
  ['muted', mutedPart],
])

function hasFlag(access: MessageAccess, ...wanted: string[]): Part['matches'] {
  const flags = flagsFor(access)
  return (row) => flags(row).some((flag) => wanted.includes(flag))
}

const TOPICS_WORTH_AFTER = 1000

function resolvedPart(access: MessageAccess): Part {
  const { realm } = access
  const resolved = () =>
    allChannels(realm).flatMap(({ stream_id }) => topicsWithPrefix(realm.sql, stream_id, RESOLVED_PREFIX))
  return {
    sources: [ofConversations(realm, resolved, TOPICS_WORTH_AFTER)],
    matches: (row) => {
      const { topic } = access.conversationOf(row)
      return topic !== null && isTopicResolved(topic)
    },
  }
}

function followedPart(access: MessageAccess): Part {
  const followed = topicsWith(access, Visibility.followed)
  const ids = new Set(followed.map((topic) => topic.id))
  return {
    sources: [ofConversations(access.realm, () => followed)],
    matches: (row) => ids.has(access.conversationOf(row).id),
  }
}

/** What calls the reader no more: topics that they muted, and those of muted channels but for their exceptions. */
export function mutedPart(access: MessageAccess): Part {
  const { realm, reader } = access
  const mutedChannels = mutedChannelIds(realm, reader.user_id)
  const isMuted = mutedConversationTest(realm, reader.user_id)
  const muted = () => [
    ...allChannels(realm).flatMap(({ stream_id }) =>
      mutedChannels.has(stream_id) ? topicsOf(realm.sql, stream_id) : [],
    ),
    ...topicsWith(access, Visibility.muted).filter(({ stream_id }) => !mutedChannels.has(stream_id)),
  ]
  return {
    sources: [ofConversations(realm, muted, TOPICS_WORTH_AFTER)],
    matches: (row) => isMuted(access.conversationOf(row)),
  }
}

const topicsWith = ({ realm, reader }: MessageAccess, policy: VisibilityPolicy) =>
  userTopicsOf(realm.sql, reader.user_id).flatMap(({ stream_id, topic_name, visibility_policy }) =>
    visibility_policy === policy ? (findTopic(realm, stream_id, topic_name) ?? []) : [],
  )
