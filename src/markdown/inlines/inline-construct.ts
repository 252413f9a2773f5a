import type { MessageContext } from '../html/message-context'
import type { Node } from '../html/tree'
import type { ParsedNodes } from './node-tokens'

/**
 * One kind of syntax within a line, such as emphasis or a mention. It takes the whole text and adds a node for each match
 * to `context.nodes`. It returns the text with a token in place of each match. Constructs run by precedence, so a later one
 * never sees the inside of a match. parse-inlines.ts has the list of all.
 */
export type InlineConstruct = (text: string, context: InlineContext) => string

/** What a construct needs besides the text. */
export type InlineContext = {
  message: MessageContext
  nodes: ParsedNodes
  /** Parses the text inside a match with the constructs of lower precedence. */
  parseInside: (text: string) => Node[]
}
