import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runnerImport } from 'vite'
import { serverInNode } from '../server-in-node.ts'

const ROOT = join(import.meta.dirname, '../..')
const D1_FOLDER = join(ROOT, 'migrations/d1')

/** @typedef {{ owner: string, steps: readonly string[] }} Migrations */

/**
 * Imports a file of the server, in Node: its SQL as text, and nothing of the platform.
 * @param {string} file
 * @returns {Promise<Record<string, unknown>>}
 */
async function importFromServer(file) {
  const { module } = await runnerImport(join(ROOT, 'src', file), {
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    plugins: [serverInNode],
  })
  return /** @type {Record<string, unknown>} */ (module)
}

/**
 * Returns the hashes of all steps that the code has.
 * @returns {Promise<import('./compare.ts').Steps>}
 */
export async function stepsOfCode() {
  const [{ migrations }, { gatewayMigrations }, { statementsOf }] = /** @type {any} */ (
    await Promise.all(
      ['catalogue.ts', 'events/gateways/gateway-tables.ts', 'store/sql-tokens.ts'].map(importFromServer),
    )
  )
  const hashOf = (/** @type {string} */ sql) => createHash('sha256').update(statementsOf(sql)).digest('hex')
  const hashesOf = (/** @type {readonly Migrations[]} */ lists) =>
    Object.fromEntries(lists.map(({ owner, steps }) => [owner, steps.map(hashOf)]))
  const files = readdirSync(D1_FOLDER).filter((name) => name.endsWith('.sql'))
  return {
    realm: hashesOf(migrations),
    gateway: hashesOf(gatewayMigrations),
    d1: hashesOf(files.toSorted().map((owner) => ({ owner, steps: [readFileSync(join(D1_FOLDER, owner), 'utf8')] }))),
  }
}
