import { inBatches } from '../../../api/batches'
import type { Realm } from '../../../realm'
import { FlagSet } from '../flag-sets/flag-set'
import { eventsOfManuallyUnread, ManuallyUnread } from '../flag-sets/manually-unread-storage'
import { findReadUpTo, setReadUpTo } from '../flag-sets/read-up-to-storage'
import type { IndexedMessage, IndexRow } from '../message-index/message'
import { newestFirst, rowsWithIds } from '../message-index/storage'
import { periodsOf } from '../../channels/subscriptions/storage'
import type { User } from '../../people/users/user'
import { MessageAccess } from '../access/access'
import { subscribedSince } from '../access/receipt-rules'

/**
 * Unread messages are not stored: they follow from the flag `read`, from subscriptions and from manually unread messages.
 * Unread is what was received, or made unread all the same, and is not marked read; nobody stores it. Everything up to
 * somebody's floor is known to be read, so looking begins there: the floor rises as they catch up. It never falls, or one
 * old message that is made unread would have all looked through that came after it: below the floor, nothing is unread
 * but what they made so.
 */
const UNREAD_MAX = 50_000
const ROWS_BEFORE_NEW_READ_UP_TO = 500

export type UnreadMessages = { rows: IndexRow[]; old_unreads_missing: boolean }

/** The newest unread messages in channels this person is in and in direct conversations, ascending. */
export function unreadMessages(realm: Realm, user: User): UnreadMessages {
  const access = new MessageAccess(realm, user)
  const read = new FlagSet(realm, user.user_id, 'read')
  const again = new ManuallyUnread(realm, user.user_id)
  const floor = findReadUpTo(realm, user.user_id)
  const rows = unreadCandidates(realm, floor, again)
  const found = takeNewest(rows, (row) => !read.has(row.id) && canBeUnread(access, row), UNREAD_MAX)
  if (!found.more && found.looked > ROWS_BEFORE_NEW_READ_UP_TO) {
    const oldest = found.rows.find(({ id }) => again.atEvent(id) === undefined)?.id ?? realm.messageIds.last + 1
    if (oldest - 1 > floor) setReadUpTo(realm, user.user_id, oldest - 1)
  }
  return { rows: found.rows, old_unreads_missing: found.more }
}

/** Of rows that come newest first, the first so many that fit, ascending; and whether there are more. */
export function takeNewest(rows: Iterable<IndexRow>, fits: (row: IndexRow) => boolean, most: number) {
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
export const canBeUnread = (access: MessageAccess, row: IndexRow): boolean =>
  access.countsAsUnreadIfNotRead(row) && access.canRead(row)

const IDS_AT_ONCE = 1000

function* unreadCandidates(realm: Realm, floor: number, again: ManuallyUnread): Generator<IndexRow> {
  for (const row of newestFirst(realm)) {
    if (row.id <= floor) break
    yield row
  }
  for (const ids of inBatches(again.unreadUpTo(floor).reverse(), IDS_AT_ONCE)) yield* rowsWithIds(realm, ids).reverse()
}

/** Who of these people made a message unread that was no news to them, and is with it ever since. */
export function usersWithMessageManuallyUnread(
  realm: Realm,
  message: IndexedMessage,
  people: readonly number[],
): number[] {
  const { id, conversation, earlier_channels } = message
  const { stream_id } = conversation
  if (stream_id === null) return []
  const isWith = ([user_id, at_event]: [number, number]) =>
    subscribedSince((channel) => periodsOf(realm, channel, user_id), { stream_id, earlier_channels }, at_event)
  return [...eventsOfManuallyUnread(realm, id, people)].filter(isWith).map(([user_id]) => user_id)
}
