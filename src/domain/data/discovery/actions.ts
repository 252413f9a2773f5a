import type { ApiError } from '../../../api/errors'
import type { ReadOnlyRealm, Realm } from '../../../realm'
import { limitRequest, requestCounts } from '../../../store/recent-requests'
import { findChannel } from '../../channels/channels/storage'
import { holdNamesUnknown, refusalOfHold, refusalOfReason, type RequestedHold } from '../../messages/holds/rules'
import { allHolds, deleteHold, insertHold, writeReleasedUpTo } from '../../messages/holds/storage'
import { splitSearch } from '../../messages/search/terms'
import type { Term } from '../../messages/narrows/term'
import { hasRealmPermission } from '../../people/groups/membership'
import { findUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'
import { recordDiscovery } from '../../realm/discovery-log/record'
import { countDiscoveryEntries, findDiscoveryEntry } from '../../realm/discovery-log/storage'
import { compileEverything, withIds } from './everything-narrow'
import {
  holdDoesNotExist,
  isOwnRecentSearch,
  MAX_NARROW_BYTES,
  narrowIsTooLong,
  refusalOfMoreEntries,
  refusalToSearchEverything,
  searchDoesNotExist,
} from './rules'
import type { LoggedSearch } from './search'

/** Returns why the actor may not search everything now. */
export const refusalOfSearcher = (realm: ReadOnlyRealm, actor: User): ApiError | undefined =>
  refusalToSearchEverything(actor, hasRealmPermission(realm, actor, 'parley_can_search_everything_group'))

/** Throws unless the actor may search everything. */
export function requireSearcher(realm: ReadOnlyRealm, actor: User): void {
  const refusal = refusalOfSearcher(realm, actor)
  if (refusal) throw refusal
}

/** Throws unless the actor may add to the log. It has a bound, because no user can shorten it. */
export function requireRoomInLog(realm: ReadOnlyRealm, actor: User): void {
  requireSearcher(realm, actor)
  const refusal = refusalOfMoreEntries(countDiscoveryEntries(realm))
  if (refusal) throw refusal
}

/** Creates a hold. From now on, what is deleted is kept. Returns its id. */
export function createHold(realm: Realm, actor: User, requested: RequestedHold): number {
  requireRoomInLog(realm, actor)
  const refusal = refusalOfHold(requested, allHolds(realm).length)
  if (refusal) throw refusal
  const { user_ids, stream_ids, sent_from, sent_before } = requested
  const isKnown =
    user_ids.every((id) => findUser(realm, id) !== undefined) && stream_ids.every((id) => findChannel(realm, id))
  if (!isKnown) throw holdNamesUnknown({})
  const facts = {
    name: requested.name.trim(),
    reason: requested.reason.trim(),
    user_ids,
    stream_ids,
    sent_from,
    sent_before,
  }
  const hold_id = insertHold(realm, { ...facts, created_by: actor.user_id, created_at: realm.now() })
  recordDiscovery(realm, 'hold_created', { hold_id, ...facts })
  return hold_id
}

/** Ends a hold. The alarm deletes what no other hold keeps. */
export function endHold(realm: Realm, actor: User, hold_id: number, reason: string): void {
  requireSearcher(realm, actor)
  const hold = allHolds(realm).find((each) => each.hold_id === hold_id)
  if (hold === undefined) throw holdDoesNotExist({})
  const refusal = refusalOfReason(reason)
  if (refusal) throw refusal
  deleteHold(realm, hold_id)
  recordDiscovery(realm, 'hold_ended', { hold_id, name: hold.name, reason: reason.trim() })
  writeReleasedUpTo(realm.sql, 0)
  realm.wakeAt(realm.now())
}

export type RequestedSearch = {
  reason: string
  narrow: readonly Term[]
  sent_from: number | null
  sent_before: number | null
}

const recentSearches = requestCounts()
const SEARCHES_OF_USER = [{ seconds: 3600, most: 60 }]

/**
 * Begins a search over everything. It is an entry of the log, and its pages and its export read from that entry what to look for: so nothing
 * is searched without a reason that the log has. Returns its id.
 */
export function beginEverythingSearch(realm: Realm, actor: User, requested: RequestedSearch): number {
  requireRoomInLog(realm, actor)
  const { reason, sent_from, sent_before } = requested
  const refusal = refusalOfReason(reason)
  if (refusal) throw refusal
  const narrow = withIds(realm, requested.narrow)
  compileEverything(realm, splitSearch(narrow).narrow)
  if (new TextEncoder().encode(JSON.stringify(narrow)).length > MAX_NARROW_BYTES) throw narrowIsTooLong({})
  limitRequest(realm, recentSearches, String(actor.user_id), SEARCHES_OF_USER)
  const logged: LoggedSearch = { reason: reason.trim(), narrow, sent_from, sent_before, up_to: realm.messageIds.last }
  return recordDiscovery(realm, 'everything_searched', logged)
}

/** Returns what a search looks for. Throws unless the actor made it lately, and may still search everything. */
export function getOwnSearch(realm: ReadOnlyRealm, actor: User, search_id: number): LoggedSearch {
  requireSearcher(realm, actor)
  const entry = findDiscoveryEntry(realm, search_id)
  if (entry === undefined || !isOwnRecentSearch(entry, actor, realm.now())) throw searchDoesNotExist({})
  return JSON.parse(entry.details)
}
