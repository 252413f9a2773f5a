import type { Realm } from '../../../realm'
import type { User } from '../../people/users/user'
import { MessageAccess } from '../access/access'
import type { IndexRow } from '../message-index/message'
import { rowsNewestFirst } from '../message-index/storage'
import { ownHistoryInMemory } from './newest-in-memory'
import { ownHistory, ownHistoryInChunks } from './own-history'
import { allMessages } from './sources'
import { takeMessages } from './take-messages'

// A user of quiet channels has the newest message far below that of the realm. Their topics are few.
const ROWS_BEFORE_TOPICS = 200
/** Most users receive one of them. */
const NEWEST_OF_REALM = 7

/**
 * Returns the newest message that the user received or acted on; -1 if there is none, as clients expect. The user may no longer
 * be able to read it, but already knows its id. So the number decreases only when the message is deleted. If one turn of the realm
 * does not find it, returns the id up to which there is none above: the user is in thousands of topics, all of them quiet.
 */
export function newestOwnMessageId(realm: Realm, user: User): number {
  const access = new MessageAccess(realm, user)
  for (const row of rowsNewestFirst(realm, NEWEST_OF_REALM)) if (access.isInOwnHistory(row)) return row.id
  const received = {
    sources: [
      allMessages(realm),
      ownHistory(access, () => true, ROWS_BEFORE_TOPICS),
      ownHistoryInChunks(access, { fits: () => true, sender_id: undefined }, ROWS_BEFORE_TOPICS),
    ],
    inMemory: ownHistoryInMemory(access),
    matches: (row: IndexRow) => access.isInOwnHistory(row),
    wholeHistory: true,
    hasUnreadable: true,
  }
  const { rows, next } = takeMessages(access, received, {
    direction: 'before',
    bound: realm.messageIds.last + 1,
    most: 1,
  })
  return rows[0]?.id ?? (next === undefined ? -1 : next - 1)
}
