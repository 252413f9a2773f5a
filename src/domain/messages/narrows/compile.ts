import { segmentsInEach } from '../../channels/topics/segment-storage'
import type { Conversation } from '../../channels/topics/conversation'
import type { IndexRow } from '../message-index/message'
import type { MessageAccess } from '../access/access'
import { compileTerm } from './operators'
import { channelInMemory, ownHistoryInMemory, type NewestInMemory } from './newest-in-memory'
import { ownHistory, ownHistoryInChunks } from './own-history'
import { excludeEachOther } from './contradictions'
import { loadFitting, messagesOfConversations } from './merged-conversations'
import { messagesInChunks, type InChunks } from './messages-in-chunks'
import { allMessages, messagesOfConversation, noMessages, type Source } from './sources'
import { badNarrow, type CompiledTerm, type ConversationTerm, type Term } from './term'
import { resolveWith } from './with-operator'

export type CompiledNarrow = {
  /** At least one of them can start at once. */
  sources: readonly Source[]
  /** What memory has of the messages, for a narrow without terms, and for that of a channel. */
  inMemory?: NewestInMemory | undefined
  /** Whether a message has all terms. The caller also checks whether the reader can read it. */
  matches: (row: IndexRow) => boolean
  /** The narrow has a channel's whole history, not only the messages that the reader received. */
  wholeHistory: boolean
  /** The channel that the narrow names. The reader wants to see it even if it is muted. */
  stream_id: number | undefined
}

/** Compiles a narrow for a reader. Throws if a term is not valid, or names something that the reader cannot see. */
export function compileNarrow(access: MessageAccess, narrow: readonly Term[]): CompiledNarrow {
  // `near` selects nothing: the client sends its message as the anchor.
  const terms = resolveWith(access, narrow).filter(({ operator }) => operator !== 'near')
  requireOneKind(terms)
  const compiled = terms.map((term) => ({ ...compileTerm(access, term, terms), term, negated: term.negated }))
  const positive = compiled.filter(({ negated }) => !negated)
  const channel = positive.find(({ property }) => property.name === 'channel')
  const wholeHistory = positive.some((term) => 'history' in term && term.history === true) && !terms.some(isAboutReader)
  return {
    ...(excludeEachOther(compiled) ? NOTHING : selectAll(access, compiled, wholeHistory)),
    inMemory: inMemoryOf(access, compiled, wholeHistory),
    wholeHistory,
    stream_id: channel && Number(channel.property.value),
  }
}

const NOTHING = { sources: [noMessages], matches: () => false }

type TermOfNarrow = CompiledTerm & { negated: boolean }

function inMemoryOf(access: MessageAccess, terms: readonly TermOfNarrow[], wholeHistory: boolean) {
  const [only] = terms
  if (only === undefined) return ownHistoryInMemory(access)
  const isOfChannel = terms.length === 1 && wholeHistory && only.property.name === 'channel'
  return isOfChannel ? channelInMemory(access, Number(only.property.value)) : undefined
}

/** Returns the sources and the test of a narrow with all of these terms. */
function selectAll(access: MessageAccess, terms: readonly TermOfNarrow[], wholeHistory: boolean) {
  const fits = fitsAll(terms)
  const ofMessages = terms.flatMap((term) => ('matches' in term ? [term] : []))
  const positive = terms.filter(({ negated }) => !negated)
  return {
    sources: chooseSources(access, positive, fits, inChunks(access, positive, { fits, wholeHistory })),
    matches: (row: IndexRow) =>
      (fits === fitsAlways || fits(access.conversationOf(row))) &&
      ofMessages.every(({ matches, negated }) => matches(row) !== negated),
  }
}

type Fits = ConversationTerm['fits']

const fitsAlways: Fits = () => true

/** Returns whether a conversation has the messages of all terms about conversations. Each conversation is tested once. */
function fitsAll(terms: readonly TermOfNarrow[]): Fits {
  const ofConversations = terms.flatMap((term) => ('fits' in term ? [term] : []))
  if (ofConversations.length === 0) return fitsAlways
  const tested = new Map<number, boolean>()
  return (conversation) => {
    let isFit = tested.get(conversation.id)
    if (isFit === undefined) {
      isFit = ofConversations.every(({ fits, negated }) => fits(conversation) !== negated)
      tested.set(conversation.id, isFit)
    }
    return isFit
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

/** Returns the sources of the terms, and those from chunks. Adds all messages, if none of these can start at once. */
function chooseSources(
  access: MessageAccess,
  terms: readonly CompiledTerm[],
  fits: Fits,
  chunks: readonly Source[],
): readonly Source[] {
  // Then chunks have the same messages in fewer rows.
  const endAfterRows = chunks[0]?.startAfterRows ?? Infinity
  const isNamed = terms.some((term) => namedBy(term) !== undefined)
  const ofTerms = terms.flatMap((term) => {
    // Another term names the conversations. This term would load more of them.
    if (isNamed && 'fits' in term && namedBy(term) === undefined) return []
    const sources = sourcesOf(access, term, fits)
    return term.property.name === 'sender' ? sources.map((source) => ({ ...source, endAfterRows })) : sources
  })
  const sources = [...(ofTerms.length > 0 ? ofTerms : [ownHistory(access, fits)]), ...chunks]
  return sources.some(({ startAfterRows }) => startAfterRows === 0)
    ? sources
    : [{ ...allMessages(access.realm), endAfterRows }, ...sources]
}

type Selected = { fits: Fits; wholeHistory: boolean }

/** Returns the messages from chunks of ids, if these show more of the narrow than the other sources. */
function inChunks(
  access: MessageAccess,
  terms: readonly CompiledTerm[],
  { fits, wholeHistory }: Selected,
): readonly Source[] {
  const sender = terms.find(({ property }) => property.name === 'sender')
  const isOfConversations = terms.every((term) => 'fits' in term)
  if (sender === undefined && !isOfConversations) return []
  const tests = terms.flatMap((term) => ('mayMatch' in term && term.mayMatch ? [term.mayMatch] : []))
  const skips = terms.flatMap((term) => ('beyond' in term && term.beyond ? [term.beyond] : []))
  const selected: InChunks = {
    fits,
    sender_id: sender && Number(sender.property.value),
    mayMatch: (id) => tests.every((test) => test(id)),
    beyond: (direction, bound) => skips.reduce((from, beyond) => beyond(direction, from), bound),
    origins: originsOf(access, terms, fits),
  }
  return [wholeHistory ? messagesInChunks(access, selected) : ownHistoryInChunks(access, selected)]
}

/** Returns the conversations that a term names, without reading any others. */
function namedBy(term: CompiledTerm): readonly Conversation[] | undefined {
  const conversations = 'conversations' in term ? term.conversations : undefined
  return conversations === undefined || 'load' in conversations ? undefined : conversations
}

/** Each of them takes a row. */
const MAX_NAMED_CONVERSATIONS = 100

/** Returns the conversations to which the messages were sent, if a term names the conversations in which they are. */
function originsOf({ realm }: MessageAccess, terms: readonly CompiledTerm[], fits: Fits): InChunks['origins'] {
  const named = terms.flatMap((term) => {
    const conversations = namedBy(term)
    return conversations === undefined ? [] : [conversations.filter(fits)]
  })
  const [fewest] = named.toSorted((a, b) => a.length - b.length)
  if (fewest === undefined || fewest.length > MAX_NAMED_CONVERSATIONS) return undefined
  const ids = fewest.map(({ id }) => id)
  let origins: ReadonlySet<number> | undefined
  return () =>
    (origins ??= new Set([...segmentsInEach(realm.sql, ids).values()].flat().map(({ origin_id }) => origin_id)))
}

/** Returns the sources of a term. What it lists by conversation has only conversations that fit all terms. */
function sourcesOf({ realm }: MessageAccess, term: CompiledTerm, fits: Fits): readonly Source[] {
  if ('matches' in term) return term.sources ?? []
  const { conversations } = term
  if (conversations === undefined) return []
  if ('load' in conversations) {
    const { load, startAfterRows } = conversations
    return [messagesOfConversations(realm, loadFitting(load, fits), startAfterRows)]
  }
  const fitting = conversations.filter(fits)
  const [only, second] = fitting
  if (only === undefined) return [noMessages]
  return [second ? messagesOfConversations(realm, () => fitting) : messagesOfConversation(realm, only.id)]
}
