import type { Realm } from '../../../realm'
import { realmRow } from '../../realm/settings/storage'
import { SVC_VERSION } from '../../realm/settings/limits'
import { copiedTables, tableNames } from '../realm-tables/tables'
import { sequences } from './storage'

/** The name and the version of the form of copies. A change that older imports cannot read has a new version. */
export const FORMAT = 'parley-realm-copy'
export const FORMAT_VERSION = 1

/** Returns what a copy says about itself. Two copies with the same `last_event_id` have the same rows. */
export function markerOf(realm: Realm) {
  const { string_id, host, is_deactivated } = realmRow(realm)
  return {
    format: FORMAT,
    format_version: FORMAT_VERSION,
    server_version: SVC_VERSION,
    string_id,
    host,
    is_closed: is_deactivated,
    last_event_id: realm.log.lastId,
    last_message_id: realm.messageIds.last,
    sequences: sequences(realm.sql),
    tables: tableNames.map((name) => ({ name, key: [...copiedTables[name].key] })),
  }
}
