import type { Realm } from '../../../realm'
import { realmRow } from '../../realm/settings/storage'
import { stateOf, type DataExport, type ExportType } from './data-export'
import { allExports } from './storage'

/** An export as administrators are told of it. */
export type ToldExport = {
  id: number
  acting_user_id: number
  export_time: number
  deleted_timestamp: number | null
  failed_timestamp: number | null
  export_url: string | null
  pending: boolean
  export_type: ExportType
}

export const exportsShown = (realm: Realm): ToldExport[] => allExports(realm).map((made) => shown(realm, made))

function shown(realm: Realm, made: DataExport): ToldExport {
  const { id, acting_user_id, export_time, deleted_timestamp, failed_timestamp, export_type } = made
  const state = stateOf(made)
  return {
    id,
    acting_user_id,
    export_time,
    deleted_timestamp,
    failed_timestamp,
    export_url: state === 'there' ? addressOf(realm, made) : null,
    pending: state === 'pending',
    export_type,
  }
}

/** What the archive is called, and the folder that is in it. */
export const nameOfExport = (realm: Realm, { id }: DataExport): string => `${realmRow(realm).string_id}-export-${id}`

const addressOf = (realm: Realm, made: DataExport): string =>
  `${made.realm_url}/exports/${made.id}/${made.secret}/${nameOfExport(realm, made)}.tar`
