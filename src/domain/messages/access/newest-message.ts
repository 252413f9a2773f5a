import type { Realm } from '../../../realm'
import { rowsNewestFirst } from '../message-index/storage'
import type { User } from '../../people/users/user'
import { MessageAccess } from './access'

/**
 * Returns the newest message that the user received or acted on; -1 if there is none, as clients expect. The user may no longer
 * be able to read it, but already knows its id. So the number decreases only when the message is deleted.
 */
export function newestOwnMessageId(realm: Realm, user: User): number {
  const access = new MessageAccess(realm, user)
  for (const row of rowsNewestFirst(realm)) if (access.isInOwnHistory(row)) return row.id
  return -1
}
