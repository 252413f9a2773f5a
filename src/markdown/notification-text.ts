import { characters } from './html-text'

/**
 * A message in words alone, for where nothing else can be shown: the lock screen of a phone. Quotes keep their marks,
 * numbered items their numbers and formulas their source; what a spoiler hides stays hidden.
 */
export const plainWordsOf = (html: string): string => wordsWithin(treeOf(html), 0)

type Part = { tag: string; attributes: string; inside: (Part | string)[] }

const PIECE = /<(\/?)([a-z][a-z0-9-]*)((?:[^>"]|"[^"]*")*)>|[^<]+/gi

const VOID = new Set(['br', 'hr', 'img'])

/** We wrote the HTML ourselves, so that every tag that needs to be closed is. */
function treeOf(html: string): Part {
  const root: Part = { tag: '', attributes: '', inside: [] }
  const open = [root]
  for (const { 0: piece, 1: closing, 2: tag, 3: attributes = '' } of html.matchAll(PIECE)) {
    const around = open.at(-1) ?? root
    if (tag === undefined) around.inside.push(characters(piece))
    else if (closing !== '') open.pop()
    else {
      const part: Part = { tag, attributes, inside: [] }
      around.inside.push(part)
      if (!VOID.has(tag) && !attributes.endsWith('/')) open.push(part)
    }
  }
  return root
}

/** `depth` is how many numbered lists are around. */
function wordsOf(part: Part | string, depth: number): string {
  if (typeof part === 'string') return part
  const { tag, attributes } = part
  const className = attribute(attributes, 'class')
  if (className.startsWith('emoji emoji-')) return emojiOf(className.slice('emoji emoji-'.length))
  if (className === 'katex') return `$$${sourceOf(part)}$$`
  if (className === 'spoiler-block') return hidden(part, depth)
  if (tag === 'img') return attribute(attributes, 'alt')
  if (tag === 'ol') return numbered(part, depth)
  const words = wordsWithin(part, depth)
  return tag === 'blockquote' ? quoted(words) : words
}

const wordsWithin = ({ inside }: Part, depth: number): string => inside.map((part) => wordsOf(part, depth)).join('')

const attribute = (attributes: string, name: string): string =>
  characters(new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? '')

const emojiOf = (code: string): string =>
  String.fromCodePoint(...code.split('-').map((character) => parseInt(character, 16)))

/** A formula is drawn twice, and says beside that what it was written as. */
function sourceOf(part: Part): string {
  if (part.tag === 'annotation') return wordsWithin(part, 0)
  return part.inside.map((inner) => (typeof inner === 'string' ? '' : sourceOf(inner))).join('')
}

function hidden({ inside: [header] }: Part, depth: number): string {
  const words = header === undefined ? '' : wordsOf(header, depth).trim()
  return words === '' ? '(…)\n' : `${words} (…)\n`
}

function numbered(list: Part, depth: number): string {
  const first = Number(attribute(list.attributes, 'start') || 1)
  const indent = depth === 0 ? '' : `\n${'  '.repeat(depth)}`
  const items = list.inside.filter((part) => typeof part !== 'string')
  return items
    .map((item, index) => `${indent}${first + index}. ${wordsOf(item, depth + 1).trim()}`)
    .join(depth === 0 ? '\n' : '')
}

const quoted = (words: string): string =>
  words
    .split('\n')
    .map((line) => (line === '' ? '' : `> ${line}\n`))
    .join('')
