import { d1 as steps } from '../../migrations/steps.json'
import { d1, type D1 } from './d1'
import type { Databases } from './databases'

/** The migrations of D1 that this version needs. `npm run steps` compares the list with the folder. */
const NEEDED = Object.keys(steps)
const MAX_MIGRATIONS = 1000

/** What wrangler calls its own table of a database that has no migration. */
const NO_TABLE = /no such table: d1_migrations/

/** Returns why the databases cannot serve this version, or undefined if they can. A newer migration only adds tables and columns. */
export async function whyUnready(databases: Databases): Promise<string | undefined> {
  const all = databases.all()
  if (all.length === 0) return 'the binding DB is missing'
  const reasons = await Promise.all(all.map(({ name, database }) => whyDatabaseUnready(name, d1(database))))
  return reasons.find((reason) => reason !== undefined)
}

async function whyDatabaseUnready(name: string, database: D1): Promise<string | undefined> {
  try {
    const applied = new Set(await appliedTo(database))
    const missing = NEEDED.find((file) => !applied.has(file))
    return missing === undefined ? undefined : `the database ${name} lacks the migration ${missing}`
  } catch {
    return `the database ${name} does not respond`
  }
}

/** Returns the names of the migrations that all databases have. */
export async function appliedMigrations(databases: Databases): Promise<string[]> {
  const lists = await Promise.all(databases.all().map(({ database }) => appliedTo(d1(database))))
  return (lists[0] ?? []).filter((name) => lists.every((list) => list.includes(name)))
}

/** Returns the migrations of a database in order: none if wrangler never migrated it. */
const appliedTo = (database: D1): Promise<string[]> =>
  database.all<{ name: string }>`SELECT name FROM d1_migrations ORDER BY id LIMIT ${MAX_MIGRATIONS}`.then(
    (rows) => rows.map(({ name }) => name),
    (error: unknown) => {
      if (error instanceof Error && NO_TABLE.test(error.message)) return []
      throw error
    },
  )
