import { readdirSync } from 'node:fs'
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
  /** Called with what the platform records about each request. */
  onTrace?: (event: TraceEvent) => void
}

/** A step begins (`spanOpen`), gets facts (`attributes`), or ends (`spanClose`). The span of an event is the parent of a step that begins. */
export type TraceEvent = {
  type: string
  /** The place among the events of one call of a Worker or of an object. They arrive in any order. */
  sequence: number
  span: string
  name?: string
  spanId?: string
  info?: { name: string; value: unknown }[]
}

/** Runs a built Worker on workerd, in the configuration of wrangler.toml, without the files of the client. */
export async function runWorker({ name, folder, state, variables, isInspected = false, onTrace }: Options) {
  const { modulesRules: _, assets: __, bindings, ...configured } = workerOptionsOf(CONFIGURATION).workerOptions
  const worker = {
    ...configured,
    name,
    modules: modulesIn(folder),
    modulesRoot: folder,
    bindings: { ...Object(bindings), ...variables },
    unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }],
    ...(onTrace ? { streamingTails: [COLLECTOR] } : {}),
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
      workers: onTrace ? [worker, collectorFor(onTrace)] : [worker],
    }),
  )
  const { port } = await miniflare.unsafeGetDirectURL()
  return { miniflare, port: Number(port) }
}

const COLLECTOR = 'collector'

/** A Worker to which workerd streams the traces of the other one, as the platform does. */
const collectorFor = (onTrace: (event: TraceEvent) => void) => ({
  name: COLLECTOR,
  compatibilityDate: '2026-09-01',
  compatibilityFlags: ['streaming_tail_worker'],
  modules: true,
  script: `
    const plain = (_, value) => (typeof value === 'bigint' ? Number(value) : value)
    export default {
      tailStream: (_, { RECEIVER }) => ({ event, sequence, spanContext: { spanId: span } }) =>
        RECEIVER.fetch('http://receiver', { method: 'POST', body: JSON.stringify({ ...event, sequence, span }, plain) }),
    }`,
  serviceBindings: {
    RECEIVER: async (request: { json(): Promise<unknown> }) => {
      onTrace(Object(await request.json()))
      return new Response()
    },
  },
})

/** The first module is the one that workerd starts. */
const modulesIn = (folder: string) =>
  readdirSync(folder)
    .filter(isModule)
    .toSorted((a, b) => Number(b.endsWith('.js')) - Number(a.endsWith('.js')))
    .map((name) => ({ type: TYPES[name.split('.').at(-1) ?? ''] ?? 'Text', path: join(folder, name) }))
