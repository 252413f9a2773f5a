import { type Lexer } from './lexers'
import { type Token, tokenize } from './tokenize'

/** Longer blocks are not highlighted: they are mostly pasted files, and a running pattern cannot be interrupted. */
const MAX_HIGHLIGHTED_LENGTH = 5_000

/**
 * Returns code with each token in a span. The classes are those of Pygments, which clients' style sheets have. Returns
 * undefined for code that is too long or takes too many steps. Adjacent tokens of one class share a span. No span
 * goes beyond the end of a line, because clients number the lines.
 */
export function highlightCode(code: string, lexer: Lexer, escape: (text: string) => string): string | undefined {
  if (code.length > MAX_HIGHLIGHTED_LENGTH) return undefined
  const tokens = tokenize(code, lexer)
  return tokens && writeSpans(splitAtLineEnds(tokens), escape)
}

/** Splits tokens at the ends of lines, and joins adjacent ones of one class. */
function splitAtLineEnds(tokens: readonly Token[]): Token[] {
  const pieces: Token[] = []
  let highSurrogate = ''
  for (const { text, className } of tokens) {
    const whole = highSurrogate + text
    // A pattern may match only the first half of a character beyond U+FFFF.
    highSurrogate = /[\uD800-\uDBFF]$/.exec(whole)?.[0] ?? ''
    for (const piece of whole.slice(0, whole.length - highSurrogate.length).split(/(\n)/))
      addPiece(pieces, piece, className)
  }
  return pieces
}

function addPiece(pieces: Token[], text: string, className: string) {
  if (text === '') return
  const last = pieces.at(-1)
  if (text === '\n') pieces.push({ text, className: '' })
  else if (last && last.text !== '\n' && last.className === className) last.text += text
  else pieces.push({ text, className })
}

const writeSpans = (pieces: readonly Token[], escape: (text: string) => string): string =>
  pieces
    .map(({ text, className }) =>
      className === '' ? escape(text) : `<span class="${className}">${escape(text)}</span>`,
    )
    .join('')
