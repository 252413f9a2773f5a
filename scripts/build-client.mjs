// Builds the web client into web/dist, if its sources have changed since the last build. wrangler runs this before
// `wrangler dev` and `wrangler deploy` ([build] in wrangler.toml), and vitest runs it before the tests.

import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = join(import.meta.dirname, '..')
const SOURCES = ['web', 'client-state', 'conversion']
// It lies among the built files, because each copy of the project has its own.
const VERSION = join(ROOT, 'web/dist/version.txt')
/** A build makes `npm run dev` start anew, and what runs against it waits. So the change of a test makes none. */
const OTHERS = new Set(['web/dist', 'web/test'])

export async function buildClient() {
  const sources = hashOfSources()
  if (existsSync(VERSION) && readFileSync(VERSION, 'utf8') === sources) return
  const { build } = await import('vite')
  await build({ configFile: join(ROOT, 'web/vite.config.ts'), logLevel: 'warn' })
  writeFileSync(VERSION, sources)
}

function hashOfSources() {
  const hash = createHash('sha256')
  for (const file of SOURCES.flatMap(filesIn)) hash.update(`${file}\n`).update(readFileSync(join(ROOT, file)))
  return hash.update(readFileSync(join(ROOT, 'package-lock.json'))).digest('hex')
}

const filesIn = (folder) =>
  readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = `${folder}/${entry.name}`
    if (entry.isDirectory()) return OTHERS.has(file) ? [] : filesIn(file)
    return [file]
  })

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildClient()
