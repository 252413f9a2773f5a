/**
 * What a reader sees of HTML that we wrote ourselves, piece by piece, each with its place in it: for finding words, and for
 * showing where they were found. Pieces that touch are one text, whatever tags lie between; where a block ends, a line does.
 */
export type TextPiece = {
  text: string
  /** Where it stands in the HTML; nowhere, for the end of a line that no character stands for. */
  from: number
  to: number
  /** It is inside a block of code. */
  isCode: boolean
  /** It is drawn and not set as text, so nothing can be put around it. */
  isDrawn: boolean
}

const PIECE = /<(\/?)([a-z][a-z0-9-]*)((?:[^>"]|"[^"]*")*)>|[^<]+|</gi

// What is within a line. Everything else stands on lines of its own.
const WITHIN_A_LINE = new Set(
  'a abbr annotation b code del em i img math mfrac mi mn mo mrow mtext s semantics small span strong sub sup time u'.split(
    ' ',
  ),
)

export function piecesOfText(html: string): TextPiece[] {
  const pieces: TextPiece[] = []
  const open: { tag: string; isFormula: boolean; isSource: boolean; isCode: boolean }[] = []
  const lineEndsAt = (at: number) => pieces.push({ text: '\n', from: at, to: at, isCode: false, isDrawn: true })
  for (const match of html.matchAll(PIECE)) {
    const [piece, closing, name, attributes = ''] = match
    const around = open.at(-1)
    if (name === undefined) {
      if (around?.isFormula && !around.isSource) continue
      const at = { from: match.index, to: match.index + piece.length }
      const isDrawn = around?.isFormula ?? false
      pieces.push({ text: characters(piece), ...at, isCode: around?.isCode ?? false, isDrawn })
      continue
    }
    const tag = name.toLowerCase()
    if (!WITHIN_A_LINE.has(tag)) lineEndsAt(match.index)
    if (closing !== '') {
      while (open.length > 0 && open.pop()!.tag !== tag);
      continue
    }
    if (VOID.has(tag)) continue
    open.push({
      tag,
      isFormula: around?.isFormula === true || FORMULA.test(attributes),
      isSource: tag === 'annotation',
      isCode: around?.isCode === true || tag === 'pre',
    })
  }
  return pieces
}

const VOID = new Set(['br', 'hr', 'img'])

// A formula is drawn twice, and says beside that what it was written as.
const FORMULA = /\bclass="katex"/

/** The same in one text. */
export const textOfHtml = (html: string): string =>
  piecesOfText(html)
    .map((piece) => piece.text)
    .join('')

const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z][\da-z]{0,31}));/gi
const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** Text as it is written in HTML, as it is read. */
export const characters = (html: string): string =>
  html.includes('&') ? html.replace(ENTITY, (_, ...codes: (string | undefined)[]) => characterOf(codes)) : html

// Of the many that have names, few occur; a character that is not known here is none that words are made of.
function characterOf([decimal, hexadecimal, name]: (string | undefined)[]): string {
  if (name !== undefined) return NAMED[name] ?? ' '
  const code = decimal === undefined ? parseInt(hexadecimal ?? '', 16) : Number(decimal)
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ' '
}

/** Where in a piece's HTML its characters stand: an entity is several letters for one. */
export function placesIn(html: string): number[] {
  const places: number[] = []
  let at = 0
  for (const { index, 0: entity, ...codes } of html.matchAll(ENTITY)) {
    while (at < index) places.push(at++)
    for (let i = characterOf([codes[1], codes[2], codes[3]]).length; i > 0; i--) places.push(at)
    at += entity.length
  }
  while (at <= html.length) places.push(at++)
  return places
}
