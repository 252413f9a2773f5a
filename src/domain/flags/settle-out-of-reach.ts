import type { Realm } from '../../realm'
import { maybeChannel } from '../channels/storage'
import { addMarks } from '../marks/actions'
import { MarkSet } from '../marks/mark-set'
import { UnreadAgain, whoMadeUnread } from '../marks/unread-again'
import type { IndexRow } from '../messages/message'
import { rowsWithIds } from '../messages/storage'
import { Reading } from '../reading/access'
import { people } from '../users/events'
import { maybeUser } from '../users/storage'
import type { User } from '../users/user'
import { flagsAdded } from './events'

/**
 * The history of a channel may be protected from here on. What its people made unread of it without having received it
 * they can read no more, and nothing is unread that cannot be read.
 */
export function settleOutOfReach(realm: Realm, stream_id: number): void {
  if (maybeChannel(realm, stream_id)?.history_public_to_subscribers !== false) return
  for (const user_id of whoMadeUnread(realm)) {
    const messages = outOfReachOf(realm, maybeUser(realm, user_id)!, stream_id)
    if (messages.length === 0) continue
    addMarks(realm, user_id, 'read', messages)
    realm.publish(flagsAdded({ operation: 'add', flag: 'read', messages, all: false }), people({ user_ids: [user_id] }))
  }
}

function outOfReachOf(realm: Realm, user: User, stream_id: number): number[] {
  const reading = new Reading(realm, user)
  const read = new MarkSet(realm, user.user_id, 'read')
  const isLost = (row: IndexRow) =>
    reading.conversationOf(row).stream_id === stream_id &&
    !read.has(row.id) &&
    reading.isTheirsToRead(row) &&
    !reading.canRead(row)
  return rowsWithIds(realm, new UnreadAgain(realm, user.user_id).ids())
    .filter(isLost)
    .map(({ id }) => id)
}
