import { fileDoesNotExist } from './errors'
import type { Edge } from '../../../edge'
import { requestedRange } from './byte-range'
import { servedContentType, isDisplayable } from './content-types'

/** A file that the client of the request may read. */
export type ServedFile = { key: string; name: string; content_type: string; size: number; etag: string }

/** The browser displays the file, downloads it, or opens it by a temporary link. */
type ServingMode = 'display' | 'download' | 'temporary link'

/**
 * Answers a request for a file. A browser must never run an uploaded file. So a file that could run is only downloaded, the
 * browser does not guess its type, and a policy forbids everything if the browser displays it after all. Throws
 * `fileDoesNotExist`.
 */
export async function serveFile(edge: Edge, file: ServedFile, mode: ServingMode = 'display'): Promise<Response> {
  const { headers, method } = edge.request
  const baseHeaders = {
    'content-type': servedContentType(file.content_type),
    'content-disposition': disposition(
      mode !== 'download' && isDisplayable(file.content_type) ? 'inline' : 'attachment',
      file,
    ),
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; media-src 'self'; sandbox",
    // A page of another site must not learn which files its visitor can read. A temporary link works on any page.
    'cross-origin-resource-policy': mode === 'temporary link' ? 'cross-origin' : 'same-site',
    // The browser may cache the file, but asks before each use, because the user can lose access.
    'cache-control': 'private, no-cache',
    'accept-ranges': 'bytes',
    etag: file.etag,
  }
  if (matchesEtag(headers.get('if-none-match'), file.etag))
    return new Response(null, { status: 304, headers: baseHeaders })
  const isWhole = headers.has('if-range') && headers.get('if-range') !== file.etag
  const range = isWhole ? undefined : requestedRange(headers.get('range'), file.size)
  if (range === 'beyond')
    return new Response(null, { status: 416, headers: { ...baseHeaders, 'content-range': `bytes */${file.size}` } })
  const length = String(range?.length ?? file.size)
  const contentRange = range && {
    'content-range': `bytes ${range.offset}-${range.offset + range.length - 1}/${file.size}`,
  }
  const response = { status: range ? 206 : 200, headers: { ...baseHeaders, ...contentRange, 'content-length': length } }
  if (method === 'HEAD') return new Response(null, response)
  const found = await edge.files.get(file.key, range ? { range } : {})
  if (found === undefined) throw fileDoesNotExist({})
  return new Response(found.body, response)
}

/**
 * Begins to read a file that `serveFile` probably serves, while the realm decides. If the browser has a version of the file, or asks for
 * its last bytes, the decision comes first.
 */
export function beginToServe({ files, request }: Edge, key: string): void {
  const { headers, method } = request
  if (method === 'HEAD' || headers.has('if-none-match') || headers.has('if-range')) return
  const range = requestedRange(headers.get('range'), Infinity)
  if (range === undefined) files.begin(key)
  else if (range !== 'beyond' && Number.isFinite(range.offset))
    files.begin(key, { range: Number.isFinite(range.length) ? range : { offset: range.offset } })
}

const matchesEtag = (header: string | null, etag: string): boolean =>
  header !== null && header.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')))

/** Writes the file name in the two forms that browsers know. No name can end the header or its quotes. */
function disposition(kind: 'inline' | 'attachment', { name }: ServedFile): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  )
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`
}
