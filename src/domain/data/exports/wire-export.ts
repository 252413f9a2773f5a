import type { ReadOnlyRealm } from '../../../realm'
import { realmRow } from '../../realm/settings/storage'
import { stateOf, typeName, type DataExport, type ExportTypeName } from './data-export'
import { allExports } from './storage'

/** An export in responses and events. */
export type WireExport = {
  id: number
  acting_user_id: number
  export_time: number
  deleted_timestamp: number | null
  failed_timestamp: number | null
  export_url: string | null
  pending: boolean
  export_type: ExportTypeName
  export_from_prior_server: boolean
}

/** Returns the exports of administrators. Those of the operator and of searches over everything have private data that administrators must not have. */
export const wireExports = (realm: ReadOnlyRealm): WireExport[] =>
  allExports(realm.sql)
    .filter(({ is_complete, search_id }) => !is_complete && search_id === null)
    .map((dataExport) => wireExport(realm, dataExport))

function wireExport(realm: ReadOnlyRealm, dataExport: DataExport): WireExport {
  const { id, acting_user_id, export_time, deleted_timestamp, failed_timestamp, export_type } = dataExport
  const state = stateOf(dataExport)
  return {
    id,
    acting_user_id,
    export_time,
    deleted_timestamp,
    failed_timestamp,
    export_url: state === 'ready' ? urlOf(realm, dataExport) : null,
    pending: state === 'pending',
    export_type: typeName(export_type),
    // An import brings no exports.
    export_from_prior_server: false,
  }
}

const NAMES = { parley: 'export', reference: 'reference-export', discovery: 'discovery' } as const

/** Returns the name of the archive and of the folder in it. */
export const exportName = (realm: ReadOnlyRealm, { id, form }: DataExport): string =>
  `${realmRow(realm).string_id}-${NAMES[form]}-${id}`

export const urlOf = (realm: ReadOnlyRealm, dataExport: DataExport): string =>
  `${dataExport.realm_url}/exports/${dataExport.id}/${dataExport.secret}/${exportName(realm, dataExport)}.tar`
