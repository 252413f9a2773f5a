import type { ReadOnlyRealm, Realm } from '../../../realm'
import { cacheKey, cacheKeyById } from '../../../store/realm-cache'
import { settingsOf } from '../../realm/settings/storage'
import { SYSTEM_GROUPS } from '../../realm/settings/system-groups'
import { idsOf, MEMBER, type Role, type User } from '../users/user'
import { allUsers, userCache } from '../users/storage'
import type { Group } from './group'
import { groupsWithin } from './membership-rules'
import { groupNameKey } from './name-rules'
import { isFullMember, ROLE_OF_SYSTEM_GROUP, roleGroups } from './rules'

type GroupRow = Omit<Group, 'is_system_group' | 'deactivated' | 'permissions'> & {
  is_system_group: number
  deactivated: number
  permissions: string // JSON: a group-setting value for each permission
}

export const groupsCache = cacheKey<ReadonlyMap<number, Group>>()
const activeGroupsByNameCache = cacheKey<ReadonlyMap<string, Group>>({ invalidatedBy: [groupsCache] })

/** Returns all groups by id. They are few, and every permission check needs them, so they are cached together. */
export const allGroups = (realm: ReadOnlyRealm): ReadonlyMap<number, Group> =>
  realm.cache.get(groupsCache, () => {
    const rows = realm.sql.all<GroupRow>`
      SELECT id, name, description, date_created, creator_id, is_system_group, deactivated, permissions FROM user_groups ORDER BY id`
    return new Map(rows.map((row) => [row.id, groupOf(row)]))
  })

/** Returns the active groups by name in lower case. A message can mention thousands of groups. */
export const activeGroupsByName = (realm: ReadOnlyRealm): ReadonlyMap<string, Group> =>
  realm.cache.get(activeGroupsByNameCache, () => {
    const active = [...allGroups(realm).values()].filter(({ deactivated }) => !deactivated)
    // If two groups have the same name, the older one wins.
    return new Map(active.toReversed().map((group) => [group.name.toLowerCase(), group]))
  })

const groupOf = (row: GroupRow): Group => ({
  ...row,
  is_system_group: row.is_system_group === 1,
  deactivated: row.deactivated === 1,
  permissions: JSON.parse(row.permissions),
})

/** Returns the group with this name in any case, also if it is deactivated: it keeps its name. */
export function findGroupByName(realm: ReadOnlyRealm, name: string): Group | undefined {
  const found = realm.sql.maybe<{ id: number }>`SELECT id FROM user_groups WHERE name_key = ${groupNameKey(name)}`
  return found && allGroups(realm).get(found.id)
}

/** The subgroups of all groups. Cache keys of values that depend on them are declared with it. */
export const subgroupsCache = cacheKey<ReadonlyMap<number, readonly number[]>>()

/** Returns the direct subgroups of each group that has any. */
export const subgroups = (realm: ReadOnlyRealm): ReadonlyMap<number, readonly number[]> =>
  realm.cache.get(subgroupsCache, () => {
    const subgroupIds = new Map<number, number[]>()
    for (const { group_id, subgroup_id } of realm.sql.all<{ group_id: number; subgroup_id: number }>`
      SELECT group_id, subgroup_id FROM group_subgroups ORDER BY group_id, subgroup_id`)
      subgroupIds.set(group_id, [...(subgroupIds.get(group_id) ?? []), subgroup_id])
    return subgroupIds
  })

export const ownGroupsCache = cacheKeyById<number, readonly number[]>()

/** Returns the user groups of which the user is a direct member. */
export const directGroupsOf = (realm: ReadOnlyRealm, user_id: number): readonly number[] =>
  realm.cache.get(ownGroupsCache(user_id), () =>
    realm.sql.all<{ group_id: number }>`SELECT group_id FROM group_members WHERE user_id = ${user_id}`.map(
      (row) => row.group_id,
    ),
  )

/** Returns of which user groups each user is a direct member, as text with commas. Users without groups are left out. */
export const directGroupsOfAll = ({ sql }: ReadOnlyRealm): Map<number, string> =>
  new Map(
    sql.all<{ user_id: number; group_ids: string }>`
      SELECT user_id, group_concat(group_id) AS group_ids
      FROM (SELECT user_id, group_id FROM group_members ORDER BY user_id, group_id) GROUP BY user_id`.map(
      ({ user_id, group_ids }) => [user_id, group_ids],
    ),
  )

/** Keeps what `directGroupsOfAll` returned in memory, for a caller that asks for the groups of all these users. */
export function keepDirectGroups(
  { cache }: ReadOnlyRealm,
  groups: ReadonlyMap<number, string>,
  user_ids: Iterable<number>,
): void {
  for (const user_id of user_ids)
    cache.get(ownGroupsCache(user_id), () => groups.get(user_id)?.split(',').map(Number) ?? [])
}

/** Reads the groups of everyone at once, if memory lacks those of most: `directGroupsOf` then needs no statement for each user. */
export function readAllDirectGroups(realm: ReadOnlyRealm): void {
  const everyone = idsOf(allUsers(realm))
  const unread = everyone.filter((user_id) => realm.cache.find(ownGroupsCache(user_id)) === undefined)
  if (unread.length > everyone.length / 2) keepDirectGroups(realm, directGroupsOfAll(realm), unread)
}

/** Returns the active direct members of a group. */
export function directMembers(realm: ReadOnlyRealm, group: Group): readonly number[] {
  if (group.is_system_group) return membersByRole(realm, group)
  return realm.sql.all<{ user_id: number }>`
    SELECT m.user_id FROM group_members m JOIN users u ON u.user_id = m.user_id
    WHERE m.group_id = ${group.id} AND u.is_active = 1 ORDER BY m.user_id`.map((row) => row.user_id)
}

/** Returns the direct members of a group with the deactivated ones, who are members again after reactivation. */
export const storedMembers = ({ sql }: ReadOnlyRealm, group_id: number): number[] =>
  sql.all<{ user_id: number }>`SELECT user_id FROM group_members WHERE group_id = ${group_id} ORDER BY user_id`.map(
    ({ user_id }) => user_id,
  )

/** Returns the active members of a group and of its subgroups, each of them once. */
export function allMembersOf(realm: ReadOnlyRealm, group: Group): number[] {
  const groupIds = groupsWithin([group.id], subgroups(realm))
  return [...new Set([...groupIds].flatMap((id) => directMembers(realm, allGroups(realm).get(id)!)))]
}

/** Returns the people in these groups and in their subgroups, also those whose accounts are deactivated. */
export function peopleWithin(realm: ReadOnlyRealm, group_ids: readonly number[]): User[] {
  const groupIds = groupsWithin(group_ids, subgroups(realm))
  const stored = new Set([...groupIds].flatMap((id) => storedMembers(realm, id)))
  const { waiting_period_threshold } = settingsOf(realm)
  const isIncluded = (user: User) =>
    stored.has(user.user_id) || roleGroups(user, waiting_period_threshold, realm.now()).some((id) => groupIds.has(id))
  return allUsers(realm).filter((user) => !user.is_bot && isIncluded(user))
}

const activePeopleByRoleCache = cacheKey<ReadonlyMap<Role, readonly User[]>>({ invalidatedBy: [userCache] })

/** Returns the active users with each role, without the bots of the server. */
const activePeopleByRole = (realm: ReadOnlyRealm): ReadonlyMap<Role, readonly User[]> =>
  realm.cache.get(activePeopleByRoleCache, () =>
    Map.groupBy(
      allUsers(realm).filter((user) => user.is_active && !user.is_system_bot),
      ({ role }) => role,
    ),
  )

function membersByRole(realm: ReadOnlyRealm, { id }: Group): readonly number[] {
  if (id !== SYSTEM_GROUPS['role:fullmembers']) {
    const role = ROLE_OF_SYSTEM_GROUP[id]
    return role === undefined ? [] : idsOf(activePeopleByRole(realm).get(role) ?? [])
  }
  const days = settingsOf(realm).waiting_period_threshold
  const now = realm.now()
  const members = activePeopleByRole(realm).get(MEMBER) ?? []
  const { ids, newest } = membersWithNewest(members)
  // Mostly all of them, and then the list is not copied.
  if (newest === undefined || isFullMember(newest, days, now)) return ids
  return idsOf(members.filter((user) => isFullMember(user, days, now)))
}

const keptMembers = new WeakMap<readonly User[], { ids: readonly number[]; newest: User | undefined }>()

/** Returns the ids of these users, and the user who joined last. */
function membersWithNewest(users: readonly User[]) {
  let kept = keptMembers.get(users)
  if (kept === undefined) {
    let newest = users[0]
    for (const user of users) if (newest === undefined || user.date_joined > newest.date_joined) newest = user
    kept = { ids: idsOf(users), newest }
    keptMembers.set(users, kept)
  }
  return kept
}

export function insertGroup(realm: Realm, group: Omit<Group, 'id'>): Group {
  const { id } = realm.sql.one<{ id: number }>`SELECT max(id) + 1 AS id FROM user_groups`
  realm.sql.run`
    INSERT INTO user_groups (id, name, name_key, description, date_created, creator_id, is_system_group, deactivated, permissions)
    VALUES (${id}, ${group.name}, ${groupNameKey(group.name)}, ${group.description}, ${group.date_created}, ${group.creator_id},
            ${group.is_system_group}, ${group.deactivated}, ${JSON.stringify(group.permissions)})`
  realm.cache.invalidate(groupsCache)
  return allGroups(realm).get(id)!
}

export function writeGroup(realm: Realm, { id, name, description, deactivated, permissions }: Group): void {
  realm.sql.run`
    UPDATE user_groups SET name = ${name}, name_key = ${groupNameKey(name)}, description = ${description},
                           deactivated = ${deactivated}, permissions = ${JSON.stringify(permissions)}
    WHERE id = ${id}`
  realm.cache.invalidate(groupsCache)
}

export function insertMembers(realm: Realm, group_id: number, user_ids: readonly number[]): void {
  realm.sql.run`INSERT INTO group_members (group_id, user_id) SELECT ${group_id}, value FROM json_each(${user_ids})`
  invalidateGroupsOf(realm, user_ids)
}

export function insertSubgroups(realm: Realm, group_id: number, ids: readonly number[]): void {
  realm.sql.run`INSERT INTO group_subgroups (group_id, subgroup_id) SELECT ${group_id}, value FROM json_each(${ids})`
  realm.cache.invalidate(subgroupsCache)
  realm.listeners.noteChangedUsers('all')
}

export function deleteMembers(realm: Realm, group_id: number, user_ids: readonly number[]): void {
  realm.sql
    .run`DELETE FROM group_members WHERE group_id = ${group_id} AND user_id IN (SELECT value FROM json_each(${user_ids}))`
  invalidateGroupsOf(realm, user_ids)
}

export function deleteSubgroups(realm: Realm, group_id: number, ids: readonly number[]): void {
  realm.sql
    .run`DELETE FROM group_subgroups WHERE group_id = ${group_id} AND subgroup_id IN (SELECT value FROM json_each(${ids}))`
  realm.cache.invalidate(subgroupsCache)
  realm.listeners.noteChangedUsers('all')
}

function invalidateGroupsOf(realm: Realm, user_ids: readonly number[]): void {
  for (const user_id of user_ids) realm.cache.invalidate(ownGroupsCache(user_id))
  realm.listeners.noteChangedUsers(user_ids)
}
