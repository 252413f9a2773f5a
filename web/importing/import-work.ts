import type { News, Request } from '../import-worker/messages'
import { trustedTypes } from '../look/trusted-types'
// oxlint-disable-next-line import/default -- Vite exports the address of the script
import address from '../import-worker/worker.ts?worker&url'

/** The address is one of the build, so no text of a user can become a script. */
const policy = trustedTypes.createPolicy('import-worker', { createScriptURL: (url) => url })

/** Returns whether this browser has files of its own for the work: over plain HTTP, it has none. */
export const canImport = (): boolean =>
  typeof navigator.storage?.getDirectory === 'function' && 'locks' in navigator && 'DecompressionStream' in globalThis

/** Starts the worker, and returns what sends it requests. */
export async function startWorker(receive: (news: News) => void): Promise<(request: Request) => void> {
  const worker = new Worker(policy.createScriptURL(address), { type: 'module' })
  worker.addEventListener('message', ({ data }: MessageEvent<News>) => receive(data))
  worker.addEventListener('error', ({ message }) =>
    receive({ kind: 'failed', cause: 'other', message: String(message), isBegun: false }),
  )
  return (request) => worker.postMessage(request)
}
