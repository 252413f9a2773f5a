import type { Realm } from '../../realm'
import type { IndexRow } from './message'

/** What other concepts have to show of these messages, each asked once. */
export function adornmentsOf(realm: Realm, rows: readonly IndexRow[]): (id: number) => Record<string, unknown> {
  const asked = realm.adornments.flatMap((each) => {
    const { adorns, trait = 0 } = each
    const ids = rows.flatMap(({ id, traits }) => ((traits & trait) === trait ? [id] : []))
    const values = ids.length > 0 ? each.read?.(realm, ids) : undefined
    return values ? [{ adorns, values }] : []
  })
  return (id) =>
    Object.fromEntries(asked.flatMap(({ adorns, values }) => (values.has(id) ? [[adorns, values.get(id)]] : [])))
}
