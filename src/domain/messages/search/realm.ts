import { htmlText } from '../../../markdown/html-text'
import type { MessageBody, Realm } from '../../../realm'
import { BYTES_PER_BATCH } from '../../../store/bodies'
import { prefixOf, containsToken, matchesQuery, normalizeText, type SearchToken } from '../../../tokenizer/query'
import { searchable } from '../../../tokenizer/tokens'
import { topicsContaining } from '../../channels/topics/storage'
import type { User } from '../../people/users/user'
import { MessageAccess } from '../access/access'
import type { IndexRow } from '../message-index/message'
import { rowsWithIds } from '../message-index/storage'
import { compileNarrow } from '../narrows/compile'
import { ofConversations } from '../narrows/merged-conversations'
import { isInNarrow, takeMessages, type NarrowQuery } from '../narrows/take-messages'
import type { Scan } from '../narrows/sources'
import type { Term } from '../narrows/term'
import { narrowToUnread } from '../pages/anchor'
import { requiredTokens, type Search } from './terms'

/**
 * The realm's part in a search. The words of messages are D1's to know, and which messages are in a narrow and for whose
 * eyes is the realm's, with the names of topics. So the edge asks one and the other in turn, and what either says of a
 * message is only a reason to look at it.
 */
export type NarrowRequest = { narrow: Term[]; unread_only: boolean }

/** One way of being found: some of what is wanted stands in the topic, and the rest is needed of the message itself. */
export type SearchPlan = { in_topic: SearchToken[]; needed: SearchToken[] }

/** Messages that are worth a look. Bodies are added as far as they are at hand. */
export type CandidateBatch = {
  found: { id: number; topic: string }[]
  bodies: Map<number, MessageBody>
  /** There are more, as the bodies of all of them are too much to hand over at once. */
  isCut: boolean
}

// A name is short, and whoever searches for more than it could hold finds the rest in messages.
const MOST_IN_TOPIC = 16
// Whatever is wanted, the topics of a realm have it in few combinations. Of more, those with least of it are left out, and
// their messages are found by their own words.
const MOST_WAYS = 6

export function searchPlans(realm: Realm, search: Search): SearchPlan[] {
  const wanted = requiredTokens(search)
  const splits = [[], ...splitsByTopic(realm, wanted.slice(0, MOST_IN_TOPIC))]
  return splits.map((in_topic) => ({ in_topic, needed: wanted.filter((each) => !in_topic.includes(each)) }))
}

/** Which of it stands together in the name of some topic, the most first. */
function splitsByTopic(realm: Realm, wanted: readonly SearchToken[]): SearchToken[][] {
  const splits = new Map<string, SearchToken[]>()
  for (const { topic } of topicsContaining(realm.sql, wanted.map(prefixOf))) {
    const name = normalizeText(topic)
    const split = wanted.filter((each) => containsToken(name, each))
    if (split.length > 0) splits.set(split.map(({ token }) => token).join(' '), split)
  }
  return [...splits.values()].sort((a, b) => b.length - a.length).slice(0, MOST_WAYS)
}

/** Messages of the narrow, and of the topics that it takes, in order. */
type ToList = { asked: NarrowRequest; in_topic: readonly SearchToken[]; stretch: Scan }

export function listCandidates(realm: Realm, reader: User, { asked, in_topic, stretch }: ToList): CandidateBatch {
  const { access, wanted } = narrowWithTopics(realm, reader, asked, in_topic)
  return candidateBatch(access, takeMessages(access, wanted, stretch))
}

/** Those of these messages that are in the narrow, and for the reader's eyes, in the order of the ids. */
type ToFilter = { asked: NarrowRequest; in_topic: readonly SearchToken[]; ids: readonly number[] }

export function filterCandidates(realm: Realm, reader: User, { asked, in_topic, ids }: ToFilter): CandidateBatch {
  const { access, wanted } = narrowWithTopics(realm, reader, asked, in_topic)
  const rows = new Map(rowsWithIds(realm, ids).map((row) => [row.id, row]))
  const inOrder = ids.flatMap((id) => rows.get(id) ?? [])
  return candidateBatch(
    access,
    inOrder.filter((row) => isInNarrow(access, wanted, row)),
  )
}

/** What fits and has not reached D1 yet: who searches finds what they have just said, and what was just changed. */
type ToMatch = { asked: NarrowRequest; search: Search; stretch: Omit<Scan, 'most'> }

export function findPendingMatches(realm: Realm, reader: User, { asked, search, stretch }: ToMatch): number[] {
  const bodies = realm.bodies.notInD1()
  if (bodies.size === 0) return []
  const { access, wanted } = narrowWithTopics(realm, reader, asked, [])
  const beginnings = requiredTokens(search).map(prefixOf)
  const isWithin = (id: number) => (stretch.direction === 'before' ? id < stretch.bound : id > stretch.bound)
  const rows = rowsWithIds(realm, [...bodies.keys()].filter(isWithin))
  return rows.flatMap((row) => {
    const body = bodies.get(row.id)!
    const topic = access.conversationOf(row).topic ?? ''
    const text = searchable(`${topic} ${htmlText(body.rendered_content)}`)
    const isIt = beginnings.every((each) => text.includes(each)) && isInNarrow(access, wanted, row)
    return isIt && matchesSearch(search, topic, body) ? [row.id] : []
  })
}

/** Is a message what was searched for? */
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
) {
  const access = new MessageAccess(realm, reader)
  const compiled = compileNarrow(access, narrow)
  const wanted: NarrowQuery = unread_only ? narrowToUnread(access, compiled) : compiled
  if (in_topic.length === 0) return { access, wanted }
  const topics = topicsContaining(realm.sql, in_topic.map(prefixOf)).filter(({ topic }) => hasAll(topic, in_topic))
  const ids = new Set(topics.map(({ id }) => id))
  return {
    access,
    wanted: {
      sources: [...wanted.sources, ofConversations(realm, () => topics)],
      matches: (row: IndexRow) => ids.has(access.conversationOf(row).id) && wanted.matches(row),
      wholeHistory: wanted.wholeHistory,
    },
  }
}

function hasAll(topic: string, wanted: readonly SearchToken[]): boolean {
  const name = normalizeText(topic)
  return wanted.every((each) => containsToken(name, each))
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
