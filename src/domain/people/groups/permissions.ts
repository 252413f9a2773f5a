import { permission, type PermissionRules } from '../../realm/settings/permissions'

/** The permissions of a group. A new permission is one line. */
export const groupPermissions = {
  can_add_members_group: permission('group_creator'),
  can_join_group: permission('role:nobody'),
  can_leave_group: permission('role:everyone', { allow_everyone_group: true }),
  can_manage_group: permission('group_creator'),
  // Not `role:owners`: API rule 6.
  can_mention_group: permission('role:everyone', {
    allow_everyone_group: true,
    allowed_system_groups: [
      'role:nobody',
      'role:administrators',
      'role:moderators',
      'role:fullmembers',
      'role:members',
      'role:everyone',
    ],
  }),
  can_remove_members_group: permission('role:nobody'),
} satisfies Record<string, PermissionRules>

export type GroupPermission = keyof typeof groupPermissions
