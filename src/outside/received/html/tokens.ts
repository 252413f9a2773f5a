import { decodeEntities, readAttributes, type Attributes } from '../../html-attributes'

/** A piece of HTML of any author. `end` is an end tag. Only attributes that a reader needs are kept. */
export type HtmlToken = { text: string; tag?: undefined } | { tag: string; end: boolean; attributes: Attributes }

const MAX_TAG_CHARACTERS = 8000
const MAX_TOKENS = 50_000
/** What a tag, a comment or an instruction begins with. Any other `<` is text. */
const BEGINNING = /<(?:[!?]|\/?[a-z])/gi
const TAG_NAME = /^[a-z][a-z0-9:-]{0,40}/i
/** Elements whose content is no text. */
const RAW = new Set([
  'script',
  'style',
  'title',
  'head',
  'template',
  'noscript',
  'svg',
  'math',
  'object',
  'textarea',
  'select',
])

/** Returns the tokens of any HTML, in time that grows with its length. */
export function* htmlTokens(html: string): Generator<HtmlToken> {
  let at = 0
  for (let count = 0; at < html.length && count < MAX_TOKENS; count++) {
    const open = nextBeginning(html, at)
    if (open !== at) yield { text: decodeEntities(html.slice(at, open < 0 ? html.length : open)) }
    if (open < 0) return
    const found = readTag(html, open)
    at = found.next
    if (found.tag === undefined) continue
    const { tag, end, attributes } = found
    if (RAW.has(tag)) at = end ? at : afterEndTag(html, at, tag)
    else yield { tag, end, attributes: readAttributes(attributes) }
  }
}

function nextBeginning(html: string, from: number): number {
  BEGINNING.lastIndex = from
  return BEGINNING.exec(html)?.index ?? -1
}

type Found = { next: number } & ({ tag?: undefined } | { tag: string; end: boolean; attributes: string })

function readTag(html: string, open: number): Found {
  if (html.startsWith('<!--', open)) return { next: after(html, '-->', open + 4) }
  if (html[open + 1] === '!' || html[open + 1] === '?') return { next: after(html, '>', open) }
  const isEnd = html[open + 1] === '/'
  const start = open + (isEnd ? 2 : 1)
  const name = TAG_NAME.exec(html.slice(start, start + 42))?.[0] ?? ''
  const close = endOfTag(html, start + name.length)
  return {
    next: close + 1,
    tag: name.toLowerCase(),
    end: isEnd,
    attributes: html.slice(start + name.length, close),
  }
}

/** Returns the place of the `>` of a tag. One in quotes does not count. A tag that is too long ends at its limit. */
function endOfTag(html: string, from: number): number {
  const most = Math.min(html.length, from + MAX_TAG_CHARACTERS)
  let quote = ''
  for (let at = from; at < most; at++) {
    const character = html[at]!
    if (quote !== '') quote = character === quote ? '' : quote
    else if (character === '>') return at
    else if ((character === '"' || character === "'") && html[at - 1] === '=') quote = character
  }
  return most
}

function after(html: string, mark: string, from: number): number {
  const at = html.indexOf(mark, from)
  return at < 0 ? html.length : at + mark.length
}

function afterEndTag(html: string, from: number, tag: string): number {
  // Linear: the tag is a word of RAW.
  const pattern = new RegExp(`</${tag}[\\s>]`, 'gi')
  pattern.lastIndex = from
  const found = pattern.exec(html)
  return found === null ? html.length : after(html, '>', found.index)
}
