import { absoluteAddress, firstLink, isPreview } from './email-links'
import { escapeAttribute, escapeLiteral } from './escape'
import { VOID_TAGS } from './html/void-tags'
import { attribute, emojiText, parseHtml, texOf, type HtmlElement } from './html-tree'

/** What an email shows instead of the content of a spoiler. */
type Words = { spoiler: string }

/** The elements that may be in an email. Of others, only the content is. No element keeps a class or a style. */
const TAGS = new Set(
  'a b blockquote br code del em h1 h2 h3 h4 h5 h6 hr i li ol p pre strong sub sup table tbody td th thead time tr u ul'.split(
    ' ',
  ),
)

/**
 * Returns a rendered message as HTML for an email: from a list of elements, with absolute links. The content of a spoiler is not
 * shown, a formula is its TeX, an emoji is a character, and pictures are links.
 */
export function emailHtml(html: string, realm_url: string, words: Words): string {
  const root = parseHtml(html)
  const content = root.children.map((child) => nodeHtml(child, realm_url, words)).join('')
  return content.trim() === '' ? root.children.map((child) => previewHtml(child, realm_url)).join('') : content
}

function nodeHtml(node: HtmlElement | string, realm_url: string, words: Words): string {
  if (typeof node === 'string') return escapeLiteral(node)
  const { tag, attributes, children } = node
  const className = attribute(attributes, 'class')
  if (isPreview(node)) return ''
  if (className.startsWith('emoji emoji-')) return escapeLiteral(emojiText(className.slice('emoji emoji-'.length)))
  if (className === 'katex') return `<code>${escapeLiteral(texOf(node))}</code>`
  if (className === 'spoiler-content') return `<p><i>${escapeLiteral(words.spoiler)}</i></p>`
  if (tag === 'img') return imageHtml(node, realm_url)
  const content = children.map((child) => nodeHtml(child, realm_url, words)).join('')
  if (/\b(user-mention|user-group-mention|topic-mention)\b/.test(className)) return `<b>${content}</b>`
  if (className === 'spoiler-header') return `<p><b>${content}</b></p>`
  if (tag === 'a') return linkHtml(absoluteAddress(attribute(attributes, 'href'), realm_url), content)
  if (!TAGS.has(tag)) return content
  const start = tag === 'ol' ? Number(attribute(attributes, 'start') || 1) : 1
  const opening = start === 1 ? `<${tag}>` : `<${tag} start="${start}">`
  return VOID_TAGS.has(tag) ? opening : `${opening}${content}</${tag}>`
}

const linkHtml = (address: string | undefined, content: string): string =>
  address === undefined ? content : `<a href="${escapeAttribute(address)}">${content}</a>`

/** Returns a link to a picture, because emails do not load pictures. The realm's own emoji are pictures with a name. */
function imageHtml({ attributes }: HtmlElement, realm_url: string): string {
  const name = escapeLiteral(attribute(attributes, 'alt') || attribute(attributes, 'title'))
  if (/\bemoji\b/.test(attribute(attributes, 'class'))) return name
  const original = attribute(attributes, 'data-original-src') || attribute(attributes, 'src')
  return name === '' ? '' : linkHtml(absoluteAddress(original, realm_url), name)
}

/** Returns the link of a message that is only a picture. */
function previewHtml(node: HtmlElement | string, realm_url: string): string {
  const href = typeof node === 'string' ? undefined : firstLink(node)
  const address = href === undefined ? undefined : absoluteAddress(href, realm_url)
  return address === undefined ? '' : `<p>${linkHtml(address, escapeLiteral(address))}</p>`
}
