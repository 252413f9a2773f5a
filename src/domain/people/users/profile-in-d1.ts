import type { Realm } from '../../../realm'
import type { D1Table } from '../../../store/d1-tables'
import type { User } from './user'

const COLUMNS = [
  'email',
  'full_name',
  'role',
  'is_active',
  'bot_type',
  'bot_owner_id',
  'date_joined',
  'timezone',
  'avatar_source',
  'avatar_version',
  'profile_data',
] as const satisfies readonly (keyof User)[]

/** Public profiles, for bulk reads at the edge. */
export const usersInD1: D1Table = { name: 'users', key: 'user_id', columns: COLUMNS }

export function putProfile(realm: Realm, user: User): void {
  const profile = Object.fromEntries(COLUMNS.map((column) => [column, user[column]]))
  realm.outbox.put(usersInD1.name, user.user_id, realm.log.takeId(), profile)
}
