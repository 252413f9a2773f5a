import { allChannels } from '../../channels/channels/storage'
import type { IndexRow } from '../message-index/message'
import type { MessageAccess } from '../access/access'
import { flagsFor, readTest, unreadTest } from '../access/flags'
import { mutedChannelIds } from '../../channels/subscriptions/storage'
import { FlagSet } from '../flag-sets/flag-set'
import { isTopicResolved } from '../../channels/topics/rules'
import { findTopic } from '../../channels/topics/lookup-storage'
import { Visibility, type VisibilityPolicy } from '../../channels/user-topics/rules'
import { mutedConversationTest, userTopicsOf } from '../../channels/user-topics/storage'
import { compileDirectWhere } from './conversation-operators'
import { resolvedTopicsOf, topicsOfChannels } from './merged-conversations'
import { beyondFlagged, messagesMentioning, flaggedMessages, unreadMessagesOf } from './sources'
import { badNarrow, type CompiledTerm, type ConversationTerm, type Operand } from './term'

/** Compiles `is:…`. Flags are tested with `flagsFor`, which also computes the flags in responses, so the two agree. */
export function compileIs(access: MessageAccess, operand: Operand): CompiledTerm {
  const compile = OPERANDS.get(operand)
  if (compile === undefined) throw badNarrow({ desc: `unknown 'is' operand ${String(operand)}` })
  return compile(access)
}

const compileIsDirect = (access: MessageAccess) => compileDirectWhere(access, { name: 'is', value: 'dm' }, () => true)

const OPERANDS = new Map<Operand, (access: MessageAccess) => CompiledTerm>([
  ['dm', compileIsDirect],
  ['private', compileIsDirect],
  [
    'starred',
    (access) => ({
      property: { name: 'is', value: 'starred' },
      sources: [flaggedMessages(access.realm, access.reader.user_id, 'starred')],
      matches: hasFlag(access, 'starred'),
    }),
  ],
  [
    'unread',
    (access) => {
      const { realm, reader } = access
      const isRead = readTest(access)
      const read = new FlagSet(realm, reader.user_id, 'read')
      return {
        property: { name: 'is', value: 'unread' },
        sources: [unreadMessagesOf(realm, reader.user_id)],
        mayMatch: unreadTest(access),
        beyond: (direction, bound) => beyondFlagged(read, direction, bound),
        matches: (row) => !isRead(row),
      }
    },
  ],
  [
    'mentioned',
    (access) => ({
      property: { name: 'is', value: 'mentioned' },
      sources: [messagesMentioning(access.realm, access.reader.user_id)],
      matches: mentionTest(access),
    }),
  ],
  [
    'alerted',
    (access) => ({
      property: { name: 'is', value: 'alerted' },
      sources: [flaggedMessages(access.realm, access.reader.user_id, 'alerted')],
      matches: hasFlag(access, 'has_alert_word'),
    }),
  ],
  ['resolved', compileResolved],
  ['followed', compileFollowed],
  ['muted', compileMuted],
])

/** Returns a test of messages: whether `is:mentioned` selects them. */
export const mentionTest = (access: MessageAccess) => hasFlag(access, 'mentioned', 'wildcard_mentioned')

function hasFlag(access: MessageAccess, ...alternatives: string[]) {
  const flags = flagsFor(access)
  return (row: IndexRow) => flags(row).some((flag) => alternatives.includes(flag))
}

const ROWS_BEFORE_TOPICS = 100

function compileResolved({ realm }: MessageAccess): ConversationTerm {
  const load = () =>
    resolvedTopicsOf(
      realm.sql,
      allChannels(realm).map(({ stream_id }) => stream_id),
    )
  return {
    property: { name: 'is', value: 'resolved' },
    conversations: { load, startAfterRows: ROWS_BEFORE_TOPICS },
    fits: ({ topic }) => topic !== null && isTopicResolved(topic),
  }
}

function compileFollowed(access: MessageAccess): ConversationTerm {
  const followed = topicsWith(access, Visibility.followed)
  const ids = new Set(followed.map((topic) => topic.id))
  return { property: { name: 'is', value: 'followed' }, conversations: followed, fits: ({ id }) => ids.has(id) }
}

/** The messages that the reader muted: by topic, or by channel, except for unmuted topics. */
export function compileMuted(access: MessageAccess): ConversationTerm {
  const { realm, reader } = access
  const mutedChannels = mutedChannelIds(realm, reader.user_id)
  const isMuted = mutedConversationTest(realm, reader.user_id)
  const load = () => {
    const ofChannels = topicsOfChannels(realm.sql, [...mutedChannels])
    const muted = topicsWith(access, Visibility.muted).filter(({ stream_id }) => !mutedChannels.has(stream_id))
    return ofChannels && [...ofChannels, ...muted]
  }
  return {
    property: { name: 'is', value: 'muted' },
    conversations: { load, startAfterRows: ROWS_BEFORE_TOPICS },
    fits: isMuted,
  }
}

const topicsWith = ({ realm, reader }: MessageAccess, policy: VisibilityPolicy) =>
  userTopicsOf(realm.sql, reader.user_id).flatMap(({ stream_id, topic_name, visibility_policy }) =>
    visibility_policy === policy ? (findTopic(realm, stream_id, topic_name) ?? []) : [],
  )
