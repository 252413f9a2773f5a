import { keysOf } from '../../../api/table'
import type { Group } from '../../people/groups/group'
import {
  PERMISSIONS_FOR_OWNERS,
  realmPermissions,
  type GroupSetting,
  type RealmPermission,
} from '../../realm/settings/permissions'

/** A group of the realm whose members have this value in the claim of their provider. */
export type ClaimedGroup = {
  value: string
  group_id: number
  /** An owner confirmed that the provider decides who is in this group, though it gives rights of administrators. */
  is_confirmed: boolean
}

/** Returns the groups that a claim with these values gives, and the mapped groups that it does not give. */
export function groupsOfValues(groups: readonly ClaimedGroup[], values: readonly string[]) {
  const stated = new Set(values)
  const given = new Map(groups.filter(({ value }) => stated.has(value)).map((group) => [group.group_id, group]))
  const others = new Set(groups.map(({ group_id }) => group_id).filter((id) => !given.has(id)))
  return { given: [...given.values()], others: [...others] }
}

/** The permissions of administrators: by default only owners or administrators have them, or only owners can change who has them. */
const ADMINISTRATIVE: readonly RealmPermission[] = keysOf(realmPermissions).filter(
  (name) =>
    PERMISSIONS_FOR_OWNERS.includes(name) ||
    ['role:owners', 'role:administrators'].includes(realmPermissions[name].default_group_name),
)

/** The permissions of a group with which a user becomes its member. */
const WAYS_INTO_A_GROUP = ['can_add_members_group', 'can_join_group', 'can_manage_group'] as const

export type GroupFacts = {
  groups: ReadonlyMap<number, Group>
  /** Returns a group and all groups that contain it. */
  above: (group_id: number) => ReadonlySet<number>
  permissions: Record<RealmPermission, GroupSetting>
}

/**
 * Returns which of these groups give rights of administrators: a group has one of their permissions, or contains a group in
 * question, or its members can become members of such a group.
 */
export function administrativeAmong(
  { groups, above, permissions }: GroupFacts,
  group_ids: readonly number[],
): number[] {
  const holders = new Set<number>()
  for (const name of ADMINISTRATIVE) addGroupsIn(permissions[name], holders)
  const gives = (id: number) => [...above(id)].some((group_id) => holders.has(group_id))
  // Each round adds at least one group.
  for (let before = -1; before < holders.size;) {
    before = holders.size
    for (const group of groups.values())
      if (!group.is_system_group && gives(group.id))
        for (const name of WAYS_INTO_A_GROUP) addGroupsIn(group.permissions[name], holders)
  }
  return group_ids.filter(gives)
}

function addGroupsIn(value: GroupSetting, ids: Set<number>): void {
  if (typeof value === 'number') ids.add(value)
  else for (const id of value.direct_subgroups) ids.add(id)
}
