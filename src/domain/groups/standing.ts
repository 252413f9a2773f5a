import type { Realm } from '../../realm'
import { realmPermissions, type GroupSetting, type RealmPermission } from '../realm/permissions'
import { permissionsOf, settingsOf } from '../realm/storage'
import { isGuest } from '../users/rules'
import type { User } from '../users/user'
import { groupsByRole, groupsIncluding, holds, type Standing } from './rules'
import { ownGroupsOf, subgroups } from './storage'

/** The groups a person is in, however they came to be in them: what every permission is asked with. */
export function standingOf(realm: Realm, user: User): Standing {
  return { user_id: user.user_id, groups: user.is_active ? groupsOf(realm, user) : new Set() }
}

function groupsOf(realm: Realm, user: User): Set<number> {
  const byRole = groupsByRole(user, settingsOf(realm).waiting_period_threshold, realm.now())
  return groupsIncluding([...byRole, ...ownGroupsOf(realm, user.user_id)], parents(realm))
}

/** This group and every group it is within, however deep: whoever is in it is in all of them. */
export const groupsHolding = (realm: Realm, group_id: number): Set<number> =>
  groupsIncluding([group_id], parents(realm))

const parents = (realm: Realm): ReadonlyMap<number, readonly number[]> =>
  realm.memo.of('parents of groups', () => {
    const found = new Map<number, number[]>()
    for (const [group, inner] of subgroups(realm))
      for (const each of inner) found.set(each, [...(found.get(each) ?? []), group])
    return found
  })

export const isAllowed = (realm: Realm, user: User, permission: GroupSetting): boolean =>
  holds(permission, standingOf(realm, user))

/** A permission that may not be everybody's is no guest's, whatever group they were put in. */
export const realmAllows = (realm: Realm, user: User, permission: RealmPermission): boolean =>
  (realmPermissions[permission].allow_everyone_group || !isGuest(user)) &&
  isAllowed(realm, user, permissionsOf(realm)[permission])
