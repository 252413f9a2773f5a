import * as v from 'valibot'
import { named } from '../../../api/named'
import { mapTable } from '../../../api/table'
import type { Queue } from '../../../events/queue'
import { event, type ReadOnlyRealm } from '../../../realm'
import { groupSetting, type GroupSetting } from '../../realm/settings/permissions'
import type { Group } from './group'
import { permissionsWithActiveHolders } from './active-holders'
import { groupPermissions, type GroupPermission } from './permissions'
import { allGroups, directMembers, subgroups } from './storage'

const permissionFields = mapTable(groupPermissions, () => groupSetting)

export const groupShape = named(
  'UserGroup',
  v.strictObject({
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
  }),
)

export type WireGroup = ReturnType<typeof wireGroup>

const receivesDeactivatedGroups = ({ client }: Queue) => client.capabilities.include_deactivated_groups === true

/** A reactivated group is new only for clients that do not receive deactivated groups. */
export const groupAdded = event<{ group: WireGroup; is_reactivated: boolean }>({
  type: 'user_group',
  op: 'add',
  summary: 'A user group was created, or is active again.',
  recipients: { everyone: true },
  dependsOn: ['include_deactivated_groups'],
  updates: 'realm_user_groups',
  fields: { group: groupShape },
  accepts: (_, { is_reactivated }, queue) => !is_reactivated || !receivesDeactivatedGroups(queue),
  repeats: (_, { is_reactivated }) => ({ group: String(is_reactivated) }),
  encode: (_, { group }) => ({ group }),
})

/** The changed fields of a group. */
export type GroupFieldChanges = Partial<
  Pick<Group, 'name' | 'description' | 'deactivated'> & Record<GroupPermission, GroupSetting>
>

/** A change of a deactivated group is only for clients that receive deactivated groups. */
export const groupUpdated = event<{ group_id: number; data: GroupFieldChanges; is_deactivated: boolean }>({
  type: 'user_group',
  op: 'update',
  summary: 'The name, the description or a permission of a user group changed, or it was deactivated.',
  recipients: { everyone: true },
  dependsOn: ['include_deactivated_groups'],
  updates: 'realm_user_groups',
  fields: {
    group_id: v.number(),
    data: v.partial(
      v.strictObject({ name: v.string(), description: v.string(), deactivated: v.boolean(), ...permissionFields }),
    ),
  },
  accepts: (_, { is_deactivated }, queue) => !is_deactivated || receivesDeactivatedGroups(queue),
  repeats: (_, { is_deactivated }) => ({ group: String(is_deactivated) }),
  encode: (_, { group_id, data }) => ({ group_id, data }),
})

/** For clients that do not receive deactivated groups, a deactivated group is removed. */
export const groupRemoved = event<{ group_id: number }>({
  type: 'user_group',
  op: 'remove',
  summary: 'A user group was deactivated.',
  recipients: { everyone: true },
  dependsOn: ['include_deactivated_groups'],
  updates: 'realm_user_groups',
  fields: { group_id: v.number() },
  accepts: (_, __, queue) => !receivesDeactivatedGroups(queue),
  repeats: () => ({ group: '' }),
})

const memberFields = { group_id: v.number(), user_ids: v.array(v.number()) }
type MembersChange = { group_id: number; user_ids: readonly number[]; is_deactivated?: boolean }

const membersChanged = (op: string, summary: string) =>
  event<MembersChange>({
    type: 'user_group',
    op,
    summary,
    recipients: { everyone: true },
    dependsOn: ['include_deactivated_groups'],
    updates: 'realm_user_groups',
    fields: memberFields,
    accepts: (_, { is_deactivated }, queue) => !is_deactivated || receivesDeactivatedGroups(queue),
    repeats: (_, { is_deactivated = false }) => ({ group: String(is_deactivated) }),
    encode: (_, { group_id, user_ids }) => ({ group_id, user_ids }),
  })
export const groupMembersAdded = membersChanged('add_members', 'Users were added to a user group.')
export const groupMembersRemoved = membersChanged('remove_members', 'Users were removed from a user group.')

const subgroupFields = { group_id: v.number(), direct_subgroup_ids: v.array(v.number()) }
const subgroupsChanged = (op: string, summary: string) =>
  event<{ group_id: number; direct_subgroup_ids: readonly number[] }>({
    type: 'user_group',
    op,
    summary,
    recipients: { everyone: true },
    updates: 'realm_user_groups',
    fields: subgroupFields,
  })
export const subgroupsAdded = subgroupsChanged('add_subgroups', 'Subgroups were added to a user group.')
export const subgroupsRemoved = subgroupsChanged('remove_subgroups', 'Subgroups were removed from a user group.')

/** Returns all groups in the order of their ids, system groups included. */
export const wireGroups = (realm: ReadOnlyRealm, include_deactivated: boolean): WireGroup[] =>
  [...allGroups(realm).values()]
    .filter((group) => !group.deactivated || include_deactivated)
    .map((group) => wireGroup(realm, group))

/** Returns a group in the form of the API (API rule 5). */
export function wireGroup(realm: ReadOnlyRealm, group: Group) {
  const { permissions, ...fields } = group
  return {
    ...fields,
    ...permissionsWithActiveHolders(realm, permissions),
    members: directMembers(realm, group),
    direct_subgroup_ids: subgroups(realm).get(group.id) ?? [],
  }
}
