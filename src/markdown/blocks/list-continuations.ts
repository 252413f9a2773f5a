import type { Block, Container } from './block'
import type { BlockConstruct, BlockContext } from './block-construct'
import { firstLine, linesIn, splitAtBlankLines } from './line-range'
import { ITEM_INDENT, makeFirstTextParagraph } from './lists'

/**
 * Indented lines below a list. They belong to the last item of the list, or of a list inside it: two spaces for each
 * level. Indentation beyond the innermost list is left for the other constructs, such as indented code.
 */
export const listContinuation: BlockConstruct = {
  matches: (range, { parent, textMode }) =>
    firstLine(range).startsWith(ITEM_INDENT) &&
    textMode !== 'unindented' &&
    (parent.kind === 'item' || parent.children.at(-1)?.kind === 'list'),
  parse(range, context) {
    const { level, container } = findContainer(context, Math.floor(indentation(firstLine(range)) / ITEM_INDENT.length))
    const lines = linesIn(range).map((line) => unindent(line, level))
    const parent = context.parent.kind === 'item' ? lastListOf(context.parent) : lastItemOf(container)
    const inside: BlockContext = { ...context, parent, textMode: 'unindented', depth: context.depth + level }
    context.parse(splitAtBlankLines(lines), inside)
    return undefined
  },
}

/** Returns the innermost list or item at this indentation, and how many levels down it is. */
function findContainer({ parent, textMode }: BlockContext, indent: number): { level: number; container: Container } {
  let level = textMode === 'tight' ? 1 : 0
  let container: Container = parent
  while (indent > level) {
    const child: Block | undefined = container.children.at(-1)
    if (child?.kind !== 'list' && child?.kind !== 'item') break
    if (child.kind === 'list') level += 1
    container = child
  }
  return { level, container }
}

function lastListOf(item: Container): Container {
  const last = item.children.at(-1)
  return last?.kind === 'list' ? last : item
}

/** Returns the last item of a list. A blank line is above the new lines, so the item's text becomes a paragraph. */
function lastItemOf(container: Container): Container {
  const item = container.children.at(-1)
  if (container.kind !== 'list' || item?.kind !== 'item') return container
  makeFirstTextParagraph(item)
  return item
}

function indentation(line: string): number {
  let indent = 0
  while (line.charAt(indent) === ' ') indent += 1
  return indent
}

function unindent(line: string, level: number): string {
  const indent = ITEM_INDENT.repeat(level)
  return line.startsWith(indent) ? line.slice(indent.length) : line
}
