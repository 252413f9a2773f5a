import { decodeEntities } from './html-text'

/**
 * Returns a rendered message as plain text, for push notifications. Quotes have their `>`, numbered items their numbers and
 * formulas their TeX. The content of a spoiler is not shown.
 */
export const notificationText = (html: string): string => childrenText(parseHtml(html), 0)

type HtmlElement = { tag: string; attributes: string; children: (HtmlElement | string)[] }

const PIECE = /<(\/?)([a-z][a-z0-9-]*)((?:[^>"]|"[^"]*")*)>|[^<]+/gi

const VOID_TAGS = new Set(['br', 'hr', 'img'])

/** Parses HTML of this library: each element that needs an end tag has one. */
function parseHtml(html: string): HtmlElement {
  const root: HtmlElement = { tag: '', attributes: '', children: [] }
  const open = [root]
  for (const { 0: piece, 1: slash, 2: tag, 3: attributes = '' } of html.matchAll(PIECE)) {
    const parent = open.at(-1) ?? root
    if (tag === undefined) parent.children.push(decodeEntities(piece))
    else if (slash !== '') open.pop()
    else {
      const element: HtmlElement = { tag, attributes, children: [] }
      parent.children.push(element)
      if (!VOID_TAGS.has(tag) && !attributes.endsWith('/')) open.push(element)
    }
  }
  return root
}

/** Returns the text of a node inside `listDepth` numbered lists. */
function nodeText(node: HtmlElement | string, listDepth: number): string {
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

const attribute = (attributes: string, name: string): string =>
  decodeEntities(new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? '')

const emojiText = (code: string): string =>
  String.fromCodePoint(...code.split('-').map((character) => parseInt(character, 16)))

/** Returns the TeX of a formula. Its HTML contains the text twice, and the TeX in an annotation. */
function texOf(element: HtmlElement): string {
  if (element.tag === 'annotation') return childrenText(element, 0)
  return element.children.map((child) => (typeof child === 'string' ? '' : texOf(child))).join('')
}

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
