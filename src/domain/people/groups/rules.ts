import { SECONDS_PER_DAY } from '../../realm/settings/periods'
import type { GroupSetting } from '../../realm/settings/permissions'
import { SYSTEM_GROUPS } from '../../realm/settings/system-groups'
import { ADMINISTRATOR, GUEST, MEMBER, MODERATOR, OWNER, type Role, type User } from '../users/user'

/** The role whose holders are direct members; the stricter roles come in through the group's subgroup. */
export const ROLE_OF_SYSTEM_GROUP: Readonly<Record<number, Role | undefined>> = {
  [SYSTEM_GROUPS['role:owners']]: OWNER,
  [SYSTEM_GROUPS['role:administrators']]: ADMINISTRATOR,
  [SYSTEM_GROUPS['role:moderators']]: MODERATOR,
  [SYSTEM_GROUPS['role:members']]: MEMBER,
  [SYSTEM_GROUPS['role:everyone']]: GUEST,
}

/** The group a role puts somebody in directly. */
const SYSTEM_GROUP_OF_ROLE: Readonly<Record<Role, number>> = {
  [OWNER]: SYSTEM_GROUPS['role:owners'],
  [ADMINISTRATOR]: SYSTEM_GROUPS['role:administrators'],
  [MODERATOR]: SYSTEM_GROUPS['role:moderators'],
  [MEMBER]: SYSTEM_GROUPS['role:members'],
  [GUEST]: SYSTEM_GROUPS['role:everyone'],
}

/** What is known of one person when it is asked whether a permission includes them. */
export type Standing = { user_id: number; groups: ReadonlySet<number> }

/** Every group somebody is in: by role, by being put in, and by way of groups within groups. */
export function groupsIncluding(
  direct: Iterable<number>,
  parents: ReadonlyMap<number, readonly number[]>,
): Set<number> {
  const reached = new Set(direct)
  for (const group of reached) for (const parent of parents.get(group) ?? []) reached.add(parent)
  return reached
}

/** Up to an event, something was in a group, or was not. */
export type PastMembership = { group_id: number; to_event: number; was_in: number }

/** The groups that something was in as of an event: those it is in now, but for what has changed since, oldest first. */
export function groupsAsOf(now: readonly number[], past: readonly PastMembership[], event_id: number): number[] {
  const then = new Map<number, boolean>()
  for (const { group_id, to_event, was_in } of past)
    if (event_id <= to_event && !then.has(group_id)) then.set(group_id, was_in === 1)
  const left = [...then].flatMap(([group_id, wasIn]) => (wasIn && !now.includes(group_id) ? [group_id] : []))
  return [...now.filter((group_id) => then.get(group_id) !== false), ...left]
}

export const holds = (permission: GroupSetting, { user_id, groups }: Standing): boolean =>
  typeof permission === 'number'
    ? groups.has(permission)
    : permission.direct_members.includes(user_id) || permission.direct_subgroups.some((group) => groups.has(group))

/** Is it given to one of these groups by name, or to a set with one of them in it? */
export const refersTo = (permission: GroupSetting, groups: ReadonlySet<number>): boolean =>
  typeof permission === 'number'
    ? groups.has(permission)
    : permission.direct_subgroups.some((group) => groups.has(group))

/** Which of a thing's permissions are given to a group, alone or with others. */
export function permissionsReferringTo(permissions: Record<string, GroupSetting>, group_id: number): string[] {
  const group = new Set([group_id])
  return Object.entries(permissions).flatMap(([name, permission]) => (refersTo(permission, group) ? [name] : []))
}

/** Both as they are stored: of one set there is one spelling only. */
export const isSameSetting = (a: GroupSetting, b: GroupSetting): boolean =>
  typeof a === 'number' || typeof b === 'number'
    ? a === b
    : String(a.direct_members) === String(b.direct_members) && String(a.direct_subgroups) === String(b.direct_subgroups)

/** A member who has been here for the waiting period; those above members need not wait. */
export const isFullMember = (user: Pick<User, 'role' | 'date_joined'>, waitingDays: number, now: number): boolean =>
  user.role < MEMBER || (user.role === MEMBER && now - user.date_joined >= waitingDays * SECONDS_PER_DAY)

/** The groups a role puts somebody in directly: full members are in both groups of members. */
export function groupsByRole(user: Pick<User, 'role' | 'date_joined'>, waitingDays: number, now: number): number[] {
  const direct = [SYSTEM_GROUP_OF_ROLE[user.role]]
  return user.role === MEMBER && isFullMember(user, waitingDays, now)
    ? [...direct, SYSTEM_GROUPS['role:fullmembers']]
    : direct
}
