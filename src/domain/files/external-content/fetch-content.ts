import { readPicture } from '../../../images/picture'
import { fetchOutside, type Outside } from '../../../outside/fetch-outside'
import { purposes } from '../../../outside/purposes'
import { typeOf } from '../../realm/files/content-types'
import { externalContentUnavailable, isMedia, isServedPicture, partOf } from './rules'

/** What the server fetches, and the request of the client, of which only the range counts. */
export type ContentRequest = { url: string; policy: Outside; range: string | null }

const HEADERS = {
  // A page could use the same address for each user, because the other site never sees who reads.
  'cache-control': 'private, max-age=86400, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'content-disposition': 'inline',
}

/**
 * Returns a picture, a sound or a film of another site. Neither the network address of the reader nor any header of the client
 * reaches that site, and no cookie of the site reaches the client. Throws `externalContentUnavailable`.
 */
export async function fetchContent({ url, policy, range }: ContentRequest): Promise<Response> {
  const part = partOf(range)
  const headers = { accept: 'image/*, audio/*, video/*', ...(part === undefined ? {} : { range: part }) }
  const result = await fetchOutside(policy, purposes.external_content, { url, headers })
  if ('failure' in result) throw externalContentUnavailable({})
  const { response } = result
  const type = typeOf(response.headers.get('content-type') ?? '')
  const bytes = new Uint8Array(await response.arrayBuffer())
  if (response.status === 206 && isMedia(type)) return partial(bytes, type, response.headers.get('content-range'))
  const isServed = isMedia(type) || isServedPicture(type, bytes, readPicture(bytes)?.content_type)
  if (response.status !== 200 || !isServed) throw externalContentUnavailable({})
  return new Response(bytes, {
    headers: { ...HEADERS, 'content-type': type, 'accept-ranges': isMedia(type) ? 'bytes' : 'none' },
  })
}

function partial(bytes: Uint8Array<ArrayBuffer>, type: string, contentRange: string | null): Response {
  const [, first, last] = /^bytes (\d{1,15})-(\d{1,15})\/(?:\d{1,15}|\*)$/.exec(contentRange ?? '') ?? []
  if (contentRange === null || Number(last) - Number(first) + 1 !== bytes.length) throw externalContentUnavailable({})
  const headers = { ...HEADERS, 'content-type': type, 'accept-ranges': 'bytes', 'content-range': contentRange }
  return new Response(bytes, { status: 206, headers })
}
