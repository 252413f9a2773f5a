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
  for (const { element, ancestors, quoted } of queue) {
    const lineage = [element, ...ancestors]
    const inQuote = quoted || element.tag === 'blockquote'
    for (const child of element.children) {
      if (!isElement(child)) continue
      if (child.tag === 'a') found.push(foundLink(child, lineage, inQuote))
      if (child.children.length > 0) queue.push({ element: child, ancestors: lineage, quoted: inQuote })
    }
  }
  return found
}

type Visit = { element: Element; ancestors: Element[]; quoted: boolean }

function foundLink(element: Element, ancestors: Element[], quoted: boolean): FoundLink {
  const href = element.attributes['href'] ?? ''
  const [first] = element.children
  const words = typeof first === 'string' ? first : href
  return { element, href, words, hasWords: words !== href, ancestors, quoted }
}
