import { VOID_TAGS } from '../html/void-tags'

/** A part of a rendered message, as far as a diff needs to know it. */
export type HtmlPiece =
  | { kind: 'tag'; html: string; name: string; isClosing: boolean }
  | { kind: 'space'; html: string }
  | Word

/**
 * Text without a space, or a picture, or a formula. The address of a link is a word too, at the end of the link. Two words
 * are the same if their keys are.
 */
export type Word = { kind: 'word'; key: string; html: string; text: string }

/** Splits HTML of this library into pieces: it is well-formed, with no `>` in attributes. */
export function splitHtml(html: string): HtmlPiece[] {
  const pieces: HtmlPiece[] = []
  const openElements: { name: string; href?: string }[] = []
  let preDepth = 0
  let formula: Formula | undefined
  for (const { 0: token } of html.matchAll(/<[^<>]*>|[^<\s]+|\s+/g)) {
    if (formula) {
      formula = continueFormula(formula, token, pieces)
      continue
    }
    const [, slash, name] = /^<(\/?)([a-z][a-z0-9]*)/.exec(token) ?? []
    if (name === undefined) pieces.push(textPiece(token, preDepth > 0))
    else if (startsFormula(token)) formula = { html: token, depth: 1 }
    else if (name === 'img') pieces.push(word(token, findAttribute(token, 'alt') ?? ''))
    else {
      const href = slash ? openElements.pop()?.href : findAttribute(token, 'href')
      if (slash && href !== undefined) pieces.push(addressWord(href))
      if (!slash && !VOID_TAGS.has(name)) openElements.push({ name, href })
      if (name === 'pre') preDepth += slash ? -1 : 1
      pieces.push({ kind: 'tag', html: token, name, isClosing: slash !== '' })
    }
  }
  return pieces
}

const textPiece = (token: string, isPreformatted: boolean): HtmlPiece => {
  if (token.trim() !== '') return word(token, token)
  return { kind: 'space', html: isPreformatted ? token : ' ' }
}

const word = (html: string, text: string): Word => ({ kind: 'word', key: html, html, text })

/** Returns the word for the address of a link. It has no HTML, so a diff shows it only where it changes. */
const addressWord = (href: string): Word => ({ kind: 'word', key: ` ${href}`, html: '', text: ` Link: ${href} .` })

// Linear: the name is a word of this program.
const findAttribute = (tag: string, name: string): string | undefined => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]

type Formula = { html: string; depth: number }

const startsFormula = (tag: string) => /^<span class="katex(?:-display)?"/.test(tag)

/** Adds a token to a formula. When all its elements are closed, the formula is a word, and its TeX is the text. */
function continueFormula({ html, depth }: Formula, token: string, pieces: HtmlPiece[]): Formula | undefined {
  const whole = html + token
  const step = token.startsWith('</') ? -1 : token.startsWith('<') && !token.endsWith('/>') ? 1 : 0
  if (depth + step > 0) return { html: whole, depth: depth + step }
  pieces.push(word(whole, /<annotation[^<>]*>([^<]*)</.exec(whole)?.[1]?.trim() ?? ''))
  return undefined
}
