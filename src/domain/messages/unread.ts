import type { Realm } from '../../realm'
import type { User } from '../users/user'
import { Reading } from './access'
import { MarkSet } from './marks'
import { newestFirst } from './pages'
import { rowsAfter, type IndexRow } from './storage'

/**
 * Unread is what was received and is not marked read; nobody stores it. Everything up to somebody's floor is known to be
 * read, so looking begins there: the floor rises as they catch up and falls when they mark something older unread.
 */
const MOST_UNREAD = 50_000
const ROWS_PER_PAGE = 2000
const ROWS_WORTH_A_NEW_FLOOR = 500

export type Unread = { rows: IndexRow[]; old_unreads_missing: boolean }

export const floorOf = (realm: Realm, user_id: number): number =>
  realm.sql.maybe<{ message_id: number }>`SELECT message_id FROM unread_floors WHERE user_id = ${user_id}`
    ?.message_id ?? 0

export function setFloor(realm: Realm, user_id: number, message_id: number): void {
  realm.sql.run`INSERT INTO unread_floors (user_id, message_id) VALUES (${user_id}, ${message_id})
                ON CONFLICT (user_id) DO UPDATE SET message_id = excluded.message_id`
}

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
  reading.receivedSinceJoining(row) && reading.canRead(row)

/** The oldest unread message that fits, if there is one. */
export function firstUnread(
  realm: Realm,
  user: User,
  fits: (row: IndexRow, reading: Reading) => boolean,
): number | undefined {
  const reading = new Reading(realm, user)
  const read = new MarkSet(realm, user.user_id, 'read')
  for (let bound = floorOf(realm, user.user_id); ;) {
    const rows = rowsAfter(realm, bound, ROWS_PER_PAGE)
    for (const row of rows) if (!read.has(row.id) && isUnread(reading, row) && fits(row, reading)) return row.id
    if (rows.length < ROWS_PER_PAGE) return undefined
    bound = rows.at(-1)!.id
  }
}

function* rowsDownTo(realm: Realm, floor: number): Generator<IndexRow> {
  for (const row of newestFirst(realm)) {
    if (row.id <= floor) return
    yield row
  }
}

function raiseFloor(realm: Realm, user_id: number, oldestUnread: number | undefined) {
  setFloor(realm, user_id, (oldestUnread ?? realm.messageIds.last + 1) - 1)
}
