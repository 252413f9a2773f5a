import { type Lexer } from './lexers'
import { type Token, tokensOf } from './tokenize'

/** Longer blocks are shown without colours: somebody pasted a file, and one pattern cannot be interrupted. */
const MAX_COLOURED = 5_000

/**
 * Code with its tokens in spans, of the classes that clients' style sheets colour. No span goes over the end of a line,
 * as clients number lines, and neighbours of one class share a span.
 */
export function coloured(code: string, lexer: Lexer, escape: (text: string) => string): string | undefined {
  if (code.length > MAX_COLOURED) return undefined
  const tokens = tokensOf(code, lexer)
  return tokens && html(piecesOf(tokens), escape)
}

/** The tokens, cut at the ends of lines and joined where they can be. */
function piecesOf(tokens: readonly Token[]): Token[] {
  const pieces: Token[] = []
  let half = ''
  for (const { text, style } of tokens) {
    const whole = half + text
    // A pattern may stop in the middle of a character beyond the first 65,536.
    half = /[\uD800-\uDBFF]$/.exec(whole)?.[0] ?? ''
    for (const piece of whole.slice(0, whole.length - half.length).split(/(\n)/)) add(pieces, piece, style)
  }
  return pieces
}

function add(pieces: Token[], text: string, style: string) {
  if (text === '') return
  const last = pieces.at(-1)
  if (text === '\n') pieces.push({ text, style: '' })
  else if (last && last.text !== '\n' && last.style === style) last.text += text
  else pieces.push({ text, style })
}

const html = (pieces: readonly Token[], escape: (text: string) => string): string =>
  pieces
    .map(({ text, style }) => (style === '' ? escape(text) : `<span class="${style}">${escape(text)}</span>`))
    .join('')
