import * as v from 'valibot'
import { mapTable } from '../../api/table'
import { event, stateSlice, type Realm } from '../../realm'
import { groupPermissions } from './permissions'
import { allGroups, directMembers, subgroups, type Group } from './storage'

export const groupSetting = v.union([
  v.number(),
  v.strictObject({ direct_members: v.array(v.number()), direct_subgroups: v.array(v.number()) }),
])

const permissionFields = mapTable(groupPermissions, () => groupSetting)

const groupShape = v.strictObject({
  id: v.number(),
  name: v.string(),
  description: v.string(),
  date_created: v.nullable(v.number()),
  creator_id: v.nullable(v.number()),
  members: v.array(v.number()),
  direct_subgroup_ids: v.array(v.number()),
  is_system_group: v.boolean(),
  deactivated: v.boolean(),
  ...permissionFields,
})

export const groupMembersAdded = event<{ group_id: number; user_ids: number[] }>({
  type: 'user_group',
  op: 'add_members',
  keeps: 'realm_user_groups',
  fields: { group_id: v.number(), user_ids: v.array(v.number()) },
})

export const groupsSlice = stateSlice({
  fetchedFor: ['realm_user_groups'],
  fields: { realm_user_groups: v.array(groupShape) },
  read: (realm, _actor, { capabilities }) => ({
    realm_user_groups: [...allGroups(realm).values()]
      .filter((group) => !group.deactivated || capabilities.include_deactivated_groups)
      .map((group) => wireGroup(realm, group)),
  }),
})

function wireGroup(realm: Realm, group: Group) {
  const { permissions, ...fields } = group
  return {
    ...fields,
    ...permissions,
    members: directMembers(realm, group),
    direct_subgroup_ids: subgroups(realm).get(group.id) ?? [],
  }
}
