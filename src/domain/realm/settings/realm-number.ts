import { createHash } from 'node:crypto'
import type { Realm } from '../../../realm'

/**
 * The number by which addresses of files name their realm, as clients expect one there. It says nothing that the host does
 * not, and opens nothing: it follows from the name.
 */
export const realmNumber = (realm: Pick<Realm, 'name'>): number =>
  (createHash('sha256').update(realm.name).digest().readUInt32BE() % 2_147_483_647) + 1
