import { absoluteAddress, firstLink, isPreview } from './email-links'
import { attribute, emojiText, parseHtml, texOf, type HtmlElement } from './html-tree'

type Words = { spoiler: string }

const BLOCKS = new Set('blockquote div h1 h2 h3 h4 h5 h6 li ol p pre table tr ul'.split(' '))

/** Returns a rendered message as the plain text of an email. Links have their absolute addresses. */
export function emailText(html: string, realm_url: string, words: Words): string {
  const root = parseHtml(html)
  const text = tidy(root.children.map((child) => nodeText(child, realm_url, words)).join(''))
  if (text !== '') return text
  const links = root.children.flatMap((child) => (typeof child === 'string' ? [] : [firstLink(child) ?? '']))
  return links.flatMap((href) => absoluteAddress(href, realm_url) ?? []).join('\n')
}

const tidy = (text: string) => text.replace(/\n{3,}/g, '\n\n').trim()

function nodeText(node: HtmlElement | string, realm_url: string, words: Words): string {
  if (typeof node === 'string') return node
  const { tag, attributes, children } = node
  const className = attribute(attributes, 'class')
  if (isPreview(node)) return ''
  if (className.startsWith('emoji emoji-')) return emojiText(className.slice('emoji emoji-'.length))
  if (className === 'katex') return `$$${texOf(node)}$$`
  if (className === 'spoiler-content') return `(${words.spoiler})\n`
  if (tag === 'img') return attribute(attributes, 'alt')
  if (tag === 'br') return ''
  const text = children.map((child) => nodeText(child, realm_url, words)).join('')
  if (tag === 'a') return linkText(text, absoluteAddress(attribute(attributes, 'href'), realm_url))
  if (tag === 'li') return `- ${text.trim()}\n`
  if (tag === 'td' || tag === 'th') return `${text.trim()}  `
  if (tag === 'blockquote') return `${quoted(tidy(text))}\n`
  return BLOCKS.has(tag) ? `${text.replace(/(?<!\n)\n+$/, '')}\n` : text
}

/** Returns a link as its text and its address. Mail programs make the address a link again. */
const linkText = (text: string, address: string | undefined): string =>
  address === undefined || text.trim() === address || `mailto:${text}` === address ? text : `${text} (${address})`

/** Returns text with `> ` before each line. */
export const quoted = (text: string): string =>
  text
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')
