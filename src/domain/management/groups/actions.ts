import { mapTable } from '../../../api/table'
import type { Realm } from '../../../realm'
import { defaultHolders, type GroupSetting } from '../../realm/settings/permissions'
import { everyone } from '../../people/users/events'
import type { User } from '../../people/users/user'
import { insufficientPermission } from '../../people/users/rules'
import { groupAdded, wireGroup } from '../../people/groups/events'
import { activeGroup } from '../../people/groups/access'
import { personToHold } from '../../people/groups/candidates'
import { normalGroupSetting } from '../../people/groups/group-setting'
import { refusalOfGroupName } from '../../people/groups/name-rules'
import { groupPermissions, type GroupPermission } from '../../people/groups/permissions'
import { realmAllows } from '../../people/groups/standing'
import { insertGroup, insertMembers, insertSubgroups, maybeGroupNamed } from '../../people/groups/storage'

export type NewGroup = {
  name: string
  description: string
  members: readonly number[]
  subgroups: readonly number[]
  permissions: Partial<Record<GroupPermission, GroupSetting>>
}

/** A new group, with people and groups in it from the start. Who makes it need not be in it, and may hold any group in it. */
export function createGroup(realm: Realm, actor: User, wanted: NewGroup): number {
  if (!realmAllows(realm, actor, 'can_create_groups')) throw insufficientPermission({})
  const name = wanted.name.trim()
  const refusal = refusalOfGroupName(name, maybeGroupNamed(realm, name))
  if (refusal) throw refusal
  const members = [...new Set(wanted.members)].map((user_id) => personToHold(realm, user_id))
  const subgroups = [...new Set(wanted.subgroups)].map((id) => activeGroup(realm, id))

  const group = insertGroup(realm, {
    name,
    description: wanted.description,
    date_created: realm.now(),
    creator_id: actor.user_id,
    is_system_group: false,
    deactivated: false,
    permissions: mapTable(groupPermissions, (rules, permission) => {
      const value = wanted.permissions[permission]
      return value === undefined
        ? defaultHolders(rules, actor.user_id)
        : normalGroupSetting(realm, { setting_name: permission, rules }, value)
    }),
  })
  insertMembers(
    realm,
    group.id,
    members.map(({ user_id }) => user_id),
  )
  insertSubgroups(
    realm,
    group.id,
    subgroups.map(({ id }) => id),
  )
  realm.publish(groupAdded({ group: wireGroup(realm, group), is_back: false }), everyone({}))
  return group.id
}
