import { fetchOutside, type Outside } from '../../../outside/fetch-outside'
import { purposes } from '../../../outside/purposes'
import { decodePage, readOembed, readPage } from './page-facts'
import type { LinkPreview } from './rules'

/**
 * Fetches what a page says about itself. Returns undefined if it says too little for a preview. `mayFetch` counts a further request,
 * and returns whether it is allowed.
 */
export async function fetchPreview(
  outside: Outside,
  url: string,
  mayFetch: () => boolean,
): Promise<LinkPreview | undefined> {
  const page = await get(outside, url, 'text/html')
  if (page === undefined || !/^(?:text\/html|application\/xhtml\+xml)\b/i.test(page.type)) return undefined
  const { oembed, ...facts } = readPage(decodePage(page.bytes, page.type), page.url)
  const isComplete = facts.title !== '' && facts.image !== undefined
  const more =
    isComplete || oembed === undefined || !mayFetch() ? undefined : await get(outside, oembed, 'application/json')
  const embedded = more && readOembed(parseJson(more.bytes), page.url)
  const image = facts.image ?? embedded?.image
  const title = facts.title || (embedded?.title ?? '')
  return image === undefined || title === '' ? undefined : { title, description: facts.description, image }
}

type Fetched = { bytes: Uint8Array; type: string; url: string }

async function get(outside: Outside, url: string, accept: string): Promise<Fetched | undefined> {
  const result = await fetchOutside(outside, purposes.link_previews, { url, headers: { accept } })
  if ('failure' in result || !result.response.ok) return undefined
  const { response } = result
  const type = response.headers.get('content-type') ?? ''
  return { bytes: new Uint8Array(await response.arrayBuffer()), type, url: result.url }
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}
