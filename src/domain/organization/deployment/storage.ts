import { orUnavailable, type D1 } from '../../../store/d1'
import { ALL_DAYS } from '../../../store/realm-metrics'

type RealmRow = { name: string; saved_at: number | null; counts: string | null }

/** Returns the names of the next realms, with the figures that they saved last. Each realm has accounts in D1. */
export const realmsAfter = (first: D1, name: string, most: number): Promise<RealmRow[]> =>
  orUnavailable(
    first.all<RealmRow>`
      WITH RECURSIVE names(name) AS (
        SELECT min(realm_id) FROM users WHERE realm_id > ${name}
        UNION ALL SELECT (SELECT min(realm_id) FROM users WHERE realm_id > names.name) FROM names WHERE names.name IS NOT NULL
        LIMIT ${most})
      SELECT names.name, m.saved_at, m.counts FROM names
      LEFT JOIN realm_metrics AS m ON m.realm_id = names.name AND m.day = ${ALL_DAYS} WHERE names.name IS NOT NULL`,
  )
