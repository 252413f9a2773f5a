import type { IndexRow } from '../message-index/message'
import type { MessageAccess } from '../access/access'
import type { SubscriptionPeriod } from '../../channels/subscriptions/subscription-period'
import { periodsOfUser } from '../../channels/subscriptions/storage'
import type { Topic } from '../../channels/topics/conversation'
import { directConversationsOf, topicsWithMovedInMessages, topicsOf } from '../../channels/topics/storage'
import { ofConversations, type ConversationPart } from './merged-conversations'
import { partOf } from './operators'
import { either, everything, flaggedMessages, type Source } from './sources'
import { badNarrow, type Part, type Term } from './term'
import { resolveWith } from './with'

export type CompiledNarrow = {
  /** At least one of them can be begun with at once. */
  sources: readonly Source[]
  /** Does this row belong, as far as the narrow says? Whether the reader may read it is asked elsewhere, always. */
  matches: (row: IndexRow) => boolean
  /** A channel whose history the reader may see: all of it, not only what they received. */
  wholeHistory: boolean
  /** The reader looks into this very channel, muted or not. */
  namesChannel: boolean
}

export function compileNarrow(access: MessageAccess, said: readonly Term[]): CompiledNarrow {
  // What is near a message is decided by the anchor.
  const terms = resolveWith(access, said).filter(({ operator }) => operator !== 'near')
  requireOneKind(terms)
  const parts = terms.map((term) => ({ term, ...partOf(access, term, terms) }))
  const positive = parts.filter(({ term }) => !term.negated)
  return {
    sources: chooseSources(access, positive),
    matches: (row) => parts.every(({ term, matches }) => matches(row) !== term.negated),
    wholeHistory: positive.some(({ history }) => history === true) && !terms.some(isAboutTheReader),
    namesChannel: positive.some(({ term }) => term.operator === 'channel'),
  }
}

const OF_CHANNELS = ['channel', 'channels', 'topic']
const OF_DIRECT_MESSAGES = ['dm', 'dm-including', 'group-pm-with']

function requireOneKind(terms: readonly Term[]): void {
  const said = terms.filter(({ negated }) => !negated)
  const isOfChannels = said.some(({ operator }) => OF_CHANNELS.includes(operator))
  const isDirect = said.some(
    ({ operator, operand }) =>
      OF_DIRECT_MESSAGES.includes(operator) || (operator === 'is' && (operand === 'dm' || operand === 'private')),
  )
  if (isOfChannels && isDirect) throw badNarrow({ desc: 'No message can be both a channel message and direct message' })
}

// What a message is to somebody can only be said of their own messages.
const isAboutTheReader = ({ operator, operand }: Term) => operator === 'is' && operand !== 'resolved'

/** The best that each term knows; while they are not worth their beginning, or there are none, simply everything. */
function chooseSources(access: MessageAccess, parts: readonly Part[]): Source[] {
  const known = parts.flatMap(({ sources }) => sources ?? [])
  if (known.some(({ worthAfter }) => worthAfter === 0)) return known
  const all = everything(access.realm)
  return known.length > 0 ? [all, ...known] : [all, ownHistory(access)]
}

// Somebody in a few quiet channels of a busy realm would look at everybody's messages for a page of their own.
const OWN_HISTORY_WORTH_AFTER = 1000

function ownHistory({ realm, reader }: MessageAccess): Source {
  const { user_id } = reader
  const received = () => [
    ...joined([
      ...periodsOfUser(realm.sql, user_id).flatMap((span) => topicsOf(realm.sql, span.stream_id).flatMap(within(span))),
      ...topicsWithMovedInMessages(realm.sql),
    ]),
    ...directConversationsOf(realm.sql, user_id),
  ]
  return either(
    ofConversations(realm, received, OWN_HISTORY_WORTH_AFTER),
    flaggedMessages(realm, user_id, 'historical'),
  )
}

// As much of a topic as was said while somebody was there.
const within =
  ({ from_message, to_message }: SubscriptionPeriod) =>
  ({ id, min_id, max_id }: Topic) => {
    const part = { id, min_id: Math.max(min_id, from_message + 1), max_id: Math.min(max_id, to_message ?? max_id) }
    return part.min_id <= part.max_id ? [part] : []
  }

// Somebody may have been there more than once, and what was moved may lie outside of when they were.
function joined(parts: readonly ConversationPart[]): ConversationPart[] {
  const whole = new Map<number, ConversationPart>()
  for (const part of parts) {
    const known = whole.get(part.id) ?? part
    const { id, min_id, max_id } = part
    whole.set(id, { id, min_id: Math.min(min_id, known.min_id), max_id: Math.max(max_id, known.max_id) })
  }
  return [...whole.values()]
}
