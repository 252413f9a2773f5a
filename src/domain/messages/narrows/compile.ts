import type { IndexRow } from '../message-index/message'
import type { MessageAccess } from '../access/access'
import type { SubscriptionPeriod } from '../../channels/subscriptions/subscription-period'
import { periodsOfUser } from '../../channels/subscriptions/user-subscriptions-storage'
import type { Topic } from '../../channels/topics/conversation'
import { directConversationsOf, topicsWithMovedInMessages, topicsOf } from '../../channels/topics/storage'
import { messagesOfConversations, type ConversationPart } from './merged-conversations'
import { compileTerm } from './operators'
import { allMessages, flaggedMessages, unionOf, type Source } from './sources'
import { badNarrow, type CompiledTerm, type Term } from './term'
import { resolveWith } from './with-operator'

export type CompiledNarrow = {
  /** At least one of them can start at once. */
  sources: readonly Source[]
  /** Whether a message has all terms. The caller also checks whether the reader can read it. */
  matches: (row: IndexRow) => boolean
  /** The narrow has a channel's whole history, not only the messages that the reader received. */
  wholeHistory: boolean
  /** The narrow names a channel, so the reader wants to see it even if it is muted. */
  namesChannel: boolean
}

/** Compiles a narrow for a reader. Throws if a term is not valid, or names something that the reader cannot see. */
export function compileNarrow(access: MessageAccess, narrow: readonly Term[]): CompiledNarrow {
  // `near` selects nothing: the client sends its message as the anchor.
  const terms = resolveWith(access, narrow).filter(({ operator }) => operator !== 'near')
  requireOneKind(terms)
  const compiled = terms.map((term) => ({ term, ...compileTerm(access, term, terms) }))
  const positive = compiled.filter(({ term }) => !term.negated)
  return {
    sources: chooseSources(access, positive),
    matches: (row) => compiled.every(({ term, matches }) => matches(row) !== term.negated),
    wholeHistory: positive.some(({ history }) => history === true) && !terms.some(isAboutReader),
    namesChannel: positive.some(({ term }) => term.operator === 'channel'),
  }
}

const OF_CHANNELS = ['channel', 'channels', 'topic']
const OF_DIRECT_MESSAGES = ['dm', 'dm-including', 'group-pm-with']

function requireOneKind(terms: readonly Term[]): void {
  const positive = terms.filter(({ negated }) => !negated)
  const isOfChannels = positive.some(({ operator }) => OF_CHANNELS.includes(operator))
  const isDirect = positive.some(
    ({ operator, operand }) =>
      OF_DIRECT_MESSAGES.includes(operator) || (operator === 'is' && (operand === 'dm' || operand === 'private')),
  )
  if (isOfChannels && isDirect) throw badNarrow({ desc: 'No message can be both a channel message and direct message' })
}

// `is:starred`, for example, selects from the reader's own messages.
const isAboutReader = ({ operator, operand }: Term) => operator === 'is' && operand !== 'resolved'

/** Returns the sources of the terms. Adds all messages, if none of these can start at once. */
function chooseSources(access: MessageAccess, terms: readonly CompiledTerm[]): Source[] {
  const sources = terms.flatMap((term) => term.sources ?? [])
  if (sources.some(({ startAfterRows }) => startAfterRows === 0)) return sources
  const all = allMessages(access.realm)
  return sources.length > 0 ? [all, ...sources] : [all, ownHistory(access)]
}

// A reader with a few quiet channels in a busy realm would otherwise read the messages of all channels for one page.
const ROWS_BEFORE_OWN_HISTORY = 1000

/** Contains the messages that the reader received, by conversation, and older messages on which the reader acted. */
function ownHistory({ realm, reader }: MessageAccess): Source {
  const { user_id } = reader
  const received = () => [
    ...joinParts([
      ...[...periodsOfUser(realm, user_id).values()]
        .flat()
        .flatMap((period) => topicsOf(realm.sql, period.stream_id).flatMap(partWithin(period))),
      ...topicsWithMovedInMessages(realm.sql),
    ]),
    ...directConversationsOf(realm.sql, user_id),
  ]
  return unionOf(
    messagesOfConversations(realm, received, ROWS_BEFORE_OWN_HISTORY),
    flaggedMessages(realm, user_id, 'historical'),
  )
}

// The part of a topic that was sent during a subscription period.
const partWithin =
  ({ from_message, to_message }: SubscriptionPeriod) =>
  ({ id, min_id, max_id }: Topic) => {
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
