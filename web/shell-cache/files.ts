// Keeps the files and pictures that the user sees, up to a limit. The server decides about each use, as without this worker. Only if it
// cannot be reached, what is kept is shown.

import { listKeptFiles, openKeptFiles } from '../cache/kept-files'

const MAX_FILE_BYTES = 20_000_000
const MAX_BYTES = 200_000_000
const MAX_PART_OF_QUOTA = 0.1
const MAX_FILES = 2000
/** Counting all files takes a moment. */
const FILES_PER_COUNT = 20

/** Returns whether this is the address of a file that is kept. */
export const isKeptFile = (pathname: string): boolean =>
  pathname.startsWith('/external_content/') ||
  (pathname.startsWith('/user_uploads/') && !/^\/user_uploads\/(?:download|temporary)\//.test(pathname))

/** Answers a request for a file. */
export async function answerFile({ request, waitUntil }: { request: Request; waitUntil: Wait }): Promise<Response> {
  const cache = await openKeptFiles().catch(() => undefined)
  if (cache === undefined) return fetch(request)
  const { pathname } = new URL(request.url)
  const kept = await cache.match(pathname)
  // The address of a picture of another site has its signature.
  if (kept !== undefined && isImmutable(kept)) return partOf(kept, request)
  const response = await fetchFile(request, kept).catch(() => undefined)
  if (response === undefined) return kept === undefined ? Response.error() : partOf(kept, request)
  if (response.status === 304 && kept !== undefined) return partOf(kept, request)
  if (response.status >= 400 && response.status < 500 && response.status !== 429) waitUntil(cache.delete(pathname))
  if (isWhole(response) && request.mode !== 'navigate') waitUntil(keep(pathname, response.clone()))
  return response
}

type Wait = (promise: Promise<unknown>) => void

const isImmutable = ({ headers }: Response) => headers.get('cache-control')?.includes('immutable') === true

/** The cache of the browser gets no copy: its bytes would stay after the session. */
function fetchFile(request: Request, kept: Response | undefined): Promise<Response> {
  // A link of another site must still look like one.
  if (request.mode === 'navigate') return fetch(request)
  const headers = new Headers()
  const [range, etag] = [request.headers.get('range'), kept?.headers.get('etag')]
  if (etag) headers.set('if-none-match', etag)
  else if (range !== null) headers.set('range', range)
  return fetch(request.url, { headers, cache: 'no-store', credentials: 'same-origin', signal: request.signal })
}

/** Returns whether a response has all bytes, and not too many. Films are requested in parts, and the first part may be all. */
function isWhole({ status, type, headers }: Response): boolean {
  const bytes = Number(headers.get('content-length') ?? Infinity)
  if (type !== 'basic' || bytes > MAX_FILE_BYTES) return false
  return status === 200 || (status === 206 && headers.get('content-range') === `bytes 0-${bytes - 1}/${bytes}`)
}

/** Returns the part of a kept file that a request asks for. */
async function partOf(kept: Response, request: Request): Promise<Response> {
  const [, from = '', to = ''] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.get('range') ?? '') ?? []
  if (from === '') return kept
  const body = await kept.blob()
  const part = body.slice(Number(from), to === '' ? body.size : Number(to) + 1)
  const headers = new Headers(kept.headers)
  headers.set('content-length', String(part.size))
  headers.set('content-range', `bytes ${from}-${Number(from) + part.size - 1}/${body.size}`)
  return new Response(part, { status: 206, headers })
}

let added = 0

async function keep(pathname: string, response: Response): Promise<void> {
  const headers = new Headers(response.headers)
  headers.delete('content-range')
  const whole = new Response(await response.blob(), { headers })
  // The session may have ended meanwhile.
  const cache = await openKeptFiles()
  await cache?.put(pathname, whole)
  if (cache !== undefined && added++ % FILES_PER_COUNT === 0) await keepToLimit(cache)
}

/** Deletes the oldest files above the limit. */
async function keepToLimit(cache: Cache): Promise<void> {
  const { quota = Infinity } = (await navigator.storage?.estimate?.()) ?? {}
  const files = await listKeptFiles(cache)
  let [bytes, count] = [files.reduce((sum, file) => sum + file.bytes, 0), files.length]
  for (const file of files) {
    if (bytes <= Math.min(MAX_BYTES, quota * MAX_PART_OF_QUOTA) && count <= MAX_FILES) return
    await cache.delete(file.path)
    bytes -= file.bytes
    count--
  }
}
