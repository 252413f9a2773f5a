import { headingAt } from './headings'
import { isRule } from './thematic-breaks'

/**
 * A block of lines with no empty one between them, as a window onto an array. Constructs take lines off the front, so
 * a block is only ever looked through once: where the next heading, rule or quote stands is worked out beforehand.
 */
export type Lines = {
  all: readonly string[]
  from: number
  to: number
  landmarks: Landmarks
  /** How many empty lines came before, beyond the one that ended the block above: they show in code. */
  extraBlanks: number
}

/** For each line, the index of the first one at or after it that is a heading, a rule, … */
type Landmarks = { heading: Uint32Array; rule: Uint32Array; quote: Uint32Array; notBareQuote: Uint32Array }

/** Cuts lines into blocks at empty lines. */
export function blocksOf(lines: readonly string[]): Lines[] {
  const blocks: Lines[] = []
  const landmarks = landmarksOf(lines)
  let from = 0
  let blanks = 1
  lines.forEach((line, index) => {
    if (line !== '') return
    if (index > from) {
      blocks.push({ all: lines, from, to: index, landmarks, extraBlanks: blanks - 1 })
      blanks = 0
    }
    from = index + 1
    blanks += 1
  })
  if (lines.length > from) blocks.push({ all: lines, from, to: lines.length, landmarks, extraBlanks: blanks - 1 })
  return blocks
}

export const firstLine = (block: Lines): string => block.all[block.from] ?? ''

export const linesOf = (block: Lines): string[] => block.all.slice(block.from, block.to)

export const joined = (block: Lines): string => linesOf(block).join('\n')

/** The lines of a block up to an index, and those from an index on; nothing where there are none. */
export const before = (block: Lines, to: number): Lines | undefined =>
  to > block.from ? { ...block, to: Math.min(to, block.to) } : undefined

export const after = (block: Lines, from: number): Lines | undefined =>
  from < block.to ? { ...block, from, extraBlanks: 0 } : undefined

function landmarksOf(lines: readonly string[]): Landmarks {
  if (!lines.some((line) => MAY_BE_LANDMARK.test(line))) return NO_LANDMARKS
  const size = lines.length
  const none = () => new Uint32Array(size + 1).fill(size)
  const landmarks = { heading: none(), rule: none(), quote: none(), notBareQuote: none() }
  for (let index = size - 1; index >= 0; index--) {
    const line = lines[index] ?? ''
    const mark = (kind: keyof Landmarks, here: boolean) => {
      landmarks[kind][index] = here ? index : (landmarks[kind][index + 1] ?? size)
    }
    mark('heading', headingAt(lines, index) !== undefined)
    mark('rule', isRule(line))
    mark('quote', /^ {0,3}>/.test(line))
    mark('notBareQuote', !/^ {0,3}>\s*$/.test(line))
  }
  return landmarks
}

const MAY_BE_LANDMARK = /^ {0,3}[#>*_-]/

const nowhere = new Uint32Array(0)
const NO_LANDMARKS: Landmarks = { heading: nowhere, rule: nowhere, quote: nowhere, notBareQuote: nowhere }
