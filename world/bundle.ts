import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { Script } from 'node:vm'
import type { Plugin } from 'vite'
import { awaitsOf, type Await } from './awaits/awaits.ts'

const ROOT = join(import.meta.dirname, '..')
const ENTRY = 'world-entry'

/** What a bundle receives instead of the globals of the platform. `platform` has what `cloudflare:workers` exports. */
export const GLOBALS = [
  'platform',
  'Date',
  'Math',
  'crypto',
  'fetch',
  'caches',
  'scheduler',
  'console',
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'Response',
  'Blob',
  'CompressionStream',
  'WebSocket',
  'WebSocketPair',
  'WebSocketRequestResponsePair',
  'FixedLengthStream',
  'AbortSignal',
] as const

export type Global = (typeof GLOBALS)[number]

/** A server that can be started any number of times. The offsets of its awaits are those of its code. */
export type Bundle = { version: string; script: Script; code: string; awaits: readonly Await[] }

/** What a build returns: `Bundle` without the compiled script. */
type BuiltServer = { code: string; awaits: Await[] }

/** A place of the server that is broken. */
type Change = { file: string; search: string; replace: string; imports?: string }

/** `changes` break the server. `marksAwaits` says which awaits wait for something outside. */
type BuildOptions = {
  marksAwaits?: boolean
  root?: string
  entry?: string
  shared?: string
  changes?: readonly Change[]
}

/**
 * Builds the unchanged Worker with its objects for Node. The code is one function: each call makes an isolate, whose modules
 * share nothing with those of another isolate.
 */
export async function buildServer({
  root = ROOT,
  entry = '/src/worker',
  shared = '/world/shared',
  marksAwaits = false,
  changes = [],
}: BuildOptions = {}): Promise<BuiltServer> {
  const server = `export { default } from ${JSON.stringify(entry)}\nexport * from ${JSON.stringify(entry)}`
  const code = shared === '' ? server : `${server}\nexport * as shared from ${JSON.stringify(shared)}`
  const { build } = await import('vite')
  const built = await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [standIns, virtualEntry(code), ...changes.map(breaking)],
    ssr: { noExternal: true },
    build: {
      ssr: true,
      write: false,
      minify: false,
      sourcemap: true,
      rolldownOptions: { input: ENTRY, output: { format: 'cjs', codeSplitting: false } },
    },
  })
  if (!('output' in built)) throw new Error('The build of the server has no output')
  const { code: text, map } = built.output[0]
  if (!map) throw new Error('The build of the server has no source map')
  return { code: text, awaits: awaitsOf(text, { ...map, sourceRoot: '' }, marksAwaits) }
}

/** Builds in another process: the builder takes more memory than the world. */
export async function loadServer(version: string, options: Parameters<typeof buildServer>[0] = {}): Promise<Bundle> {
  const program = join(import.meta.dirname, 'build.ts')
  const { stdout } = await promisify(execFile)(process.execPath, ['--no-warnings', program, JSON.stringify(options)], {
    maxBuffer: 2 ** 30,
  })
  const { code, awaits }: BuiltServer = JSON.parse(stdout)
  const moved = awaits.map((found) => ({ ...found, offset: found.offset + PARAMETERS.length }))
  const script = `${PARAMETERS}${code}\n})`
  return { version, awaits: moved, code: script, script: new Script(script, { filename: `bundle-${version}.js` }) }
}

/** The first line of the code stays the first line: the source map says where each line comes from. */
const PARAMETERS = `(function (exports, require, __filename, ${GLOBALS.join(', ')}) {`

const virtualEntry = (code: string): Plugin => ({
  name: 'world-entry',
  resolveId: (id) => (id === ENTRY ? id : undefined),
  load: (id) => (id === ENTRY ? code : undefined),
})

const breaking = ({ file, search, replace, imports = '' }: Change): Plugin => ({
  name: 'world-mutant',
  enforce: 'pre',
  transform: (code, id) => (id === join(ROOT, file) ? `${imports}\n${code.replace(search, () => replace)}` : undefined),
})

const MODULES: Readonly<Record<string, string>> = {
  'cloudflare:workers': 'export const { DurableObject, tracing, waitUntil } = platform',
  'cloudflare:sockets': 'export const { connect } = platform',
  'node:timers/promises': 'export const setTimeout = (ms) => scheduler.wait(ms)',
}

const standIns: Plugin = {
  name: 'world-stand-ins',
  enforce: 'pre',
  resolveId: (id, importer) => {
    if (id in MODULES) return `\0${id}`
    return id.endsWith('.wasm') && importer !== undefined ? `\0${createRequire(importer).resolve(id)}` : undefined
  },
  load: (id) => (id.startsWith('\0') ? (MODULES[id.slice(1)] ?? wasmOf(id)) : undefined),
  transform: (code, id) => (/\.(sql|md)$/.test(id) ? `export default ${JSON.stringify(code)}` : undefined),
}

/** Thumbnails are made by the code that the platform compiles. Node compiles the same bytes. */
const wasmOf = (id: string) =>
  id.endsWith('.wasm') ? `export default platform.wasm('${readFileSync(id.slice(1)).toString('base64')}')` : undefined
