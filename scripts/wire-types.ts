// Writes client-state/wire.ts, the types of the API, from the declarations of the server, if these have changed. The web client
// is compiled with it. The server answers the same text at /api/types.d.ts.

import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { importFromServer } from './server-in-node.ts'

const ROOT = join(import.meta.dirname, '..')
const FILE = join(ROOT, 'client-state/wire.ts')
const ENTRY = `
  export { reference } from '/src/catalogue'
  export { typeDeclarations } from '/src/api/documentation/typescript'
`

/** Writes the file, unless it has the types of the present declarations. */
export async function writeWireTypes(): Promise<void> {
  const version = `// ${hashOfServer()}\n`
  if (existsSync(FILE) && readFileSync(FILE, 'utf8').startsWith(version)) return
  // Another process may read the file, or write it too.
  const written = `${FILE}.${process.pid}.tmp`
  writeFileSync(written, version + (await wireTypes()))
  renameSync(written, FILE)
}

/** What the entry exports. */
type Entry = { reference: unknown; typeDeclarations: (reference: unknown, vendor: string) => string }

/** Returns the types of the API. */
async function wireTypes(): Promise<string> {
  const { reference, typeDeclarations } = await importFromServer<Entry>(ENTRY)
  return typeDeclarations(reference, VENDOR)
}

/** The vendor whose names a browser receives: VENDOR_ALIAS in wrangler.toml. */
const VENDOR = 'zulip'

/** Any file may change a declaration: a shape names a table, and a table has a limit. */
function hashOfServer() {
  const hash = createHash('sha256')
  for (const file of readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' }).toSorted())
    if (/\.(?:ts|json)$/.test(file)) hash.update(readFileSync(join(ROOT, 'src', file)))
  return hash.update(readFileSync(join(ROOT, 'package-lock.json'))).digest('hex')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeWireTypes()
