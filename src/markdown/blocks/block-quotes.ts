import type { BlockConstruct } from './block-construct'
import { type LineRange, linesBefore, splitAtBlankLines } from './line-range'

/**
 * `> text`, on any line. All lines up to the next blank line belong to the quote, with or without a `>`. A line of only
 * `>` starts no quote. Two quotes with a blank line between them are two quotes.
 */
export const blockQuote: BlockConstruct = {
  matches: (range) => findQuote(range) !== undefined,
  parse(range, context) {
    const start = findQuote(range) ?? range.to
    const above = linesBefore(range, start)
    if (above) context.parse([above], context)
    const quote = { kind: 'quote' as const, children: [] }
    context.parent.children.push(quote)
    const inside = splitAtBlankLines(range.all.slice(start, range.to).map(removeMarker))
    context.parse(inside, { ...context, parent: quote, textMode: 'paragraph', depth: context.depth + 1 })
    return undefined
  },
}

function findQuote({ next, from, to }: LineRange): number | undefined {
  const start = next.quote[from] ?? to
  const firstText = next.notEmptyQuote[start] ?? to
  return start < to && firstText < to ? start : undefined
}

function removeMarker(line: string): string {
  if (line.trim() === '>') return ''
  const markerLength = /^ {0,3}> ?/.exec(line)?.[0].length ?? 0
  const text = line.slice(markerLength)
  return text.trim() === '' ? '' : text
}
