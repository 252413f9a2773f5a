// npm run release-copy    keeps what this release stores, and its Worker, in test/fixtures/releases/VERSION
//
// It builds the Worker, fills a new realm with everything, waits until all is stored, and packs the files. The next versions
// must open them: test/scripts/releases.test.ts. Run it as the last step of a release, and commit the folder.

import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { askAt } from './api-client.ts'
import { applyMigrations, DEFAULT_REALM, DEVELOPMENT_SECRET } from './dev-server.ts'
import { releases, writeCopy } from './releases/copy.ts'
import { fillWithEverything } from './releases/fill.ts'
import { emptyTables, settle } from './releases/settle.ts'
import { buildWorker, openWorker } from './releases/worker.ts'
import { isModule } from './run-worker.ts'
import { seed } from './seed/seed.ts'

/** The realm sends its rows to D1, and gateways store their events, within this time. */
const STORED_AFTER_MILLISECONDS = 35_000

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'))
// What a release stored never changes.
if (releases().includes(version))
  throw new Error(`${version} has a copy. Write the next version into package.json first`)

const scratch = mkdtempSync(join(tmpdir(), 'parley-release-'))
const [storage, worker] = [join(scratch, 'storage'), join(scratch, 'worker')]
try {
  console.log('Building the Worker …')
  await buildWorker(worker)
  for (const name of readdirSync(worker)) if (!isModule(name)) rmSync(join(worker, name))
  await applyMigrations({ state: storage }).ended
  const server = await openWorker({ folder: worker, state: storage })
  console.log('Filling a realm …')
  const people = await seed(server.url, { realm: DEFAULT_REALM, secret: DEVELOPMENT_SECRET })
  const { queues } = await fillWithEverything(server.url, people)
  await untilStored(server.url, people.ada)
  await server.close()
  settle(storage)
  console.log(`Tables without a row: ${emptyTables(storage).join(', ')}`)
  const folder = writeCopy(version, { storage, worker, notes: { people, queues } })
  for (const name of readdirSync(folder))
    console.log(`${join(folder, name)}: ${statSync(join(folder, name)).size} bytes`)
} finally {
  rmSync(scratch, { recursive: true, force: true })
}

async function untilStored(url: string, owner: { email: string; api_key: string }) {
  const ask = askAt(url, owner)
  await pause(STORED_AFTER_MILLISECONDS)
  const { waiting, parked } = await ask<{ waiting: number; parked: number }>('GET /parley/outbox')
  if (waiting + parked > 0) throw new Error(`D1 lacks ${waiting + parked} rows`)
}
