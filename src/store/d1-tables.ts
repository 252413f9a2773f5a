import { causeOf } from './d1-errors'
import type { RowStore } from './row-delivery'
import type { OutboxRow } from './outbox-row'

/** The D1 tables a realm writes, and the columns that its outbox rows carry. `realm_id` leads every key. */
export type D1Table = {
  name: string
  key: string
  columns: readonly string[]
  /** What a row is found by; nothing, for one that is not to be found. Kept in `<name>_words`, and always of the row's version. */
  tokensOf?: (row: OutboxRow) => string
}

/**
 * One statement for each table, whatever the number of rows: they travel as one JSON text. An older version never
 * replaces a newer one, so order and repetition do not matter.
 */
export function d1Writer(database: D1Database, realm_id: string, tables: readonly D1Table[]): RowStore<OutboxRow> {
  const statements = tables.map((table) => ({ table, upsert: upsertOf(table) }))
  const write = async (rows: readonly OutboxRow[]) => {
    const batch: D1PreparedStatement[] = []
    for (const { table, upsert } of statements) {
      const wanted = rows.filter((row) => row.target === table.name)
      for (const slice of batchesBySize(wanted, ({ body }) => body))
        batch.push(database.prepare(upsert).bind(realm_id, slice))
      const { tokensOf } = table
      if (tokensOf === undefined || wanted.length === 0) continue
      batch.push(database.prepare(NUMBER_REALM).bind(realm_id))
      for (const slice of batchesBySize(wanted, (row) => JSON.stringify(tokensOf(row))))
        for (const text of tokenStatements(table)) batch.push(database.prepare(text).bind(realm_id, slice))
    }
    if (batch.length > 0) await database.batch(batch)
  }
  return { write, causeOf, isAvailable: () => isAvailable(database, realm_id) }
}

/** Asked by writing: a D1 that can only be read does not accept rows. */
async function isAvailable(database: D1Database, realm_id: string): Promise<boolean> {
  const statements = [NUMBER_REALM, 'UPDATE realm_numbers SET realm_id = ?1 WHERE realm_id = ?1']
  try {
    await database.batch(statements.map((text) => database.prepare(text).bind(realm_id)))
    return true
  } catch {
    return false
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

/**
 * All realms share the table of words, which knows its rows by number alone. So realms are numbered, and a realm's rows lie
 * together: whoever searches one walks through no other's.
 */
export const ROWS_PER_REALM = 2 ** 40

const NUMBER_REALM = 'INSERT INTO realm_numbers (realm_id) VALUES (?1) ON CONFLICT DO NOTHING'

// The rows have just been written: those that a newer version kept out keep their words out, too. Few are written at a time,
// which a planner cannot know: CROSS has it look up those and not walk through all that the realm ever wrote.
function tokenStatements({ name, key }: D1Table): string[] {
  const written = `json_each(?2) CROSS JOIN ${name} ON ${name}.realm_id = ?1 AND ${name}.${key} = value ->> 'key'
                   AND ${name}.version = value ->> 'version'`
  const rowid = `(SELECT number FROM realm_numbers WHERE realm_id = ?1) * ${ROWS_PER_REALM} + ${name}.${key}`
  return [
    `DELETE FROM ${name}_words WHERE rowid IN (SELECT ${rowid} FROM ${written})`,
    `INSERT INTO ${name}_words (rowid, words) SELECT ${rowid}, value ->> 'body' FROM ${written} WHERE value ->> 'body' <> ''`,
  ]
}

// A bound value may be 2 MB in production.
const BYTES_PER_STATEMENT = 900_000

function batchesBySize(rows: readonly OutboxRow[], bodyOf: (row: OutboxRow) => string): string[] {
  // Within one statement a key may come once only, or the upsert would meet its own row: the newest version speaks.
  const newest = new Map<number, OutboxRow>()
  for (const row of rows) if (row.version >= (newest.get(row.key)?.version ?? -1)) newest.set(row.key, row)
  const slices: string[] = []
  let slice: string[] = []
  let size = 0
  for (const row of newest.values()) {
    const json = `{"key":${row.key},"version":${row.version},"body":${bodyOf(row)}}`
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
