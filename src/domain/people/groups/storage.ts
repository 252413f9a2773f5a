import type { Realm } from '../../../realm'
import { cacheKey, cacheKeyById } from '../../../store/realm-cache'
import { defaultHolders } from '../../realm/settings/permissions'
import { settingsOf } from '../../realm/settings/storage'
import { SYSTEM_GROUPS, type SystemGroupName } from '../../realm/settings/system-groups'
import { MEMBER } from '../users/user'
import { allUsers } from '../users/storage'
import type { Group } from './group'
import { groupsWithin } from './membership-rules'
import { groupNameKey } from './name-rules'
import { groupPermissions } from './permissions'
import { isFullMember, ROLE_OF_SYSTEM_GROUP } from './rules'

type GroupRow = Omit<Group, 'is_system_group' | 'deactivated' | 'permissions'> & {
  is_system_group: number
  deactivated: number
  permissions: string // JSON: who holds each permission
}

const groupsCache = cacheKey<ReadonlyMap<number, Group>>()
const activeGroupsByNameCache = cacheKey<ReadonlyMap<string, Group>>({ invalidatedBy: [groupsCache] })

/** Groups are few and asked for at every permission check, so they are all kept in mind. */
export const allGroups = (realm: Realm): ReadonlyMap<number, Group> =>
  realm.cache.get(groupsCache, () => {
    const rows = realm.sql.all<GroupRow>`
      SELECT id, name, description, date_created, creator_id, is_system_group, deactivated, permissions FROM user_groups ORDER BY id`
    return new Map(rows.map((row) => [row.id, groupOf(row)]))
  })

/** Active groups by their name in lower case: a message may mention thousands. */
export const activeGroupsByName = (realm: Realm): ReadonlyMap<string, Group> =>
  realm.cache.get(activeGroupsByNameCache, () => {
    const active = [...allGroups(realm).values()].filter(({ deactivated }) => !deactivated)
    // Where two have one name, the older one is meant.
    return new Map(active.toReversed().map((group) => [group.name.toLowerCase(), group]))
  })

const groupOf = (row: GroupRow): Group => ({
  ...row,
  is_system_group: row.is_system_group === 1,
  deactivated: row.deactivated === 1,
  permissions: JSON.parse(row.permissions),
})

/** Whatever became of it: the name of a deactivated group stays its own. */
export function maybeGroupNamed(realm: Realm, name: string): Group | undefined {
  const found = realm.sql.maybe<{ id: number }>`SELECT id FROM user_groups WHERE name_key = ${groupNameKey(name)}`
  return found && allGroups(realm).get(found.id)
}

/** The nesting of groups. Keys that are computed from it name it. */
export const subgroupsCache = cacheKey<ReadonlyMap<number, readonly number[]>>()

/** Direct subgroups of every group that has any. */
export const subgroups = (realm: Realm): ReadonlyMap<number, readonly number[]> =>
  realm.cache.get(subgroupsCache, () => {
    const found = new Map<number, number[]>()
    for (const { group_id, subgroup_id } of realm.sql.all<{ group_id: number; subgroup_id: number }>`
      SELECT group_id, subgroup_id FROM group_subgroups ORDER BY group_id, subgroup_id`)
      found.set(group_id, [...(found.get(group_id) ?? []), subgroup_id])
    return found
  })

const ownGroupsCache = cacheKeyById<number, readonly number[]>()

/** Groups this person was put in, whatever else they are in by their role or by way of other groups. */
export const ownGroupsOf = (realm: Realm, user_id: number): readonly number[] =>
  realm.cache.get(ownGroupsCache(user_id), () =>
    realm.sql.all<{ group_id: number }>`SELECT group_id FROM group_members WHERE user_id = ${user_id}`.map(
      (row) => row.group_id,
    ),
  )

/** Direct members, active accounts only. */
export function directMembers(realm: Realm, group: Group): number[] {
  if (group.is_system_group) return membersByRole(realm, group)
  return realm.sql.all<{ user_id: number }>`
    SELECT m.user_id FROM group_members m JOIN users u ON u.user_id = m.user_id
    WHERE m.group_id = ${group.id} AND u.is_active = 1 ORDER BY m.user_id`.map((row) => row.user_id)
}

/** Members, and members of groups within it, each once. */
export function membersOf(realm: Realm, group: Group): number[] {
  const within = groupsWithin([group.id], subgroups(realm))
  return [...new Set([...within].flatMap((id) => directMembers(realm, allGroups(realm).get(id)!)))]
}

function membersByRole(realm: Realm, group: Group): number[] {
  const days = settingsOf(realm).waiting_period_threshold
  const role = group.id === SYSTEM_GROUPS['role:fullmembers'] ? MEMBER : ROLE_OF_SYSTEM_GROUP[group.id]
  return allUsers(realm)
    .filter((user) => user.is_active && !user.is_system_bot && user.role === role)
    .filter((user) => group.id !== SYSTEM_GROUPS['role:fullmembers'] || isFullMember(user, days, realm.now()))
    .map((user) => user.user_id)
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
  forgetGroupsOf(realm, user_ids)
}

export function insertSubgroups(realm: Realm, group_id: number, ids: readonly number[]): void {
  realm.sql.run`INSERT INTO group_subgroups (group_id, subgroup_id) SELECT ${group_id}, value FROM json_each(${ids})`
  realm.cache.invalidate(subgroupsCache)
}

export function deleteMembers(realm: Realm, group_id: number, user_ids: readonly number[]): void {
  realm.sql
    .run`DELETE FROM group_members WHERE group_id = ${group_id} AND user_id IN (SELECT value FROM json_each(${user_ids}))`
  forgetGroupsOf(realm, user_ids)
}

export function deleteSubgroups(realm: Realm, group_id: number, ids: readonly number[]): void {
  realm.sql
    .run`DELETE FROM group_subgroups WHERE group_id = ${group_id} AND subgroup_id IN (SELECT value FROM json_each(${ids}))`
  realm.cache.invalidate(subgroupsCache)
}

function forgetGroupsOf(realm: Realm, user_ids: readonly number[]): void {
  for (const user_id of user_ids) realm.cache.invalidate(ownGroupsCache(user_id))
}

export function insertSystemGroups(realm: Realm): void {
  for (const [name, id] of Object.entries(SYSTEM_GROUPS)) {
    const permissions = Object.fromEntries(
      Object.entries(groupPermissions).map(([permission, rules]) => [
        permission,
        permission === 'can_mention_group' || permission === 'can_leave_group'
          ? defaultHolders(rules, null)
          : SYSTEM_GROUPS['role:nobody'],
      ]),
    )
    realm.sql.run`
      INSERT INTO user_groups (id, name, name_key, description, date_created, creator_id, is_system_group, deactivated, permissions)
      VALUES (${id}, ${name}, ${name}, ${DESCRIPTIONS[name]}, ${null}, ${null}, ${true}, ${false}, ${JSON.stringify(permissions)})`
  }
  for (const [group, subgroup] of NESTING)
    realm.sql
      .run`INSERT INTO group_subgroups (group_id, subgroup_id) VALUES (${SYSTEM_GROUPS[group]}, ${SYSTEM_GROUPS[subgroup]})`
  realm.cache.invalidate(groupsCache)
  realm.cache.invalidate(subgroupsCache)
}

const DESCRIPTIONS: Record<string, string> = {
  'role:nobody': 'Nobody',
  'role:owners': 'Owners of this organization',
  'role:administrators': 'Administrators of this organization, including owners',
  'role:moderators': 'Moderators of this organization, including administrators',
  'role:fullmembers': 'Members of this organization, not including new accounts and guests',
  'role:members': 'Members of this organization, not including guests',
  'role:everyone': 'Everyone in this organization, including guests',
  'role:internet': 'Everyone on the Internet',
}

const NESTING: [SystemGroupName, SystemGroupName][] = [
  ['role:internet', 'role:everyone'],
  ['role:everyone', 'role:members'],
  ['role:members', 'role:fullmembers'],
  ['role:fullmembers', 'role:moderators'],
  ['role:moderators', 'role:administrators'],
  ['role:administrators', 'role:owners'],
]
