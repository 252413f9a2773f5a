import { keysOf } from '../../../api/table'
import { badRequest } from '../../../api/errors'
import type { Realm } from '../../../realm'
import { everyone } from '../../people/users/events'
import type { User } from '../../people/users/user'
import { groupManagedBy } from '../../people/groups/access'
import { groupAdded, groupUpdated, wireGroup, type GroupNews } from '../../people/groups/events'
import type { Group } from '../../people/groups/group'
import { changedGroupSetting, type GroupSettingChange } from '../../people/groups/group-setting'
import { holdersTold } from '../../people/groups/holders'
import { refusalOfGroupName } from '../../people/groups/name-rules'
import { groupPermissions, type GroupPermission } from '../../people/groups/permissions'
import { isSameSetting } from '../../people/groups/rules'
import { maybeGroupNamed, writeGroup } from '../../people/groups/storage'

export const noNewData = badRequest(() => 'No new data supplied')

/** What is wished of a group; what is left out stays as it is. */
export type GroupChanges = {
  name?: string
  description?: string
  /** Only `false` means something: deactivating asks more, and has a door of its own. */
  deactivated?: boolean
  permissions: Partial<Record<GroupPermission, GroupSettingChange>>
}

/**
 * All of the changes or none, told by one event. A group that is deactivated can be changed too; clients that know of no
 * such groups hear nothing of it, and if it comes back they are told of it anew.
 */
export function updateGroup(realm: Realm, actor: User, user_group_id: number, wished: GroupChanges): void {
  const { name, description, deactivated, permissions } = wished
  if ([name, description, deactivated, ...Object.values(permissions)].every((each) => each === undefined))
    throw noNewData({})
  const before = groupManagedBy(realm, actor, user_group_id)
  const after = changed(realm, before, wished)
  const data = changesOf(realm, before, after)
  if (Object.keys(data).length === 0) return

  writeGroup(realm, after)
  realm.publish(groupUpdated({ group_id: after.id, data, is_deactivated: before.deactivated }), everyone({}))
  if (before.deactivated && !after.deactivated)
    realm.publish(groupAdded({ group: wireGroup(realm, after), is_back: true }), everyone({}))
}

function changed(realm: Realm, before: Group, wished: GroupChanges): Group {
  const name = wished.name?.trim() ?? before.name
  const refusal = name === before.name ? undefined : refusalOfGroupName(name, maybeGroupNamed(realm, name), before)
  if (refusal) throw refusal
  const permissions = { ...before.permissions }
  for (const setting_name of keysOf(groupPermissions)) {
    const change = wished.permissions[setting_name]
    const permission = { setting_name, rules: groupPermissions[setting_name], current: permissions[setting_name] }
    if (change !== undefined) permissions[setting_name] = changedGroupSetting(realm, permission, change)
  }
  const description = wished.description ?? before.description
  return { ...before, name, description, permissions, deactivated: before.deactivated && wished.deactivated !== false }
}

function changesOf(realm: Realm, before: Group, after: Group): GroupNews {
  const news: GroupNews = {}
  if (after.name !== before.name) news.name = after.name
  if (after.description !== before.description) news.description = after.description
  if (after.deactivated !== before.deactivated) news.deactivated = after.deactivated
  for (const permission of keysOf(groupPermissions))
    if (!isSameSetting(before.permissions[permission], after.permissions[permission]))
      news[permission] = holdersTold(realm, after.permissions[permission])
  return news
}
