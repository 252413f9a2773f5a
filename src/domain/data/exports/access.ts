import { sameSecret } from '../../../api/callers'
import type { ReadOnlyRealm } from '../../../realm'
import { fileDoesNotExist } from '../../realm/files/errors'
import { realmRow } from '../../realm/settings/storage'
import { stateOf } from './data-export'
import { mayStillDownload } from './discovery-actions'
import type { DownloadableExport } from './download'
import { filesOf, findExport } from './storage'
import { exportName } from './wire-export'

/**
 * Returns the export with this id, if the secret is right: the URL of an export is its only credential. Throws
 * `fileDoesNotExist` also if the export is not ready, or if the realm is deactivated.
 */
export function getDownloadableExport(
  realm: ReadOnlyRealm,
  { export_id, secret }: { export_id: number; secret: string },
): DownloadableExport {
  const dataExport = findExport(realm.sql, export_id)
  if (dataExport === undefined || !sameSecret(dataExport.secret, secret)) throw fileDoesNotExist({})
  if (dataExport.search_id !== null && !mayStillDownload(realm, dataExport)) throw fileDoesNotExist({})
  if (stateOf(dataExport) !== 'ready' || realmRow(realm).is_deactivated) throw fileDoesNotExist({})
  const files = filesOf(realm.sql, dataExport)
  // An export of an earlier version has no layout, so there is no archive of it.
  if (files.some(({ size }) => size === 0)) throw fileDoesNotExist({})
  return { secret, name: exportName(realm, dataExport), export_time: dataExport.export_time, files }
}
