import type { Realm } from '../../../realm'
import { peopleConsenting } from '../../people/user-settings/storage'
import { allUsers, maybeUser } from '../../people/users/storage'
import type { User } from '../../people/users/user'

/** Bots have nothing to themselves, and whoever is gone cannot be asked. */
const canConsent = ({ is_active, is_bot }: User): boolean => is_active && !is_bot

export const consenting = (realm: Realm): number[] =>
  peopleConsenting(realm).filter((user_id) => canConsent(maybeUser(realm, user_id)!))

/** Everyone who could let what is private to them be exported, and whether they do. */
export function consents(realm: Realm): { user_id: number; consented: boolean }[] {
  const consented = new Set(consenting(realm))
  const people = allUsers(realm).filter(canConsent)
  return people.map(({ user_id }) => ({ user_id, consented: consented.has(user_id) }))
}
