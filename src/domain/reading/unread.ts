import type { Realm } from '../../realm'
import { MarkSet } from '../marks/mark-set'
import { madeUnreadBy } from '../marks/unread-again'
import { floorOf, setFloor } from '../marks/unread-floor'
import type { IndexedMessage, IndexRow } from '../messages/message'
import { newestFirst } from '../messages/storage'
import { spansIn } from '../subscriptions/storage'
import type { User } from '../users/user'
import { Reading } from './access'
import { isWithSince } from './receipt-rules'

/**
 * Unread is what was received, or made unread all the same, and is not marked read; nobody stores it. Everything up to
 * somebody's floor is known to be read, so looking begins there: the floor rises as they catch up and falls when they mark
 * something older unread.
 */
const MOST_UNREAD = 50_000
const ROWS_WORTH_A_NEW_FLOOR = 500

export type Unread = { rows: IndexRow[]; old_unreads_missing: boolean }

/** The newest unread messages in channels this person is in and in direct conversations, ascending. */
export function unreadOf(realm: Realm, user: User): Unread {
  const reading = new Reading(realm, user)
  const read = new MarkSet(realm, user.user_id, 'read')
  const rows = rowsDownTo(realm, floorOf(realm, user.user_id))
  const found = newestFitting(rows, (row) => !read.has(row.id) && isUnread(reading, row), MOST_UNREAD)
  if (!found.more && found.looked > ROWS_WORTH_A_NEW_FLOOR) raiseFloor(realm, user.user_id, found.rows[0]?.id)
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

function* rowsDownTo(realm: Realm, floor: number): Generator<IndexRow> {
  for (const row of newestFirst(realm)) {
    if (row.id <= floor) return
    yield row
  }
}

function raiseFloor(realm: Realm, user_id: number, oldestUnread: number | undefined) {
  setFloor(realm, user_id, (oldestUnread ?? realm.messageIds.last + 1) - 1)
}

/** Who of these people made a message unread that was no news to them, and is with it ever since. */
export function madeUnreadAgainBy(realm: Realm, message: IndexedMessage, people: readonly number[]): number[] {
  const { id, conversation, passages } = message
  const { stream_id } = conversation
  if (stream_id === null) return []
  const isWith = ([user_id, as_of]: [number, number]) =>
    isWithSince((channel) => spansIn(realm, channel, user_id), { stream_id, passages }, as_of)
  return [...madeUnreadBy(realm, id, people)].filter(isWith).map(([user_id]) => user_id)
}
