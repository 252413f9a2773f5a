import { sharedIfLong, type SharedText } from '../../../api/shared-text'
import type { ReadOnlyRealm } from '../../../realm'
import { SYSTEM_GROUPS } from '../../realm/settings/system-groups'
import { cacheKey } from '../../../store/realm-cache'
import { userCache } from '../users/storage'
import { wireGroup } from './events'
import type { Group } from './group'
import { allGroups, directMembers, groupsCache, ownGroupsCache, subgroupsCache } from './storage'

/** The JSON of a group. `members` is only for the group whose members change with time. */
type EncodedGroup = { text: string | SharedText; members?: readonly number[] }

/** The JSON of user groups by id. It depends on the groups, their members and subgroups, and on who is deactivated. */
const encodedGroupsCache = cacheKey<Map<number, EncodedGroup>>({
  invalidatedBy: [groupsCache, ownGroupsCache, subgroupsCache, userCache],
})

/** Makes the JSON of all groups ahead, in parts: the realm serves other requests in between. Each of these may change groups. */
export function* loadGroups(realm: ReadOnlyRealm): Generator<void> {
  let before = realm.sql.meter.read
  for (const id of allGroups(realm).keys()) {
    const group = allGroups(realm).get(id)
    const texts = realm.cache.get(encodedGroupsCache, () => new Map<number, EncodedGroup>())
    if (group === undefined || texts.has(id)) continue
    encodedGroup(realm, group, texts)
    if (realm.sql.meter.read - before < ROWS_PER_PART) continue
    yield
    before = realm.sql.meter.read
  }
}

const ROWS_PER_PART = 5000

/** Returns the JSON of all groups in the order of their ids, system groups included. All viewers see the same. */
export function encodedGroups(realm: ReadOnlyRealm, include_deactivated: boolean): (string | SharedText)[] {
  const texts = realm.cache.get(encodedGroupsCache, () => new Map<number, EncodedGroup>())
  return [...allGroups(realm).values()].flatMap((group) =>
    group.deactivated && !include_deactivated ? [] : [encodedGroup(realm, group, texts)],
  )
}

function encodedGroup(realm: ReadOnlyRealm, group: Group, texts: Map<number, EncodedGroup>): string | SharedText {
  // A user becomes a full member without any change, when time has passed.
  const members = group.id === SYSTEM_GROUPS['role:fullmembers'] ? directMembers(realm, group) : undefined
  const kept = texts.get(group.id)
  if (kept !== undefined && isSame(kept.members, members)) return kept.text
  const json = JSON.stringify(wireGroup(realm, group))
  const text = sharedIfLong(
    () => json,
    () => json.length,
  )
  texts.set(group.id, { text, members })
  return text
}

const isSame = (ids: readonly number[] = [], others: readonly number[] = []): boolean =>
  ids === others || (ids.length === others.length && ids.every((id, nth) => id === others[nth]))
