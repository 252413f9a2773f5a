// node scripts/update-databases.ts STATE
//
// Applies new files of migrations/d1 to the databases of a development server, with the notes of wrangler. wrangler itself
// does this for a deployment. It starts the runtime anew for each file, which takes four times the CPU.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { convertV4MiniflareOptions, Miniflare, NoOpLog } from 'miniflare'

const ROOT = join(import.meta.dirname, '..')
const MIGRATIONS = join(ROOT, 'migrations/d1')
const DATABASES = /^binding = "(DB(?:_\d+)?)"$[^[]*?^database_id = "([^"]+)"$/gm
/** The table in which wrangler notes what it has applied. */
const NOTES = `CREATE TABLE IF NOT EXISTS d1_migrations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
)`

/** Returns the ids of the databases in wrangler.toml, by their bindings. */
const databasesIn = (configuration: string): Record<string, string> =>
  Object.fromEntries([...configuration.matchAll(DATABASES)].map(([, binding, id]) => [binding, id]))

/** Applies each new file together with its note, so that both are stored or none is. */
async function migrate(database: Awaited<ReturnType<Miniflare['getD1Database']>>): Promise<void> {
  await database.prepare(NOTES).run()
  const { results } = await database.prepare('SELECT name FROM d1_migrations').all<{ name: string }>()
  const applied = new Set(results.map(({ name }) => name))
  const files = readdirSync(MIGRATIONS).filter((name) => name.endsWith('.sql') && !applied.has(name))
  for (const name of files.toSorted())
    await database.batch([
      database.prepare(readFileSync(join(MIGRATIONS, name), 'utf8')),
      database.prepare('INSERT INTO d1_migrations (name) VALUES (?)').bind(name),
    ])
}

const [, , state = ''] = process.argv
const d1Databases = databasesIn(readFileSync(join(ROOT, 'wrangler.toml'), 'utf8'))
const miniflare = new Miniflare(
  convertV4MiniflareOptions({
    log: new NoOpLog(),
    cf: false,
    telemetry: { enabled: false },
    resourcePersistencePath: join(state, 'v3'), // where wrangler stores all data
    workers: [{ name: 'migrations', modules: true, script: 'export default {}', d1Databases }],
  }),
)
try {
  for (const binding of Object.keys(d1Databases)) await migrate(await miniflare.getD1Database(binding))
} finally {
  await miniflare.dispose()
}
