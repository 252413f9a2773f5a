import { mapTable, keysOf } from '../../../api/table'
import type { ReadOnlyRealm } from '../../../realm'
import type { GroupSetting } from '../../realm/settings/permissions'
import { findUser } from '../users/storage'

/**
 * Returns a group-setting value as clients receive it: since feature level 303, without deactivated users. They stay in the
 * stored value, and have the permission again when they are reactivated.
 */
export function omitDeactivatedHolders(realm: ReadOnlyRealm, value: GroupSetting): GroupSetting {
  if (typeof value === 'number') return value
  const direct_members = value.direct_members.filter((user_id) => findUser(realm, user_id)?.is_active !== false)
  return { ...value, direct_members }
}

/** Returns all permissions of a channel or group, without deactivated users. */
export const permissionsWithActiveHolders = <Name extends string>(
  realm: ReadOnlyRealm,
  permissions: Record<Name, GroupSetting>,
) => mapTable(permissions, (value) => omitDeactivatedHolders(realm, value))

/** Returns the permissions of a channel or group that name the user directly, without deactivated users. */
export function permissionsThatNameUser<Name extends string>(
  realm: ReadOnlyRealm,
  permissions: Record<Name, GroupSetting>,
  user_id: number,
): Partial<Record<Name, GroupSetting>> {
  const naming: Partial<Record<Name, GroupSetting>> = {}
  for (const name of keysOf(permissions)) {
    const value = permissions[name]
    if (typeof value === 'object' && value.direct_members.includes(user_id))
      naming[name] = omitDeactivatedHolders(realm, value)
  }
  return naming
}
