import * as v from 'valibot'
import { apiError, badRequest } from '../../../api/errors'
import { ids, integer, optional } from '../../../api/params'
import type { Realm } from '../../../realm'
import { MAX_GROUPS_AT_ONCE } from '../../realm/settings/limits'
import type { GroupSetting, PermissionRules } from '../../realm/settings/permissions'
import { SYSTEM_GROUPS } from '../../realm/settings/system-groups'
import { maybeUser } from '../users/storage'
import { holdersTold } from './holders'
import { isSameSetting } from './rules'
import { allGroups } from './storage'

/** People who hold one permission by themselves, and not by a group. */
const MAX_HOLDERS = 500

/** A permission's value as clients give it (specification 2.1): a group's id, or people and groups without a name. */
export const groupSettingParam = v.union([
  integer(),
  v.object({ direct_members: ids(MAX_HOLDERS), direct_subgroups: ids(MAX_GROUPS_AT_ONCE) }),
])

/** A permission's new value, and what the client took it to be: who changes what somebody else has changed is told so. */
export const groupSettingChange = v.object({ new: groupSettingParam, old: optional(groupSettingParam) })
export type GroupSettingChange = v.InferOutput<typeof groupSettingChange>

export const invalidGroup = badRequest(() => 'Invalid user group')
export const groupIsDeactivated = badRequest(() => 'User group is deactivated.')
export const invalidGroupMember = badRequest((f: { user_id: number }) => `Invalid user ID: ${f.user_id}`)
const systemGroupRequired = apiError(
  'SYSTEM_GROUP_REQUIRED',
  (f: { setting_name: string }) => `'${f.setting_name}' must be a system user group.`,
)
export const groupNotAllowed = badRequest(
  (f: { setting_name: string; group: string }) => `'${f.setting_name}' setting cannot be set to '${f.group}' group.`,
)

export const oldValueDiffers = apiError('EXPECTATION_MISMATCH', () => "'old' value does not match the expected value.")

/** A permission, by its name, and who holds it if it is there already. */
type Permission = { setting_name: string; rules: PermissionRules; current?: GroupSetting }

/**
 * What a permission is after a change. What it is already may stay, even where it could no longer be chosen: so may the
 * deactivated who hold it. Clients are not told of those, but one that still names them is not mistaken about what it was.
 */
export function changedGroupSetting(
  realm: Realm,
  permission: Permission & { current: GroupSetting },
  change: GroupSettingChange,
): GroupSetting {
  const { current } = permission
  if (change.old !== undefined && !isSameSetting(asTold(realm, change.old), asTold(realm, current)))
    throw oldValueDiffers({})
  return isSameSetting(simplest(change.new), current) ? current : normalGroupSetting(realm, permission, change.new)
}

/** What clients are told that a value is, in the one spelling that it has. */
const asTold = (realm: Realm, value: GroupSetting): GroupSetting => simplest(holdersTold(realm, value))

/** The value as it is stored, if this permission may have it: a set that is one group, or nobody, is stored as that group. */
export function normalGroupSetting(
  realm: Realm,
  { setting_name, rules, current }: Permission,
  wanted: GroupSetting,
): GroupSetting {
  const value = simplest(wanted)
  if (typeof value === 'number') {
    refuseGroup(realm, setting_name, rules, value)
    return value
  }
  if (rules.require_system_group) throw systemGroupRequired({ setting_name })
  const holders = typeof current === 'object' ? current.direct_members : []
  for (const user_id of value.direct_members)
    if (!maybeUser(realm, user_id)?.is_active && !holders.includes(user_id)) throw invalidGroupMember({ user_id })
  for (const group of value.direct_subgroups) refuseGroup(realm, setting_name, rules, group)
  return value
}

function simplest(wanted: GroupSetting): GroupSetting {
  if (typeof wanted === 'number') return wanted
  const direct_members = [...new Set(wanted.direct_members)].sort((a, b) => a - b)
  const direct_subgroups = [...new Set(wanted.direct_subgroups)].sort((a, b) => a - b)
  const [only, ...more] = direct_subgroups
  if (direct_members.length === 0 && more.length === 0) return only ?? SYSTEM_GROUPS['role:nobody']
  return { direct_members, direct_subgroups }
}

function refuseGroup(realm: Realm, setting_name: string, rules: PermissionRules, id: number): void {
  const group = allGroups(realm).get(id)
  if (group === undefined) throw invalidGroup({})
  if (group.deactivated) throw groupIsDeactivated({})
  if (rules.require_system_group && !group.is_system_group) throw systemGroupRequired({ setting_name })
  const allowed: readonly string[] = rules.allowed_system_groups
  const refused =
    (!rules.allow_internet_group && group.name === 'role:internet') ||
    (!rules.allow_nobody_group && group.name === 'role:nobody') ||
    (!rules.allow_everyone_group && group.name === 'role:everyone') ||
    (group.is_system_group && allowed.length > 0 && !allowed.includes(group.name))
  if (refused) throw groupNotAllowed({ setting_name, group: group.name })
}
