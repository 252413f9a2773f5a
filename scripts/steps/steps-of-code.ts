import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { importFromServer } from '../server-in-node.ts'
import type { Steps } from './compare.ts'

const ROOT = join(import.meta.dirname, '../..')
const D1_FOLDER = join(ROOT, 'migrations/d1')

type Migrations = { owner: string; steps: readonly string[] }

const ENTRY = `
  export { migrations } from '/src/catalogue'
  export { gatewayMigrations } from '/src/events/gateways/gateway-tables'
  export { statementsOf } from '/src/store/sql-tokens'
`

/** What the entry exports. */
type Entry = { migrations: Migrations[]; gatewayMigrations: Migrations[]; statementsOf: (sql: string) => string }

/** Returns the hashes of all steps that the code has. */
export async function stepsOfCode(): Promise<Steps> {
  const { migrations, gatewayMigrations, statementsOf } = await importFromServer<Entry>(ENTRY)
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
