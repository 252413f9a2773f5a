import type { ReadOnlyRealm } from '../../../realm'
import { usersWithExportConsent } from '../../people/user-settings/storage'
import { allUsers, findUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'

/** Bots have no private data, and the realm cannot ask a deactivated user. */
const canConsent = ({ is_active, is_bot }: User): boolean => is_active && !is_bot

/** Returns the ids of the users who allow the export of their private data. */
export const consentingUserIds = (realm: ReadOnlyRealm): number[] =>
  usersWithExportConsent(realm).filter((user_id) => canConsent(findUser(realm, user_id)!))

type Consent = { user_id: number; consented: boolean; email_address_visibility: number }

/** Returns all users who could allow the export of their private data, whether each of them does, and who sees their address. */
export function consentsOfUsers(realm: ReadOnlyRealm): Consent[] {
  const consented = new Set(consentingUserIds(realm))
  const users = allUsers(realm).filter(canConsent)
  return users.map(({ user_id, email_address_visibility }) => ({
    user_id,
    consented: consented.has(user_id),
    email_address_visibility,
  }))
}
