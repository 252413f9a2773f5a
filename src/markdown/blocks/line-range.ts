import { findHeading } from './headings'
import { isThematicBreak } from './thematic-breaks'

/**
 * Some lines without a blank one between them, as a range of an array. A construct takes lines off the front. No
 * construct searches: the index of the next heading, thematic break and quote is computed once for the whole array.
 */
export type LineRange = {
  all: readonly string[]
  from: number
  to: number
  next: NextIndexes
  /** The number of blank lines before the range, beyond the first. Indented code shows them. */
  extraBlankLines: number
}

/** For each line, the index of the first heading, thematic break and so on, from that line on. */
type NextIndexes = {
  heading: Uint32Array
  thematicBreak: Uint32Array
  quote: Uint32Array
  notEmptyQuote: Uint32Array
}

/** Splits lines into ranges at blank lines. */
export function splitAtBlankLines(lines: readonly string[]): LineRange[] {
  const ranges: LineRange[] = []
  const next = nextIndexes(lines)
  let from = 0
  let blankLines = 1
  lines.forEach((line, index) => {
    if (line !== '') return
    if (index > from) {
      ranges.push({ all: lines, from, to: index, next, extraBlankLines: blankLines - 1 })
      blankLines = 0
    }
    from = index + 1
    blankLines += 1
  })
  if (lines.length > from) ranges.push({ all: lines, from, to: lines.length, next, extraBlankLines: blankLines - 1 })
  return ranges
}

/** Returns the first line of a range. */
export const firstLine = (range: LineRange): string => range.all[range.from] ?? ''

/** Returns the lines of a range. */
export const linesIn = (range: LineRange): string[] => range.all.slice(range.from, range.to)

/** Returns the lines of a range that come before an index, or undefined if there are none. */
export const linesBefore = (range: LineRange, to: number): LineRange | undefined =>
  to > range.from ? { ...range, to: Math.min(to, range.to) } : undefined

/** Returns the lines of a range from an index on, or undefined if there are none. */
export const linesFrom = (range: LineRange, from: number): LineRange | undefined =>
  from < range.to ? { ...range, from, extraBlankLines: 0 } : undefined

function nextIndexes(lines: readonly string[]): NextIndexes {
  if (!lines.some((line) => MAY_HAVE_INDEX.test(line))) return NO_INDEXES
  const size = lines.length
  const none = () => new Uint32Array(size + 1).fill(size)
  const next = { heading: none(), thematicBreak: none(), quote: none(), notEmptyQuote: none() }
  for (let index = size - 1; index >= 0; index--) {
    const line = lines[index] ?? ''
    const set = (kind: keyof NextIndexes, isHere: boolean) => {
      next[kind][index] = isHere ? index : (next[kind][index + 1] ?? size)
    }
    set('heading', findHeading(lines, index) !== undefined)
    set('thematicBreak', isThematicBreak(line))
    set('quote', /^ {0,3}>/.test(line))
    set('notEmptyQuote', !/^ {0,3}>\s*$/.test(line))
  }
  return next
}

const MAY_HAVE_INDEX = /^ {0,3}[#>*_-]/

const EMPTY = new Uint32Array(0)
const NO_INDEXES: NextIndexes = { heading: EMPTY, thematicBreak: EMPTY, quote: EMPTY, notEmptyQuote: EMPTY }
