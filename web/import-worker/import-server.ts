import type { Answer, ImportServer } from '../../conversion/import-copy.ts'
import type { BrowserStorage } from './browser-storage'

const RANDOM_BYTES = 32

/** Returns the key of a new import. The browser makes it, so that a lost response loses no key. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(RANDOM_BYTES))
  return `parley_import_${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** The server refused a request. `code` is the API's. */
class Refused extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message)
  }
}

async function send(address: string, init: RequestInit): Promise<Answer> {
  const answer: Answer & { result: string; code?: string; msg?: string } = await (await fetch(address, init)).json()
  if (answer.result !== 'success') throw new Refused(String(answer.code), String(answer.msg))
  return answer
}

const form = (fields: Record<string, unknown>) =>
  new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]))

/** Returns the requests of an import, with its key. The session of the owner only begins it. */
export function importServer(key: string, storage: BrowserStorage): ImportServer {
  const withKey = (path: string, init: RequestInit, more: Record<string, string> = {}) => {
    const headers = { authorization: `Bearer ${key}`, ...more }
    return send(`/api/v1/parley/copy${path}`, { ...init, credentials: 'omit', headers })
  }
  return {
    async begin(copy) {
      try {
        await withKey('/import', { method: 'POST', body: form(copy) })
      } catch (error) {
        // No import has this key yet.
        if (!(error instanceof Refused && error.code === 'UNAUTHORIZED')) throw error
        await send('/json/parley/import', { method: 'POST', body: form({ ...copy, key }) })
      }
    },
    postRows(path, { copy_id, rows }) {
      // A multipart form is not escaped, so its texts stay short.
      const body = new FormData()
      body.set('copy_id', copy_id)
      body.set('rows', `[${rows.join(',')}]`)
      return withKey(path.replace('/parley/copy', ''), { method: 'POST', body })
    },
    async putFile({ copy_id, key: file, name }) {
      const body = await storage.file(name)
      try {
        await withKey('/file', { method: 'PUT', body }, { 'copy-id': copy_id, 'file-key': file })
      } catch (error) {
        if (error instanceof Refused && error.code === 'BAD_REQUEST') throw new Refused('FILE_REFUSED', error.message)
        throw error
      }
    },
    finish: (copy) => withKey('/finish', { method: 'POST', body: form(copy) }),
  }
}
