import { VOID_TAGS } from './html/void-tags'

/**
 * A part of the text in HTML that this library wrote, with its position. Search and highlighting use the parts: adjacent
 * parts are one text, whatever tags are between them. Blocks are separated by line ends.
 */
export type HtmlTextPart = {
  text: string
  /** Where the text is in the HTML. A line end between blocks has no characters there: `from` and `to` are equal. */
  from: number
  to: number
  isInCodeBlock: boolean
  /** No element can be put around a part of it: it is a formula, or a line end between blocks. */
  isIndivisible: boolean
}

const PIECE = /<(\/?)([a-z][a-z0-9-]*)((?:[\s/](?:[^<>"]|"[^"<]*")*)?)>|[^<]+|</gi

// Elements within a line. All others start and end a line.
const INLINE_TAGS = new Set(
  'a abbr annotation b code del em i img math mfrac mi mn mo mrow mtext s semantics small span strong sub sup time u'.split(
    ' ',
  ),
)

/** Returns the parts of the text in HTML. */
export function htmlTextParts(html: string): HtmlTextPart[] {
  const parts: HtmlTextPart[] = []
  const open: { tag: string; isFormula: boolean; isTex: boolean; isInCodeBlock: boolean }[] = []
  const addLineEnd = (at: number) =>
    parts.push({ text: '\n', from: at, to: at, isInCodeBlock: false, isIndivisible: true })
  for (const match of html.matchAll(PIECE)) {
    const [piece, slash, name, attributes = ''] = match
    const parent = open.at(-1)
    if (name === undefined) {
      if (parent?.isFormula && !parent.isTex) continue
      const position = { from: match.index, to: match.index + piece.length }
      const [isInCodeBlock, isIndivisible] = [parent?.isInCodeBlock ?? false, parent?.isFormula ?? false]
      parts.push({ text: decodeEntities(piece), ...position, isInCodeBlock, isIndivisible })
      continue
    }
    const tag = name.toLowerCase()
    if (!INLINE_TAGS.has(tag)) addLineEnd(match.index)
    if (slash !== '') {
      while (open.length > 0 && open.pop()!.tag !== tag);
      continue
    }
    if (VOID_TAGS.has(tag)) continue
    open.push({
      tag,
      isFormula: parent?.isFormula === true || FORMULA.test(attributes),
      isTex: tag === 'annotation',
      isInCodeBlock: parent?.isInCodeBlock === true || tag === 'pre',
    })
  }
  return parts
}

// The HTML of a formula contains its text twice, and its TeX in an annotation.
const FORMULA = /\bclass="katex"/

/** Returns the text of HTML. */
export const htmlText = (html: string): string =>
  htmlTextParts(html)
    .map((part) => part.text)
    .join('')

const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z][\da-z]{0,31}));/gi
const NAMED_ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** Returns HTML text with its entities decoded. */
export const decodeEntities = (html: string): string =>
  html.includes('&') ? html.replace(ENTITY, (_, ...codes: (string | undefined)[]) => decodeEntity(codes)) : html

// Few named entities occur. An unknown one becomes a space: it is no part of a word.
function decodeEntity([decimal, hexadecimal, name]: (string | undefined)[]): string {
  if (name !== undefined) return NAMED_ENTITIES[name] ?? ' '
  const code = decimal === undefined ? parseInt(hexadecimal ?? '', 16) : Number(decimal)
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ' '
}

/** Returns, for each index of the decoded text, the index in the HTML. An entity is several characters of HTML. */
export function htmlIndexes(html: string): number[] {
  const indexes: number[] = []
  let position = 0
  for (const { index, 0: entity, ...codes } of html.matchAll(ENTITY)) {
    while (position < index) indexes.push(position++)
    for (let i = decodeEntity([codes[1], codes[2], codes[3]]).length; i > 0; i--) indexes.push(position)
    position += entity.length
  }
  while (position <= html.length) indexes.push(position++)
  return indexes
}
