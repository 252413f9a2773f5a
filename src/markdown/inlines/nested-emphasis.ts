import { type Element, type Node, isElement } from '../html/tree'

/**
 * Stars and tildes keep what they touch from being an address, a mention or another thing that stands between spaces.
 * Where emphasis is within emphasis, what is left of their text is parsed once more, on its own: so that the address in
 * `~~**https://example.com**~~` is one, and that in `**see *there*: https://example.com**` is, too.
 */
export const lookedThroughAgain = (nodes: readonly Node[], parse: Parse): Node[] =>
  nodes.map((node) => (isEmphasis(node) ? withChildren(node, within(node.children, parse)) : node))

type Parse = (text: string) => Node[]

/** The text before the first element has had its look together with what is around it. */
const within = (children: readonly Node[], parse: Parse): Node[] =>
  joined(children).flatMap((child, index) => (typeof child === 'string' && index === 0 ? [child] : again(child, parse)))

function again(node: Node, parse: Parse): Node[] {
  if (typeof node === 'string') return parse(node)
  if (!isEmphasis(node)) return [node]
  return [
    withChildren(
      node,
      joined(node.children).flatMap((child) => again(child, parse)),
    ),
  ]
}

const EMPHASIS = new Set(['strong', 'em', 'del'])

const isEmphasis = (node: Node): node is Element => isElement(node) && EMPHASIS.has(node.tag)

const withChildren = (element: Element, children: Node[]): Element => ({ ...element, children })

/** What turned out to be text after all is text together with what is beside it. */
function joined(nodes: readonly Node[]): Node[] {
  const result: Node[] = []
  for (const node of nodes) {
    const last = result.at(-1)
    if (typeof node === 'string' && typeof last === 'string') result.splice(-1, 1, last + node)
    else result.push(node)
  }
  return result
}
