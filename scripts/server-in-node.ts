import { join } from 'node:path'
import type { Plugin } from 'vite'

const ROOT = join(import.meta.dirname, '..')
const ENTRY = 'server-in-node-entry'

/**
 * Builds a module that imports files of the server, as `/src/catalogue`, and returns what it exports. One build takes less than
 * half as long as importing the files one by one.
 */
export async function importFromServer<Exports>(code: string): Promise<Exports> {
  const { build } = await import('vite')
  const entry: Plugin = {
    name: ENTRY,
    resolveId: (id) => (id === ENTRY ? id : undefined),
    load: (id) => (id === ENTRY ? code : undefined),
  }
  const built = await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    plugins: [serverInNode, entry],
    ssr: { noExternal: true },
    build: { ssr: true, write: false, minify: false, rolldownOptions: { input: ENTRY } },
  })
  if (!('output' in built)) throw new Error('The build of the server has no output')
  const bundle = Buffer.from(built.output[0].code).toString('base64')
  return import(`data:text/javascript;base64,${bundle}`)
}

/** The plugin of Vite with which Node imports files of the server: SQL and Markdown as text, and nothing of the platform. */
const serverInNode: Plugin = {
  name: 'server-in-node',
  enforce: 'pre',
  resolveId: (id) => (id.startsWith('cloudflare:') || id.endsWith('.wasm') ? `\0${id}` : undefined),
  load: (id) => (isOfPlatform(id) ? PLATFORM : undefined),
  transform: (code, id) => (/\.(sql|md)$/.test(id) ? `export default ${JSON.stringify(code)}` : undefined),
}

const isOfPlatform = (id: string) => id.startsWith('\0cloudflare:') || /^\0.*\.wasm$/.test(id)

const PLATFORM = `
  export class DurableObject {}
  export const tracing = undefined
  export const waitUntil = undefined
  export const connect = undefined
  export default undefined
`
