import { storeUnavailable } from '../api/errors'
import { logLine } from '../api/log-line'

/** The binding of the first database. It has all rows that are no texts, and the texts of the first realms. */
export const FIRST_DATABASE = 'DB'

/** The D1 databases of a deployment, by the names of their bindings: `DB`, `DB_2`, `DB_3`, … */
export type Databases = {
  first: D1Database
  /** Returns a database. Throws a refusal if this version of the Worker has no such binding. */
  named(name: string): D1Database
  /** Returns all of them, in the order of their numbers. */
  all(): { name: string; database: D1Database }[]
}

const NAME = /^DB(?:_(\d+))?$/

const numberOf = (name: string): number => Number(NAME.exec(name)?.[1] ?? 1)

export function databasesOf(env: { DB: D1Database }): Databases {
  const bindings = env as Record<string, unknown>
  return {
    first: env.DB,
    named: (name) => {
      const database = NAME.test(name) ? bindings[name] : undefined
      if (database !== undefined) return database as D1Database
      logLine('error', 'database_missing', { database: name })
      throw storeUnavailable({})
    },
    all: () =>
      Object.keys(bindings)
        .filter((name) => NAME.test(name))
        .sort((a, b) => numberOf(a) - numberOf(b))
        .map((name) => ({ name, database: bindings[name] as D1Database })),
  }
}

/** How many bytes a database has. Undefined: it does not respond. */
export type DatabaseSize = { name: string; bytes: number | undefined }

/** Returns the sizes of all databases. */
export const databaseSizes = (databases: Databases): Promise<DatabaseSize[]> =>
  Promise.all(
    databases.all().map(async ({ name, database }) => ({
      name,
      bytes: await database
        .prepare('SELECT 1 AS ready')
        .all()
        .then(
          ({ meta }) => meta.size_after,
          () => undefined,
        ),
    })),
  )

/** Returns the database for the texts of a new realm: the one with most room. */
export async function databaseForNewRealm(env: { DB: D1Database }): Promise<string> {
  const databases = databasesOf(env)
  if (databases.all().length === 1) return FIRST_DATABASE
  return roomiest(await databaseSizes(databases), Infinity) ?? FIRST_DATABASE
}

/** Returns the database with most room among those below the limit, or undefined if there is none. */
export function roomiest(sizes: readonly DatabaseSize[], limit: number): string | undefined {
  const open = sizes.flatMap(({ name, bytes }) => (bytes !== undefined && bytes < limit ? [{ name, bytes }] : []))
  return open.sort((a, b) => a.bytes - b.bytes)[0]?.name
}
