import type { Realm } from '../../realm'
import { whoChose } from '../user-settings/storage'
import { allUsers } from '../users/storage'

/** Everyone who could let what is private to them be exported, and whether they do. */
export function consents(realm: Realm): { user_id: number; consented: boolean }[] {
  const people = allUsers(realm).flatMap(({ user_id, is_active, is_bot }) => (is_active && !is_bot ? [user_id] : []))
  const consented = whoChose(realm.sql, { name: 'allow_private_data_export', value: true }, people)
  return people.map((user_id) => ({ user_id, consented: consented.has(user_id) }))
}

export const consenting = (realm: Realm): number[] =>
  consents(realm).flatMap(({ user_id, consented }) => (consented ? [user_id] : []))
