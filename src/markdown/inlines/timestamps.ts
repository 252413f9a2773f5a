import { type Element, type Node, inlineElement } from '../html/tree'
import type { InlineConstruct } from './inline-construct'
import { addNode, expandToText, expandTokens } from './node-tokens'
import { parseTimestamp } from './timestamp-parser'

/** `<time:2017-06-05 22:30>`. Clients show it in the reader's time zone. */
export const timestamps: InlineConstruct = (text, { nodes }) => {
  if (!text.includes('<time:')) return text
  // Before the last `>`, each `<time:` has an end. So the pattern never searches for an end that does not exist.
  const end = text.lastIndexOf('>') + 1
  return (
    text
      .slice(0, end)
      .replace(TIMESTAMP, (_, inside: string) =>
        addNode(nodes, timeElement(expandToText(inside, nodes), expandTokens(inside, nodes))),
      ) + text.slice(end)
  )
}

// Linear: the text ends with `>`, so each `<time:` has an end.
const TIMESTAMP = /<time:([^>]*)>/g

function timeElement(text: string, children: Node[]): Element {
  const datetime = parseTimestamp(text)
  if (datetime !== undefined) return inlineElement('time', { datetime }, children)
  return inlineElement('span', { class: 'timestamp-error' }, ['Invalid time format: ', ...children])
}
