import { SYSTEM_GROUPS } from '../../realm/settings/system-groups'
import { GUEST } from '../users/user'

// The web client uses this file too: it imports only constants and rules.

/** The value of a permission: a group, or users and groups. */
export type PermissionValue =
  | number
  | { readonly direct_members: readonly number[]; readonly direct_subgroups: readonly number[] }

/** A user and all groups that they are in, by role, directly, and through subgroups. */
export type GroupMembership = { user_id: number; groupIds: ReadonlySet<number> }

/** Whether the group-setting value includes the user. Looks at the groups only if they matter: they may have to be loaded. */
export const isPermitted = (permission: PermissionValue, member: GroupMembership): boolean =>
  typeof permission === 'number'
    ? permission !== SYSTEM_GROUPS['role:nobody'] && member.groupIds.has(permission)
    : permission.direct_members.includes(member.user_id) ||
      permission.direct_subgroups.some((group) => member.groupIds.has(group))

/** Whether a user has a permission of the realm. A guest never has one that `role:everyone` cannot have. */
export const holdsRealmPermission = (
  { allow_everyone_group }: { allow_everyone_group: boolean },
  value: PermissionValue,
  user: GroupMembership & { role: number },
): boolean => (allow_everyone_group || user.role < GUEST) && isPermitted(value, user)
