import { orUnavailable, type D1 } from './d1'
import { databaseOf, type FirstId } from './generations'
import type { Batch } from './memory-size'
import type { Texts } from './texts'

/** The columns of a D1 table with a content and a rendered content for each id. */
export type TextTable = { name: string; columns: readonly string[]; placedBy: FirstId }

type Request = { ids: readonly number[]; most: number }

type Size = {
  id: number
  rank: number // the index among the requested ids
  bytes: number
  is_beyond: 0 | 1 // the first row that does not fit
}

const BYTES_PER_ROW = 200
/** Each database may return as many bytes as the caller can hold, because it does not know the others. More share them. */
const MAX_WITH_ALL_BYTES = 4

/**
 * Returns the rows with the first of these ids, as many as hold `most` bytes, and one row in any case. If D1 does not
 * respond, it throws a refusal. It reads each database once: a replica near the reader. If a replica lacks rows, it reads these
 * from the primary.
 */
export async function loadTexts<Row extends { id: number }>(
  texts: Texts,
  table: TextTable,
  request: Request,
): Promise<Batch<Row[]>> {
  const byDatabase = Map.groupBy(request.ids, (id) => databaseOf(texts.generations, table.placedBy, id))
  const share = Math.min(1, MAX_WITH_ALL_BYTES / byDatabase.size)
  const parts = await Promise.all(
    [...byDatabase].map(([database, ids]) =>
      loadFrom<Row>(texts, database, table, { ids, most: request.most * share }),
    ),
  )
  return firstFitting(request, parts.flat())
}

type Read<Row> = Request & Batch<(Row & Size)[]>

/** Returns what one database has: one read, or two if a replica lacked rows. */
async function loadFrom<Row extends { id: number }>(
  texts: Texts,
  database: string,
  table: TextTable,
  request: Request,
): Promise<Read<Row>[]> {
  const near = await readFrom<Row>(texts.near(database), texts.realm_id, table, request)
  if (!texts.mayBeReplica(database)) return [near]
  const found = new Set(near.found.map(({ id }) => id))
  const missing = near.ids.slice(0, near.within).filter((id) => !found.has(id))
  if (missing.length === 0) return [near]
  return [near, await readFrom<Row>(texts.primary(database), texts.realm_id, table, { ...request, ids: missing })]
}

async function readFrom<Row extends { id: number }>(
  d1: D1,
  realm_id: string,
  table: TextTable,
  { ids, most }: Request,
): Promise<Read<Row>> {
  const rows = await orUnavailable(d1.select<Row & Size>(queryFor(table), realm_id, ids, most))
  const beyond = rows.find(({ is_beyond }) => is_beyond === 1)
  return { ids, most, found: rows.filter((row) => row !== beyond), within: beyond?.rank ?? ids.length }
}

// The ids are one JSON text, so their number has no limit. The sizes are read first: rows that do not fit never leave D1, except for
// the first of them. A window without an order has that of the ids: to sort it, D1 would read three more rows for each.
const queryFor = ({ name, columns }: TextTable) => `
  WITH realm AS (SELECT ?1 AS id),
  sized AS (
    SELECT requested.key AS rank, t.id, 2 * (octet_length(t.content) + octet_length(t.rendered_content)) + ${BYTES_PER_ROW} AS bytes
    FROM json_each(?2) AS requested
    CROSS JOIN ${name} AS t ON t.realm_id = (SELECT id FROM realm) AND t.id = requested.value),
  summed AS (
    SELECT rank, id, bytes, sum(bytes) OVER so_far AS sum, first_value(bytes) OVER so_far AS first
    FROM sized WINDOW so_far AS (ROWS UNBOUNDED PRECEDING))
  SELECT t.id, ${columns.map((column) => `t.${column}`).join(', ')}, summed.rank, summed.bytes,
         summed.sum > ?3 AND summed.sum > summed.bytes AS is_beyond
  FROM summed CROSS JOIN ${name} AS t ON t.realm_id = (SELECT id FROM realm) AND t.id = summed.id
  WHERE summed.sum - summed.bytes <= max(?3, summed.first)`

/** Returns the rows of several reads in the order of the request, up to the first id that was not read or does not fit. */
function firstFitting<Row extends { id: number }>({ ids, most }: Request, reads: readonly Read<Row>[]): Batch<Row[]> {
  const [only] = reads
  if (reads.length === 1 && only !== undefined) return only
  const rows = new Map(reads.flatMap(({ found }) => found.map((row) => [row.id, row])))
  const unread = new Set(reads.flatMap((read) => read.ids.slice(read.within)))
  const found: Row[] = []
  let bytes = 0
  for (const [index, id] of ids.entries()) {
    const row = rows.get(id)
    bytes += row?.bytes ?? 0
    if (unread.has(id) || (row !== undefined && bytes > most && found.length > 0)) return { found, within: index }
    if (row !== undefined) found.push(row)
  }
  return { found, within: ids.length }
}
