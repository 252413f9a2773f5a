import { causeOf } from './d1-errors'
import type { FirstId } from './generations'
import type { RowStore } from './row-delivery'
import type { OutboxRow } from './outbox-row'

/** A D1 table that realms write, and the columns of its outbox rows. Each primary key begins with `realm_id`. */
export type D1Table = {
  name: string
  key: string
  columns: readonly string[]
  /** Which ids of a generation say in which database a row is. Undefined: all rows are in the first database. */
  placedBy?: FirstId
  /** Returns the search tokens of a row, or '' for a row that is not searchable. The table `<name>_words` stores them. */
  tokensOf?: (row: OutboxRow) => string
}

/** The result of a write: how large the database is, and the name of its state after the write. */
export type Written = { bytes: number; bookmark: string | null }

/**
 * Returns the store of a realm's outbox rows in one database. Each table has one statement, whatever the number of rows, which are
 * one JSON text. An older version never replaces a newer one, so order and repetition do not matter.
 */
export function d1Writer(
  database: D1Database,
  realm_id: string,
  tables: readonly D1Table[],
  noteWritten: (written: Written) => void = () => undefined,
): RowStore<OutboxRow> {
  const statements = tables.map((table) => ({ table, upsert: upsertOf(table) }))
  const write = async (rows: readonly OutboxRow[]) => {
    const batch: D1PreparedStatement[] = []
    for (const { table, upsert } of statements) {
      const rowsOfTable = rows.filter((row) => row.target === table.name)
      for (const json of batchesBySize(rowsOfTable, ({ body }) => body))
        batch.push(database.prepare(upsert).bind(realm_id, json))
      const { tokensOf } = table
      if (tokensOf === undefined || rowsOfTable.length === 0) continue
      batch.push(database.prepare(NUMBER_REALM).bind(realm_id))
      for (const json of batchesBySize(rowsOfTable, (row) => JSON.stringify(tokensOf(row))))
        for (const text of tokenStatements(table)) batch.push(database.prepare(text).bind(realm_id, json))
    }
    if (batch.length === 0) return
    // Only a session says in which state the database is after the write. Writes go to the primary in any session.
    const session = database.withSession('first-primary')
    const results = await session.batch(batch)
    noteWritten({ bytes: results.at(-1)?.meta.size_after ?? 0, bookmark: session.getBookmark() })
  }
  return { write, causeOf, isAvailable: () => isAvailable(database, realm_id) }
}

/** Tests with a write, because D1 may accept reads only. */
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
 * All realms share the full-text index, whose rows have only a number. So each realm has a number, and its rows are together:
 * a search reads no rows of other realms.
 */
export const ROWS_PER_REALM = 2 ** 40

const NUMBER_REALM = 'INSERT INTO realm_numbers (realm_id) VALUES (?1) ON CONFLICT DO NOTHING'

// The rows have just been written. A row that a newer version kept out keeps out its tokens too. CROSS makes SQLite look up
// these few rows, because its planner would read all rows of the realm.
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
  // A key may occur only once in a statement, or the upsert would conflict with its own row. The newest version counts.
  const newest = new Map<number, OutboxRow>()
  for (const row of rows) if (row.version >= (newest.get(row.key)?.version ?? -1)) newest.set(row.key, row)
  const batches: string[] = []
  let batch: string[] = []
  let size = 0
  for (const row of newest.values()) {
    const json = `{"key":${row.key},"version":${row.version},"body":${bodyOf(row)}}`
    const bytes = new TextEncoder().encode(json).length
    if (size + bytes > BYTES_PER_STATEMENT && batch.length > 0) {
      batches.push(`[${batch.join(',')}]`)
      batch = []
      size = 0
    }
    batch.push(json)
    size += bytes
  }
  if (batch.length > 0) batches.push(`[${batch.join(',')}]`)
  return batches
}
