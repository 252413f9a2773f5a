/** The plugin of Vite with which Node imports files of the server: their SQL as text, and nothing of the platform. */
export const serverInNode = {
  name: 'server-in-node',
  enforce: /** @type {const} */ ('pre'),
  resolveId: (/** @type {string} */ id) =>
    id.startsWith('cloudflare:') || id.endsWith('.wasm') ? `\0${id}` : undefined,
  load: (/** @type {string} */ id) => (isOfPlatform(id) ? PLATFORM : undefined),
  transform: (/** @type {string} */ code, /** @type {string} */ id) =>
    id.endsWith('.sql') ? `export default ${JSON.stringify(code)}` : undefined,
}

const isOfPlatform = (/** @type {string} */ id) => id.startsWith('\0cloudflare:') || /^\0.*\.wasm$/.test(id)

const PLATFORM = `
  export class DurableObject {}
  export const waitUntil = undefined
  export const connect = undefined
  export default undefined
`
