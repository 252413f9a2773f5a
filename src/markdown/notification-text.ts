import { attribute, emojiText, parseHtml, texOf, type HtmlElement } from './html-tree'

/**
 * Returns a rendered message as plain text. Quotes have their `>`, numbered items their numbers and formulas their TeX. The content
 * of a spoiler is not shown.
 */
export const plainText = (html: string): string => childrenText(parseHtml(html), 0)

/** Returns the text of a push notification: the plain text, with `[…]` for each quote beside which the sender wrote something. */
export function notificationText(html: string): string {
  const message = parseHtml(html)
  return childrenText({ ...message, children: withoutQuotes(message.children) }, 0)
}

type Node = HtmlElement | string

/** Returns the parts of a message with one short text for quotes that follow each other, unless all parts are quotes. */
function withoutQuotes(children: readonly Node[]): Node[] {
  const isOwn = (child: Node) => typeof child !== 'string' && !isQuote(child)
  if (!children.some(isOwn)) return [...children]
  const kept: Node[] = []
  let isInQuote = false
  for (const child of children) {
    if (typeof child !== 'string') {
      if (isQuote(child) && !isInQuote) kept.push('[…]\n')
      isInQuote = isQuote(child)
    }
    if (!isInQuote) kept.push(child)
  }
  return kept
}

const isQuote = (element: HtmlElement): boolean => element.tag === 'blockquote' || isQuoteHeader(element)

/** Returns whether an address is that of a message. */
const namesMessage = (href: string): boolean => href.includes('#narrow/') && /\/near\/\d/.test(href)

/** Returns whether a paragraph only says who wrote what is quoted: a mention, a link to the message, and a colon. */
function isQuoteHeader({ tag, children }: HtmlElement): boolean {
  const elements = children.filter((child) => typeof child !== 'string')
  const texts = children.filter((child) => typeof child === 'string')
  const [mention, link] = elements
  return (
    tag === 'p' &&
    elements.length === 2 &&
    /\buser-mention\b/.test(attribute(mention?.attributes ?? '', 'class')) &&
    namesMessage(attribute(link?.attributes ?? '', 'href')) &&
    texts.join('').trim() === ':'
  )
}

/** Returns the text of a node inside `listDepth` numbered lists. */
function nodeText(node: Node, listDepth: number): string {
  if (typeof node === 'string') return node
  const { tag, attributes } = node
  const className = attribute(attributes, 'class')
  if (className.startsWith('emoji emoji-')) return emojiText(className.slice('emoji emoji-'.length))
  if (className === 'katex') return `$$${texOf(node)}$$`
  if (className === 'spoiler-block') return spoilerText(node, listDepth)
  if (tag === 'img') return attribute(attributes, 'alt')
  if (tag === 'ol') return numberedListText(node, listDepth)
  const text = childrenText(node, listDepth)
  return tag === 'blockquote' ? quoteText(text) : text
}

const childrenText = ({ children }: HtmlElement, listDepth: number): string =>
  children.map((child) => nodeText(child, listDepth)).join('')

function spoilerText({ children: [header] }: HtmlElement, listDepth: number): string {
  const text = header === undefined ? '' : nodeText(header, listDepth).trim()
  return text === '' ? '(…)\n' : `${text} (…)\n`
}

function numberedListText(list: HtmlElement, listDepth: number): string {
  const first = Number(attribute(list.attributes, 'start') || 1)
  const indent = listDepth === 0 ? '' : `\n${'  '.repeat(listDepth)}`
  const items = list.children.filter((child) => typeof child !== 'string')
  return items
    .map((item, index) => `${indent}${first + index}. ${nodeText(item, listDepth + 1).trim()}`)
    .join(listDepth === 0 ? '\n' : '')
}

const quoteText = (text: string): string =>
  text
    .split('\n')
    .map((line) => (line === '' ? '' : `> ${line}\n`))
    .join('')
