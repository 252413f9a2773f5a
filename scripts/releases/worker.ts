import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { convertV4MiniflareOptions, Miniflare, NoOpLog } from 'miniflare'
import { unstable_getMiniflareWorkerOptions as workerOptionsOf } from 'wrangler'
import { DEVELOPMENT_VARIABLES } from '../dev-server.ts'

const ROOT = join(import.meta.dirname, '../..')
const TYPES: Record<string, 'ESModule' | 'Text' | 'CompiledWasm'> = {
  js: 'ESModule',
  sql: 'Text',
  wasm: 'CompiledWasm',
}

/** Builds the Worker of the current code into a folder, as it would be deployed. */
export async function buildWorker(folder: string) {
  mkdirSync(folder, { recursive: true })
  const env = { ...process.env, CI: 'true', WRANGLER_SEND_METRICS: 'false', CLOUDFLARE_CF_FETCH_ENABLED: 'false' }
  const wrangler = join(ROOT, 'node_modules/.bin/wrangler')
  await promisify(execFile)(wrangler, ['deploy', '--dry-run', '--minify', '--outdir', folder], { env, cwd: ROOT })
}

/**
 * Runs a built Worker on workerd with its data in `state`, as `npm run dev` does. A small number of queues is in the realm, and
 * the others are in gateways.
 */
export async function openWorker({ folder, state }: { folder: string; state: string }) {
  // The modules do not include the client: its files are no data.
  const {
    modulesRules: _,
    assets: __,
    bindings,
    ...configured
  } = workerOptionsOf(join(ROOT, 'wrangler.toml')).workerOptions
  const names = readdirSync(folder).filter((name) => /\.(js|sql|wasm)$/.test(name))
  const modules = names
    .toSorted((a, b) => Number(b.endsWith('.js')) - Number(a.endsWith('.js')))
    .map((name) => ({ type: TYPES[name.split('.').at(-1) ?? ''] ?? 'Text', path: join(folder, name) }))
  const port = await freePort()
  const worker = {
    ...configured,
    name: 'parley',
    modules,
    modulesRoot: folder,
    bindings: { ...Object(bindings), ...DEVELOPMENT_VARIABLES, QUEUES_PER_REALM: '2', QUEUES_PER_GATEWAY: '2' },
    unsafeDirectSockets: [{ host: '127.0.0.1', port }],
  }
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      host: '127.0.0.1',
      port: 0,
      log: new NoOpLog(),
      cf: false,
      telemetry: { enabled: false },
      resourcePersistencePath: join(state, 'v3'),
      workers: [worker],
    }),
  )
  await miniflare.ready
  return { url: `http://localhost:${port}`, close: () => miniflare.dispose() }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(address !== null && typeof address === 'object' ? address.port : 0))
    })
  })
}
