import { orUnavailable, type D1 } from './d1'
import type { Batch } from './memory-size'

/** The columns of a D1 table with a content and a rendered content for each id. */
export type TextTable = { name: string; columns: readonly string[] }

type Size = {
  id: number
  rank: number // the index among the requested ids
  existing: number // how many of the requested ids D1 has
}

const BYTES_PER_ROW = 200

/**
 * Returns the rows with the first of these ids, as many as hold `most` bytes, and one row in any case. If D1 does not
 * respond, it throws a refusal.
 */
export async function loadTexts<Row extends { id: number }>(
  d1: D1,
  realm_id: string,
  table: TextTable,
  { ids, most }: { ids: readonly number[]; most: number },
): Promise<Batch<Row[]>> {
  const rows = await orUnavailable(d1.select<Row & Size>(queryFor(table), realm_id, ids, most))
  return { found: rows, within: countRead(ids, rows) }
}

// The ids are one JSON text, so their number has no limit. The sizes are read first: rows that do not fit never leave D1.
const queryFor = ({ name, columns }: TextTable) => `
  WITH realm AS (SELECT ?1 AS id),
  sized AS (
    SELECT requested.key AS rank, t.id, 2 * (octet_length(t.content) + octet_length(t.rendered_content)) + ${BYTES_PER_ROW} AS bytes
    FROM json_each(?2) AS requested
    CROSS JOIN ${name} AS t ON t.realm_id = (SELECT id FROM realm) AND t.id = requested.value),
  summed AS (SELECT rank, id, bytes, sum(bytes) OVER (ORDER BY rank) AS sum, count(*) OVER () AS existing FROM sized)
  SELECT t.id, ${columns.map((column) => `t.${column}`).join(', ')}, summed.rank, summed.existing
  FROM summed CROSS JOIN ${name} AS t ON t.realm_id = (SELECT id FROM realm) AND t.id = summed.id
  WHERE summed.sum <= ?3 OR summed.sum = summed.bytes`

/** Returns how many of the ids, from the first one on, were read. Ids that D1 does not have count as read. */
function countRead(ids: readonly number[], rows: readonly Size[]): number {
  const [first] = rows
  if (first === undefined || rows.length === first.existing) return ids.length
  return rows.reduce((last, { rank }) => Math.max(last, rank), 0) + 1
}
