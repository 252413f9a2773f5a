import type { Realm } from '../../realm'
import type { D1Table } from '../../store/d1-tables'
import type { User } from './user'

/** Public profiles, for bulk reads at the edge. */
export const usersInD1: D1Table = {
  name: 'users',
  key: 'user_id',
  columns: [
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
  ],
}

export function putProfile(realm: Realm, user: User): void {
  const {
    user_id,
    email,
    full_name,
    role,
    is_active,
    bot_type,
    bot_owner_id,
    date_joined,
    timezone,
    avatar_source,
    avatar_version,
  } = user
  const profile = {
    email,
    full_name,
    role,
    is_active,
    bot_type,
    bot_owner_id,
    date_joined,
    timezone,
    avatar_source,
    avatar_version,
  }
  realm.outbox.put(usersInD1.name, user_id, realm.log.takeId(), profile)
}
