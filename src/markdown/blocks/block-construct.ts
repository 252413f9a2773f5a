import type { Container } from './block'
import type { LineRange } from './line-range'

/** One kind of block, such as a heading or a list. parse-blocks.ts has the list of all. */
export type BlockConstruct = {
  /** Returns whether the lines contain such a block. */
  matches: (lines: LineRange, context: BlockContext) => boolean
  /** Adds the parsed block to `context.parent`. Returns the lines after it, which are parsed next. */
  parse: (lines: LineRange, context: BlockContext) => LineRange | undefined
}

/** Where a block is parsed. A construct adds its block to `parent`, and calls `parse` for the lines inside the block. */
export type BlockContext = {
  parent: Container
  textMode: TextMode
  /** How many lists and quotes contain the block. */
  depth: number
  parse: (ranges: readonly LineRange[], context: BlockContext) => void
}

/**
 * How lines of plain text are added: as a paragraph, or in a tight list item as bare text. Lines that are `unindented`
 * become a paragraph too. Their list indentation was removed, so further indentation does not mean a list.
 */
type TextMode = 'paragraph' | 'tight' | 'unindented'
