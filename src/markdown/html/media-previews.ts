import { percentEncoded } from '../escape'
import { type Media, mediaAt } from '../linked-media'
import type { MarkdownSettings } from '../settings'
import type { Marks } from '../template'
import { type FoundLink, linksIn } from './links-in-tree'
import { type Element, type Node, inline, isElement } from './tree'
import { uploadPathOf } from './upload-paths'

/**
 * Puts pictures, videos and stills of videos below the paragraphs that link to them, and notes what the message links
 * to. Nothing quoted is shown again, nothing is shown twice, and a message that is a list of links shows none.
 */
export function addPreviews(message: Node[], settings: MarkdownSettings, marks: Marks) {
  const links = linksIn(message)
  marks.has_link = links.length > 0
  marks.upload_paths = distinct(links.flatMap(({ href }) => uploadPathOf(href, settings.realm_url) ?? []))
  const shown = firstOfEach(links.filter(({ quoted }) => !quoted))
  if (shown.length > MAX_PREVIEWED_LINKS) return

  for (const link of shown) {
    const media = settings.inline_image_preview ? mediaAt(link.href) : undefined
    if (media) showMedia(link, media, settings)
    marks.has_image ||= media !== undefined && media.kind !== 'video'
    const isPage = (!media || media.kind === 'youtube') && /^https?:/.test(link.href)
    if (isPage) marks.links.push(link.href)
  }
}

const MAX_PREVIEWED_LINKS = 24

const distinct = (addresses: readonly string[]) => [...new Set(addresses)]

function firstOfEach(links: readonly FoundLink[]): FoundLink[] {
  const first = new Map<string, FoundLink>()
  for (const link of links) if (!first.has(link.href)) first.set(link.href, link)
  return [...first.values()]
}

function showMedia(link: FoundLink, media: Media, settings: MarkdownSettings) {
  const { container, index, replaced } = placeFor(link)
  container.splice(index, 0, previewOf(link, media, settings))
  // A still says less than the address it was made from, and a page is more than its picture, so those stay.
  if (!replaced || media.kind === 'shared image' || media.kind === 'youtube') return
  container.splice(container.indexOf(replaced.node), 1, ...replaced.leaves)
}

type Placement = { container: Node[]; index: number; replaced: Replaced | undefined }

/** A link that makes way, or its paragraph. In a list item, the line break that was before it stays, or that none was. */
type Replaced = { node: Node; leaves: readonly string[] }

/** Below the paragraph, within the list item, or else at the end. A link with nothing beside it makes way. */
function placeFor({ element, ancestors, hasWords }: FoundLink): Placement {
  const [parent, grandparent] = ancestors
  if (parent?.tag === 'li') {
    const { children } = parent
    const alone = !hasWords && !isText(children[0]) && !isText(children[children.indexOf(element) + 1])
    return {
      container: children,
      index: children.length,
      replaced: alone ? { node: element, leaves: [''] } : undefined,
    }
  }
  const message = ancestors.at(-1)?.children ?? []
  if (parent?.tag !== 'p') return { container: message, index: message.length, replaced: undefined }
  const container = grandparent?.children ?? []
  const alone = !hasWords && parent.children.length === 1
  const leaves = grandparent?.tag === 'li' && container[0] === parent ? ['\n'] : []
  return { container, index: indexBelow(parent, container), replaced: alone ? { node: parent, leaves } : undefined }
}

const isText = (node: Node | undefined) => typeof node === 'string' && node !== ''

/** After the previews that this paragraph has already, so that they stand in the order of its links. */
function indexBelow(paragraph: Element, container: readonly Node[]): number {
  const own = new Set(distinct(linksIn([paragraph]).map(({ href }) => href)).map(opensAt))
  let index = container.indexOf(paragraph) + 1
  for (; index < container.length; index++) {
    const below = container[index]
    const link = isElement(below) && below.attributes['class']?.includes('message_inline_image') && below.children[0]
    if (!link || !isElement(link) || !own.has(link.attributes['href'] ?? '')) break
  }
  return index
}

/** Where the picture of a link leads, which is mostly where the link does. */
const opensAt = (href: string) => {
  const media = mediaAt(href)
  return media?.kind === 'image' ? media.opens : href
}

function previewOf({ href, hasWords, words }: FoundLink, media: Media, settings: MarkdownSettings): Element {
  const proxied = settings.proxied_media_url ?? ((url: string) => url)
  const title: Record<string, string> = hasWords ? { title: words } : {}
  if (media.kind === 'video') {
    const video = { 'data-video-original-url': media.url, preload: 'metadata', src: proxied(media.url) }
    return frame('message_inline_image message_inline_video', { href, ...title }, inline('video', video, []))
  }
  if (media.kind === 'youtube') {
    const still = inline('img', { src: proxied(media.still_url) }, [])
    return frame('youtube-video message_inline_image', { 'data-id': media.id, href }, still)
  }
  if (media.kind === 'shared image') {
    return frame('message_inline_image', { href }, inline('img', { src: proxied(media.url) }, []))
  }
  return frame('message_inline_image', { href: media.opens, ...title }, inline('img', imageSources(media.url), []))
}

/** Others' pictures and our own files come by way of the server, which also makes them small. */
function imageSources(url: string): Record<string, string> {
  const isUpload = /^\/?user_uploads\//.test(url)
  if (!isUpload && !/^https?:/.test(url)) return { src: url }
  const thumbnail = `/thumbnail?url=${percentEncoded(url.replace(/^\//, ''))}&size=`
  return { 'data-src-fullsize': `${thumbnail}full`, src: `${thumbnail}thumbnail` }
}

const frame = (name: string, attributes: Record<string, string>, media: Element): Element =>
  inline('div', { class: name }, [inline('a', attributes, [media])])
