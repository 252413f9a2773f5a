import { badRequest } from '../../../api/errors'
import { mapTable, keysOf } from '../../../api/table'
import type { ReadOnlyRealm, Realm } from '../../../realm'
import { recordAudit } from '../../realm/audit-log/record'
import { getActiveGroup, getManagedGroup, getPossibleMember } from '../../people/groups/access'
import { groupAdded, groupUpdated, wireGroup, type GroupFieldChanges } from '../../people/groups/events'
import type { Group } from '../../people/groups/group'
import {
  resolveGroupSettingChange,
  resolveGroupSetting,
  type GroupSettingChange,
} from '../../people/groups/group-setting'
import { omitDeactivatedHolders } from '../../people/groups/active-holders'
import { refusalOfGroupCount, refusalOfGroupName } from '../../people/groups/name-rules'
import { groupPermissions, type GroupPermission } from '../../people/groups/permissions'
import { isSameSetting } from '../../people/groups/rules'
import { hasRealmPermission } from '../../people/groups/membership'
import {
  allGroups,
  insertGroup,
  insertMembers,
  insertSubgroups,
  findGroupByName,
  writeGroup,
} from '../../people/groups/storage'
import { everyone } from '../../people/users/events'
import { insufficientPermission } from '../../people/users/rules'
import { idsOf, type User } from '../../people/users/user'
import { defaultGroupSetting, type GroupSetting } from '../../realm/settings/permissions'

export type NewGroup = {
  name: string
  description: string
  members: readonly number[]
  subgroups: readonly number[]
  permissions: Partial<Record<GroupPermission, GroupSetting>>
}

/** Creates a group, and returns its id. The creator need not be a member, and can add any group as a subgroup. */
export function createGroup(realm: Realm, actor: User, newGroup: NewGroup): number {
  if (!hasRealmPermission(realm, actor, 'can_create_groups')) throw insufficientPermission({})
  return insertNewGroup(realm, actor.user_id, newGroup)
}

/** Creates a group, and returns its id. Checks no permission of a user. */
export function insertNewGroup(realm: Realm, creator_id: number | null, newGroup: NewGroup): number {
  const name = newGroup.name.trim()
  const refusal = refusalOfGroupName(name, findGroupByName(realm, name)) ?? refusalOfGroupCount(allGroups(realm).size)
  if (refusal) throw refusal
  const members = [...new Set(newGroup.members)].map((user_id) => getPossibleMember(realm, user_id))
  const subgroups = [...new Set(newGroup.subgroups)].map((id) => getActiveGroup(realm, id))

  const group = insertGroup(realm, {
    name,
    description: newGroup.description,
    date_created: realm.now(),
    creator_id,
    is_system_group: false,
    deactivated: false,
    permissions: mapTable(groupPermissions, (rules, setting_name) => {
      const value = newGroup.permissions[setting_name]
      return value === undefined
        ? defaultGroupSetting(rules, creator_id)
        : resolveGroupSetting(realm, { setting_name, rules }, value)
    }),
  })
  insertMembers(realm, group.id, idsOf(members))
  insertSubgroups(
    realm,
    group.id,
    subgroups.map(({ id }) => id),
  )
  recordAudit(realm, 'group_created', {}, { group_id: group.id, name, members: idsOf(members) })
  realm.publish(groupAdded({ group: wireGroup(realm, group), is_reactivated: false }), everyone({}))
  return group.id
}

export const noNewData = badRequest(() => 'No new data supplied')

/** The changes of a group. An absent field does not change. */
export type GroupChanges = {
  name?: string
  description?: string
  /** `false` reactivates the group. `true` does nothing: `deactivateGroup` needs more checks. */
  deactivated?: boolean
  permissions: Partial<Record<GroupPermission, GroupSettingChange>>
}

/**
 * Makes all of the changes or none, and publishes them as one event. A deactivated group can be changed too. Clients that do
 * not know deactivated groups receive the group anew when it is reactivated.
 */
export function updateGroup(realm: Realm, actor: User, user_group_id: number, changes: GroupChanges): void {
  const { name, description, deactivated, permissions } = changes
  if ([name, description, deactivated, ...Object.values(permissions)].every((value) => value === undefined))
    throw noNewData({})
  const before = getManagedGroup(realm, actor, user_group_id)
  const after = changedGroup(realm, before, changes)
  const data = differences(realm, before, after)
  if (Object.keys(data).length === 0) return

  writeGroup(realm, after)
  recordChanges(realm, before, after)
  realm.publish(groupUpdated({ group_id: after.id, data, is_deactivated: before.deactivated }), everyone({}))
  if (before.deactivated && !after.deactivated)
    realm.publish(groupAdded({ group: wireGroup(realm, after), is_reactivated: true }), everyone({}))
}

function recordChanges(realm: Realm, before: Group, after: Group): void {
  const { id: group_id, name } = after
  const isRenamed = before.name !== name || before.description !== after.description
  if (isRenamed || before.deactivated !== after.deactivated) recordAudit(realm, 'group_changed', {}, { group_id, name })
  for (const permission of keysOf(groupPermissions)) {
    const [old, value] = [before.permissions[permission], after.permissions[permission]]
    if (!isSameSetting(old, value))
      recordAudit(realm, 'permission_changed', {}, { group_id, name: permission, old, new: value })
  }
}

function changedGroup(realm: ReadOnlyRealm, before: Group, changes: GroupChanges): Group {
  const name = changes.name?.trim() ?? before.name
  const refusal = name === before.name ? undefined : refusalOfGroupName(name, findGroupByName(realm, name), before)
  if (refusal) throw refusal
  const permissions = { ...before.permissions }
  for (const setting_name of keysOf(groupPermissions)) {
    const change = changes.permissions[setting_name]
    const permission = { setting_name, rules: groupPermissions[setting_name], current: permissions[setting_name] }
    if (change !== undefined) permissions[setting_name] = resolveGroupSettingChange(realm, permission, change)
  }
  const description = changes.description ?? before.description
  return { ...before, name, description, permissions, deactivated: before.deactivated && changes.deactivated !== false }
}

function differences(realm: ReadOnlyRealm, before: Group, after: Group): GroupFieldChanges {
  const data: GroupFieldChanges = {}
  if (after.name !== before.name) data.name = after.name
  if (after.description !== before.description) data.description = after.description
  if (after.deactivated !== before.deactivated) data.deactivated = after.deactivated
  for (const permission of keysOf(groupPermissions))
    if (!isSameSetting(before.permissions[permission], after.permissions[permission]))
      data[permission] = omitDeactivatedHolders(realm, after.permissions[permission])
  return data
}
