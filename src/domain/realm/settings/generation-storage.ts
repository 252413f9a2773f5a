import type { ReadOnlyRealm, Realm } from '../../../realm'
import { cacheKey } from '../../../store/realm-cache'

export type GenerationRow = {
  generation: number // UNIX seconds
  version: string
}

const generationCache = cacheKey<GenerationRow | undefined>()

export const findNewestGeneration = (realm: ReadOnlyRealm): GenerationRow | undefined =>
  realm.cache.get(
    generationCache,
    () =>
      realm.sql
        .maybe<GenerationRow>`SELECT generation, version FROM server_generations ORDER BY generation DESC LIMIT 1`,
  )

export function insertGeneration(realm: Realm, { generation, version }: GenerationRow): void {
  realm.sql.run`INSERT INTO server_generations (generation, version) VALUES (${generation}, ${version})`
  realm.cache.invalidate(generationCache)
}
