import { isPermitted, type GroupMembership } from './permission-rules'
import { groupPermissions, type GroupPermission } from './permissions'
import type { Group } from './group'
import { GUEST } from '../users/user'

/** The facts about the actor of a change that the rules need. */
export type GroupChanger = GroupMembership & { role: number; managesAll: boolean }

type Target = Pick<Group, 'is_system_group' | 'permissions'>

/** Whether the actor can change the group. No user can change a system group: its members follow from roles. */
export const canManageGroup = (group: Target, changer: GroupChanger): boolean =>
  !group.is_system_group && (changer.managesAll || has(group, 'can_manage_group', changer))

/** Whether the actor can add these users. Adding only oneself also works with the permission to join. */
export const canAddMembers = (group: Target, changer: GroupChanger, user_ids: readonly number[]): boolean =>
  canManageGroup(group, changer) ||
  (!group.is_system_group &&
    (has(group, 'can_add_members_group', changer) ||
      (isOnlyActor(changer, user_ids) && has(group, 'can_join_group', changer))))

/** Whether the actor can remove these users. Removing only oneself also works with the permission to leave. */
export const canRemoveMembers = (group: Target, changer: GroupChanger, user_ids: readonly number[]): boolean =>
  canManageGroup(group, changer) ||
  (!group.is_system_group &&
    (has(group, 'can_remove_members_group', changer) ||
      (isOnlyActor(changer, user_ids) && has(group, 'can_leave_group', changer))))

const isOnlyActor = ({ user_id }: GroupMembership, user_ids: readonly number[]) =>
  user_ids.every((id) => id === user_id)

// A guest never has a permission that `role:everyone` cannot have, in whatever group the guest is.
const has = (group: Target, permission: GroupPermission, changer: GroupChanger) =>
  (groupPermissions[permission].allow_everyone_group || changer.role < GUEST) &&
  isPermitted(group.permissions[permission], changer)
