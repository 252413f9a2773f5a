import { topicKey } from '../../../client-state/unread'
import type { KeptConversation } from '../../../client-state/wire'
import type { Search } from '../../../src/domain/messages/search/match-rules'
import { parseQuery } from '../../../src/tokenizer/query'
import type { Term } from '../../routes/terms'
import type { Kept } from '../kept'
import { ALERTED, hasFlag, hasKind, KINDS, MENTIONS } from './message-words'

/** What a search needs of the state of the client. */
export type SearchState = {
  user_id: number
  subscribed: readonly number[]
  starred: readonly number[]
  unread: readonly number[]
}

/** How the terms of a search are answered from a replica. */
export type SearchPlan = {
  search: Search
  /** Under which words the index has all messages of the terms. */
  words: string[]
  /** Sets of ids. A message must be in each. */
  ids: (readonly number[])[]
  isPlace: ((conversation: KeptConversation) => boolean)[]
  isMessage: ((kept: Kept) => boolean)[]
  /** Whether the server would answer the same: the replica has all messages of the place, and decides each term as the server does. */
  isExact: boolean
}

type Test = {
  place?: (conversation: KeptConversation) => boolean
  message?: (kept: Kept) => boolean
  word?: string
  ids?: readonly number[]
  isInexact?: boolean
  /** The replica has all messages of the place. */
  whole?: 'channel' | 'direct'
}

/** Returns the plan of a search, or undefined if only the server can answer it. */
export function planSearch(terms: readonly Term[], state: SearchState): SearchPlan | undefined {
  const plan: SearchPlan = {
    search: { required: [], excluded: [] },
    words: [],
    ids: [],
    isPlace: [],
    isMessage: [],
    isExact: true,
  }
  const wholes = new Set<string>()
  for (const { operator, operand, negated = false } of terms) {
    if (operator === 'near') continue
    if (operator === 'search') {
      if (typeof operand !== 'string' || operand.trim() === '' || operand.length > MAX_QUERY_CHARACTERS)
        return undefined
      plan.search[negated ? 'excluded' : 'required'].push(parseQuery(operand))
      continue
    }
    const test = testOf(operator, operand, state)
    if (test === undefined) return undefined
    if (test.isInexact === true) plan.isExact = false
    add(plan, test, negated)
    if (!negated && test.whole) wholes.add(test.whole)
  }
  if (wholes.size > 1) return undefined
  const isWholeChannel = wholes.has('channel') && !terms.some(isAboutReader)
  // Only the server knows which messages the user did not receive, but reacted to.
  plan.isExact &&= isWholeChannel || wholes.has('direct')
  // Otherwise a search has what the user received.
  const starred = new Set(state.starred)
  if (!isWholeChannel) plan.isMessage.push((kept) => !hasFlag(kept, 'historical') || starred.has(kept.id))
  return plan
}

/** As the server: such a term limits a channel to what the user received. */
const isAboutReader = ({ operator, operand }: Term): boolean => operator === 'is' && operand !== 'resolved'

const MAX_QUERY_CHARACTERS = 4000

function add(plan: SearchPlan, { place, message, word, ids }: Test, negated: boolean) {
  if (place) plan.isPlace.push(negated ? (conversation) => !place(conversation) : place)
  if (message) plan.isMessage.push(negated ? (kept) => !message(kept) : message)
  if (word !== undefined && !negated) plan.words.push(word)
  if (ids === undefined) return
  if (!negated) return void plan.ids.push(ids)
  const excluded = new Set(ids)
  plan.isMessage.push(({ id }) => !excluded.has(id))
}

function testOf(operator: string, operand: Term['operand'], state: SearchState): Test | undefined {
  switch (operator) {
    case 'channel':
      return typeof operand === 'number' && state.subscribed.includes(operand)
        ? { whole: 'channel', place: (at) => at.type === 'stream' && at.stream_id === operand }
        : undefined
    case 'topic': {
      const key = topicKey(0, String(operand).trim())
      return { place: (at) => at.type === 'stream' && topicKey(0, at.subject) === key }
    }
    case 'dm':
      return directWith(operand, state)
    case 'dm-including':
      return typeof operand === 'number' ? { place: (at) => peopleOf(at).includes(operand) } : undefined
    case 'sender': {
      const user_id = operand === 'me' ? state.user_id : operand
      return typeof user_id === 'number'
        ? { word: `sender:${user_id}`, message: ({ sender_id }) => sender_id === user_id }
        : undefined
    }
    case 'has': {
      const kind = KINDS.find((name) => name === operand)
      return kind && { word: `has:${kind}`, message: (kept) => hasKind(kept, kind), isInexact: kind !== 'reaction' }
    }
    case 'id':
      return /^\d+$/.test(String(operand)) ? { ids: [Number(operand)] } : undefined
    case 'in':
      return operand === 'all' ? {} : undefined
    case 'is':
      return isOperand(operand, state)
    default:
      return undefined
  }
}

function directWith(operand: Term['operand'], { user_id }: SearchState): Test | undefined {
  if (typeof operand !== 'object') return undefined
  const people = [...new Set([...operand, user_id])].sort((a, b) => a - b).join()
  return {
    place: (at) =>
      at.type === 'private' &&
      peopleOf(at)
        .sort((a, b) => a - b)
        .join() === people,
  }
}

function isOperand(operand: Term['operand'], state: SearchState): Test | undefined {
  switch (operand) {
    case 'dm':
    case 'private':
      return { whole: 'direct', place: ({ type }) => type === 'private' }
    case 'starred':
      return { ids: state.starred }
    case 'unread':
      return { ids: state.unread }
    case 'mentioned':
      return { word: 'is:mentioned', message: (kept) => hasFlag(kept, ...MENTIONS) }
    case 'alerted':
      return { word: 'is:alerted', message: (kept) => hasFlag(kept, ALERTED) }
    case 'resolved':
      return { place: (at) => at.type === 'stream' && at.subject.startsWith(RESOLVED) }
    default:
      return undefined
  }
}

const RESOLVED = '✔ '

const peopleOf = (at: KeptConversation): number[] =>
  at.type === 'private' ? at.display_recipient.map(({ id }) => id) : []
