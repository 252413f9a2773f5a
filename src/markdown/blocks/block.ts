/** A block of a message. Its text is not parsed yet. */
export type Block =
  | { kind: 'paragraph'; text: string }
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'thematic break' }
  | { kind: 'indented code'; lines: string[] }
  | { kind: 'fenced code'; language: string; lines: string[] }
  | { kind: 'math'; lines: string[] }
  | { kind: 'spoiler'; header: Block[]; children: Block[] }
  | { kind: 'quote'; children: Block[] }
  | Table
  | List
  | ListItem
  | TightText

/** A table. A row may have fewer cells than the head, and never has more. */
export type Table = { kind: 'table'; head: string[]; rows: string[][]; alignments: Alignment[] }

/** The alignment of a table's column. */
export type Alignment = 'left' | 'center' | 'right' | undefined

/** A bulleted or numbered list. Its children are items. */
export type List = { kind: 'list'; ordered: boolean; start: string; children: Block[] }

/** One item of a list. */
export type ListItem = { kind: 'item'; children: Block[] }

/** Text of a list item that is no paragraph, because no blank line separates the item from the others. */
type TightText = { kind: 'text'; text: string }

/** A block that contains blocks, as far as parsing a block needs to know it. */
export type Container = { kind: 'root' | 'quote' | 'list' | 'item'; children: Block[] }
