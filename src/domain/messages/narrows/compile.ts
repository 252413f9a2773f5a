import type { IndexRow } from '../message-index/message'
import type { MessageAccess } from '../access/access'
import { compileTerm } from './operators'
import { OwnHistoryInMemory, ownHistory } from './own-history'
import { allMessages, type Source } from './sources'
import { badNarrow, type CompiledTerm, type Term } from './term'
import { resolveWith } from './with-operator'

export type CompiledNarrow = {
  /** At least one of them can start at once. */
  sources: readonly Source[]
  /** What memory has of the messages, for a narrow without terms. */
  inMemory?: OwnHistoryInMemory | undefined
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
    inMemory: terms.length === 0 ? new OwnHistoryInMemory(access) : undefined,
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
