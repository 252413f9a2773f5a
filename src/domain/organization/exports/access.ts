import { sameSecret } from '../../../api/callers'
import type { Realm } from '../../../realm'
import { fileDoesNotExist } from '../../realm/files/errors'
import { realmRow } from '../../realm/settings/storage'
import { stateOf } from './data-export'
import type { Found } from './download'
import { nameOfExport } from './shown'
import { filesOf, maybeExport } from './storage'

/** The export at this address, which only those have who were told it. A closed organization gives nothing away. */
export function exportAt(realm: Realm, { export_id, secret }: { export_id: number; secret: string }): Found {
  const made = maybeExport(realm, export_id)
  if (made === undefined || !sameSecret(made.secret, secret)) throw fileDoesNotExist({})
  if (stateOf(made) !== 'there' || realmRow(realm).is_deactivated) throw fileDoesNotExist({})
  const { export_time } = made
  return { secret, name: nameOfExport(realm, made), export_time, files: filesOf(realm, made) }
}
