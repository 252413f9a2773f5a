import type { Realm } from '../../../realm'
import { defaultGroupSetting } from '../../realm/settings/permissions'
import { SYSTEM_GROUPS, type SystemGroupName } from '../../realm/settings/system-groups'
import { groupPermissions } from './permissions'
import { groupsCache, subgroupsCache } from './storage'

/** Creates the system groups of a new realm. */
export function insertSystemGroups(realm: Realm): void {
  for (const [name, id] of Object.entries(SYSTEM_GROUPS)) {
    const permissions = Object.fromEntries(
      Object.entries(groupPermissions).map(([permission, rules]) => [
        permission,
        permission === 'can_mention_group' || permission === 'can_leave_group'
          ? defaultGroupSetting(rules, null)
          : SYSTEM_GROUPS['role:nobody'],
      ]),
    )
    realm.sql.run`
      INSERT INTO user_groups (id, name, name_key, description, date_created, creator_id, is_system_group, deactivated, permissions)
      VALUES (${id}, ${name}, ${name}, ${DESCRIPTIONS[name]}, ${null}, ${null}, ${true}, ${false}, ${JSON.stringify(permissions)})`
  }
  for (const [group, subgroup] of NESTING)
    realm.sql
      .run`INSERT INTO group_subgroups (group_id, subgroup_id) VALUES (${SYSTEM_GROUPS[group]}, ${SYSTEM_GROUPS[subgroup]})`
  realm.cache.invalidate(groupsCache)
  realm.cache.invalidate(subgroupsCache)
}

const DESCRIPTIONS: Record<string, string> = {
  'role:nobody': 'Nobody',
  'role:owners': 'Owners of this organization',
  'role:administrators': 'Administrators of this organization, including owners',
  'role:moderators': 'Moderators of this organization, including administrators',
  'role:fullmembers': 'Members of this organization, not including new accounts and guests',
  'role:members': 'Members of this organization, not including guests',
  'role:everyone': 'Everyone in this organization, including guests',
  'role:internet': 'Everyone on the Internet',
}

const NESTING: [SystemGroupName, SystemGroupName][] = [
  ['role:internet', 'role:everyone'],
  ['role:everyone', 'role:members'],
  ['role:members', 'role:fullmembers'],
  ['role:fullmembers', 'role:moderators'],
  ['role:moderators', 'role:administrators'],
  ['role:administrators', 'role:owners'],
]
