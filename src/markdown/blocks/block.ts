import type { Lines } from './line-range'

/** What a message is made of, before its text is looked into. */
export type Block =
  | { kind: 'paragraph'; text: string }
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'rule' }
  | { kind: 'indented code'; lines: string[] }
  | { kind: 'code'; language: string; lines: string[] }
  | { kind: 'math'; lines: string[] }
  | { kind: 'spoiler'; header: Block[]; children: Block[] }
  | { kind: 'quote'; children: Block[] }
  | Table
  | List
  | Item
  | LooseText

/** A row may have fewer cells than the head, and never has more. */
export type Table = { kind: 'table'; head: string[]; rows: string[][]; alignments: Alignment[] }
export type Alignment = 'left' | 'center' | 'right' | undefined

export type List = { kind: 'list'; ordered: boolean; start: string; children: Block[] }
export type Item = { kind: 'item'; children: Block[] }

/** Text of a list item that is no paragraph, because no empty line sets the item apart. */
type LooseText = { kind: 'text'; text: string }

export type Container = { kind: 'root' | 'quote' | 'list' | 'item'; children: Block[] }

/** Where a block is being parsed. Constructs put what they made into `parent` and hand what is inside to `parse`. */
export type Place = {
  parent: Container
  mood: Mood
  depth: number
  parse: (blocks: readonly Lines[], place: Place) => void
}

/**
 * How text is taken: in a `tight` item it is not a paragraph, in a `loose` one and in a quote it is. `detabbed` lines
 * have had their indentation read, so what is left of it means nothing.
 */
type Mood = 'open' | 'tight' | 'loose' | 'detabbed' | 'quote'

/** One rung of the ladder of block constructs. */
export type Construct = {
  fits: (block: Lines, place: Place) => boolean
  /** Puts what it makes of the block in its place, and answers the lines it left for others. */
  take: (block: Lines, place: Place) => Lines | undefined
}
