import * as v from 'valibot'
import { named } from '../../../api/named'
import { apiError, badRequest } from '../../../api/errors'
import { ids, integer, optional } from '../../../api/params'
import type { ReadOnlyRealm } from '../../../realm'
import { MAX_GROUPS_AT_ONCE } from '../../realm/settings/limits'
import type { GroupSetting, PermissionRules } from '../../realm/settings/permissions'
import { SYSTEM_GROUPS } from '../../realm/settings/system-groups'
import { findUser, readUsers } from '../users/storage'
import { omitDeactivatedHolders } from './active-holders'
import { isSameSetting } from './rules'
import { allGroups } from './storage'

/** The users that one group-setting value can name directly. */
const MAX_DIRECT_MEMBERS = 500

/** A group-setting value in a request (API rule 1): the id of a group, or an anonymous group. */
export const groupSettingParam = v.union([
  integer(),
  v.object({ direct_members: ids(MAX_DIRECT_MEMBERS), direct_subgroups: ids(MAX_GROUPS_AT_ONCE) }),
])

/** A new value, and the value that the client expects now: it learns if another client has changed it. */
export const groupSettingChange = named(
  'GroupSettingChange',
  v.object({ new: groupSettingParam, old: optional(groupSettingParam) }),
)
export type GroupSettingChange = v.InferOutput<typeof groupSettingChange>

export const invalidGroup = badRequest(() => 'Invalid user group')
export const groupIsDeactivated = badRequest(() => 'User group is deactivated.')
export const invalidGroupMember = badRequest((f: { user_id: number }) => `Invalid user ID: ${f.user_id}`)
export const systemGroupRequired = apiError(
  'SYSTEM_GROUP_REQUIRED',
  (f: { setting_name: string }) => `'${f.setting_name}' must be a system user group.`,
)
export const groupNotAllowed = badRequest(
  (f: { setting_name: string; group: string }) => `'${f.setting_name}' setting cannot be set to '${f.group}' group.`,
)

export const oldValueDiffers = apiError('EXPECTATION_MISMATCH', () => "'old' value does not match the expected value.")

/** A permission, and its current value if its channel, group or realm exists already. */
type Permission = { setting_name: string; rules: PermissionRules; current?: GroupSetting }

/**
 * Returns the value of a permission after a change. The current value can stay even if a client could not choose it any more, for
 * example because it has deactivated users. Clients do not receive deactivated users, so `old` matches with or without them.
 * Throws `oldValueDiffers`, and what `resolveGroupSetting` throws.
 */
export function resolveGroupSettingChange(
  realm: ReadOnlyRealm,
  permission: Permission & { current: GroupSetting },
  change: GroupSettingChange,
): GroupSetting {
  const { current } = permission
  if (change.old !== undefined && !isSameSetting(visibleForm(realm, change.old), visibleForm(realm, current)))
    throw oldValueDiffers({})
  return isSameSetting(normalForm(change.new), current) ? current : resolveGroupSetting(realm, permission, change.new)
}

/** Returns the value as clients receive it, in its normal form. */
const visibleForm = (realm: ReadOnlyRealm, value: GroupSetting): GroupSetting =>
  normalForm(omitDeactivatedHolders(realm, value))

/**
 * Returns the value in the form for storage: a set of one group, or an empty set, becomes the id of a group. Throws an error if
 * the permission cannot have this value.
 */
export function resolveGroupSetting(
  realm: ReadOnlyRealm,
  { setting_name, rules, current }: Permission,
  requested: GroupSetting,
): GroupSetting {
  const value = normalForm(requested)
  if (typeof value === 'number') {
    requireAllowedGroup(realm, setting_name, rules, value)
    return value
  }
  if (rules.require_system_group) throw systemGroupRequired({ setting_name })
  const currentMembers = typeof current === 'object' ? current.direct_members : []
  readUsers(realm, value.direct_members)
  for (const user_id of value.direct_members)
    if (!findUser(realm, user_id)?.is_active && !currentMembers.includes(user_id)) throw invalidGroupMember({ user_id })
  for (const group of value.direct_subgroups) requireAllowedGroup(realm, setting_name, rules, group)
  return value
}

function normalForm(value: GroupSetting): GroupSetting {
  if (typeof value === 'number') return value
  const direct_members = [...new Set(value.direct_members)].sort((a, b) => a - b)
  const direct_subgroups = [...new Set(value.direct_subgroups)].sort((a, b) => a - b)
  const [first, ...others] = direct_subgroups
  if (direct_members.length === 0 && others.length === 0) return first ?? SYSTEM_GROUPS['role:nobody']
  return { direct_members, direct_subgroups }
}

function requireAllowedGroup(realm: ReadOnlyRealm, setting_name: string, rules: PermissionRules, id: number): void {
  const group = allGroups(realm).get(id)
  if (group === undefined) throw invalidGroup({})
  if (group.deactivated) throw groupIsDeactivated({})
  if (rules.require_system_group && !group.is_system_group) throw systemGroupRequired({ setting_name })
  const allowed: readonly string[] = rules.allowed_system_groups
  const isRefused =
    (!rules.allow_internet_group && group.name === 'role:internet') ||
    (!rules.allow_nobody_group && group.name === 'role:nobody') ||
    (!rules.allow_everyone_group && group.name === 'role:everyone') ||
    (group.is_system_group && allowed.length > 0 && !allowed.includes(group.name))
  if (isRefused) throw groupNotAllowed({ setting_name, group: group.name })
}
