import type { Realm } from '../../../realm'
import { newestFirst } from '../message-index/storage'
import type { User } from '../../people/users/user'
import { MessageAccess } from './access'

/**
 * The newest message somebody received or acted on; -1 where there is none, as clients of this API expect. They were told
 * of it then, so they may know its id even where they may not read it any more: the number falls only when it is deleted.
 */
export function newestOwnMessageId(realm: Realm, user: User): number {
  const access = new MessageAccess(realm, user)
  for (const row of newestFirst(realm)) if (access.isInOwnHistory(row)) return row.id
  return -1
}
