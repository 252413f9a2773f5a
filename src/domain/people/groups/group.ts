import type { GroupSetting } from '../../realm/settings/permissions'
import type { GroupPermission } from './permissions'

/** A group of people, and of groups. The system groups' members follow from roles and are stored nowhere. */
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
