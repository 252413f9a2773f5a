import { holds, type Standing } from './rules'
import { groupPermissions, type GroupPermission } from './permissions'
import type { Group } from './group'
import { GUEST } from '../users/user'

/** What is known of somebody who would change a group. */
export type Changer = Standing & { role: number; managesAll: boolean }

type Target = Pick<Group, 'is_system_group' | 'permissions'>

/** May they change what the group is? Nobody changes the system groups: their members follow from roles. */
export const canManage = (group: Target, changer: Changer): boolean =>
  !group.is_system_group && (changer.managesAll || has(group, 'can_manage_group', changer))

/** May they put these people in? Joining oneself takes less than bringing in others. */
export const canAdd = (group: Target, changer: Changer, user_ids: readonly number[]): boolean =>
  canManage(group, changer) ||
  (!group.is_system_group &&
    (has(group, 'can_add_members_group', changer) ||
      (isThemselves(changer, user_ids) && has(group, 'can_join_group', changer))))

/** May they take these people out? Leaving takes less than taking out others. */
export const canRemove = (group: Target, changer: Changer, user_ids: readonly number[]): boolean =>
  canManage(group, changer) ||
  (!group.is_system_group &&
    (has(group, 'can_remove_members_group', changer) ||
      (isThemselves(changer, user_ids) && has(group, 'can_leave_group', changer))))

const isThemselves = ({ user_id }: Standing, user_ids: readonly number[]) => user_ids.every((id) => id === user_id)

// A permission that may not be everybody's is no guest's, whatever group they were put in.
const has = (group: Target, permission: GroupPermission, changer: Changer) =>
  (groupPermissions[permission].allow_everyone_group || changer.role < GUEST) &&
  holds(group.permissions[permission], changer)
