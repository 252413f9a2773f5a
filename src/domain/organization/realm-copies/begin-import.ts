import type { Realm } from '../../../realm'
import { rowsAfter } from '../../messages/message-index/storage'
import { allUsers, passwordHashOf } from '../../people/users/storage'
import { OWNER } from '../../people/users/user'
import { writeDeactivated } from '../../realm/settings/storage'
import { insertFirstRows } from '../realms/create-realm'
import { beginning, noImportBegun } from './import-rules'
import { emptyRealm, findImport, hasMessagesOfUsers, insertImport, type StoredImport } from './import-storage'

export type BegunCopy = {
  copy_id: string
  /** The last event of the realm that was copied. Rows of the copy contain ids of events up to this one. */
  last_event_id: number
  keeps_owners: boolean
}

const MESSAGES_OF_BOTS_MAX = 1000

/**
 * Empties the realm and closes it, until the import is finished. A request for the import that has begun already changes
 * nothing, so an interrupted import continues. Throws if the realm has messages of users, or was filled before.
 */
export function beginImport(realm: Realm, { copy_id, last_event_id, keeps_owners }: BegunCopy): void {
  if (beginning(findImport(realm.sql), copy_id, hasMessagesOfUsers(realm.sql)) === 'continue') return
  const owners = allUsers(realm)
    .filter(({ role, is_bot, is_active }) => role === OWNER && is_active && !is_bot)
    .map(({ user_id, delivery_email, full_name }) => ({
      delivery_email,
      full_name,
      password_hash: passwordHashOf(realm.sql, user_id),
    }))
  realm.log.skipTo(last_event_id)
  const ofBots = rowsAfter(realm.sql, 0, MESSAGES_OF_BOTS_MAX).map(({ id }) => id)
  if (ofBots.length > 0) realm.bodies.remove(ofBots, realm.log.takeId())
  realm.listeners.removeAllQueues()
  emptyRealm(realm.sql)
  realm.cache.invalidateAll()
  realm.messageIds.recount()
  writeDeactivated(realm, true)
  insertFirstRows(realm)
  insertImport(realm.sql, { copy_id, owners, keeps_owners })
}

/** Returns the import of this copy. Throws if none has begun, or if it is finished. */
export function getOpenImport(realm: Pick<Realm, 'sql'>, copy_id: string): StoredImport {
  const found = findImport(realm.sql)
  if (found?.copy_id !== copy_id || found.is_finished) throw noImportBegun({})
  return found
}
