import type { ReadOnlyRealm, Realm } from '../../../realm'
import { getOwnSearch, requireRoomInLog, requireSearcher } from '../discovery/actions'
import { hasRealmPermission } from '../../people/groups/membership'
import { findUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { recordDiscovery } from '../../realm/discovery-log/record'
import { refusalToSearchEverything } from '../discovery/rules'
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

/** Returns the exports of searches that are not deleted, for those who may search everything. */
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
  if (actor === undefined || !actor.is_active) return false
  const isPermitted = hasRealmPermission(realm, actor, 'parley_can_search_everything_group')
  return refusalToSearchEverything(actor, isPermitted) === undefined
}
