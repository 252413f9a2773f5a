import type { ReadOnlyRealm, Realm } from '../../../realm'
import { getOwnSearch, refusalOfSearcher, requireRoomInLog, requireSearcher } from '../discovery/actions'
import { findUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { recordDiscovery } from '../../realm/discovery-log/record'
import { beginExport, deleteReadyExport } from './actions'
import { WITH_PRIVATE_DATA, type DataExport } from './data-export'
import { invalidExport, tooManySearchExports, MAX_SEARCH_EXPORTS } from './rules'
import { exportsOfSearches, findExport } from './storage'

/** Requests an export of the result of a search. The alarm makes it. Returns its id. */
export function exportSearch(realm: Realm, actor: User, search_id: number): number {
  requireRoomInLog(realm, actor)
  const { reason } = getOwnSearch(realm, actor, search_id)
  if (exportsOfSearches(realm.sql).length >= MAX_SEARCH_EXPORTS) throw tooManySearchExports({})
  const kind = { export_type: WITH_PRIVATE_DATA, form: 'discovery', is_complete: false, consenting_users: [] } as const
  const export_id = beginExport(realm, { ...kind, acting_user_id: actor.user_id, search_id })
  recordDiscovery(realm, 'search_exported', { search_id, export_id, reason })
  return export_id
}

/** Returns the exports of searches, without deleted ones. Throws unless the actor may search everything. */
export function searchExports(realm: ReadOnlyRealm, actor: User): DataExport[] {
  requireSearcher(realm, actor)
  return exportsOfSearches(realm.sql)
}

export function deleteSearchExport(realm: Realm, actor: User, id: number): void {
  requireSearcher(realm, actor)
  const dataExport = findExport(realm.sql, id)
  if (dataExport === undefined || dataExport.search_id === null) throw invalidExport({})
  deleteReadyExport(realm, dataExport)
}

/** Whether the owner who requested the export may still search everything. Then its URL works. */
export function mayStillDownload(realm: ReadOnlyRealm, { acting_user_id }: DataExport): boolean {
  const actor = findUser(realm, acting_user_id)
  return actor !== undefined && actor.is_active && refusalOfSearcher(realm, actor) === undefined
}
