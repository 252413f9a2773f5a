import { SECONDS_PER_DAY } from '../../realm/settings/periods'
import type { GroupSetting } from '../../realm/settings/permissions'
import { SYSTEM_GROUPS } from '../../realm/settings/system-groups'
import { ADMINISTRATOR, GUEST, MEMBER, MODERATOR, OWNER, type Role, type User } from '../users/user'

/** The role whose users are direct members of a system group. Users with more powerful roles are in its subgroup. */
export const ROLE_OF_SYSTEM_GROUP: Readonly<Record<number, Role | undefined>> = {
  [SYSTEM_GROUPS['role:owners']]: OWNER,
  [SYSTEM_GROUPS['role:administrators']]: ADMINISTRATOR,
  [SYSTEM_GROUPS['role:moderators']]: MODERATOR,
  [SYSTEM_GROUPS['role:members']]: MEMBER,
  [SYSTEM_GROUPS['role:everyone']]: GUEST,
}

/** The system group of which the users of a role are direct members. */
const SYSTEM_GROUP_OF_ROLE: Readonly<Record<Role, number>> = {
  [OWNER]: SYSTEM_GROUPS['role:owners'],
  [ADMINISTRATOR]: SYSTEM_GROUPS['role:administrators'],
  [MODERATOR]: SYSTEM_GROUPS['role:moderators'],
  [MEMBER]: SYSTEM_GROUPS['role:members'],
  [GUEST]: SYSTEM_GROUPS['role:everyone'],
}

/** Returns the groups in `direct` and all groups that contain one of them, at any depth. */
export function reachableGroups(
  direct: Iterable<number>,
  parents: ReadonlyMap<number, readonly number[]>,
): Set<number> {
  const groupIds = new Set(direct)
  for (const group of groupIds) for (const parent of parents.get(group) ?? []) groupIds.add(parent)
  return groupIds
}

/** Whether a user or subgroup was in a group before a change. `to_event` is the last event before it. */
export type MembershipHistoryRow = { group_id: number; to_event: number; was_in: number }

/** Returns the groups at an event: the current ones, with the changes since then undone. `history` has the oldest change first. */
export function groupsAtEvent(
  current: readonly number[],
  history: readonly MembershipHistoryRow[],
  event_id: number,
): number[] {
  const wasIn = new Map<number, boolean>()
  for (const { group_id, to_event, was_in } of history)
    if (event_id <= to_event && !wasIn.has(group_id)) wasIn.set(group_id, was_in === 1)
  const left = [...wasIn].flatMap(([group_id, was]) => (was && !current.includes(group_id) ? [group_id] : []))
  return [...current.filter((group_id) => wasIn.get(group_id) !== false), ...left]
}

/** Whether the group-setting value is one of these groups, or contains one directly. */
export const refersToGroup = (permission: GroupSetting, groups: ReadonlySet<number>): boolean =>
  typeof permission === 'number'
    ? groups.has(permission)
    : permission.direct_subgroups.some((group) => groups.has(group))

/** Returns the names of the permissions whose value is this group, or contains it directly. */
export function permissionsReferringTo(permissions: Record<string, GroupSetting>, group_id: number): string[] {
  const group = new Set([group_id])
  return Object.entries(permissions).flatMap(([name, permission]) => (refersToGroup(permission, group) ? [name] : []))
}

/** Compares two stored values: each set of users and groups is stored in one way only. */
export const isSameSetting = (a: GroupSetting, b: GroupSetting): boolean =>
  typeof a === 'number' || typeof b === 'number'
    ? a === b
    : String(a.direct_members) === String(b.direct_members) && String(a.direct_subgroups) === String(b.direct_subgroups)

/** Whether a member's account is as old as the waiting period. More powerful roles do not wait. */
export const isFullMember = (user: Pick<User, 'role' | 'date_joined'>, waitingDays: number, now: number): boolean =>
  user.role < MEMBER || (user.role === MEMBER && now - user.date_joined >= waitingDays * SECONDS_PER_DAY)

/** Returns the system groups of which a user is a direct member. Full members are in both groups of members. */
export function roleGroups(user: Pick<User, 'role' | 'date_joined'>, waitingDays: number, now: number): number[] {
  const direct = [SYSTEM_GROUP_OF_ROLE[user.role]]
  return user.role === MEMBER && isFullMember(user, waitingDays, now)
    ? [...direct, SYSTEM_GROUPS['role:fullmembers']]
    : direct
}
