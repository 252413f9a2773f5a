import type { OutboxRow, OutboxWriter } from './outbox'

/** The D1 tables a realm writes, and the columns that its outbox rows carry. `realm_id` leads every key. */
export type D1Table = { name: string; key: string; columns: readonly string[] }

/**
 * One statement for each table, whatever the number of rows: they travel as one JSON text. An older version never
 * replaces a newer one, so order and repetition do not matter.
 */
export function d1Writer(database: D1Database, realm_id: string, tables: readonly D1Table[]): OutboxWriter {
  const statements = new Map(tables.map((table) => [table.name, upsertOf(table)]))
  return async (rows) => {
    const batch: D1PreparedStatement[] = []
    for (const [target, upsert] of statements) {
      const wanted = rows.filter((row) => row.target === target)
      for (const slice of slicesBySize(wanted)) batch.push(database.prepare(upsert).bind(realm_id, slice))
    }
    if (batch.length > 0) await database.batch(batch)
  }
}

function upsertOf({ name, key, columns }: D1Table): string {
  const set = columns.map((column) => `${column} = excluded.${column}`).join(', ')
  return `INSERT INTO ${name} (realm_id, ${key}, version, ${columns.join(', ')})
          SELECT ?1, value ->> 'key', value ->> 'version', ${columns.map((column) => `value -> 'body' ->> '${column}'`).join(', ')}
          FROM json_each(?2) WHERE true
          ON CONFLICT (realm_id, ${key}) DO UPDATE SET version = excluded.version, ${set}
          WHERE excluded.version > ${name}.version`
}

// A bound value may be 2 MB in production.
const BYTES_PER_STATEMENT = 900_000

function slicesBySize(rows: readonly OutboxRow[]): string[] {
  // Within one statement a key may come once only, or the upsert would meet its own row: the newest version speaks.
  const newest = new Map<number, OutboxRow>()
  for (const row of rows) if (row.version >= (newest.get(row.key)?.version ?? -1)) newest.set(row.key, row)
  const slices: string[] = []
  let slice: string[] = []
  let size = 0
  for (const { key, version, body } of newest.values()) {
    const json = `{"key":${key},"version":${version},"body":${body}}`
    const bytes = new TextEncoder().encode(json).length
    if (size + bytes > BYTES_PER_STATEMENT && slice.length > 0) {
      slices.push(`[${slice.join(',')}]`)
      slice = []
      size = 0
    }
    slice.push(json)
    size += bytes
  }
  if (slice.length > 0) slices.push(`[${slice.join(',')}]`)
  return slices
}
