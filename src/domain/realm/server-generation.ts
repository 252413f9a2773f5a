import type { Realm } from '../../realm'
import { SVC_FEATURE_LEVEL, SVC_VERSION } from './limits'

/**
 * A realm outlives the versions of the server that it runs under. Each time it finds itself under another, that is a new
 * generation, and clients that listen are told, as what they know of the server may be out of date.
 */
type GenerationRow = { generation: number; version: string }

const VERSION = `${SVC_VERSION}, level ${SVC_FEATURE_LEVEL}`

export const serverGeneration = (realm: Realm): number => newest(realm)?.generation ?? FIRST_GENERATION

const FIRST_GENERATION = 1

const newest = (realm: Realm): GenerationRow | undefined =>
  realm.memo.of(
    'server generation',
    () =>
      realm.sql
        .maybe<GenerationRow>`SELECT generation, version FROM server_generations ORDER BY generation DESC LIMIT 1`,
  )

/** Notes the version that the realm runs under. Answers the generation that begins with it, where others were before. */
export function beginGeneration(realm: Realm): number | undefined {
  const before = newest(realm)
  if (before?.version === VERSION) return undefined
  const generation = (before?.generation ?? 0) + 1
  realm.sql.run`INSERT INTO server_generations (generation, version) VALUES (${generation}, ${VERSION})`
  realm.memo.forget('server generation')
  return before && generation
}
