import * as v from 'valibot'
import { apiError } from '../../api/errors'
import { boolean, integer, list, optional, text } from '../../api/params'
import type { Realm } from '../../realm'
import { canSeeHistory, canSeeMetadata } from '../channels/rules'
import { maybeChannel, maybeChannelNamed } from '../channels/storage'
import type { Channel } from '../channels/channel'
import { viewerOf } from '../subscriptions/access'
import { maybeDirectConversation, maybeTopic, topicKey } from '../topics/storage'
import { topicMeant } from '../topics/rules'
import { maybeUserKnownAs } from '../users/known-as'
import { maybeUser } from '../users/storage'
import type { User } from '../users/user'
import type { Reading } from './access'
import type { IndexRow } from './storage'

/** The words of a narrow, as clients send them: `{operator, operand, negated}`, or the older pair. */
const operand = v.union([text(), integer(), list(integer()), list(text())])
const term = v.union([
  v.object({ operator: text(), operand, negated: optional(boolean(), false) }),
  v.pipe(
    v.tuple([text(), operand]),
    v.transform(([operator, operand]) => ({ operator, operand, negated: false })),
  ),
])
export const narrowParam = v.nullable(list(term))
export type Term = v.InferOutput<typeof term>

export const badNarrow = apiError('BAD_NARROW', (f: { desc: string }) => `Invalid narrow operator: ${f.desc}`)

/** Where to look for the messages of a narrow: the most selective thing that it says. What else it says is asked of each row. */
export type Source =
  | { kind: 'conversation'; id: number }
  | { kind: 'channel'; stream_id: number }
  | { kind: 'sender'; id: number }
  | { kind: 'ids'; ids: number[] }
  | { kind: 'all' }

export type Compiled = {
  source: Source
  /** Does this row belong, as far as the narrow says? Whether the reader may read it is asked elsewhere, always. */
  matches: (row: IndexRow, reading: Reading) => boolean
  /** A channel whose history the reader may see: all of it, not only what they received. */
  wholeHistory: boolean
}

const NOTHING: Source = { kind: 'ids', ids: [] }

export function compileNarrow(realm: Realm, reader: User, terms: readonly Term[]): Compiled {
  refuseTwoKinds(terms)
  const parts = terms.map((term) => ({ term, ...compileTerm(realm, reader, term, terms) }))
  const sources = parts.flatMap(({ term, source }) => (term.negated || source === undefined ? [] : [source]))
  return {
    source: sources.reduce(narrower, { kind: 'all' }),
    matches: (row, reading) => parts.every(({ term, matches }) => matches(row, reading) !== term.negated),
    wholeHistory: parts.some(({ term, history }) => !term.negated && history === true),
  }
}

const OF_CHANNELS = ['channel', 'stream', 'topic']
const OF_DIRECT_MESSAGES = ['dm', 'pm-with', 'pm_with']

function refuseTwoKinds(terms: readonly Term[]): void {
  const says = (operators: readonly string[]) =>
    terms.some(({ operator, negated }) => !negated && operators.includes(operator))
  if (says(OF_CHANNELS) && says(OF_DIRECT_MESSAGES))
    throw badNarrow({ desc: 'No message can be both a channel message and direct message' })
}

const SELECTIVITY = { ids: 0, conversation: 1, channel: 2, sender: 3, all: 4 }
const narrower = (a: Source, b: Source) => (SELECTIVITY[b.kind] < SELECTIVITY[a.kind] ? b : a)

type Part = { source?: Source; matches: Compiled['matches']; history?: boolean }

function compileTerm(realm: Realm, reader: User, { operator, operand }: Term, terms: readonly Term[]): Part {
  switch (operator) {
    case 'channel':
    case 'stream':
      return channelPart(realm, reader, channelNamedIn(realm, reader, operand))
    case 'topic':
      return topicPart(realm, reader, operand, terms)
    case 'sender': {
      const { user_id } = userNamedIn(realm, reader, operand)
      return { source: { kind: 'sender', id: user_id }, matches: (row) => row.sender_id === user_id }
    }
    case 'dm':
    case 'pm-with':
    case 'pm_with':
      return directPart(realm, reader, operand)
    case 'id': {
      const id = /^\d+$/.test(String(operand)) ? Number(operand) : NaN
      if (!Number.isSafeInteger(id) || typeof operand === 'object') throw badNarrow({ desc: 'Invalid message ID' })
      return { source: { kind: 'ids', ids: [id] }, matches: (row) => row.id === id }
    }
    default:
      throw badNarrow({ desc: `unknown operator ${operator}` })
  }
}

function channelNamedIn(realm: Realm, reader: User, operand: Term['operand']): Channel {
  const byId = typeof operand === 'number' ? maybeChannel(realm, operand) : undefined
  const channel =
    byId ??
    maybeChannelNamed(realm, String(operand)) ??
    (/^\d+$/.test(String(operand)) ? maybeChannel(realm, Number(operand)) : undefined)
  if (channel === undefined || !canSeeMetadata(channel, viewerOf(realm, reader, channel)))
    throw badNarrow({ desc: `unknown channel ${String(operand)}` })
  return channel
}

function channelPart(realm: Realm, reader: User, channel: Channel): Part {
  return {
    source: { kind: 'channel', stream_id: channel.stream_id },
    matches: (row, reading) => reading.conversationOf(row).stream_id === channel.stream_id,
    history: canSeeHistory(channel, viewerOf(realm, reader, channel)),
  }
}

function topicPart(realm: Realm, reader: User, operand: Term['operand'], terms: readonly Term[]): Part {
  const topic = topicMeant(String(operand))
  const beside = terms.find((term) => (term.operator === 'channel' || term.operator === 'stream') && !term.negated)
  const key = topicKey(topic)
  const matches: Compiled['matches'] = (row, reading) => {
    const conversation = reading.conversationOf(row)
    return conversation.stream_id !== null && topicKey(conversation.topic) === key
  }
  if (beside === undefined) return { matches }
  const found = maybeTopic(realm, channelNamedIn(realm, reader, beside.operand).stream_id, topic)
  return { source: found ? { kind: 'conversation', id: found.id } : NOTHING, matches }
}

function userNamedIn(realm: Realm, reader: User, operand: Term['operand']): User {
  const user =
    typeof operand === 'number' ? maybeUser(realm, operand) : maybeUserKnownAs(realm, reader, String(operand))
  if (user === undefined) throw badNarrow({ desc: `unknown user ${String(operand)}` })
  return user
}

/** People in any order, with or without the reader; nobody, or the reader alone, is what they wrote to themselves. */
function directPart(realm: Realm, reader: User, operand: Term['operand']): Part {
  const named: readonly (string | number)[] =
    typeof operand === 'object'
      ? operand
      : typeof operand === 'number'
        ? [operand]
        : operand.split(',').filter((each) => each.trim() !== '')
  const people = [reader, ...named.map((each) => userNamedIn(realm, reader, each))].map((user) => user.user_id)
  const conversation = maybeDirectConversation(realm, people)
  if (conversation === undefined) return { source: NOTHING, matches: () => false }
  return {
    source: { kind: 'conversation', id: conversation.id },
    matches: (row) => row.conversation_id === conversation.id,
  }
}
