import { decodeEntities, readAttributes, type Attributes } from '../../../outside/html-attributes'

/** What a page says about itself, for a preview of a link to it. */
export type PageFacts = { title: string; description: string; image: string | undefined; oembed: string | undefined }

const MAX_TITLE = 200
const MAX_DESCRIPTION = 350
const MAX_HEAD_CHARACTERS = 512 * 1024
const MAX_TAGS = 3000
const MAX_TAG_CHARACTERS = 8000

/** Reads the head of a page: Open Graph first, then what older pages have. `url` is the address of the page. */
export function readPage(html: string, url: string): PageFacts {
  const found = new Map<string, string>()
  let oembed: string | undefined
  for (const { name, attributes, text } of headTags(html)) {
    if (name === 'title') keepFirst(found, 'title', text)
    if (name === 'meta')
      keepFirst(found, (attributes.property ?? attributes.name ?? '').toLowerCase(), attributes.content)
    if (name === 'link' && attributes.type === 'application/json+oembed') oembed ??= attributes.href
  }
  const first = (...names: string[]) => names.map((name) => found.get(name)).find((value) => value !== undefined)
  return {
    title: oneLine(first('og:title', 'twitter:title', 'title'), MAX_TITLE),
    description: oneLine(first('og:description', 'twitter:description', 'description'), MAX_DESCRIPTION),
    image: webAddress(first('og:image:secure_url', 'og:image', 'twitter:image'), url),
    oembed: webAddress(oembed, url),
  }
}

/** Reads what a page says in oEmbed. The HTML in it is never used. */
export function readOembed(json: unknown, url: string): Pick<PageFacts, 'title' | 'image'> {
  const fields: Record<string, unknown> = typeof json === 'object' && json !== null ? { ...json } : {}
  const text = (name: string) => (typeof fields[name] === 'string' ? fields[name] : undefined)
  const image = fields.type === 'photo' ? text('url') : text('thumbnail_url')
  return { title: oneLine(text('title'), MAX_TITLE), image: webAddress(image, url) }
}

function keepFirst(found: Map<string, string>, name: string, value: string | undefined): void {
  if (name !== '' && value !== undefined && value.trim() !== '' && !found.has(name)) found.set(name, value)
}

function oneLine(text: string | undefined, most: number): string {
  const line = (text ?? '')
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
  const characters = Array.from(line.slice(0, most * 2))
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : characters.join('')
}

function webAddress(address: string | undefined, base: string): string | undefined {
  const url = address === undefined ? null : URL.parse(address.trim(), base)
  return url !== null && ['https:', 'http:'].includes(url.protocol) ? url.href : undefined
}

type Tag = { name: string; attributes: Attributes; text: string }

/** Returns the tags of the head. Each character is read a few times, whatever the page contains. */
function* headTags(html: string): Generator<Tag> {
  const head = html.slice(0, MAX_HEAD_CHARACTERS)
  let tags = 0
  for (let at = head.indexOf('<'); at >= 0 && tags < MAX_TAGS; at = head.indexOf('<', at), tags++) {
    if (head.startsWith('<!--', at)) {
      const end = head.indexOf('-->', at)
      if (end < 0) return
      at = end
      continue
    }
    const end = head.indexOf('>', at)
    if (end < 0) return
    const tag = head.slice(at + 1, Math.min(end, at + MAX_TAG_CHARACTERS))
    const name = /^\/?[a-z]+/i.exec(tag)?.[0].toLowerCase() ?? ''
    at = end
    if (name === '/head' || name === 'body') return
    if (['script', 'style', 'noscript', 'title'].includes(name)) {
      const close = head.indexOf(`</`, end)
      if (close < 0) return
      yield { name, attributes: {}, text: decodeEntities(head.slice(end + 1, close)) }
      at = close
    } else yield { name, attributes: readAttributes(tag.slice(name.length)), text: '' }
  }
}

/** Returns the text of a page: its mark of the encoding counts first, then the header, then what its head says. */
export function decodePage(bytes: Uint8Array, contentType: string): string {
  const start = String.fromCharCode(...bytes.subarray(0, 1024))
  const [, mark] = MARKS.find(([beginning]) => start.startsWith(beginning)) ?? []
  const declared = /charset\s*=[\s"']*([\w-]{1,40})/i
  const inHead = declared.exec(start)?.[1]
  // The head was read as ASCII, so it is not UTF-16, even if it says so.
  const readable = inHead && /^utf-?16/i.test(inHead) ? 'utf-8' : inHead
  return decoderFor(mark ?? declared.exec(contentType)?.[1] ?? readable ?? 'utf-8').decode(bytes)
}

const MARKS = [
  ['\xff\xfe', 'utf-16le'],
  ['\xfe\xff', 'utf-16be'],
  ['\xef\xbb\xbf', 'utf-8'],
] as const

function decoderFor(label: string): TextDecoder {
  try {
    return new TextDecoder(label)
  } catch {
    return new TextDecoder()
  }
}
