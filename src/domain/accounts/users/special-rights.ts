import * as v from 'valibot'
import { badRequest } from '../../../api/errors'
import { boolean, optional } from '../../../api/params'
import { mapTable, keysOf } from '../../../api/table'
import type { Realm } from '../../../realm'
import { isAdministrator, noSuchUser } from '../../people/users/rules'
import { allUsers, writeUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'

/**
 * Rights that an account has beside its role. The owner that a realm is created with has them. An owner, or the holder of
 * the deployment's secret, grants and revokes them. A right takes effect while its account is an administrator or an
 * owner. No state and no event tells of these rights, in the reference server either.
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

const noRightNamed = badRequest(() => 'Name at least one right.')
const onlyForAdministrators = badRequest(() => 'Only administrators and owners can have this right.')
const onlyForActiveAccounts = badRequest(() => 'Deactivated accounts cannot be given this right.')
export const rightsErrors = [noSuchUser, noRightNamed, onlyForAdministrators, onlyForActiveAccounts]

/** Grants and revokes, and returns what the account has after that. Every account can lose a right. */
export function changeRights(realm: Realm, user: User | undefined, wished: Partial<SpecialRights>): Holder {
  if (user === undefined || user.is_system_bot) throw noSuchUser({})
  const named = keysOf(wished).filter((name) => wished[name] !== undefined)
  if (named.length === 0) throw noRightNamed({})
  const isGiven = named.some((name) => wished[name] && !user[name])
  if (isGiven && !user.is_active) throw onlyForActiveAccounts({})
  if (isGiven && !isAdministrator(user)) throw onlyForAdministrators({})
  const changed = Object.fromEntries(named.map((name) => [name, wished[name]]))
  return asHolder(named.some((name) => wished[name] !== user[name]) ? writeUser(realm, user.user_id, changed) : user)
}

const asHolder = (user: User): Holder => ({
  user_id: user.user_id,
  ...mapTable(rightsParams, (_, name) => user[name]),
})

/** Each account that has at least one of these rights, in the order of their ids. */
export const holdersOfRights = (realm: Realm): Holder[] =>
  allUsers(realm)
    .filter((user) => keysOf(rightsParams).some((name) => user[name]))
    .map(asHolder)
