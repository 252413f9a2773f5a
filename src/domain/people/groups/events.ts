import * as v from 'valibot'
import { mapTable } from '../../../api/table'
import type { Queue } from '../../../events/queue'
import { event, stateSlice, type Realm } from '../../../realm'
import { groupSetting, type GroupSetting } from '../../realm/settings/permissions'
import type { Group } from './group'
import { permissionsTold } from './holders'
import { groupPermissions, type GroupPermission } from './permissions'
import { allGroups, directMembers, subgroups } from './storage'

const permissionFields = mapTable(groupPermissions, () => groupSetting)

export const groupShape = v.strictObject({
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

export type WireGroup = ReturnType<typeof wireGroup>

const knowsDeactivated = ({ client }: Queue) => client.capabilities.include_deactivated_groups === true

/** A group is there: it is new to everyone, or is back, which is new to those whose clients know of no deactivated groups. */
export const groupAdded = event<{ group: WireGroup; is_back: boolean }>({
  type: 'user_group',
  op: 'add',
  summary: 'A user group was created, or is active again.',
  recipients: { everyone: true },
  dependsOn: ['include_deactivated_groups'],
  keeps: 'realm_user_groups',
  fields: { group: groupShape },
  accepts: (_, { is_back }, queue) => !is_back || !knowsDeactivated(queue),
  encode: (_, { group }) => ({ group }),
})

/** What is new about a group. */
export type GroupNews = Partial<
  Pick<Group, 'name' | 'description' | 'deactivated'> & Record<GroupPermission, GroupSetting>
>

/** What a group is was changed. While it was deactivated, only those hear of it whose clients know of such groups. */
export const groupUpdated = event<{ group_id: number; data: GroupNews; is_deactivated: boolean }>({
  type: 'user_group',
  op: 'update',
  summary: 'The name, the description or a permission of a user group changed, or it was deactivated.',
  recipients: { everyone: true },
  dependsOn: ['include_deactivated_groups'],
  keeps: 'realm_user_groups',
  fields: {
    group_id: v.number(),
    data: v.partial(
      v.strictObject({ name: v.string(), description: v.string(), deactivated: v.boolean(), ...permissionFields }),
    ),
  },
  accepts: (_, { is_deactivated }, queue) => !is_deactivated || knowsDeactivated(queue),
  encode: (_, { group_id, data }) => ({ group_id, data }),
})

/** To clients that know of no deactivated groups, one that is deactivated is gone. */
export const groupRemoved = event<{ group_id: number }>({
  type: 'user_group',
  op: 'remove',
  summary: 'A user group was deactivated.',
  recipients: { everyone: true },
  dependsOn: ['include_deactivated_groups'],
  keeps: 'realm_user_groups',
  fields: { group_id: v.number() },
  accepts: (_, __, queue) => !knowsDeactivated(queue),
})

const memberFields = { group_id: v.number(), user_ids: v.array(v.number()) }
type Moved = { group_id: number; user_ids: readonly number[]; is_deactivated?: boolean }

const membersMoved = (op: string, summary: string) =>
  event<Moved>({
    type: 'user_group',
    op,
    summary,
    recipients: { everyone: true },
    dependsOn: ['include_deactivated_groups'],
    keeps: 'realm_user_groups',
    fields: memberFields,
    accepts: (_, { is_deactivated }, queue) => !is_deactivated || knowsDeactivated(queue),
    encode: (_, { group_id, user_ids }) => ({ group_id, user_ids }),
  })
export const groupMembersAdded = membersMoved('add_members', 'Users were added to a user group.')
export const groupMembersRemoved = membersMoved('remove_members', 'Users were removed from a user group.')

const subgroupFields = { group_id: v.number(), direct_subgroup_ids: v.array(v.number()) }
const subgroupsMoved = (op: string, summary: string) =>
  event<{ group_id: number; direct_subgroup_ids: readonly number[] }>({
    type: 'user_group',
    op,
    summary,
    recipients: { everyone: true },
    keeps: 'realm_user_groups',
    fields: subgroupFields,
  })
export const subgroupsAdded = subgroupsMoved('add_subgroups', 'Subgroups were added to a user group.')
export const subgroupsRemoved = subgroupsMoved('remove_subgroups', 'Subgroups were removed from a user group.')

export const groupsSlice = stateSlice({
  fetchedFor: ['realm_user_groups'],
  fields: { realm_user_groups: v.array(groupShape) },
  read: (realm, _actor, { capabilities }) => ({
    realm_user_groups: groupsShown(realm, capabilities.include_deactivated_groups === true),
  }),
})

/** The system groups too, by their ids; those that are deactivated where they are asked for. */
export const groupsShown = (realm: Realm, include_deactivated: boolean): WireGroup[] =>
  [...allGroups(realm).values()]
    .filter((group) => !group.deactivated || include_deactivated)
    .map((group) => wireGroup(realm, group))

/** A group as everyone sees it (specification 2.6). */
export function wireGroup(realm: Realm, group: Group) {
  const { permissions, ...fields } = group
  return {
    ...fields,
    ...permissionsTold(realm, permissions),
    members: directMembers(realm, group),
    direct_subgroup_ids: subgroups(realm).get(group.id) ?? [],
  }
}
