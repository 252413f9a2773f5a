import { allChannels } from '../../channels/channels/storage'
import type { Reading } from '../access/access'
import { flagsShown } from '../access/flags'
import { mutedChannelIds } from '../../channels/subscriptions/storage'
import { isTopicResolved, RESOLVED_PREFIX } from '../../channels/topics/rules'
import { findTopic, topicsWithPrefix, topicsOf } from '../../channels/topics/storage'
import { Visibility, type VisibilityPolicy } from '../../channels/user-topics/rules'
import { mutedConversationTest, userTopicsOf } from '../../channels/user-topics/storage'
import { directPartWhere } from './conversations'
import { ofConversations } from './merged'
import { calling, marked, unreadBy } from './sources'
import { badNarrow, type Operand, type Part } from './term'

/** What a message is to the reader: `is:` in a narrow. A flag is asked of what shows flags, so the two always agree. */
export function isPart(reading: Reading, operand: Operand): Part {
  const part = PARTS.get(operand)
  if (part === undefined) throw badNarrow({ desc: `unknown 'is' operand ${String(operand)}` })
  return part(reading)
}

const PARTS = new Map<Operand, (reading: Reading) => Part>([
  ['dm', (reading) => directPartWhere(reading, () => true)],
  ['private', (reading) => directPartWhere(reading, () => true)],
  [
    'starred',
    (reading) => ({
      sources: [marked(reading.realm, reading.reader.user_id, 'starred')],
      matches: hasFlag(reading, 'starred'),
    }),
  ],
  [
    'unread',
    (reading) => {
      const isRead = hasFlag(reading, 'read')
      return { sources: [unreadBy(reading.realm, reading.reader.user_id)], matches: (row) => !isRead(row) }
    },
  ],
  [
    'mentioned',
    (reading) => ({
      sources: [calling(reading.realm, reading.reader.user_id)],
      matches: hasFlag(reading, 'mentioned', 'wildcard_mentioned'),
    }),
  ],
  [
    'alerted',
    (reading) => ({
      sources: [marked(reading.realm, reading.reader.user_id, 'alerted')],
      matches: hasFlag(reading, 'has_alert_word'),
    }),
  ],
  ['resolved', resolvedPart],
  ['followed', followedPart],
  ['muted', mutedPart],
])

function hasFlag(reading: Reading, ...wanted: string[]): Part['matches'] {
  const flags = flagsShown(reading)
  return (row) => flags(row).some((flag) => wanted.includes(flag))
}

const TOPICS_WORTH_AFTER = 1000

function resolvedPart(reading: Reading): Part {
  const { realm } = reading
  const resolved = () =>
    allChannels(realm).flatMap(({ stream_id }) => topicsWithPrefix(realm.sql, stream_id, RESOLVED_PREFIX))
  return {
    sources: [ofConversations(realm, resolved, TOPICS_WORTH_AFTER)],
    matches: (row) => {
      const { topic } = reading.conversationOf(row)
      return topic !== null && isTopicResolved(topic)
    },
  }
}

function followedPart(reading: Reading): Part {
  const followed = topicsWith(reading, Visibility.followed)
  const ids = new Set(followed.map((topic) => topic.id))
  return {
    sources: [ofConversations(reading.realm, () => followed)],
    matches: (row) => ids.has(reading.conversationOf(row).id),
  }
}

/** What calls the reader no more: topics that they muted, and those of muted channels but for their exceptions. */
export function mutedPart(reading: Reading): Part {
  const { realm, reader } = reading
  const mutedChannels = mutedChannelIds(realm, reader.user_id)
  const isMuted = mutedConversationTest(realm, reader.user_id)
  const muted = () => [
    ...allChannels(realm).flatMap(({ stream_id }) =>
      mutedChannels.has(stream_id) ? topicsOf(realm.sql, stream_id) : [],
    ),
    ...topicsWith(reading, Visibility.muted).filter(({ stream_id }) => !mutedChannels.has(stream_id)),
  ]
  return {
    sources: [ofConversations(realm, muted, TOPICS_WORTH_AFTER)],
    matches: (row) => isMuted(reading.conversationOf(row)),
  }
}

const topicsWith = ({ realm, reader }: Reading, policy: VisibilityPolicy) =>
  userTopicsOf(realm.sql, reader.user_id).flatMap(({ stream_id, topic_name, visibility_policy }) =>
    visibility_policy === policy ? (findTopic(realm, stream_id, topic_name) ?? []) : [],
  )
