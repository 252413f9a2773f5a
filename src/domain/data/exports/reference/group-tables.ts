import { allGroups } from '../../../people/groups/storage'
import type { Scope } from '../scope'
import { allGroupRows, permissionIds } from './group-ids'
import { REALM } from './ids'
import { numbered, rowsOfItems, table, type ReferenceTable } from './table'

type Group = ReturnType<typeof allGroupRows>[number]

const groupId = ({ id }: Group) => id

const rowsOfGroups = (rowsOf: (group: Group) => Record<string, unknown>[]) =>
  rowsOfItems(allGroupRows, groupId, (_, group) => rowsOf(group))

/** Groups with names, and the sets of users in permissions, which are groups without names. */
export const groupTables: readonly ReferenceTable[] = [
  table(
    'zerver_usergroup',
    rowsOfGroups(({ id }) => [{ id, realm: REALM }]),
  ),
  table(
    'zerver_namedusergroup',
    rowsOfItems(
      ({ realm }: Scope) => [...allGroups(realm).values()].toSorted((a, b) => a.id - b.id),
      ({ id }) => id,
      (_, { id, creator_id, permissions, ...group }) => [
        {
          usergroup_ptr: id,
          realm_for_sharding: REALM,
          creator: creator_id,
          ...group,
          ...permissionIds({ kind: 'group', id }, permissions),
        },
      ],
    ),
  ),
  table(
    'zerver_usergroupmembership',
    rowsOfGroups(({ id, direct_members }) =>
      numbered(
        id,
        direct_members.map((user_profile) => ({ user_group: id, user_profile })),
      ),
    ),
  ),
  table(
    'zerver_groupgroupmembership',
    rowsOfGroups(({ id, direct_subgroups }) =>
      numbered(
        id,
        direct_subgroups.map((subgroup) => ({ supergroup: id, subgroup })),
      ),
    ),
  ),
]
