import { mapTable, keysOf } from '../../../api/table'
import type { Realm } from '../../../realm'
import type { GroupSetting } from '../../realm/settings/permissions'
import { maybeUser } from '../users/storage'

/**
 * A permission as it is told, which since level 303 names nobody whose account is deactivated. They stay written in what
 * is stored, and hold it again once they are back.
 */
export function holdersTold(realm: Realm, value: GroupSetting): GroupSetting {
  if (typeof value === 'number') return value
  const direct_members = value.direct_members.filter((user_id) => maybeUser(realm, user_id)?.is_active !== false)
  return { ...value, direct_members }
}

/** All that may be done with one thing, as it is told. */
export const permissionsTold = <Name extends string>(realm: Realm, permissions: Record<Name, GroupSetting>) =>
  mapTable(permissions, (value) => holdersTold(realm, value))

/** Those of a thing's permissions that somebody holds by their own name, as they are told. */
export function permissionsNaming<Name extends string>(
  realm: Realm,
  permissions: Record<Name, GroupSetting>,
  user_id: number,
): Partial<Record<Name, GroupSetting>> {
  const naming: Partial<Record<Name, GroupSetting>> = {}
  for (const name of keysOf(permissions)) {
    const value = permissions[name]
    if (typeof value === 'object' && value.direct_members.includes(user_id)) naming[name] = holdersTold(realm, value)
  }
  return naming
}
