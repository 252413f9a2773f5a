import type { Realm } from '../../../realm'
import type { Channel } from '../../channels/channels/channel'
import { getChannel } from '../../channels/channels/storage'
import { addMarks } from '../flag-sets/actions'
import { flagsAdded } from '../flag-sets/events'
import { MarkSet } from '../flag-sets/mark-set'
import { UnreadAgain, whoMadeUnread } from '../flag-sets/unread-again'
import type { IndexRow } from '../message-index/message'
import { rowsWithIds } from '../message-index/storage'
import { people } from '../../people/users/events'
import { maybeUser } from '../../people/users/storage'
import { Reading } from './access'

/**
 * The history of a channel that was open may be protected by now. What its people made unread of it without having
 * received it they can read no more, and nothing is unread that cannot be read.
 */
export function settleOutOfReach(realm: Realm, before: Channel): void {
  const { stream_id, history_public_to_subscribers: wasOpen } = before
  if (!wasOpen || getChannel(realm, stream_id).history_public_to_subscribers) return
  for (const user_id of whoMadeUnread(realm)) {
    const reading = new Reading(realm, maybeUser(realm, user_id)!)
    if (!reading.isIn(stream_id)) continue
    for (const ids of new UnreadAgain(realm, user_id).inLots()) {
      const messages = outOfReach(reading, stream_id, ids)
      if (messages.length > 0) settle(realm, user_id, messages)
    }
  }
}

function outOfReach(reading: Reading, stream_id: number, ids: readonly number[]): number[] {
  const { realm, reader } = reading
  const read = new MarkSet(realm, reader.user_id, 'read')
  const isLost = (row: IndexRow) =>
    reading.conversationOf(row).stream_id === stream_id &&
    !read.has(row.id) &&
    reading.isTheirsToRead(row) &&
    !reading.canRead(row)
  return rowsWithIds(realm, ids)
    .filter(isLost)
    .map(({ id }) => id)
}

function settle(realm: Realm, user_id: number, messages: number[]) {
  addMarks(realm, user_id, 'read', messages)
  realm.publish(flagsAdded({ operation: 'add', flag: 'read', messages, all: false }), people({ user_ids: [user_id] }))
}
