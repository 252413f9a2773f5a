import { type Element, type Node, inlineElement } from '../html/tree'
import type { InlineConstruct } from './inline-construct'
import { addNode, expandToText, expandTokens } from './node-tokens'
import { parseTimestamp } from './timestamp-parser'

/** `<time:2017-06-05T22:30>`. Clients show it in the reader's time zone. Another text than a time of ISO 8601 stays as it is. */
export const timestamps: InlineConstruct = (text, { nodes }) => {
  if (!text.includes('<time:')) return text
  // Before the last `>`, each `<time:` has an end. So the pattern never searches for an end that does not exist.
  const end = text.lastIndexOf('>') + 1
  return (
    text.slice(0, end).replace(TIMESTAMP, (typed: string, inside: string) => {
      const datetime = parseTimestamp(expandToText(inside, nodes))
      return datetime === undefined ? typed : addNode(nodes, timeElement(datetime, expandTokens(inside, nodes)))
    }) + text.slice(end)
  )
}

// Linear: the text ends with `>`, so each `<time:` has an end.
const TIMESTAMP = /<time:([^>]*)>/g

function timeElement(datetime: string, children: Node[]): Element {
  return inlineElement('time', { datetime }, children)
}
