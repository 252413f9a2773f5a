import type { ReadOnlyRealm, Realm } from '../../../realm'
import { findNewestGeneration, insertGeneration } from './generation-storage'
import { SVC_FEATURE_LEVEL, SVC_VERSION } from './limits'
import { realmRow } from './storage'

const VERSION = `${SVC_VERSION}, level ${SVC_FEATURE_LEVEL}`

/**
 * Returns the second at which the realm first ran under the current version of the server. It stays the same when the realm
 * wakes. Clients receive an event about a new generation, because the server may support other features now.
 */
export const serverGeneration = (realm: ReadOnlyRealm): number =>
  findNewestGeneration(realm)?.generation ?? realmRow(realm).created_at

/**
 * Stores the version that the realm runs under, if it is a new one. Returns the generation that begins with it, or
 * undefined if the realm never ran under another version. Generations increase even if the clock went back.
 */
export function beginGeneration(realm: Realm): number | undefined {
  const before = findNewestGeneration(realm)
  if (before?.version === VERSION) return undefined
  const generation = before === undefined ? realm.now() : Math.max(realm.now(), before.generation + 1)
  insertGeneration(realm, { generation, version: VERSION })
  return before && generation
}
