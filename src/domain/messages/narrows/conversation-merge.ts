import type { SqlReader } from '../../../store/realm-sql'
import type { Conversation } from '../../channels/topics/conversation'
import type { Segment } from '../../channels/topics/segment-rules'
import { segmentsInEach } from '../../channels/topics/segment-storage'
import { rowsOfSegmentsAfter, rowsOfSegmentsBefore } from '../message-index/conversation-storage'
import type { IndexRow } from '../message-index/message'
import { nearerFirst, type Scan } from './scan'

/** A conversation, or the part of one from `min_id` to `max_id`. */
export type ConversationPart = Pick<Conversation, 'id' | 'min_id' | 'max_id'>

// The first read of a conversation takes few rows, because another may be nearer soon. Each further read takes more.
const FIRST_ROWS = 4
const MAX_ROWS_PER_READ = 128

/**
 * The messages of several conversations, nearest first. What was read of a conversation and not taken yet is kept: hundreds of
 * conversations take many statements to begin with.
 */
export class ConversationMerge {
  readonly #waiting: readonly WaitingPart[]
  readonly #opened: OpenedPart[] = [] // the nearest is last
  readonly #segments = new Map<number, readonly Segment[]>()
  readonly #direction: Scan['direction']
  #openedCount = 0
  #bound: number

  constructor(
    readonly sql: SqlReader,
    parts: readonly ConversationPart[],
    { direction, bound }: Scan,
  ) {
    this.#direction = direction
    this.#bound = bound
    this.#waiting = parts.flatMap((part) => waitingPart(part, direction, bound)).sort(nearerFirst(direction))
  }

  /** Returns whether the scan begins where the last message was taken. */
  continuesAt({ direction, bound }: Scan): boolean {
    return direction === this.#direction && bound === this.#bound
  }

  /** Returns the next messages, and fewer than `most` at the end. */
  take(most: number): IndexRow[] {
    const found: IndexRow[] = []
    while (found.length < most) {
      this.#openNear()
      const nearest = this.#opened.pop()
      if (nearest === undefined) break
      found.push(headOf(nearest))
      insertInOrder(this.#opened, withoutHead(this.sql, nearest, this.#direction), nearerFirst(this.#direction))
    }
    this.#bound = found.at(-1)?.id ?? this.#bound
    return found
  }

  /** Opens the conversations whose nearest message may be nearer than those of the opened ones. */
  #openNear(): void {
    const nearer = nearerFirst(this.#direction)
    for (; this.#openedCount < this.#waiting.length; this.#openedCount++) {
      const { part, id, bound } = this.#waiting[this.#openedCount]!
      const nearest = this.#opened.at(-1)
      if (nearest && nearer(headOf(nearest), { id }) <= 0) break
      const scan = { direction: this.#direction, bound, most: FIRST_ROWS }
      const opened = readPart(this.sql, { part, segments: this.#segmentsOf(part.id) }, scan)
      insertInOrder(this.#opened, opened, nearer)
    }
  }

  /** Returns the segments of the conversation that is opened. Those of the next ones are loaded with it, twice as many each time. */
  #segmentsOf(id: number): readonly Segment[] {
    if (!this.#segments.has(id)) {
      const next = this.#waiting.slice(this.#openedCount, this.#openedCount * 2 + 1)
      const ids = next.map(({ part }) => part.id)
      for (const [key, segments] of segmentsInEach(this.sql, ids)) this.#segments.set(key, segments)
    }
    return this.#segments.get(id) ?? []
  }
}

/** A part that was not read yet. No message of it is nearer than `id`, and all of them lie beyond `bound`. */
type WaitingPart = { part: ConversationPart; id: number; bound: number }

function waitingPart(part: ConversationPart, direction: Scan['direction'], bound: number): WaitingPart[] {
  const { min_id, max_id } = part
  if (direction === 'before' ? min_id >= bound : max_id <= bound) return []
  const id = direction === 'before' ? Math.min(max_id, bound - 1) : Math.max(min_id, bound + 1)
  return [{ part, id, bound: direction === 'before' ? id + 1 : id - 1 }]
}

/** A part that was read: its rows, of which those before `next` are used, and whether they are the last. */
type OpenedPart = {
  part: ConversationPart
  segments: readonly Segment[]
  rows: IndexRow[]
  next: number
  isDone: boolean
}

const headOf = ({ rows, next }: OpenedPart): IndexRow => rows[next]!

function readPart(sql: SqlReader, { part, segments }: Pick<OpenedPart, 'part' | 'segments'>, scan: Scan): OpenedPart {
  const read = scan.direction === 'before' ? rowsOfSegmentsBefore : rowsOfSegmentsAfter
  const all = read(sql, segments, scan.bound, scan.most)
  const rows = all.filter(({ id }) => part.min_id <= id && id <= part.max_id)
  return { part, segments, rows, next: 0, isDone: rows.length < scan.most }
}

function withoutHead(sql: SqlReader, opened: OpenedPart, direction: Scan['direction']): OpenedPart {
  const { rows, next, isDone } = opened
  const needsMore = next + 1 === rows.length && !isDone
  if (!needsMore) return { ...opened, next: next + 1 }
  const most = Math.min(MAX_ROWS_PER_READ, rows.length * 2)
  return readPart(sql, opened, { direction, bound: headOf(opened).id, most })
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
