import { htmlText } from '../../../markdown/html-text'
import type { MessageBody, ReadOnlyRealm, Realm } from '../../../realm'
import { BYTES_PER_BATCH } from '../../../store/bodies'
import { searchPrefix, containsToken, matchesQuery, normalizeText, type SearchToken } from '../../../tokenizer/query'
import { foldForSearch } from '../../../tokenizer/tokens'
import { topicsContaining } from '../../channels/topics/storage'
import type { User } from '../../people/users/user'
import { MessageAccess } from '../access/access'
import type { IndexRow } from '../message-index/message'
import { rowsWithIds } from '../message-index/storage'
import { compileNarrow } from '../narrows/compile'
import { messagesOfConversations } from '../narrows/merged-conversations'
import { isInNarrow, takeMessages, type NarrowQuery } from '../narrows/take-messages'
import type { Scan } from '../narrows/scan'
import type { Term } from '../narrows/term'
import { narrowToUnread } from '../pages/anchor'
import { isUnreadOnly, type Anchor } from '../pages/page-rules'
import { requiredTokens, type Search } from './terms'

/**
 * The realm's part of a search. D1 has the tokens of the messages. The realm has the topics, and decides which messages are in a
 * narrow and which the reader can read. So the Worker asks both in turn. A candidate of either is tested again by its content.
 */
export type NarrowRequest = { narrow: Term[]; unread_only: boolean }

/** Candidates in the order of a scan, and where it continues; undefined at its end. */
export type CandidateList = CandidateBatch & { next: number | undefined }

/** One way in which a message can match: these tokens are in its topic, and the others must be in its content. */
export type SearchPlan = { in_topic: SearchToken[]; needed: SearchToken[] }

/** Candidates with their topics, and the bodies that the realm has in memory or in the outbox. */
export type CandidateBatch = {
  found: { id: number; topic: string }[]
  bodies: Map<number, MessageBody>
  /** There are more candidates, but their bodies are too large for one batch. */
  isCut: boolean
}

// A topic is short, so a long search has most of its tokens in the content.
const MAX_TOPIC_TOKENS = 16
// The topics of a realm contain few combinations of the tokens. Further combinations, with the fewest tokens, are left out:
// their messages are found if the content has all tokens.
const MAX_TOPIC_PLANS = 6

/** Returns the ways in which a message can match: all tokens in the content, or some of them in the topic. */
function searchPlans(realm: ReadOnlyRealm, search: Search): SearchPlan[] {
  const tokens = requiredTokens(search)
  const splits = [[], ...tokensInTopics(realm, tokens.slice(0, MAX_TOPIC_TOKENS))]
  return splits.map((in_topic) => ({ in_topic, needed: tokens.filter((token) => !in_topic.includes(token)) }))
}

/** Returns the sets of tokens that occur together in a topic, the largest first. */
function tokensInTopics(realm: ReadOnlyRealm, tokens: readonly SearchToken[]): SearchToken[][] {
  const sets = new Map<string, SearchToken[]>()
  for (const { topic } of topicsContaining(realm.sql, tokens.map(searchPrefix))) {
    const name = normalizeText(topic)
    const inTopic = tokens.filter((token) => containsToken(name, token))
    if (inTopic.length > 0) sets.set(inTopic.map(({ token }) => token).join(' '), inTopic)
  }
  return [...sets.values()].sort((a, b) => b.length - a.length).slice(0, MAX_TOPIC_PLANS)
}

type ToList = { request: NarrowRequest; in_topic: readonly SearchToken[]; scan: Scan }

/** Returns the messages of the narrow whose topics have these tokens, in the order of the scan. */
export function listCandidates(realm: Realm, reader: User, { request, in_topic, scan }: ToList): CandidateList {
  const { access, query } = narrowWithTopics(realm, reader, request, in_topic)
  const { rows, next } = takeMessages(access, query, scan)
  const batch = candidateBatch(access, rows)
  return { ...batch, next: batch.isCut ? batch.found.at(-1)?.id : next }
}

type ToFilter = { request: NarrowRequest; in_topic: readonly SearchToken[]; ids: readonly number[] }

/** Returns those of these messages that are in the narrow and whose topics have these tokens, in the order of `ids`. */
export function filterCandidates(realm: Realm, reader: User, { request, in_topic, ids }: ToFilter) {
  const { access, query } = narrowWithTopics(realm, reader, request, in_topic)
  const rows = new Map(rowsWithIds(realm.sql, ids).map((row) => [row.id, row]))
  const inOrder = ids.flatMap((id) => rows.get(id) ?? []).filter((row) => isInNarrow(access, query, row))
  return { ...candidateBatch(access, inOrder), rows: inOrder }
}

/** What the realm knows when a search begins: in which ways a message can match, and the matches that are not in D1 yet. */
export type BegunSearch = { plans: SearchPlan[]; pending: number[]; pending_unread: number[] }

/** Returns a search that the Worker then continues for a reader, on a page around this anchor. */
export function beginSearch(
  realm: Realm,
  reader: User,
  { narrow, search }: { narrow: Term[]; search: Search },
  anchor: Anchor,
): { narrow: Term[]; search: Search; begun: BegunSearch } {
  const pending = (unread_only: boolean) =>
    findPendingMatches(realm, reader, { request: { narrow, unread_only }, search })
  const begun = {
    plans: searchPlans(realm, search),
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
  const { access, query } = narrowWithTopics(realm, reader, request, [])
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

/** Returns whether a message has all required queries, in its topic or its content, and no excluded one. */
export function matchesSearch(
  { required, excluded }: Search,
  topic: string,
  { rendered_content }: MessageBody,
): boolean {
  const texts = [normalizeText(topic), normalizeText(htmlText(rendered_content))]
  return required.every((query) => matchesQuery(query, texts)) && !excluded.some((query) => matchesQuery(query, texts))
}

function narrowWithTopics(
  realm: Realm,
  reader: User,
  { narrow, unread_only }: NarrowRequest,
  in_topic: readonly SearchToken[],
): { access: MessageAccess; query: NarrowQuery } {
  const access = new MessageAccess(realm, reader)
  const compiled = compileNarrow(access, narrow)
  const query = unread_only ? narrowToUnread(access, compiled) : compiled
  if (in_topic.length === 0) return { access, query }
  const topics = topicsContaining(realm.sql, in_topic.map(searchPrefix)).filter(({ topic }) => hasAll(topic, in_topic))
  const ids = new Set(topics.map(({ id }) => id))
  return {
    access,
    query: {
      sources: [...query.sources, messagesOfConversations(realm, () => topics)],
      matches: (row: IndexRow) => ids.has(access.conversationOf(row).id) && query.matches(row),
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
