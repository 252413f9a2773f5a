import type { Realm } from '../../../realm'
import { rowsAfter } from '../../messages/message-index/storage'
import { allUsers, passwordHashOf } from '../../people/users/storage'
import { OWNER } from '../../people/users/user'
import { settingsOf, writeDeactivated, writeSetting } from '../../realm/settings/storage'
import { insertFirstRows } from '../../organization/realms/create-realm'
import { beginning, importTooLarge, noImportBegun, MAX_UPLOADED_ROWS } from './import-rules'
import { addSent, emptyRealm, findImport, hasMessagesOfUsers, insertImport, sentSoFar } from './import-storage'
import type { StoredImport } from './import-storage'

export type BegunCopy = {
  copy_id: string
  /** The last event of the realm that was copied. Rows of the copy contain ids of events up to this one. */
  last_event_id: number
  keeps_owners: boolean
  /** The hash of the key with which a browser continues. The operator needs none. */
  key_hash?: string
}

const MAX_MESSAGES_OF_BOTS = 1000

/**
 * Empties the realm, except for its name, and closes it until the import is finished. A request for the import that has begun already changes
 * nothing, so an interrupted import continues. Throws if the realm has messages of users, or was filled before.
 */
export function beginImport(realm: Realm, { copy_id, last_event_id, keeps_owners, key_hash = '' }: BegunCopy): void {
  if (beginning(findImport(realm.sql), copy_id, hasMessagesOfUsers(realm.sql)) === 'continue') return
  const owners = allUsers(realm)
    .filter(({ role, is_bot, is_active }) => role === OWNER && is_active && !is_bot)
    .map(({ user_id, delivery_email, full_name }) => ({
      delivery_email,
      full_name,
      password_hash: passwordHashOf(realm.sql, user_id),
    }))
  const { name } = settingsOf(realm)
  realm.log.skipTo(last_event_id)
  const ofBots = rowsAfter(realm.sql, 0, MAX_MESSAGES_OF_BOTS).map(({ id }) => id)
  if (ofBots.length > 0) realm.bodies.remove(ofBots, realm.log.takeId())
  realm.listeners.removeAllQueues()
  emptyRealm(realm.sql)
  realm.cache.invalidateAll()
  realm.messageIds.recount()
  writeDeactivated(realm, true)
  // Exports of other servers may not name the organization.
  writeSetting(realm, 'name', name)
  insertFirstRows(realm)
  insertImport(realm.sql, { copy_id, owners, keeps_owners, key_hash: key_hash === '' ? null : key_hash })
}

/** Counts what the browser of an owner sends. Throws if it is more than a browser may send. */
export function countSent({ sql, session }: Realm, rows: number): void {
  if (session.isImport !== true) return
  addSent(sql, { rows_sent: rows, file_bytes: 0 })
  if (sentSoFar(sql).rows_sent > MAX_UPLOADED_ROWS) throw importTooLarge({})
}

/** Returns how large a file of an import may be. */
export function fileBytesAllowed({ sql, session, config }: Realm): number {
  if (session.isImport !== true) return Number.MAX_SAFE_INTEGER
  const [each, all] = [config.max_file_upload_size_mib, config.upload_quota_mib ?? Infinity]
  return Math.min(each * 2 ** 20, all * 2 ** 20 - sentSoFar(sql).file_bytes)
}

/** Returns the import of this copy. Throws if none has begun, or if it is finished. */
export function getOpenImport(realm: Pick<Realm, 'sql'>, copy_id: string): StoredImport {
  const found = getImport(realm, copy_id)
  if (found.is_finished) throw noImportBegun({})
  return found
}

/** Returns the import of this copy, or any import without `copy_id`. Throws if there is none. */
export function getImport(realm: Pick<Realm, 'sql'>, copy_id: string | undefined): StoredImport {
  const found = findImport(realm.sql)
  if (found === undefined || (copy_id !== undefined && found.copy_id !== copy_id)) throw noImportBegun({})
  return found
}
