import * as v from 'valibot'
import { named } from '../../../api/named'
import { SYSTEM_GROUPS, type SystemGroupName } from './system-groups'

/**
 * The values that a permission can have. Each permission is one line of a table. Endpoints, defaults, `POST /register` and
 * tests iterate over the tables.
 */
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

const allowEveryone = { allow_everyone_group: true }
const requireHolder = { allow_nobody_group: false }

export const realmPermissions = {
  can_access_all_users_group: permission('role:everyone', {
    ...allowEveryone,
    ...requireHolder,
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
  can_delete_own_message_group: permission('role:everyone', allowEveryone),
  can_invite_users_group: permission('role:members'),
  can_manage_all_groups: permission('role:owners', requireHolder),
  can_manage_billing_group: permission('role:administrators', requireHolder),
  can_mention_many_users_group: permission('role:administrators', allowEveryone),
  can_move_messages_between_channels_group: permission('role:members'),
  can_move_messages_between_topics_group: permission('role:everyone', allowEveryone),
  can_resolve_topics_group: permission('role:everyone', allowEveryone),
  can_set_delete_message_policy_group: permission('role:moderators'),
  can_set_topics_policy_group: permission('role:members', allowEveryone),
  can_summarize_topics_group: permission('role:everyone', allowEveryone),
  create_multiuse_invite_group: permission('role:administrators'),
  direct_message_initiator_group: permission('role:everyone', allowEveryone),
  direct_message_permission_group: permission('role:everyone', allowEveryone),
  parley_can_create_automations_group: permission('role:members'),
  parley_can_create_guest_links_group: permission('role:administrators'),
  parley_can_join_calls_group: permission('role:everyone', allowEveryone),
  // Of its members, only owners who are people: see `refusalToSearchEverything`.
  parley_can_search_everything_group: permission('role:nobody'),
  parley_can_share_screens_group: permission('role:everyone', allowEveryone),
  parley_can_start_calls_group: permission('role:everyone', allowEveryone),
  // It permits nothing: a plan may count its members in another way than others.
  workplace_users_group: permission('role:everyone', allowEveryone),
} satisfies Record<string, PermissionRules>

export type RealmPermission = keyof typeof realmPermissions

/** Only owners change these permissions: they decide who joins the realm, who manages groups, and who searches everything. */
export const PERMISSIONS_FOR_OWNERS: readonly RealmPermission[] = [
  'can_create_groups',
  'can_invite_users_group',
  'can_manage_all_groups',
  'create_multiuse_invite_group',
  'parley_can_create_guest_links_group',
  'parley_can_search_everything_group',
]

/** A group-setting value: the id of a group, or an anonymous group of users and groups. */
export const groupSetting = named(
  'GroupSetting',
  v.union([v.number(), v.strictObject({ direct_members: v.array(v.number()), direct_subgroups: v.array(v.number()) })]),
)
export type GroupSetting = v.InferOutput<typeof groupSetting>

/**
 * Returns the initial value of a permission. If the default is the creator of the channel or group, the value names the user
 * `creator_id`.
 */
export function defaultGroupSetting(rules: PermissionRules, creator_id: number | null): GroupSetting {
  const { default_group_name } = rules
  if (default_group_name === 'channel_creator' || default_group_name === 'group_creator')
    return creator_id === null ? SYSTEM_GROUPS['role:nobody'] : { direct_members: [creator_id], direct_subgroups: [] }
  return SYSTEM_GROUPS[default_group_name]
}
