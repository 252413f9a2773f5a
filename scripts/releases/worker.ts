import { execFile } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { DEVELOPMENT_VARIABLES } from '../dev-server.ts'
import { runWorker, type TraceEvent } from '../run-worker.ts'
import { QUEUES_OF_COPY } from './copy.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Builds the Worker of the current code into a folder, as it would be deployed. */
export async function buildWorker(folder: string) {
  mkdirSync(folder, { recursive: true })
  const env = { ...process.env, CI: 'true', WRANGLER_SEND_METRICS: 'false', CLOUDFLARE_CF_FETCH_ENABLED: 'false' }
  const wrangler = join(ROOT, 'node_modules/.bin/wrangler')
  await promisify(execFile)(wrangler, ['deploy', '--dry-run', '--minify', '--outdir', folder], { env, cwd: ROOT })
}

type Built = {
  folder: string
  state: string
  queues?: Record<string, string>
  onTrace?: (event: TraceEvent) => void
}

/**
 * Runs a built Worker on workerd with its data in `state`, as `npm run dev` does. A small number of queues is in the realm, and
 * the others are in gateways, unless the variables `queues` say otherwise.
 */
export async function openWorker({ folder, state, queues = QUEUES_OF_COPY, onTrace }: Built) {
  const variables = { ...DEVELOPMENT_VARIABLES, ...queues }
  const { miniflare, port } = await runWorker({ name: 'parley', folder, state: join(state, 'v3'), variables, onTrace })
  return { url: `http://localhost:${port}`, close: () => miniflare.dispose() }
}
