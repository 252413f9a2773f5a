import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { convertV4MiniflareOptions, Miniflare, NoOpLog } from 'miniflare'
import { unstable_getMiniflareWorkerOptions as workerOptionsOf } from 'wrangler'

const CONFIGURATION = join(import.meta.dirname, '../wrangler.toml')
const TYPES: Record<string, 'ESModule' | 'Text' | 'CompiledWasm'> = {
  js: 'ESModule',
  md: 'Text',
  sql: 'Text',
  wasm: 'CompiledWasm',
}

/** Whether the Worker imports a file of its folder. */
export const isModule = (name: string): boolean => Object.hasOwn(TYPES, name.split('.').at(-1) ?? '')

type Options = {
  name: string
  /** Where wrangler has built the Worker. */
  folder: string
  /** Where its data is. */
  state: string
  /** The variables beside those of wrangler.toml. */
  variables: Record<string, string>
  /** Whether V8's inspector listens. */
  isInspected?: boolean
}

/** Runs a built Worker on workerd, in the configuration of wrangler.toml, without the files of the client. */
export async function runWorker({ name, folder, state, variables, isInspected = false }: Options) {
  const { modulesRules: _, assets: __, bindings, ...configured } = workerOptionsOf(CONFIGURATION).workerOptions
  const port = await freePort()
  const worker = {
    ...configured,
    name,
    modules: modulesIn(folder),
    modulesRoot: folder,
    bindings: { ...Object(bindings), ...variables },
    unsafeDirectSockets: [{ host: '127.0.0.1', port }],
  }
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      host: '127.0.0.1',
      port: 0,
      log: new NoOpLog(),
      cf: false,
      telemetry: { enabled: false },
      resourcePersistencePath: state,
      ...(isInspected ? { inspectorPort: 0 } : {}),
      workers: [worker],
    }),
  )
  await miniflare.ready
  return { miniflare, port }
}

/** The first module is the one that workerd starts. */
const modulesIn = (folder: string) =>
  readdirSync(folder)
    .filter(isModule)
    .toSorted((a, b) => Number(b.endsWith('.js')) - Number(a.endsWith('.js')))
    .map((name) => ({ type: TYPES[name.split('.').at(-1) ?? ''] ?? 'Text', path: join(folder, name) }))

async function freePort(): Promise<number> {
  const probe = createServer()
  await once(probe.listen(0, '127.0.0.1'), 'listening')
  const address = probe.address()
  await once(probe.close(), 'close')
  return typeof address === 'object' && address ? address.port : 0
}
