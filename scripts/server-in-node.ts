import type { Plugin } from 'vite'

/** The plugin of Vite with which Node imports files of the server: their SQL as text, and nothing of the platform. */
export const serverInNode: Plugin = {
  name: 'server-in-node',
  enforce: 'pre',
  resolveId: (id) => (id.startsWith('cloudflare:') || id.endsWith('.wasm') ? `\0${id}` : undefined),
  load: (id) => (isOfPlatform(id) ? PLATFORM : undefined),
  transform: (code, id) => (id.endsWith('.sql') ? `export default ${JSON.stringify(code)}` : undefined),
}

const isOfPlatform = (id: string) => id.startsWith('\0cloudflare:') || /^\0.*\.wasm$/.test(id)

const PLATFORM = `
  export class DurableObject {}
  export const waitUntil = undefined
  export const connect = undefined
  export default undefined
`
