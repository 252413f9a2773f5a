import { fileDoesNotExist } from './errors'
import type { Edge } from '../../../edge'
import { rangeAsked } from './byte-range'
import { contentTypeServed, isShown } from './content-types'

/** A file that somebody may have. */
export type FoundFile = { key: string; name: string; content_type: string; size: number; etag: string }

/** In place, for keeping, or to whoever has a temporary address. */
type HowServed = 'shown' | 'kept' | 'lent'

/**
 * A file on its way to a browser. Whatever it claims to be, it is nothing that runs: what could is for keeping only, no
 * guess is made of what it is instead, and should it be shown all the same, it may do nothing. Its owner's word for what it
 * is decides little and its name decides nothing.
 */
export async function serveFile(edge: Edge, file: FoundFile, how: HowServed = 'shown'): Promise<Response> {
  const { headers, method } = edge.request
  const told = {
    'content-type': contentTypeServed(file.content_type),
    'content-disposition': disposition(how !== 'kept' && isShown(file.content_type) ? 'inline' : 'attachment', file),
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; media-src 'self'; sandbox",
    // A page of another site must not find out by showing it what somebody may see here; what is lent shows anywhere.
    'cross-origin-resource-policy': how === 'lent' ? 'cross-origin' : 'same-site',
    // Whoever has read it may keep it, and must ask each time whether they still may.
    'cache-control': 'private, no-cache',
    'accept-ranges': 'bytes',
    etag: file.etag,
  }
  if (saysSame(headers.get('if-none-match'), file.etag)) return new Response(null, { status: 304, headers: told })
  const isWhole = headers.has('if-range') && headers.get('if-range') !== file.etag
  const range = isWhole ? undefined : rangeAsked(headers.get('range'), file.size)
  if (range === 'beyond')
    return new Response(null, { status: 416, headers: { ...told, 'content-range': `bytes */${file.size}` } })
  const length = String(range?.length ?? file.size)
  const partly = range && {
    'content-range': `bytes ${range.offset}-${range.offset + range.length - 1}/${file.size}`,
  }
  const answer = { status: range ? 206 : 200, headers: { ...told, ...partly, 'content-length': length } }
  if (method === 'HEAD') return new Response(null, answer)
  const found = await edge.files.get(file.key, range ? { range } : {})
  if (found === undefined) throw fileDoesNotExist({})
  return new Response(found.body, answer)
}

const saysSame = (header: string | null, etag: string): boolean =>
  header !== null && header.split(',').some((each) => ['*', etag].includes(each.trim().replace(/^W\//, '')))

/** A name in the two forms that browsers know, neither of which can end the header or the quotes. */
function disposition(how: 'inline' | 'attachment', { name }: FoundFile): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (each) => `%${each.charCodeAt(0).toString(16)}`,
  )
  return `${how}; filename="${plain}"; filename*=UTF-8''${encoded}`
}
