import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runnerImport } from 'vite'
import { serverInNode } from '../server-in-node.ts'
import type { Steps } from './compare.ts'

const ROOT = join(import.meta.dirname, '../..')
const D1_FOLDER = join(ROOT, 'migrations/d1')

type Migrations = { owner: string; steps: readonly string[] }

/** Imports a file of the server, in Node: its SQL as text, and nothing of the platform. */
async function importFromServer<Module>(file: string): Promise<Module> {
  const { module } = await runnerImport<Module>(join(ROOT, 'src', file), {
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    plugins: [serverInNode],
  })
  return module
}

/** Returns the hashes of all steps that the code has. */
export async function stepsOfCode(): Promise<Steps> {
  const { migrations } = await importFromServer<{ migrations: Migrations[] }>('catalogue.ts')
  const { gatewayMigrations } = await importFromServer<{ gatewayMigrations: Migrations[] }>(
    'events/gateways/gateway-tables.ts',
  )
  const { statementsOf } = await importFromServer<{ statementsOf: (sql: string) => string }>('store/sql-tokens.ts')
  const hashOf = (sql: string) => createHash('sha256').update(statementsOf(sql)).digest('hex')
  const hashesOf = (lists: readonly Migrations[]) =>
    Object.fromEntries(lists.map(({ owner, steps }) => [owner, steps.map(hashOf)]))
  const files = readdirSync(D1_FOLDER).filter((name) => name.endsWith('.sql'))
  return {
    realm: hashesOf(migrations),
    gateway: hashesOf(gatewayMigrations),
    d1: hashesOf(files.toSorted().map((owner) => ({ owner, steps: [readFileSync(join(D1_FOLDER, owner), 'utf8')] }))),
  }
}
