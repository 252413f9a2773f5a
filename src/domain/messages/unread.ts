import type { Realm } from '../../realm'
import type { User } from '../users/user'
import { Reading } from './access'
import { MarkSet } from './marks'
import { rowsAfter, rowsBefore, type IndexRow } from './storage'

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
  const floor = floorOf(realm, user.user_id)
  const rows: IndexRow[] = []
  let looked = 0
  for (const row of rowsDownTo(realm, floor)) {
    looked++
    if (read.has(row.id) || !isUnread(reading, row)) continue
    if (rows.length === MOST_UNREAD) return { rows: rows.reverse(), old_unreads_missing: true }
    rows.push(row)
  }
  if (looked > ROWS_WORTH_A_NEW_FLOOR) raiseFloor(realm, user.user_id, rows.at(-1)?.id)
  return { rows: rows.reverse(), old_unreads_missing: false }
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
  for (let bound = realm.messageIds.last + 1; ;) {
    const rows = rowsBefore(realm, bound, ROWS_PER_PAGE)
    for (const row of rows) {
      if (row.id <= floor) return
      yield row
    }
    if (rows.length < ROWS_PER_PAGE) return
    bound = rows.at(-1)!.id
  }
}

function raiseFloor(realm: Realm, user_id: number, oldestUnread: number | undefined) {
  setFloor(realm, user_id, (oldestUnread ?? realm.messageIds.last + 1) - 1)
}
