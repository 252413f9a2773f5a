import { attribute, emojiText, parseHtml, texOf, type HtmlElement } from './html-tree'

/**
 * Returns a rendered message as plain text, for push notifications. Quotes have their `>`, numbered items their numbers and
 * formulas their TeX. The content of a spoiler is not shown.
 */
export const notificationText = (html: string): string => childrenText(parseHtml(html), 0)

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
