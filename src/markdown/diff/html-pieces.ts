/**
 * What a rendered message is made of, as far as a comparison goes. A word is what has no space in it, or is one thing
 * to look at: a picture, a formula, or where a link leads, which is a word of its own at the link's end.
 */
export type Piece =
  | { kind: 'tag'; html: string; name: string; closing: boolean }
  | { kind: 'space'; html: string }
  | Word

/** Words are the same if their keys are. */
export type Word = {
  kind: 'word'
  key: string
  /** As it stands in the message. */ html: string
  /** As plain text. */ text: string
}

/** Reads HTML of our own writing: well-formed, with no `>` in attributes. */
export function piecesOf(html: string): Piece[] {
  const pieces: Piece[] = []
  const open: { name: string; href?: string }[] = []
  let preformatted = 0
  let formula: Formula | undefined
  for (const { 0: token } of html.matchAll(/<[^>]*>|[^<\s]+|\s+/g)) {
    if (formula) {
      formula = continued(formula, token, pieces)
      continue
    }
    const [, slash, name] = /^<(\/?)([a-z][a-z0-9]*)/.exec(token) ?? []
    if (name === undefined) pieces.push(textPiece(token, preformatted > 0))
    else if (isFormula(token)) formula = { html: token, depth: 1 }
    else if (name === 'img') pieces.push(word(token, attribute(token, 'alt') ?? ''))
    else {
      const href = slash ? open.pop()?.href : attribute(token, 'href')
      if (slash && href !== undefined) pieces.push(target(href))
      if (!slash && !VOID_TAGS.has(name)) open.push({ name, href })
      if (name === 'pre') preformatted += slash ? -1 : 1
      pieces.push({ kind: 'tag', html: token, name, closing: slash !== '' })
    }
  }
  return pieces
}

const VOID_TAGS = new Set(['br', 'hr'])

const textPiece = (token: string, preformatted: boolean): Piece => {
  if (token.trim() !== '') return word(token, token)
  return { kind: 'space', html: preformatted ? token : ' ' }
}

const word = (html: string, text: string): Word => ({ kind: 'word', key: html, html, text })

/** Shown only where it changes. */
const target = (href: string): Word => ({ kind: 'word', key: ` ${href}`, html: '', text: ` Link: ${href} .` })

const attribute = (tag: string, name: string): string | undefined => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]

type Formula = { html: string; depth: number }

const isFormula = (tag: string) => /^<span class="katex(?:-display)?"/.test(tag)

/** A formula is over when all that was opened in it is closed. Said in words, it is its TeX. */
function continued({ html, depth }: Formula, token: string, pieces: Piece[]): Formula | undefined {
  const whole = html + token
  const step = token.startsWith('</') ? -1 : token.startsWith('<') && !token.endsWith('/>') ? 1 : 0
  if (depth + step > 0) return { html: whole, depth: depth + step }
  pieces.push(word(whole, /<annotation[^>]*>([^<]*)</.exec(whole)?.[1]?.trim() ?? ''))
  return undefined
}
