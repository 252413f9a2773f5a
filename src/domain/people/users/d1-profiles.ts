import { hash } from 'node:crypto'
import type { Realm } from '../../../realm'
import type { D1Table } from '../../../store/d1-tables'
import { emailKey } from './storage'
import type { User } from './user'

const PROFILE = [
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

/** The public profiles in D1, which the Worker reads in bulk, and a hash of the real address. */
export const usersInD1: D1Table = { name: 'users', key: 'user_id', columns: [...PROFILE, 'address_hash'] }

/** Queues a copy of the profile for D1. */
export function copyProfileToD1(realm: Realm, user: User): void {
  const profile = Object.fromEntries(PROFILE.map((column) => [column, user[column]]))
  const address_hash = user.is_bot ? '' : addressHash(user)
  realm.outbox.put(usersInD1.name, user.user_id, realm.log.takeId(), { ...profile, address_hash })
}

/** Accounts of different realms with the same address have the same hash. */
export const addressHash = ({ delivery_email }: Pick<User, 'delivery_email'>): string =>
  hash('sha256', emailKey(delivery_email))
