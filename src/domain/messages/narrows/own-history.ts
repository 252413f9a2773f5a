import type { MessageAccess } from '../access/access'
import type { SubscriptionPeriod } from '../../channels/subscriptions/subscription-period'
import { periodsOfUser } from '../../channels/subscriptions/user-subscriptions-storage'
import type { Conversation, Topic } from '../../channels/topics/conversation'
import type { ConversationPart } from './conversation-merge'
import {
  directConversationsWith,
  messagesOfConversations,
  topicsOfChannels,
  topicsWithMovedIn,
} from './merged-conversations'
import { messagesInChunks, type InChunks } from './messages-in-chunks'
import { flaggedMessages, unionOf, type Source } from './sources'

// A reader with a few quiet channels in a busy realm would otherwise read the messages of all channels for one page.
const ROWS_BEFORE_OWN_HISTORY = 300

type Fits = (conversation: Conversation) => boolean

/** Contains the messages that the reader received, by conversation that fits, and older messages on which the reader acted. */
export function ownHistory(access: MessageAccess, fits: Fits, startAfterRows = ROWS_BEFORE_OWN_HISTORY): Source {
  const { realm, reader } = access
  return unionOf(
    messagesOfConversations(realm, () => receivedParts(access, fits), startAfterRows),
    flaggedMessages(realm, reader.user_id, 'historical'),
  )
}

/** The same messages as `ownHistory`, from chunks of ids. */
export function ownHistoryInChunks(
  access: MessageAccess,
  { fits, ...selected }: InChunks,
  startAfterRows = ROWS_BEFORE_OWN_HISTORY,
): Source {
  const isOwn = mayBeOwn(access)
  return unionOf(
    messagesInChunks(
      access,
      { ...selected, fits: (conversation) => fits(conversation) && isOwn(conversation) },
      startAfterRows,
    ),
    flaggedMessages(access.realm, access.reader.user_id, 'historical'),
  )
}

/** Returns a test of conversations: whether the reader may have received some of their messages. */
export function mayBeOwn({ realm, reader }: MessageAccess): Fits {
  const periods = periodsOfUser(realm, reader.user_id)
  return ({ stream_id, people, moved }) =>
    stream_id === null ? people.includes(reader.user_id) : periods.has(stream_id) || moved === 'across_channels'
}

function receivedParts({ realm, reader }: MessageAccess, fits: Fits): readonly ConversationPart[] | undefined {
  const periods = periodsOfUser(realm, reader.user_id)
  const topics = topicsOfChannels(realm.sql, [...periods.keys()])
  if (topics === undefined) return undefined
  const moved = topicsWithMovedIn(realm.sql)
  if (moved === undefined) return undefined
  const direct = directConversationsWith(realm.sql, reader.user_id)
  if (direct === undefined) return undefined
  const parts = topics
    .filter(fits)
    .flatMap((topic) => periods.get(topic.stream_id)!.flatMap((period) => partWithin(period, topic)))
  return [...joinParts([...parts, ...moved.filter(fits)]), ...direct.filter(fits)]
}

// The part of a topic that was sent during a subscription period.
function partWithin(
  { from_message, to_message }: SubscriptionPeriod,
  { id, min_id, max_id }: Topic,
): ConversationPart[] {
  const part = { id, min_id: Math.max(min_id, from_message + 1), max_id: Math.min(max_id, to_message ?? max_id) }
  return part.min_id <= part.max_id ? [part] : []
}

// A user can have several periods in a channel, and moved messages can lie outside of them.
function joinParts(parts: readonly ConversationPart[]): ConversationPart[] {
  const joined = new Map<number, ConversationPart>()
  for (const part of parts) {
    const other = joined.get(part.id) ?? part
    const { id, min_id, max_id } = part
    joined.set(id, { id, min_id: Math.min(min_id, other.min_id), max_id: Math.max(max_id, other.max_id) })
  }
  return [...joined.values()]
}
