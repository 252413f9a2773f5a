import type { Realm } from '../../../realm'
import { addressHash } from './d1-profiles'
import type { User } from './user'

/** Returns whether the address of a user has an active account in another realm of this deployment, too. */
export async function hasAccountElsewhere({ d1, name }: Pick<Realm, 'd1' | 'name'>, user: User): Promise<boolean> {
  const [found] = await d1.all<{ found: number }>`
    SELECT 1 AS found FROM users
    WHERE address_hash = ${addressHash(user)} AND is_active = 1 AND address_hash <> '' AND realm_id <> ${name} LIMIT 1`
  return found !== undefined
}
