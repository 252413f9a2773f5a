import type { Realm } from '../../../realm'
import type { Batch } from '../../../store/memory-size'
import type { IndexRow } from './message'

/**
 * What other concepts have to show of the first of these messages, each asked once: of as many as hold `most` bytes for
 * each concept.
 */
export function loadMessageExtras(
  realm: Realm,
  rows: readonly IndexRow[],
  most: number,
): Batch<(id: number) => Record<string, unknown>> {
  let within = rows.length
  const asked = realm.adornments.flatMap((each) => {
    const { adorns, trait = 0 } = each
    const ids = rows.flatMap(({ id, traits }) => ((traits & trait) === trait ? [id] : []))
    const read = ids.length > 0 ? each.read?.(realm, ids, most) : undefined
    if (read === undefined) return []
    const next = ids[read.within]
    if (next !== undefined)
      within = Math.min(
        within,
        rows.findIndex(({ id }) => id === next),
      )
    return [{ adorns, values: read.found }]
  })
  const found = (id: number) =>
    Object.fromEntries(asked.flatMap(({ adorns, values }) => (values.has(id) ? [[adorns, values.get(id)]] : [])))
  return { found, within }
}
