import * as v from 'valibot'
import { SYSTEM_GROUPS, type SystemGroupName } from './system-groups'

/** What a permission may be given to. One line for each permission, read by endpoints, defaults, /register and tests. */
export type PermissionRules = {
  default_group_name: SystemGroupName | 'channel_creator' | 'group_creator'
  require_system_group: boolean
  allow_internet_group: boolean
  allow_nobody_group: boolean
  allow_everyone_group: boolean
  allowed_system_groups: readonly SystemGroupName[] // empty: any
}

export const permission = (
  default_group_name: PermissionRules['default_group_name'],
  rules: Partial<PermissionRules> = {},
): PermissionRules => ({
  default_group_name,
  require_system_group: false,
  allow_internet_group: false,
  allow_nobody_group: true,
  allow_everyone_group: false,
  allowed_system_groups: [],
  ...rules,
})

const everyone = { allow_everyone_group: true }
const somebody = { allow_nobody_group: false }

export const realmPermissions = {
  can_access_all_users_group: permission('role:everyone', {
    ...everyone,
    ...somebody,
    require_system_group: true,
    allowed_system_groups: ['role:everyone', 'role:members'],
  }),
  can_add_custom_emoji_group: permission('role:members'),
  can_add_subscribers_group: permission('role:members'),
  can_create_bots_group: permission('role:members'),
  can_create_groups: permission('role:members'),
  can_create_private_channel_group: permission('role:members'),
  can_create_public_channel_group: permission('role:members'),
  can_create_web_public_channel_group: permission('role:owners', {
    require_system_group: true,
    allowed_system_groups: ['role:moderators', 'role:administrators', 'role:owners', 'role:nobody'],
  }),
  can_create_write_only_bots_group: permission('role:members'),
  can_delete_any_message_group: permission('role:administrators'),
  can_delete_own_message_group: permission('role:everyone', everyone),
  can_invite_users_group: permission('role:members'),
  can_manage_all_groups: permission('role:owners', somebody),
  can_manage_billing_group: permission('role:administrators', somebody),
  can_mention_many_users_group: permission('role:administrators', everyone),
  can_move_messages_between_channels_group: permission('role:members'),
  can_move_messages_between_topics_group: permission('role:everyone', everyone),
  can_resolve_topics_group: permission('role:everyone', everyone),
  can_set_delete_message_policy_group: permission('role:moderators'),
  can_set_topics_policy_group: permission('role:members', everyone),
  can_summarize_topics_group: permission('role:everyone', everyone),
  create_multiuse_invite_group: permission('role:administrators'),
  direct_message_initiator_group: permission('role:everyone', everyone),
  direct_message_permission_group: permission('role:everyone', everyone),
} satisfies Record<string, PermissionRules>

export type RealmPermission = keyof typeof realmPermissions

/** Who gets in, and who rules over groups, is for owners to say. */
export const OWNERS_PERMISSIONS: readonly RealmPermission[] = [
  'can_create_groups',
  'can_invite_users_group',
  'can_manage_all_groups',
  'create_multiuse_invite_group',
]

/** Who holds a permission: a group, or an unnamed set of people and groups. */
export const groupSetting = v.union([
  v.number(),
  v.strictObject({ direct_members: v.array(v.number()), direct_subgroups: v.array(v.number()) }),
])
export type GroupSetting = v.InferOutput<typeof groupSetting>

/** Who holds a permission that nobody has changed; a permission that goes to its thing's creator is given then. */
export function defaultHolders(rules: PermissionRules, creator_id: number | null): GroupSetting {
  const { default_group_name } = rules
  if (default_group_name === 'channel_creator' || default_group_name === 'group_creator')
    return creator_id === null ? SYSTEM_GROUPS['role:nobody'] : { direct_members: [creator_id], direct_subgroups: [] }
  return SYSTEM_GROUPS[default_group_name]
}
