import { badRequest } from '../../../api/errors'
import { mapTable, keysOf } from '../../../api/table'
import type { Realm } from '../../../realm'
import { activeGroup, groupManagedBy } from '../../people/groups/access'
import { personToHold } from '../../people/groups/candidates'
import { groupAdded, groupUpdated, wireGroup, type GroupNews } from '../../people/groups/events'
import type { Group } from '../../people/groups/group'
import { changedGroupSetting, normalGroupSetting, type GroupSettingChange } from '../../people/groups/group-setting'
import { holdersTold } from '../../people/groups/holders'
import { refusalOfGroupName } from '../../people/groups/name-rules'
import { groupPermissions, type GroupPermission } from '../../people/groups/permissions'
import { isSameSetting } from '../../people/groups/rules'
import { realmAllows } from '../../people/groups/standing'
import { insertGroup, insertMembers, insertSubgroups, maybeGroupNamed, writeGroup } from '../../people/groups/storage'
import { everyone } from '../../people/users/events'
import { insufficientPermission } from '../../people/users/rules'
import { idsOf, type User } from '../../people/users/user'
import { defaultHolders, type GroupSetting } from '../../realm/settings/permissions'

export type NewGroup = {
  name: string
  description: string
  members: readonly number[]
  subgroups: readonly number[]
  permissions: Partial<Record<GroupPermission, GroupSetting>>
}

/** Creates a group, and returns its id. The creator need not be a member, and can add any group as a subgroup. */
export function createGroup(realm: Realm, actor: User, newGroup: NewGroup): number {
  if (!realmAllows(realm, actor, 'can_create_groups')) throw insufficientPermission({})
  const name = newGroup.name.trim()
  const refusal = refusalOfGroupName(name, maybeGroupNamed(realm, name))
  if (refusal) throw refusal
  const members = [...new Set(newGroup.members)].map((user_id) => personToHold(realm, user_id))
  const subgroups = [...new Set(newGroup.subgroups)].map((id) => activeGroup(realm, id))

  const group = insertGroup(realm, {
    name,
    description: newGroup.description,
    date_created: realm.now(),
    creator_id: actor.user_id,
    is_system_group: false,
    deactivated: false,
    permissions: mapTable(groupPermissions, (rules, setting_name) => {
      const value = newGroup.permissions[setting_name]
      return value === undefined
        ? defaultHolders(rules, actor.user_id)
        : normalGroupSetting(realm, { setting_name, rules }, value)
    }),
  })
  insertMembers(realm, group.id, idsOf(members))
  insertSubgroups(
    realm,
    group.id,
    subgroups.map(({ id }) => id),
  )
  realm.publish(groupAdded({ group: wireGroup(realm, group), is_back: false }), everyone({}))
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
  const before = groupManagedBy(realm, actor, user_group_id)
  const after = changedGroup(realm, before, changes)
  const data = differences(realm, before, after)
  if (Object.keys(data).length === 0) return

  writeGroup(realm, after)
  realm.publish(groupUpdated({ group_id: after.id, data, is_deactivated: before.deactivated }), everyone({}))
  if (before.deactivated && !after.deactivated)
    realm.publish(groupAdded({ group: wireGroup(realm, after), is_back: true }), everyone({}))
}

function changedGroup(realm: Realm, before: Group, changes: GroupChanges): Group {
  const name = changes.name?.trim() ?? before.name
  const refusal = name === before.name ? undefined : refusalOfGroupName(name, maybeGroupNamed(realm, name), before)
  if (refusal) throw refusal
  const permissions = { ...before.permissions }
  for (const setting_name of keysOf(groupPermissions)) {
    const change = changes.permissions[setting_name]
    const permission = { setting_name, rules: groupPermissions[setting_name], current: permissions[setting_name] }
    if (change !== undefined) permissions[setting_name] = changedGroupSetting(realm, permission, change)
  }
  const description = changes.description ?? before.description
  return { ...before, name, description, permissions, deactivated: before.deactivated && changes.deactivated !== false }
}

function differences(realm: Realm, before: Group, after: Group): GroupNews {
  const data: GroupNews = {}
  if (after.name !== before.name) data.name = after.name
  if (after.description !== before.description) data.description = after.description
  if (after.deactivated !== before.deactivated) data.deactivated = after.deactivated
  for (const permission of keysOf(groupPermissions))
    if (!isSameSetting(before.permissions[permission], after.permissions[permission]))
      data[permission] = holdersTold(realm, after.permissions[permission])
  return data
}
