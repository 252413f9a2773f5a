import { evictDurableObject, runInDurableObject } from 'cloudflare:test'

/**
 * The storage of a realm at one moment. Restoring it under another name takes a tenth of the time that creating a realm
 * through the API takes.
 */
export type Snapshot = {
  /** Creates all tables and indexes. */
  schema: string
  /** One statement for each table. Its only parameter is the rows: a JSON list of lists of values. */
  inserts: { statement: string; rows: string }[]
}

/** Texts of the original realm, each with its replacement. They contain only letters, digits and hyphens. */
export type Replacements = ReadonlyMap<string, string>

export const takeSnapshot = (realm: DurableObjectStub): Promise<Snapshot> =>
  runInDurableObject(realm, (_, { storage: { sql } }) => {
    const created = sql.exec<{ name: string; type: string; sql: string }>(
      `SELECT name, type, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\' ORDER BY rowid`,
    )
    const parts = created.toArray()
    const tables = parts.filter(({ type }) => type === 'table').map(({ name }) => name)
    return {
      schema: parts.map((part) => (part.name.startsWith('sqlite_') ? '' : `${part.sql};`)).join('\n'),
      inserts: tables.flatMap((name) => insertOf(name, sql)),
    }
  })

function insertOf(table: string, sql: SqlStorage) {
  const cursor = sql.exec(`SELECT * FROM ${table}`)
  const columns = cursor.columnNames
  const rows = [...cursor.raw()]
  if (rows.length === 0) return []
  if (rows.flat().some((value) => value instanceof ArrayBuffer))
    throw new Error(`${table} has values that are not JSON`)
  const values = columns.map((_, index) => `value ->> ${index}`)
  const statement = `INSERT INTO ${table} (${columns.join(', ')}) SELECT ${values.join(', ')} FROM json_each(?)`
  return [{ statement, rows: JSON.stringify(rows) }]
}

/** Fills the storage of a realm that does not exist yet. */
export async function restoreSnapshot(
  realm: DurableObjectStub,
  snapshot: Snapshot,
  replacements: Replacements,
): Promise<void> {
  await runInDurableObject(realm, (_, { storage }) =>
    storage.transactionSync(() => {
      storage.sql.exec(snapshot.schema)
      for (const { statement, rows } of snapshot.inserts) storage.sql.exec(statement, replaceTexts(rows, replacements))
      // No two realms have one UUID.
      // The form stays what the server wrote.
      storage.sql.exec('UPDATE realm_uuid SET uuid = substr(uuid, 1, 24) || ?', crypto.randomUUID().slice(24))
    }),
  )
  // The object looks for tables only when it starts.
  await evictDurableObject(realm)
}

export function replaceTexts(text: string, replacements: Replacements): string {
  const originals = new RegExp([...replacements.keys()].join('|'), 'g')
  return text.replace(originals, (original) => replacements.get(original) ?? original)
}
