import { allGroups } from '../../../people/groups/storage'
import type { Group } from '../../../people/groups/group'
import type { Walk } from '../walks'
import { allGroupRows, permissionIds } from './group-ids'
import { REALM } from './ids'
import { numberedRowsOf, rowsOf, table, type ReferenceTable } from './table'

/** Groups with names, and the sets of users in permissions, which are groups without names. */
const groups: Walk<ReturnType<typeof allGroupRows>[number]> = { list: allGroupRows, idOf: ({ id }) => id }

const namedGroups: Walk<Group> = {
  list: ({ realm }) => [...allGroups(realm).values()].toSorted((a, b) => a.id - b.id),
  idOf: ({ id }) => id,
}

export const groupTables: readonly ReferenceTable[] = [
  table(
    'zerver_usergroup',
    rowsOf(groups, (_, { id }) => [{ id, realm: REALM }]),
  ),
  table(
    'zerver_namedusergroup',
    rowsOf(namedGroups, (_, { id, creator_id, permissions, ...group }) => [
      {
        usergroup_ptr: id,
        realm_for_sharding: REALM,
        creator: creator_id,
        ...group,
        ...permissionIds({ kind: 'group', id }, permissions),
      },
    ]),
  ),
  table(
    'zerver_usergroupmembership',
    numberedRowsOf(groups, (_, { id, direct_members }) =>
      direct_members.map((user_profile) => ({ user_group: id, user_profile })),
    ),
  ),
  table(
    'zerver_groupgroupmembership',
    numberedRowsOf(groups, (_, { id, direct_subgroups }) =>
      direct_subgroups.map((subgroup) => ({ supergroup: id, subgroup })),
    ),
  ),
]
