import { type Element, type Node, inlineElement, isElement, isPlaceholder } from '../html/tree'
import type { InlineConstruct, InlineContext } from './inline-construct'
import { findUploadPath } from '../html/upload-paths'
import { findLinkedMedia } from '../linked-media'
import { findClosingBrackets, parseLinkDestination } from './link-destinations'
import { addNode, expandToText, expandTokens } from './node-tokens'
import { safeHref } from './safe-href'

/** `[text](address "title")`, and `![alt](address)` of an uploaded picture. Other `![images](…)` and `[references][1]` are no links. */
export const links: InlineConstruct = (text, context) => {
  if (!text.includes('](')) return text
  const closers = findClosingBrackets(text)
  let unclosedLeft = MAX_UNCLOSED
  let parsed = ''
  let position = 0
  for (let start = text.indexOf('['); start >= 0; start = text.indexOf('[', Math.max(start + 1, position))) {
    const close = closers.get(start)
    if (close === undefined || text.charAt(close + 1) !== '(') continue
    const isImage = text.charAt(start - 1) === '!'
    const destination = parseLinkDestination(text, close + 2)
    if (!destination) {
      unclosedLeft -= 1
      if (unclosedLeft === 0) break
      continue
    }
    const source = { ...destination, linkText: text.slice(start + 1, close) }
    const node = isImage ? uploadedImage(source, context) : linkElement(source, context)
    if (!node) continue
    parsed += text.slice(position, isImage ? start - 1 : start) + addNode(context.nodes, node)
    position = destination.end
  }
  return parsed + text.slice(position)
}

/** The most `[text](` without an end that are looked at: for each, the rest of the text is read. */
const MAX_UNCLOSED = 50

type LinkSource = { linkText: string; address: string; title: string | undefined }

/** Returns a link. Its text is not parsed any further, but what constructs of higher precedence found in it stays. */
function linkElement({ linkText, address, title }: LinkSource, { message, nodes }: InlineContext): Element | undefined {
  const href = safeHref(expandToText(address, nodes), message.settings.realm_url)
  if (href === undefined) return undefined
  const children: Node[] = linkText.trim() === '' ? [href] : removeLinks(expandTokens(linkText, nodes))
  const attributes: Record<string, string> =
    title === undefined ? { href } : { href, title: expandToText(title, nodes) }
  return inlineElement('a', attributes, children)
}

/**
 * Returns an uploaded picture within the text, or undefined for other addresses. If the realm finds no picture there, the file has a
 * link: a film or a sound is one, for example. So have further pictures of a message with many.
 */
function uploadedImage({ linkText, address }: LinkSource, { message, nodes }: InlineContext): Node | undefined {
  const { settings, references } = message
  const href = safeHref(expandToText(address, nodes), settings.realm_url)
  const path = href === undefined ? undefined : findUploadPath(href, settings.realm_url)
  if (href === undefined || path === undefined) return undefined
  const alt = expandToText(linkText, nodes).trim()
  const link = inlineElement('a', { href }, [alt === '' ? href : alt])
  const isShown = settings.inline_image_preview && findLinkedMedia(href)?.kind === 'image'
  if (!isShown || references.images >= MAX_IMAGES) return link
  references.images += 1
  references.has_link = true
  references.has_image = true
  if (!references.upload_paths.includes(path)) references.upload_paths.push(path)
  return { lookup: { kind: 'image', path, alt }, fallback: [link] }
}

/** As many as there may be previews. */
const MAX_IMAGES = 24

/** Replaces links by their text. In a browser, a link inside a link would end the outer one. */
const removeLinks = (nodes: readonly Node[]): Node[] =>
  nodes.flatMap((node): Node[] => {
    if (isPlaceholder(node)) {
      const fallback = removeLinks(node.fallback)
      const isLink = node.lookup.kind === 'channel' || node.lookup.kind === 'topic'
      return isLink ? fallback : [{ ...node, fallback }]
    }
    if (!isElement(node)) return [node]
    const children = removeLinks(node.children)
    return node.tag === 'a' ? children : [{ ...node, children }]
  })
