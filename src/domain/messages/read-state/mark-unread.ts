import type { Realm } from '../../../realm'
import { removeMarks } from '../flag-sets/actions'
import { MarkSet } from '../flag-sets/mark-set'
import { makeUnreadAgain } from '../flag-sets/unread-again'
import { floorOf } from '../flag-sets/unread-floor'
import type { IndexRow } from '../message-index/message'
import { rowsWithIds } from '../message-index/storage'
import { Reading } from '../access/access'
import { people } from '../../people/users/events'
import type { User } from '../../people/users/user'
import { refuseStrange, remember } from './actions'
import { flagsRemoved } from './events'
import { detailsOf } from './unread-state'

export type MarkedUnread = { messages: number[]; ignored_because_not_subscribed_channels: number[] }

/**
 * Makes messages unread again, in direct conversations and in channels that somebody is in. What was sent before they
 * joined becomes part of their own history by that.
 */
export function markUnread(realm: Realm, actor: User, ids: readonly number[]): MarkedUnread {
  const reading = new Reading(realm, actor)
  const read = new MarkSet(realm, actor.user_id, 'read')
  const found = rowsWithIds(realm, ids)
  refuseStrange(reading, found, ids)
  const rows = found.filter((row) => reading.canRead(row))
  const changed = rows.filter(
    (row) => hasTheirPlace(reading, row) && (read.has(row.id) || !reading.isTheirsToRead(row)),
  )
  if (changed.length > 0) makeUnread(realm, actor, changed, reading)
  const notSubscribed = rows.flatMap((row) =>
    hasTheirPlace(reading, row) ? [] : (reading.conversationOf(row).stream_id ?? []),
  )
  return {
    messages: changed.map((row) => row.id),
    ignored_because_not_subscribed_channels: [...new Set(notSubscribed)].sort((a, b) => a - b),
  }
}

/** Where unread messages may be. */
function hasTheirPlace(reading: Reading, row: IndexRow): boolean {
  const { stream_id } = reading.conversationOf(row)
  return stream_id === null || reading.isIn(stream_id)
}

function makeUnread(realm: Realm, actor: User, changed: readonly IndexRow[], reading: Reading) {
  const { user_id } = actor
  const messages = changed.map((row) => row.id)
  remember(realm, actor, reading, changed)
  removeMarks(realm, user_id, 'read', messages)
  const floor = floorOf(realm, user_id)
  const isNoNews = (row: IndexRow) => row.id <= floor || !reading.receivedSinceJoining(row)
  const again = changed.filter(isNoNews).map((row) => row.id)
  if (again.length > 0)
    makeUnreadAgain(realm, user_id, again, (earlier, as_of) =>
      rowsWithIds(realm, earlier).flatMap((row) => (reading.hasBeenWith(row, as_of) ? [row.id] : [])),
    )
  const message_details = detailsOf(reading, changed)
  realm.publish(
    flagsRemoved({ operation: 'remove', flag: 'read', messages, all: false, message_details }),
    people({ user_ids: [user_id] }),
  )
}
