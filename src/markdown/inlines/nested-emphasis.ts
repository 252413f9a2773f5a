import { type Element, type Node, isElement } from '../html/tree'

/**
 * Parses the text inside nested emphasis a second time, on its own. The text directly inside asterisks and tildes has no
 * space before it, so the first time it is no address and no mention. So the address in
 * `~~**https://example.com**~~` becomes a link, and that in `**see *there*: https://example.com**` does too.
 */
export const reparseNestedEmphasis = (nodes: readonly Node[], parse: Parse): Node[] =>
  nodes.map((node) => (isEmphasis(node) ? withChildren(node, reparseChildren(node.children, parse)) : node))

type Parse = (text: string) => Node[]

/** Leaves the text before the first element: it was parsed together with the text around it. */
const reparseChildren = (children: readonly Node[], parse: Parse): Node[] =>
  joinTexts(children).flatMap((child, index) =>
    typeof child === 'string' && index === 0 ? [child] : reparse(child, parse),
  )

function reparse(node: Node, parse: Parse): Node[] {
  if (typeof node === 'string') return parse(node)
  if (!isEmphasis(node)) return [node]
  return [
    withChildren(
      node,
      joinTexts(node.children).flatMap((child) => reparse(child, parse)),
    ),
  ]
}

const EMPHASIS_TAGS = new Set(['strong', 'em', 'del'])

const isEmphasis = (node: Node): node is Element => isElement(node) && EMPHASIS_TAGS.has(node.tag)

const withChildren = (element: Element, children: Node[]): Element => ({ ...element, children })

/** Joins adjacent texts. */
function joinTexts(nodes: readonly Node[]): Node[] {
  const result: Node[] = []
  for (const node of nodes) {
    const last = result.at(-1)
    if (typeof node === 'string' && typeof last === 'string') result.splice(-1, 1, last + node)
    else result.push(node)
  }
  return result
}
