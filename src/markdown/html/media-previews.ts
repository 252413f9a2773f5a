import { percentEncode } from '../escape'
import { type LinkedMedia, findLinkedMedia } from '../linked-media'
import type { MessageReferences } from '../message-references'
import type { MarkdownSettings } from '../settings'
import { type FoundLink, findLinks } from './links-in-tree'
import { type Element, type Node, inlineElement, isElement, isPlaceholder } from './tree'
import { findUploadPath } from './upload-paths'

/**
 * Adds previews of images and videos below the paragraphs that link to them, and adds the links to `references`. Links
 * in quotes have no preview. Several links to one address have one. A message with many links has none.
 */
export function addMediaPreviews(message: Node[], settings: MarkdownSettings, references: MessageReferences) {
  const links = findLinks(message)
  references.has_link ||= links.length > 0
  const linked = links.flatMap(({ href }) => findUploadPath(href, settings.realm_url) ?? [])
  references.upload_paths = distinct([...references.upload_paths, ...linked])
  const previewed = firstOfEachAddress(links.filter(({ isQuoted }) => !isQuoted))
  if (previewed.length > MAX_PREVIEWED_LINKS) return

  for (const link of previewed) {
    const media = settings.inline_image_preview ? findLinkedMedia(link.href) : undefined
    if (media) addPreview(link, media, settings)
    references.has_image ||= media !== undefined && media.kind !== 'video'
    const isWebPage = (!media || media.kind === 'youtube') && /^https?:/.test(link.href)
    if (isWebPage) references.links.push(link.href)
  }
}

const MAX_PREVIEWED_LINKS = 24

const distinct = (addresses: readonly string[]) => [...new Set(addresses)]

function firstOfEachAddress(links: readonly FoundLink[]): FoundLink[] {
  const first = new Map<string, FoundLink>()
  for (const link of links) if (!first.has(link.href)) first.set(link.href, link)
  return [...first.values()]
}

function addPreview(link: FoundLink, media: LinkedMedia, settings: MarkdownSettings) {
  const { container, index, replaceable } = findPlace(link)
  // A page about an image, and the page of a video, are more than the preview, so their links stay.
  const isReplacing = replaceable !== undefined && media.kind !== 'shared image' && media.kind !== 'youtube'
  container.splice(index, 0, previewNode(link, media, { settings, isAlone: isReplacing }))
  if (!isReplacing) return
  container.splice(container.indexOf(replaceable.node), 1, ...replaceable.replacement)
}

type Place = { container: Node[]; index: number; replaceable: Replaceable | undefined }

/** A link, or a paragraph of only a link, that the preview may replace. `replacement` keeps the line breaks of a list item. */
type Replaceable = { node: Node; replacement: readonly string[] }

/** Returns where a link's preview goes: below its paragraph, in its list item, or at the end of the message. */
function findPlace({ element, ancestors, hasOwnText }: FoundLink): Place {
  const [parent, grandparent] = ancestors
  if (parent?.tag === 'li') {
    const { children } = parent
    const isAlone = !hasOwnText && !isText(children[0]) && !isText(children[children.indexOf(element) + 1])
    return {
      container: children,
      index: children.length,
      replaceable: isAlone ? { node: element, replacement: [''] } : undefined,
    }
  }
  const message = ancestors.at(-1)?.children ?? []
  if (parent?.tag !== 'p') return { container: message, index: message.length, replaceable: undefined }
  const container = grandparent?.children ?? []
  const isAlone = !hasOwnText && parent.children.length === 1
  const replacement = grandparent?.tag === 'li' && container[0] === parent ? ['\n'] : []
  return {
    container,
    index: indexBelow(parent, container),
    replaceable: isAlone ? { node: parent, replacement } : undefined,
  }
}

const isText = (node: Node | undefined) => typeof node === 'string' && node !== ''

/** Returns the index after the previews that this paragraph already has: previews have the order of the links. */
function indexBelow(paragraph: Element, container: readonly Node[]): number {
  const targets = new Set(distinct(findLinks([paragraph]).map(({ href }) => href)).map(previewTarget))
  let index = container.indexOf(paragraph) + 1
  for (; index < container.length; index++) {
    const below = shownNode(container[index])
    const link = isElement(below) && below.attributes['class']?.includes('message_inline_image') && below.children[0]
    if (!link || !isElement(link) || !targets.has(link.attributes['href'] ?? '')) break
  }
  return index
}

/** Returns a node, or what replaces it if the realm finds nothing. */
const shownNode = (node: Node | undefined) => (node !== undefined && isPlaceholder(node) ? node.fallback[0] : node)

/** Returns the address that a preview of a link leads to. It is mostly that of the link. */
const previewTarget = (href: string) => {
  const media = findLinkedMedia(href)
  return media?.kind === 'image' ? media.target : href
}

type Circumstances = { settings: MarkdownSettings; isAlone: boolean }

/** The realm knows the size and the thumbnail of an uploaded picture. */
function previewNode(link: FoundLink, media: LinkedMedia, { settings, isAlone }: Circumstances): Node {
  const preview = previewElement(link, media, settings)
  const path = media.kind === 'image' ? findUploadPath(media.url, settings.realm_url) : undefined
  if (media.kind !== 'image' || path === undefined) return preview
  const title = link.hasOwnText ? { title: link.text } : {}
  return { lookup: { kind: 'picture', path, href: media.target, ...title, isAlone }, fallback: [preview] }
}

function previewElement(
  { href, hasOwnText, text }: FoundLink,
  media: LinkedMedia,
  settings: MarkdownSettings,
): Element {
  const proxied = settings.proxied_media_url ?? ((url: string) => url)
  const title: Record<string, string> = hasOwnText ? { title: text } : {}
  if (media.kind === 'video') {
    const video = { 'data-video-original-url': media.url, preload: 'metadata', src: proxied(media.url) }
    const child = inlineElement('video', video, [])
    return linkedPreview('message_inline_image message_inline_video', { href, ...title }, child)
  }
  if (media.kind === 'youtube') {
    const still = inlineElement('img', { src: proxied(media.still_url) }, [])
    return linkedPreview('youtube-video message_inline_image', { 'data-id': media.id, href }, still)
  }
  if (media.kind === 'shared image') {
    return linkedPreview('message_inline_image', { href }, inlineElement('img', { src: proxied(media.url) }, []))
  }
  return linkedPreview('message_inline_image', { href: media.target, ...title }, linkedImage(media.url))
}

/** Clients fetch uploaded images and images of other sites as thumbnails from this server. */
function linkedImage(url: string): Node {
  const isUpload = /^\/?user_uploads\//.test(url)
  if (!isUpload && !/^https?:/.test(url)) return inlineElement('img', { src: url }, [])
  const thumbnail = `/thumbnail?url=${percentEncode(url.replace(/^\//, ''))}&size=`
  const [full_src, src] = [`${thumbnail}full`, `${thumbnail}thumbnail`]
  return inlineElement('img', { 'data-src-fullsize': full_src, src }, [])
}

const linkedPreview = (className: string, attributes: Record<string, string>, media: Node): Element =>
  inlineElement('div', { class: className }, [inlineElement('a', attributes, [media])])
