import type { ReadOnlyRealm } from '../../../realm'
import { countCovered, type Batch } from '../../../store/memory-size'
import type { IndexRow } from './message'

/**
 * Returns the fields that other concepts add to the first of these messages, such as reactions: one read for each concept.
 * A message may have none of them. `within` counts the messages for which the values of each concept hold at most `most` bytes.
 */
export function loadMessageExtras(
  realm: ReadOnlyRealm,
  rows: readonly IndexRow[],
  most: number,
): Batch<(id: number) => Record<string, unknown> | undefined> {
  const all = rows.map(({ id }) => id)
  let within = rows.length
  const extras = realm.messageExtras.flatMap((extra) => {
    const { field, indexFlag = 0 } = extra
    const ids = rows.flatMap(({ id, index_flags }) => ((index_flags & indexFlag) === indexFlag ? [id] : []))
    const batch = ids.length > 0 ? extra.read?.(realm, ids, most) : undefined
    if (batch === undefined) return []
    within = Math.min(within, countCovered(all, ids, batch.within))
    return [{ field, values: batch.found }]
  })
  const found = (id: number) => {
    const ofMessage = extras.flatMap(({ field, values }) => (values.has(id) ? [[field, values.get(id)]] : []))
    return ofMessage.length === 0 ? undefined : Object.fromEntries(ofMessage)
  }
  return { found, within }
}
