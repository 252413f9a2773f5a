import type { Block, Construct, Container, Place } from './block'
import { blocksOf, firstLine, linesOf } from './line-range'
import { ITEM_INDENT, settleFirstText } from './lists'

/**
 * What is indented below a list belongs to its last item, or to an item of a list inside it: two spaces for each list
 * to go into. Indentation beyond the lists there are is left for others to read.
 */
export const indentedItem: Construct = {
  fits: (block, { parent, mood }) =>
    firstLine(block).startsWith(ITEM_INDENT) &&
    mood !== 'detabbed' &&
    (parent.kind === 'item' || parent.children.at(-1)?.kind === 'list'),
  take(block, place) {
    const { level, container } = goInto(place, Math.floor(indentOf(firstLine(block)) / ITEM_INDENT.length))
    const lines = linesOf(block).map((line) => detabbed(line, level))
    const parent = place.parent.kind === 'item' ? listOrItem(place.parent) : lastItemOf(container)
    place.parse(blocksOf(lines), { ...place, parent, mood: 'detabbed', depth: place.depth + level })
    return undefined
  },
}

/** The lists and items the indentation reaches into, as far as there are any. */
function goInto({ parent, mood }: Place, indent: number): { level: number; container: Container } {
  let level = mood === 'tight' ? 1 : 0
  let container: Container = parent
  while (indent > level) {
    const child: Block | undefined = container.children.at(-1)
    if (child?.kind !== 'list' && child?.kind !== 'item') break
    if (child.kind === 'list') level += 1
    container = child
  }
  return { level, container }
}

function listOrItem(item: Container): Container {
  const last = item.children.at(-1)
  return last?.kind === 'list' ? last : item
}

/** An empty line stands above, so the text an item has is a paragraph. */
function lastItemOf(container: Container): Container {
  const item = container.children.at(-1)
  if (container.kind !== 'list' || item?.kind !== 'item') return container
  settleFirstText(item)
  return item
}

function indentOf(line: string): number {
  let indent = 0
  while (line.charAt(indent) === ' ') indent += 1
  return indent
}

function detabbed(line: string, level: number): string {
  const indent = ITEM_INDENT.repeat(level)
  return line.startsWith(indent) ? line.slice(indent.length) : line
}
