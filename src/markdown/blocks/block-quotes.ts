import type { Construct } from './block'
import { type Lines, before, blocksOf } from './line-range'

/**
 * `> words`, on any line; the rest of the block belongs to it, marked or not. Lines that are nothing but marks start
 * no quote, so that `>` alone stays what it is. Two quotes with an empty line between them are two quotes.
 */
export const quote: Construct = {
  fits: (block) => startOfQuote(block) !== undefined,
  take(block, place) {
    const start = startOfQuote(block) ?? block.to
    const above = before(block, start)
    if (above) place.parse([above], place)
    const quoted = { kind: 'quote' as const, children: [] }
    place.parent.children.push(quoted)
    const inside = blocksOf(block.all.slice(start, block.to).map(withoutMark))
    place.parse(inside, { ...place, parent: quoted, mood: 'quote', depth: place.depth + 1 })
    return undefined
  },
}

function startOfQuote({ landmarks, from, to }: Lines): number | undefined {
  const start = landmarks.quote[from] ?? to
  const words = landmarks.notBareQuote[start] ?? to
  return start < to && words < to ? start : undefined
}

function withoutMark(line: string): string {
  if (line.trim() === '>') return ''
  const mark = /^ {0,3}> ?/.exec(line)?.[0].length ?? 0
  const words = line.slice(mark)
  return words.trim() === '' ? '' : words
}
