import { absoluteAddress, firstLink, isPreview } from './email-links'
import { codeText, tableText } from './email-table'
import { attribute, emojiText, parseHtml, texOf, type HtmlElement } from './html-tree'

type Words = { spoiler: string }

const BLOCKS = new Set('blockquote div h1 h2 h3 h4 h5 h6 p'.split(' '))
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
  if (tag === 'pre') return codeText(plainText(node))
  if (tag === 'table') return `${tableText(rowsOf(node, (cell) => nodeText(cell, realm_url, words)))}\n`
  if (tag === 'ol' || tag === 'ul') return listText(node, (item) => nodeText(item, realm_url, words))
  const text = children.map((child) => nodeText(child, realm_url, words)).join('')
  if (tag === 'a') return linkText(text, absoluteAddress(attribute(attributes, 'href'), realm_url))
  if (tag === 'code') return `\`${text}\``
  if (tag === 'blockquote') return `${quoted(tidy(text))}\n`
  return BLOCKS.has(tag) ? `${text.replace(/(?<!\n)\n+$/, '')}\n` : text
}

/** Returns a list with its numbers. The white space between its items is that of its source, and a list within an item is indented. */
function listText({ tag, attributes, children }: HtmlElement, textOf: (item: HtmlElement) => string): string {
  const first = Number.parseInt(attribute(attributes, 'start'), 10) || 1
  const items = children.filter((child) => typeof child !== 'string')
  const lines = items.map((item, index) => {
    const mark = tag === 'ol' ? `${first + index}. ` : '- '
    return mark + tidy(textOf(item)).replaceAll(/\n(?=.)/g, `\n${' '.repeat(mark.length)}`)
  })
  return `${lines.join('\n')}\n`
}

const plainText = (node: HtmlElement | string): string =>
  typeof node === 'string' ? node : node.children.map(plainText).join('')

/** Returns the cells of a table, row by row. */
function rowsOf(node: HtmlElement, textOf: (cell: HtmlElement) => string): string[][] {
  const inner = node.children.filter((child) => typeof child !== 'string')
  if (node.tag !== 'tr') return inner.flatMap((child) => rowsOf(child, textOf))
  return [
    inner.map((cell) => cell.children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('')),
  ]
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
