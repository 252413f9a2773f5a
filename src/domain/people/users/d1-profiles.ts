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

/** The public profiles in D1, which the Worker reads in bulk. */
export const usersInD1: D1Table = { name: 'users', key: 'user_id', columns: COLUMNS }

/** Queues a copy of the profile for D1. */
export function copyProfileToD1(realm: Realm, user: User): void {
  const profile = Object.fromEntries(COLUMNS.map((column) => [column, user[column]]))
  realm.outbox.put(usersInD1.name, user.user_id, realm.log.takeId(), profile)
}
