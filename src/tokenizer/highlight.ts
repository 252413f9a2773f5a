import { escapeLiteral } from '../markdown/escape'
import { htmlTextParts, htmlIndexes, type HtmlTextPart } from '../markdown/html-text'
import type { Query } from './query'
import { stem } from './stem'
import { foldForSearch, splitByScript } from './tokens'

type Range = { from: number; to: number }

const OPENING = '<span class="highlight">'
const CLOSING = '</span>'

/** Returns the HTML with a span around each match. The spans are around text only, never inside a tag. */
export function highlightedHtml(html: string, queries: readonly Query[]): string {
  const parts = htmlTextParts(html)
  const ranges = findMatches(parts.map(({ text }) => text).join(''), queries)
  let result = ''
  let at = 0
  let textFrom = 0
  let next = 0
  for (const part of parts) {
    const textTo = textFrom + part.text.length
    while (next < ranges.length && ranges[next]!.to <= textFrom) next++
    const inside: Range[] = []
    for (let index = next; index < ranges.length && ranges[index]!.from < textTo; index++) {
      const { from, to } = ranges[index]!
      inside.push({ from: Math.max(from - textFrom, 0), to: Math.min(to, textTo) - textFrom })
    }
    const partHtml = html.slice(part.from, part.to)
    result += html.slice(at, part.from) + (part.isIndivisible ? partHtml : highlightPart(partHtml, part, inside))
    textFrom = textTo
    at = part.to
  }
  return result + html.slice(at)
}

function highlightPart(html: string, { text }: HtmlTextPart, ranges: readonly Range[]): string {
  if (ranges.length === 0) return html
  const indexes = html.length === text.length ? undefined : htmlIndexes(html)
  const htmlIndex = (textIndex: number) => indexes?.[textIndex] ?? textIndex
  let result = ''
  let at = 0
  for (const range of ranges) {
    const [from, to] = [htmlIndex(range.from), htmlIndex(range.to)]
    result += html.slice(at, from) + OPENING + html.slice(from, to) + CLOSING
    at = to
  }
  return result + html.slice(at)
}

/** Returns the text as HTML, with a span around each match. */
export function highlightedText(text: string, queries: readonly Query[]): string {
  let result = ''
  let at = 0
  for (const { from, to } of findMatches(text, queries)) {
    result += escapeLiteral(text.slice(at, from)) + OPENING + escapeLiteral(text.slice(from, to)) + CLOSING
    at = to
  }
  return result + escapeLiteral(text.slice(at))
}

/** Returns the ranges of all matches in order. Ranges that touch each other are merged. */
function findMatches(text: string, queries: readonly Query[]): Range[] {
  const { folded, indexes } = foldWithIndexes(text)
  const stems = new Set(
    queries.flatMap(({ tokens }) => tokens.flatMap(({ token, isUnspaced }) => (isUnspaced ? [] : [token]))),
  )
  const literals = queries.flatMap(({ tokens, phrases }) => [
    ...tokens.flatMap(({ token, isUnspaced }) => (isUnspaced ? [token] : [])),
    ...phrases,
  ])
  const matches: Range[] = literals.flatMap((literal) => [...occurrences(folded, literal)])
  for (const { part, from, isUnspaced } of splitByScript(folded))
    if (!isUnspaced && stems.has(stem(part))) matches.push({ from, to: from + part.length })
  return mergeRanges(matches.map(({ from, to }) => ({ from: indexes[from]!, to: indexes[to]! })))
}

function* occurrences(text: string, part: string): Generator<Range> {
  for (let from = text.indexOf(part); from >= 0; from = text.indexOf(part, from + part.length))
    yield { from, to: from + part.length }
}

function mergeRanges(ranges: readonly Range[]): Range[] {
  const merged: Range[] = []
  for (const range of ranges.toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1)
    if (last && range.from <= last.to) last.to = Math.max(last.to, range.to)
    else if (range.to > range.from) merged.push({ ...range })
  }
  return merged
}

/** Returns the text in the form that search compares. `indexes` has the original index of each character, and of the end. */
function foldWithIndexes(text: string): { folded: string; indexes: number[] } {
  let folded = ''
  const indexes: number[] = []
  let at = 0
  for (const character of text) {
    const form = isSpace(character) ? (folded.endsWith(' ') ? '' : ' ') : foldCharacter(character)
    for (let unit = 0; unit < form.length; unit++) indexes.push(at)
    folded += form
    at += character.length
  }
  indexes.push(at)
  return { folded, indexes }
}

const isSpace = (character: string) =>
  character > '~' ? /\s/.test(character) : character <= ' ' && character.trim() === ''

const foldCharacter = (character: string) => (character > '~' ? foldForSearch(character) : character.toLowerCase())
