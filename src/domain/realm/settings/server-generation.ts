import type { Realm } from '../../../realm'
import { cacheKey } from '../../../store/realm-cache'
import { SVC_FEATURE_LEVEL, SVC_VERSION } from './limits'
import { realmRow } from './storage'

/**
 * A realm runs under one version of the server after another. The generation is the second at which the realm first ran
 * under the current version. It stays the same when the realm wakes. Clients hear of a new one, because what they know of
 * the server may be out of date.
 */
type GenerationRow = {
  generation: number // UNIX seconds; a row from before generations were times counts from 1
  version: string
}

const VERSION = `${SVC_VERSION}, level ${SVC_FEATURE_LEVEL}`

export const serverGeneration = (realm: Realm): number => newest(realm)?.generation ?? realmRow(realm).created_at

const generationCache = cacheKey<GenerationRow | undefined>()

const newest = (realm: Realm): GenerationRow | undefined =>
  realm.cache.get(
    generationCache,
    () =>
      realm.sql
        .maybe<GenerationRow>`SELECT generation, version FROM server_generations ORDER BY generation DESC LIMIT 1`,
  )

/**
 * Stores the version that the realm runs under, if it is a new one. Returns the generation that begins with it, or
 * undefined if the realm never ran under another version. A clock that went back makes no generation go back.
 */
export function beginGeneration(realm: Realm): number | undefined {
  const before = newest(realm)
  if (before?.version === VERSION) return undefined
  const generation = before === undefined ? realm.now() : Math.max(realm.now(), before.generation + 1)
  realm.sql.run`INSERT INTO server_generations (generation, version) VALUES (${generation}, ${VERSION})`
  realm.cache.invalidate(generationCache)
  return before && generation
}
