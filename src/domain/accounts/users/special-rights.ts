import * as v from 'valibot'
import { badRequest } from '../../../api/errors'
import { boolean, optional } from '../../../api/params'
import { mapTable, keysOf } from '../../../api/table'
import type { ReadOnlyRealm, Realm } from '../../../realm'
import { recordAudit } from '../../realm/audit-log/record'
import { isAdministrator, noSuchUser } from '../../people/users/rules'
import { allUsers, writeUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'

/**
 * Rights that an account has in addition to its role. The first owner of a realm has them. An owner, or the holder of the
 * deployment's secret, grants and revokes them. A right has an effect only while its account is an administrator or an owner.
 * As in the reference server, no state and no event contains these rights.
 */
export const rightsParams = {
  can_create_users: optional(boolean()),
  can_change_user_emails: optional(boolean()),
}
export const holderFields = {
  user_id: v.number(),
  can_create_users: v.boolean(),
  can_change_user_emails: v.boolean(),
}

type SpecialRights = Pick<User, keyof typeof rightsParams>
type Holder = SpecialRights & { user_id: number }

const noRightGiven = badRequest(() => 'Name at least one right.')
const onlyForAdministrators = badRequest(() => 'Only administrators and owners can have this right.')
const onlyForActiveAccounts = badRequest(() => 'Deactivated accounts cannot be given this right.')
export const rightsErrors = [noSuchUser, noRightGiven, onlyForAdministrators, onlyForActiveAccounts]

/** Grants and revokes rights, and returns the account's rights after that. Every account can lose a right. */
export function changeRights(realm: Realm, user: User | undefined, changes: Partial<SpecialRights>): Holder {
  if (user === undefined || user.is_system_bot) throw noSuchUser({})
  const named = keysOf(changes).filter((name) => changes[name] !== undefined)
  if (named.length === 0) throw noRightGiven({})
  const isGranted = named.some((name) => changes[name] && !user[name])
  if (isGranted && !user.is_active) throw onlyForActiveAccounts({})
  if (isGranted && !isAdministrator(user)) throw onlyForAdministrators({})
  const changed = Object.fromEntries(named.map((name) => [name, changes[name]]))
  for (const name of named.filter((name) => changes[name] !== user[name]))
    recordAudit(realm, 'right_changed', { user_id: user.user_id }, { name, new: changes[name] })
  return asHolder(named.some((name) => changes[name] !== user[name]) ? writeUser(realm, user.user_id, changed) : user)
}

const asHolder = (user: User): Holder => ({
  user_id: user.user_id,
  ...mapTable(rightsParams, (_, name) => user[name]),
})

/** Returns the accounts that have at least one of these rights, in the order of their ids. */
export const holdersOfRights = (realm: ReadOnlyRealm): Holder[] =>
  allUsers(realm)
    .filter((user) => keysOf(rightsParams).some((name) => user[name]))
    .map(asHolder)
