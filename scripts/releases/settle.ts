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

/** Returns the files of all databases in a folder. */
const databasesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.sqlite'))
    .map((entry) => join(entry.parentPath, entry.name))
