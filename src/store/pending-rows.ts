import { countFitting, type Batch } from './memory-size'
import type { Sql } from './realm-sql'

/**
 * Reads the rows that D1 may not have yet: the rows of the outbox and the rows that D1 refused, in their newest version. A row
 * can be as large as a message, and while D1 does not respond their number grows. So each read is limited in bytes.
 */
export type PendingRow = {
  key: number
  seq: number | null // null: D1 refused it
  bytes: number
}

/** The numbers of rows. */
type Counts = { waiting: number; refused: { count: number } }

/**
 * Returns where the rows of these keys are and how large they are, without reading them: unlike length(), octet_length() does
 * not read the text. It counts bytes of UTF-8, so a text takes at most as much memory as the result says.
 */
export function pendingSizes(
  sql: Sql,
  counts: Counts,
  target: string,
  keys: readonly number[],
): Map<number, PendingRow> {
  const rows: PendingRow[] = []
  if (keys.length > 0 && counts.refused.count > 0)
    rows.push(
      ...sql.all<PendingRow>`SELECT key, NULL AS seq, 2 * octet_length(body) AS bytes FROM refused_rows
                           WHERE target = ${target} AND key IN (SELECT value FROM json_each(${keys}))`,
    )
  if (keys.length > 0 && counts.waiting > 0)
    // With max(), SQLite returns the other columns of the same row.
    rows.push(
      ...sql.all<PendingRow>`SELECT key, max(seq) AS seq, 2 * octet_length(body) AS bytes FROM outbox
                           WHERE target = ${target} AND key IN (SELECT value FROM json_each(${keys})) GROUP BY key`,
    )
  return new Map(rows.map((row) => [row.key, row]))
}

/** Returns the bodies of these rows. */
export function pendingBodies<Body>(sql: Sql, target: string, rows: readonly PendingRow[]): Map<number, Body> {
  const waiting = rows.flatMap(({ seq }) => seq ?? [])
  const refused = rows.flatMap(({ key, seq }) => (seq === null ? [key] : []))
  const found: Stored[] = []
  if (refused.length > 0)
    found.push(
      ...sql.all<Stored>`SELECT key, body FROM refused_rows
                         WHERE target = ${target} AND key IN (SELECT value FROM json_each(${refused}))`,
    )
  if (waiting.length > 0)
    found.push(...sql.all<Stored>`SELECT key, body FROM outbox WHERE seq IN (SELECT value FROM json_each(${waiting}))`)
  return bodiesOf(found)
}

/** Returns the bodies of the first of these keys, as many as hold `most` bytes. */
export function firstPendingBodies<Body>(
  sql: Sql,
  counts: Counts,
  { target, keys, most }: { target: string; keys: readonly number[]; most: number },
): Batch<Map<number, Body>> {
  const sizes = pendingSizes(sql, counts, target, keys)
  const within = countFitting(keys, (key) => sizes.get(key)?.bytes ?? 0, most)
  const rows = keys.slice(0, within).flatMap((key) => sizes.get(key) ?? [])
  return { found: pendingBodies(sql, target, rows), within }
}

/** Returns the latest bodies of a table, no more than this number and as many as hold `bytes` bytes. */
export function newestPendingBodies<Body>(
  sql: Sql,
  counts: Counts,
  { target, most, bytes }: { target: string; most: number; bytes: number },
): Map<number, Body> {
  const rows: Stored[] = []
  if (counts.waiting > 0)
    rows.push(
      ...sql.upTo<Stored>(bytes)`SELECT key, body FROM outbox WHERE target = ${target} ORDER BY seq DESC LIMIT ${most}`,
    )
  if (counts.refused.count > 0)
    rows.push(
      ...sql.upTo<Stored>(bytes)`SELECT key, body FROM refused_rows WHERE target = ${target}
                                 ORDER BY key DESC LIMIT ${most}`,
    )
  return bodiesOf(rows.reverse())
}

type Stored = { key: number; body: string }

const bodiesOf = <Body>(rows: readonly Stored[]): Map<number, Body> =>
  new Map(rows.map((row) => [row.key, JSON.parse(row.body) as Body]))
