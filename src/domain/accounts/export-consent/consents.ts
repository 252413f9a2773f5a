import type { ReadOnlyRealm } from '../../../realm'
import { usersWithExportConsent } from '../../people/user-settings/storage'
import { allUsers, findUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'

/** Bots have no private data, and the realm cannot ask a deactivated user. */
const canConsent = ({ is_active, is_bot }: User): boolean => is_active && !is_bot

/** Returns the ids of the users who allow the export of their private data. */
export const consentingUserIds = (realm: ReadOnlyRealm): number[] =>
  usersWithExportConsent(realm).filter((user_id) => canConsent(findUser(realm, user_id)!))

/** Returns all users who could allow the export of their private data, and whether each of them does. */
export function consentsOfUsers(realm: ReadOnlyRealm): { user_id: number; consented: boolean }[] {
  const consented = new Set(consentingUserIds(realm))
  const users = allUsers(realm).filter(canConsent)
  return users.map(({ user_id }) => ({ user_id, consented: consented.has(user_id) }))
}
