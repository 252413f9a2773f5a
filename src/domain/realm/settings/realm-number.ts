import { createHash } from 'node:crypto'
import type { Realm } from '../../../realm'

/**
 * Returns the number of the realm in the URLs of files, where clients expect one. It is a hash of the name, so it is neither
 * stored nor secret.
 */
export const realmNumber = (realm: Pick<Realm, 'name'>): number =>
  (createHash('sha256').update(realm.name).digest().readUInt32BE() % 2_147_483_647) + 1
