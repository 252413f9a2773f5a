import { escapeLiteral } from '../markdown/escape'
import { htmlTextParts, htmlIndexes, type HtmlTextPart } from '../markdown/html-text'
import type { Query } from './query'
import { stem } from './stem'
import { searchable, splitByScript } from './tokens'

/** What was searched for, shown where it was found. Only our own span is ever added, around text and never in a tag. */

type Range = { from: number; to: number }

const OPENING = '<span class="highlight">'
const CLOSING = '</span>'

export function highlightedHtml(html: string, queries: readonly Query[]): string {
  const pieces = htmlTextParts(html)
  const ranges = rangesIn(pieces.map(({ text }) => text).join(''), queries)
  let shown = ''
  let at = 0
  let begins = 0
  let next = 0
  for (const piece of pieces) {
    const ends = begins + piece.text.length
    while (next < ranges.length && ranges[next]!.to <= begins) next++
    const inside: Range[] = []
    for (let i = next; i < ranges.length && ranges[i]!.from < ends; i++)
      inside.push({ from: Math.max(ranges[i]!.from - begins, 0), to: Math.min(ranges[i]!.to, ends) - begins })
    const written = html.slice(piece.from, piece.to)
    shown += html.slice(at, piece.from) + (piece.isIndivisible ? written : highlightedPiece(written, piece, inside))
    begins = ends
    at = piece.to
  }
  return shown + html.slice(at)
}

function highlightedPiece(html: string, { text }: HtmlTextPart, ranges: readonly Range[]): string {
  if (ranges.length === 0) return html
  const places = html.length === text.length ? undefined : htmlIndexes(html)
  const placeOf = (at: number) => places?.[at] ?? at
  let shown = ''
  let at = 0
  for (const range of ranges) {
    const [from, to] = [placeOf(range.from), placeOf(range.to)]
    shown += html.slice(at, from) + OPENING + html.slice(from, to) + CLOSING
    at = to
  }
  return shown + html.slice(at)
}

/** The same for text that is no HTML yet. */
export function highlightedText(text: string, queries: readonly Query[]): string {
  let shown = ''
  let at = 0
  for (const { from, to } of rangesIn(text, queries)) {
    shown += escapeLiteral(text.slice(at, from)) + OPENING + escapeLiteral(text.slice(from, to)) + CLOSING
    at = to
  }
  return shown + escapeLiteral(text.slice(at))
}

/** Where in a text any of it stands, in order and apart from each other. */
function rangesIn(text: string, queries: readonly Query[]): Range[] {
  const { folded, places } = foldedWithPlaces(text)
  const stems = new Set(
    queries.flatMap(({ tokens }) => tokens.flatMap((each) => (each.isUnspaced ? [] : [each.token]))),
  )
  const literal = queries.flatMap(({ tokens, phrases }) => [
    ...tokens.flatMap((each) => (each.isUnspaced ? [each.token] : [])),
    ...phrases,
  ])
  const found: Range[] = literal.flatMap((each) => occurrences(folded, each))
  for (const { part, from, isUnspaced } of splitByScript(folded))
    if (!isUnspaced && stems.has(stem(part))) found.push({ from, to: from + part.length })
  return apart(found.map(({ from, to }) => ({ from: places[from]!, to: places[to]! })))
}

function* occurrencesOf(text: string, part: string): Generator<Range> {
  for (let from = text.indexOf(part); from >= 0; from = text.indexOf(part, from + part.length))
    yield { from, to: from + part.length }
}
const occurrences = (text: string, part: string): Range[] => [...occurrencesOf(text, part)]

function apart(ranges: readonly Range[]): Range[] {
  const merged: Range[] = []
  for (const range of ranges.toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1)
    if (last && range.from <= last.to) last.to = Math.max(last.to, range.to)
    else if (range.to > range.from) merged.push({ ...range })
  }
  return merged
}

/** Searchable text, with the place in the original of each of its characters and of its end. */
function foldedWithPlaces(text: string): { folded: string; places: number[] } {
  let folded = ''
  const places: number[] = []
  let at = 0
  for (const character of text) {
    const as = isSpace(character) ? (folded.endsWith(' ') ? '' : ' ') : foldedCharacter(character)
    for (let i = 0; i < as.length; i++) places.push(at)
    folded += as
    at += character.length
  }
  places.push(at)
  return { folded, places }
}

const isSpace = (character: string) =>
  character > '~' ? /\s/.test(character) : character <= ' ' && character.trim() === ''

const foldedCharacter = (character: string) => (character > '~' ? searchable(character) : character.toLowerCase())
