import { mapTable, keysOf } from '../../../api/table'
import type { GroupSetting, RealmPermission } from '../../realm/settings/permissions'
import { SYSTEM_GROUPS, type SystemGroupName } from '../../realm/settings/system-groups'

/**
 * Older clients read numbers instead of permission settings. A number stands for a system group. If the value of a setting
 * is any other group, they get the widest number.
 */
type Policy = { permission: RealmPermission; codes: Partial<Record<SystemGroupName, number>>; widest: number }

const CREATING: Policy['codes'] = {
  'role:members': 1,
  'role:administrators': 2,
  'role:fullmembers': 3,
  'role:moderators': 4,
}
const CREATING_WEB_PUBLIC: Policy['codes'] = {
  'role:administrators': 2,
  'role:moderators': 4,
  'role:nobody': 6,
  'role:owners': 7,
}
const WILDCARD_MENTIONS: Policy['codes'] = {
  'role:everyone': 1,
  'role:members': 2,
  'role:fullmembers': 3,
  'role:administrators': 5,
  'role:nobody': 6,
  'role:moderators': 7,
}

export const LEGACY_POLICIES = {
  create_public_stream_policy: { permission: 'can_create_public_channel_group', codes: CREATING, widest: 1 },
  create_private_stream_policy: { permission: 'can_create_private_channel_group', codes: CREATING, widest: 1 },
  create_web_public_stream_policy: {
    permission: 'can_create_web_public_channel_group',
    codes: CREATING_WEB_PUBLIC,
    widest: 4,
  },
  wildcard_mention_policy: { permission: 'can_mention_many_users_group', codes: WILDCARD_MENTIONS, widest: 1 },
} satisfies Record<string, Policy>

export const legacyPolicies = (permissions: Record<RealmPermission, GroupSetting>) =>
  mapTable(LEGACY_POLICIES, (policy) => codeOf(policy, permissions[policy.permission]))

function codeOf({ codes, widest }: Policy, holders: GroupSetting): number {
  const group = keysOf(SYSTEM_GROUPS).find((name) => SYSTEM_GROUPS[name] === holders)
  return (group && codes[group]) ?? widest
}
