import type { Realm } from '../../../realm'
import type { D1 } from '../../../store/d1'
import { addressHash } from './d1-profiles'
import type { User } from './user'

/** Returns whether the address of a user has an active account in another realm of this deployment, too. */
export async function hasAccountElsewhere({ d1, name }: Pick<Realm, 'd1' | 'name'>, user: User): Promise<boolean> {
  const [found] = await d1.all<{ found: number }>`
    SELECT 1 AS found FROM users
    WHERE address_hash = ${addressHash(user)} AND is_active = 1 AND address_hash <> '' AND realm_id <> ${name} LIMIT 1`
  return found !== undefined
}

const MAX_REALMS = 50

/** Returns the names of the first realms of this deployment in which an address has an active account. */
export const realmsOfAddress = async (d1: D1, delivery_email: string): Promise<string[]> =>
  (
    await d1.all<{ realm_id: string }>`
    SELECT DISTINCT realm_id FROM users
    WHERE address_hash = ${addressHash({ delivery_email })} AND is_active = 1 AND address_hash <> ''
    ORDER BY realm_id LIMIT ${MAX_REALMS}`
  ).map(({ realm_id }) => realm_id)
