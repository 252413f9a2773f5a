import { htmlText } from '../../../markdown/html-text'
import type { MessageBody, Realm } from '../../../realm'
import { BYTES_PER_BATCH } from '../../../store/bodies'
import { searchPrefix, containsToken, normalizeText, type SearchToken } from '../../../tokenizer/query'
import { foldForSearch } from '../../../tokenizer/tokens'
import { conversationsWithIds } from '../../channels/topics/lookup-storage'
import { topicsContaining, type TopicsAfter } from '../../channels/topics/name-storage'
import type { Conversation } from '../../channels/topics/conversation'
import type { User } from '../../people/users/user'
import { MessageAccess } from '../access/access'
import type { IndexRow } from '../message-index/message'
import { rowsWithIds } from '../message-index/storage'
import { compileNarrow } from '../narrows/compile'
import { messagesOfConversations } from '../narrows/merged-conversations'
import { messagesInChunks } from '../narrows/messages-in-chunks'
import { isInNarrow, takeMessages, type NarrowQuery } from '../narrows/take-messages'
import type { Scan } from '../narrows/scan'
import type { Term } from '../narrows/term'
import { narrowToUnread } from '../pages/anchor'
import { isUnreadOnly, type Anchor } from '../pages/page-rules'
import { matchesSearch, MAX_TOPIC_TOKENS, requiredTokens, type Search } from './match-rules'

/**
 * The realm's part of a search. D1 has the tokens of the messages. The realm has the topics, and decides which messages are in a
 * narrow and which the reader can read. So the Worker asks both in turn. A candidate of either is tested again by its content.
 */
export type NarrowRequest = { narrow: Term[]; unread_only: boolean }

/** Candidates in the order of a scan, and where it continues; undefined at its end. */
export type CandidateList = CandidateBatch & { next: number | undefined }

/** One way in which a message can match: these tokens are in its topic, one of `topics`, and the others must be in its content. */
export type SearchPlan = InTopics & { needed: SearchToken[] }
export type InTopics = { in_topic: SearchToken[]; topics: number[] }

/** Candidates with their topics, and the bodies that the realm has in memory or in the outbox. */
export type CandidateBatch = {
  found: { id: number; topic: string }[]
  bodies: Map<number, MessageBody>
  /** There are more candidates, but their bodies are too large for one batch. */
  isCut: boolean
}

// The topics of a realm contain few combinations of the tokens. Further combinations, with the fewest tokens, are left out:
// their messages are found if the content has all tokens.
const MAX_TOPIC_PLANS = 6
/** The realm needs 20 ms to compare so many names. */
const NAMES_PER_TURN = 10_000
/** The messages of so many topics are merged. With more topics, chunks of ids cost less. */
const MAX_LISTED_TOPICS = 250

/** Tokens that occur together in the name of a topic, and these topics. */
export type TokensInTopics = { tokens: SearchToken[]; topics: number[] }

/** What the names of topics have. From `next` on, names were not compared yet. */
export type ComparedTopics = { sets: TokensInTopics[]; next: TopicsAfter | undefined }

/** Returns the ways in which a message can match: all tokens in the content, or some of them in the topic. */
export function searchPlans(search: Search, sets: readonly TokensInTopics[]): SearchPlan[] {
  const needed = requiredTokens(search)
  const inTopics = joinSets(sets).sort((a, b) => b.tokens.length - a.tokens.length)
  const plans = inTopics.slice(0, MAX_TOPIC_PLANS).map(({ tokens, topics }) => {
    const names = new Set(tokens.map(({ token }) => token))
    return { in_topic: tokens, topics, needed: needed.filter(({ token }) => !names.has(token)) }
  })
  return [{ in_topic: [], topics: [], needed }, ...plans]
}

/** Returns each set of tokens once, with the topics that have it: at most one more than a plan can list. */
function joinSets(sets: readonly TokensInTopics[]): TokensInTopics[] {
  const joined = new Map<string, TokensInTopics>()
  for (const { tokens, topics } of sets) {
    const key = tokens.map(({ token }) => token).join(' ')
    const before = joined.get(key)?.topics ?? []
    joined.set(key, { tokens, topics: [...before, ...topics].slice(0, MAX_LISTED_TOPICS + 1) })
  }
  return [...joined.values()]
}

/** Compares the next names of topics with the tokens of a search: those of the realm, or of the channel that the narrow names. */
export function compareTopics(realm: Realm, search: Search, after: TopicsAfter): ComparedTopics {
  const tokens = requiredTokens(search).slice(0, MAX_TOPIC_TOKENS)
  if (tokens.length === 0) return { sets: [], next: undefined }
  const { found, next } = topicsContaining(realm.sql, tokens.map(searchPrefix), after, NAMES_PER_TURN)
  const sets = found.flatMap(([id, topic]) => {
    const name = normalizeText(topic)
    const inTopic = tokens.filter((token) => containsToken(name, token))
    return inTopic.length > 0 ? [{ tokens: inTopic, topics: [id] }] : []
  })
  return { sets: joinSets(sets), next }
}

type ToList = InTopics & { request: NarrowRequest; scan: Scan }

/** Returns the messages of the narrow whose topics have these tokens, in the order of the scan. */
export function listCandidates(realm: Realm, reader: User, { request, scan, ...inTopics }: ToList): CandidateList {
  const { access, query } = narrowWithTopics(realm, reader, request, inTopics)
  const { rows, next } = takeMessages(access, query, scan)
  const batch = candidateBatch(access, rows)
  return { ...batch, next: batch.isCut ? batch.found.at(-1)?.id : next }
}

type ToFilter = InTopics & { request: NarrowRequest; ids: readonly number[] }

/** Returns those of these messages that are in the narrow and whose topics have these tokens, in the order of `ids`. */
export function filterCandidates(realm: Realm, reader: User, { request, ids, ...inTopics }: ToFilter) {
  const { access, query } = narrowWithTopics(realm, reader, request, inTopics)
  const rows = new Map(rowsWithIds(realm.sql, ids).map((row) => [row.id, row]))
  const inOrder = ids.flatMap((id) => rows.get(id) ?? []).filter((row) => isInNarrow(access, query, row))
  return { ...candidateBatch(access, inOrder), rows: inOrder }
}

/** What the realm knows when a search begins: which words topics have, and the matches that are not in D1 yet. */
export type BegunSearch = { compared: ComparedTopics; pending: number[]; pending_unread: number[] }

/** Returns a search that the Worker then continues for a reader, on a page around this anchor. */
export function beginSearch(
  realm: Realm,
  reader: User,
  { narrow, search }: { narrow: Term[]; search: Search },
  anchor: Anchor,
): { narrow: Term[]; search: Search; begun: BegunSearch } {
  const pending = (unread_only: boolean) =>
    findPendingMatches(realm, reader, { request: { narrow, unread_only }, search })
  const { stream_id } = compileNarrow(new MessageAccess(realm, reader), narrow)
  const begun = {
    compared: compareTopics(realm, search, stream_id === undefined ? { id: 0 } : { stream_id, topic_key: '' }),
    pending: pending(false),
    pending_unread: isUnreadOnly(anchor) ? pending(true) : [],
  }
  return { narrow, search, begun }
}

type ToMatch = { request: NarrowRequest; search: Search }

/** Returns the matches that D1 does not have yet: users must find messages that were just sent or edited. */
function findPendingMatches(realm: Realm, reader: User, { request, search }: ToMatch): number[] {
  const bodies = realm.bodies.notInD1()
  if (bodies.size === 0) return []
  const { access, query } = narrowWithTopics(realm, reader, request, { in_topic: [], topics: [] })
  const prefixes = requiredTokens(search).map(searchPrefix)
  const rows = rowsWithIds(realm.sql, [...bodies.keys()])
  return rows.flatMap((row) => {
    const body = bodies.get(row.id)!
    const topic = access.conversationOf(row).topic ?? ''
    const text = foldForSearch(`${topic} ${htmlText(body.rendered_content)}`)
    const mayMatch = prefixes.every((prefix) => text.includes(prefix)) && isInNarrow(access, query, row)
    return mayMatch && matchesSearch(search, topic, body) ? [row.id] : []
  })
}

function narrowWithTopics(
  realm: Realm,
  reader: User,
  { narrow, unread_only }: NarrowRequest,
  { in_topic, topics }: InTopics,
): { access: MessageAccess; query: NarrowQuery } {
  const access = new MessageAccess(realm, reader)
  const compiled = compileNarrow(access, narrow)
  const query = unread_only ? narrowToUnread(access, compiled) : compiled
  if (in_topic.length === 0) return { access, query }
  const tested = new Map<number, boolean>()
  const fits = ({ id, topic }: Conversation): boolean => {
    let isFit = tested.get(id)
    if (isFit === undefined) tested.set(id, (isFit = topic !== null && hasAll(topic, in_topic)))
    return isFit
  }
  return {
    access,
    query: {
      sources: [
        ...query.sources,
        topics.length > MAX_LISTED_TOPICS
          ? messagesInChunks(access, { fits, sender_id: undefined })
          : messagesOfConversations(realm, () => conversationsWithIds(realm, topics)),
      ],
      matches: (row: IndexRow) => fits(access.conversationOf(row)) && query.matches(row),
      wholeHistory: query.wholeHistory,
    },
  }
}

function hasAll(topic: string, tokens: readonly SearchToken[]): boolean {
  const name = normalizeText(topic)
  return tokens.every((token) => containsToken(name, token))
}

function candidateBatch(access: MessageAccess, rows: readonly IndexRow[]): CandidateBatch {
  const { found: bodies, within } = access.realm.bodies.available(
    rows.map(({ id }) => id),
    BYTES_PER_BATCH,
  )
  return {
    found: rows.slice(0, within).map((row) => ({ id: row.id, topic: access.conversationOf(row).topic ?? '' })),
    bodies,
    isCut: within < rows.length,
  }
}
