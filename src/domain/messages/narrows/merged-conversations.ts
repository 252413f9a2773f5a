import type { ReadOnlyRealm } from '../../../realm'
import { rowsOfConversationAfter, rowsOfConversationBefore } from '../message-index/conversation-storage'
import type { IndexRow } from '../message-index/message'
import type { Conversation, Topic } from '../../channels/topics/conversation'
import { topicsOf } from '../../channels/topics/storage'
import type { SqlReader } from '../../../store/realm-sql'
import { foundUpTo, nearerFirst, type Scan } from './scan'
import type { Source } from './sources'

/** A conversation, or the part of one from `min_id` to `max_id`. */
export type ConversationPart = Pick<Conversation, 'id' | 'min_id' | 'max_id'>

/** Loads conversations: more than `most` need not be complete. */
type LoadParts = (most: number) => readonly ConversationPart[]

// With more conversations, or with more that surround the bound, another source costs less.
const MAX_PARTS = 8000
const MAX_PARTS_AT_BOUND = 1000

/**
 * The messages of several conversations, merged. A conversation is read only when its nearest message may be the next one, so a
 * distant conversation is not read at all.
 */
export function messagesOfConversations(realm: ReadOnlyRealm, loadParts: LoadParts, startAfterRows = 0): Source {
  let parts: readonly ConversationPart[] | undefined
  return {
    read: (scan) => {
      parts ??= loadParts(MAX_PARTS)
      if (parts.length > MAX_PARTS || countAtBound(parts, scan) > MAX_PARTS_AT_BOUND) return undefined
      return foundUpTo(mergeParts(realm, parts, scan), scan.most)
    },
    startAfterRows,
  }
}

export const messagesOfChannels = (
  realm: ReadOnlyRealm,
  stream_ids: () => readonly number[],
  startAfterRows: number,
): Source => messagesOfConversations(realm, (most) => topicsOfChannels(realm.sql, stream_ids(), most), startAfterRows)

/** Returns the topics of channels, until there are more than `most`. */
export function topicsOfChannels(sql: SqlReader, stream_ids: Iterable<number>, most: number): Topic[] {
  const topics: Topic[] = []
  for (const stream_id of stream_ids)
    if (topics.length <= most) topics.push(...topicsOf(sql, stream_id, most + 1 - topics.length))
  return topics
}

// The first read of a conversation takes few rows, because another may be nearer soon. Each further read takes more.
const FIRST_ROWS = 4
const MAX_ROWS_PER_READ = 128

function mergeParts(
  realm: ReadOnlyRealm,
  parts: readonly ConversationPart[],
  { direction, bound, most }: Scan,
): IndexRow[] {
  const nearer = nearerFirst(direction)
  const waiting = parts.flatMap((part) => waitingPart(part, direction, bound)).sort(nearer)
  const opened: OpenedPart[] = [] // the nearest is last
  const found: IndexRow[] = []
  let openedCount = 0
  while (found.length < most) {
    for (; openedCount < waiting.length; openedCount++) {
      const { part, id, bound } = waiting[openedCount]!
      const nearest = opened.at(-1)
      if (nearest && nearer(headOf(nearest), { id }) <= 0) break
      insertInOrder(opened, readPart(realm, part, { direction, bound, most: FIRST_ROWS }), nearer)
    }
    const nearest = opened.pop()
    if (nearest === undefined) break
    found.push(headOf(nearest))
    insertInOrder(opened, withoutHead(realm, nearest, direction), nearer)
  }
  return found
}

/** Returns how many parts surround the bound: each of them may have the nearest message, and is opened. */
const countAtBound = (parts: readonly ConversationPart[], { bound }: Scan): number =>
  parts.reduce((count, { min_id, max_id }) => (min_id < bound && max_id > bound ? count + 1 : count), 0)

/** A part that was not read yet. No message of it is nearer than `id`, and all of them lie beyond `bound`. */
type WaitingPart = { part: ConversationPart; id: number; bound: number }

function waitingPart(part: ConversationPart, direction: Scan['direction'], bound: number): WaitingPart[] {
  const { min_id, max_id } = part
  if (direction === 'before' ? min_id >= bound : max_id <= bound) return []
  const id = direction === 'before' ? Math.min(max_id, bound - 1) : Math.max(min_id, bound + 1)
  return [{ part, id, bound: direction === 'before' ? id + 1 : id - 1 }]
}

/** A part that was read: its rows, of which those before `next` are used, and whether they are the last. */
type OpenedPart = { part: ConversationPart; rows: IndexRow[]; next: number; isDone: boolean }

const headOf = ({ rows, next }: OpenedPart): IndexRow => rows[next]!

function readPart(realm: ReadOnlyRealm, part: ConversationPart, scan: Scan): OpenedPart {
  const read = scan.direction === 'before' ? rowsOfConversationBefore : rowsOfConversationAfter
  const all = read(realm.sql, part.id, scan.bound, scan.most)
  const rows = all.filter(({ id }) => part.min_id <= id && id <= part.max_id)
  return { part, rows, next: 0, isDone: rows.length < scan.most }
}

function withoutHead(realm: ReadOnlyRealm, opened: OpenedPart, direction: Scan['direction']): OpenedPart {
  const { part, rows, next, isDone } = opened
  const needsMore = next + 1 === rows.length && !isDone
  if (!needsMore) return { part, rows, next: next + 1, isDone }
  return readPart(realm, part, {
    direction,
    bound: headOf(opened).id,
    most: Math.min(MAX_ROWS_PER_READ, rows.length * 2),
  })
}

/** Inserts a part by its next row. A part without further rows is dropped. */
function insertInOrder(opened: OpenedPart[], part: OpenedPart, nearer: ReturnType<typeof nearerFirst>): void {
  if (part.next === part.rows.length) return
  let [low, high] = [0, opened.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (nearer(headOf(opened[middle]!), headOf(part)) > 0) low = middle + 1
    else high = middle
  }
  opened.splice(low, 0, part)
}
