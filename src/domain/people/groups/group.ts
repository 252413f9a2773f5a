import type { GroupSetting } from '../../realm/settings/permissions'
import type { GroupPermission } from './permissions'

/** A set of users and other groups. The members of system groups follow from roles, and are not stored. */
export type Group = {
  id: number
  name: string
  description: string
  date_created: number | null
  creator_id: number | null
  is_system_group: boolean
  deactivated: boolean
  permissions: Record<GroupPermission, GroupSetting>
}
