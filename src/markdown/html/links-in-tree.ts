import { type Element, type Node, isElement } from './tree'

export type FoundLink = {
  element: Element
  href: string
  /** The text before any other element in the link. */
  words: string
  /** Whether the author gave the link words of its own, rather than its address. */
  hasWords: boolean
  /** The parent first, the message last. */
  ancestors: Element[]
  quoted: boolean
}

/** The links of a message, level by level: those in paragraphs come before those inside emphasis. */
export function linksIn(message: Node[]): FoundLink[] {
  const found: FoundLink[] = []
  const root: Element = { tag: 'div', attributes: {}, children: message, layout: 'frame' }
  const queue: Visit[] = [{ element: root, ancestors: [], quoted: false }]
  for (const visit of queue) look(visit, { found, queue })
  return found
}

type Visit = { element: Element; ancestors: Element[]; quoted: boolean }

function look({ element, ancestors, quoted }: Visit, search: { found: FoundLink[]; queue: Visit[] }) {
  const lineage = [element, ...ancestors]
  const inQuote = quoted || element.tag === 'blockquote'
  for (const child of element.children) {
    if (!isElement(child)) continue
    const visit = { element: child, ancestors: lineage, quoted: inQuote }
    if (child.tag === 'a') search.found.push(foundLink(child, lineage, inQuote))
    // A spoiler hides paragraphs, and takes nothing from their being some.
    if (child.tag === 'div') look(visit, search)
    else if (child.children.length > 0) search.queue.push(visit)
  }
}

function foundLink(element: Element, ancestors: Element[], quoted: boolean): FoundLink {
  const href = element.attributes['href'] ?? ''
  const [first] = element.children
  const words = typeof first === 'string' ? first : href
  return { element, href, words, hasWords: words !== href, ancestors, quoted }
}
