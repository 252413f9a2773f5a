import type { Realm } from '../../../realm'
import type { IndexRow } from '../message-index/message'
import type { Conversation } from '../../channels/topics/conversation'
import { topicsOf } from '../../channels/topics/storage'
import { nearerFirst, ofConversation, type Source, type Scan } from './sources'

/** A conversation, or the part of one that lies within these ids, both inside. */
export type ConversationPart = Pick<Conversation, 'id' | 'min_id' | 'max_id'>

/**
 * What was said in any of these, merged. They are asked in the order in which they come nearest to the bound, and no
 * further than their messages are nearest: so one that is far away is never asked.
 */
export function ofConversations(realm: Realm, parts: () => readonly ConversationPart[], worthAfter = 0): Source {
  let known: readonly ConversationPart[] | undefined
  return {
    page: (stretch) => mergeParts(realm, (known ??= parts()), stretch),
    worthAfter,
  }
}

export const ofChannels = (realm: Realm, stream_ids: () => readonly number[], worthAfter: number): Source =>
  ofConversations(realm, () => stream_ids().flatMap((stream_id) => topicsOf(realm.sql, stream_id)), worthAfter)

// So many are read of a conversation when it is its turn: few, as its turn may be short, but more each time.
const FIRST_ROWS = 4
const MOST_ROWS = 128

function mergeParts(realm: Realm, parts: readonly ConversationPart[], { direction, bound, most }: Scan): IndexRow[] {
  const nearer = nearerFirst(direction)
  const waiting = parts.flatMap((part) => waitingPart(part, direction, bound)).sort(nearer)
  const opened: Opened[] = [] // the one that is nearest is last
  const found: IndexRow[] = []
  let begun = 0
  while (found.length < most) {
    for (; begun < waiting.length; begun++) {
      const { part, id, bound } = waiting[begun]!
      const nearest = opened.at(-1)
      if (nearest && nearer(headOf(nearest), { id }) <= 0) break
      putInOrder(opened, readOn(realm, part, { direction, bound, most: FIRST_ROWS }), nearer)
    }
    const nearest = opened.pop()
    if (nearest === undefined) break
    found.push(headOf(nearest))
    putInOrder(opened, withoutHead(realm, nearest, direction), nearer)
  }
  return found
}

/** A part that has not been begun with: nothing of it is nearer than this id, and beyond the bound is all of it. */
type Waiting = { part: ConversationPart; id: number; bound: number }

function waitingPart(part: ConversationPart, direction: Scan['direction'], bound: number): Waiting[] {
  const { min_id, max_id } = part
  if (direction === 'before' ? min_id >= bound : max_id <= bound) return []
  const id = direction === 'before' ? Math.min(max_id, bound - 1) : Math.max(min_id, bound + 1)
  return [{ part, id, bound: direction === 'before' ? id + 1 : id - 1 }]
}

/** A part that has been begun with: what was read of it and not given out yet, and whether there may be more behind. */
type Opened = { part: ConversationPart; rows: IndexRow[]; next: number; isDone: boolean }

const headOf = ({ rows, next }: Opened): IndexRow => rows[next]!

function readOn(realm: Realm, part: ConversationPart, stretch: Scan): Opened {
  const all = ofConversation(realm, part.id).page(stretch)
  const rows = all.filter(({ id }) => part.min_id <= id && id <= part.max_id)
  return { part, rows, next: 0, isDone: rows.length < stretch.most }
}

function withoutHead(realm: Realm, opened: Opened, direction: Scan['direction']): Opened {
  const { part, rows, next, isDone } = opened
  const isAtItsEnd = next + 1 === rows.length && !isDone
  if (!isAtItsEnd) return { part, rows, next: next + 1, isDone }
  return readOn(realm, part, { direction, bound: headOf(opened).id, most: Math.min(MOST_ROWS, rows.length * 2) })
}

/** What has nothing more to give is not put back. */
function putInOrder(opened: Opened[], each: Opened, nearer: ReturnType<typeof nearerFirst>): void {
  if (each.next === each.rows.length) return
  let [low, high] = [0, opened.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (nearer(headOf(opened[middle]!), headOf(each)) > 0) low = middle + 1
    else high = middle
  }
  opened.splice(low, 0, each)
}
