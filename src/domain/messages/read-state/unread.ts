import { inBatches } from '../../../api/batches'
import type { Realm } from '../../../realm'
import { MarkSet } from '../flag-sets/mark-set'
import { madeUnreadBy, UnreadAgain } from '../flag-sets/unread-again'
import { floorOf, setFloor } from '../flag-sets/unread-floor'
import type { IndexedMessage, IndexRow } from '../message-index/message'
import { newestFirst, rowsWithIds } from '../message-index/storage'
import { periodsOf } from '../../channels/subscriptions/storage'
import type { User } from '../../people/users/user'
import { Reading } from '../access/access'
import { isWithSince } from '../access/receipt-rules'

/**
 * Unread is what was received, or made unread all the same, and is not marked read; nobody stores it. Everything up to
 * somebody's floor is known to be read, so looking begins there: the floor rises as they catch up. It never falls, or one
 * old message that is made unread would have all looked through that came after it: below the floor, nothing is unread
 * but what they made so.
 */
const MOST_UNREAD = 50_000
const ROWS_WORTH_A_NEW_FLOOR = 500

export type Unread = { rows: IndexRow[]; old_unreads_missing: boolean }

/** The newest unread messages in channels this person is in and in direct conversations, ascending. */
export function unreadOf(realm: Realm, user: User): Unread {
  const reading = new Reading(realm, user)
  const read = new MarkSet(realm, user.user_id, 'read')
  const again = new UnreadAgain(realm, user.user_id)
  const floor = floorOf(realm, user.user_id)
  const rows = rowsToLookAt(realm, floor, again)
  const found = newestFitting(rows, (row) => !read.has(row.id) && isUnread(reading, row), MOST_UNREAD)
  if (!found.more && found.looked > ROWS_WORTH_A_NEW_FLOOR) {
    const oldest = found.rows.find(({ id }) => again.asOf(id) === undefined)?.id ?? realm.messageIds.last + 1
    if (oldest - 1 > floor) setFloor(realm, user.user_id, oldest - 1)
  }
  return { rows: found.rows, old_unreads_missing: found.more }
}

/** Of rows that come newest first, the first so many that fit, ascending; and whether there are more. */
export function newestFitting(rows: Iterable<IndexRow>, fits: (row: IndexRow) => boolean, most: number) {
  const fitting: IndexRow[] = []
  let looked = 0
  for (const row of rows) {
    looked++
    if (!fits(row)) continue
    if (fitting.length === most) return { rows: fitting.reverse(), more: true, looked }
    fitting.push(row)
  }
  return { rows: fitting.reverse(), more: false, looked }
}

/** Read or not, it could be unread. */
export const isUnread = (reading: Reading, row: IndexRow): boolean =>
  reading.isTheirsToRead(row) && reading.canRead(row)

const IDS_AT_ONCE = 1000

function* rowsToLookAt(realm: Realm, floor: number, again: UnreadAgain): Generator<IndexRow> {
  for (const row of newestFirst(realm)) {
    if (row.id <= floor) break
    yield row
  }
  for (const ids of inBatches(again.unreadUpTo(floor).reverse(), IDS_AT_ONCE)) yield* rowsWithIds(realm, ids).reverse()
}

/** Who of these people made a message unread that was no news to them, and is with it ever since. */
export function madeUnreadAgainBy(realm: Realm, message: IndexedMessage, people: readonly number[]): number[] {
  const { id, conversation, earlier_channels } = message
  const { stream_id } = conversation
  if (stream_id === null) return []
  const isWith = ([user_id, as_of]: [number, number]) =>
    isWithSince((channel) => periodsOf(realm, channel, user_id), { stream_id, earlier_channels }, as_of)
  return [...madeUnreadBy(realm, id, people)].filter(isWith).map(([user_id]) => user_id)
}
