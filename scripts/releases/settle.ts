import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Moves what the journals of all databases have into their files, so that a copy is whole and small. */
export function settle(folder: string) {
  for (const file of databasesIn(folder)) {
    const database = new DatabaseSync(file)
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    database.close()
  }
}

/** Returns the tables that have no row: what they store is not tried with later versions. */
export function emptyTables(folder: string): string[] {
  const tables = new Map<string, boolean>()
  for (const file of databasesIn(folder)) {
    const database = new DatabaseSync(file, { readOnly: true })
    const named = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL%'")
    for (const { name } of named.all()) {
      const { rows } = database.prepare(`SELECT count(*) AS rows FROM "${String(name)}"`).get() ?? {}
      tables.set(String(name), tables.get(String(name)) === true || Number(rows) > 0)
    }
    database.close()
  }
  return [...tables].filter(([, hasRows]) => !hasRows).map(([name]) => name)
}

/** Returns the files of all databases in a folder. */
const databasesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.sqlite'))
    .map((entry) => join(entry.parentPath, entry.name))
