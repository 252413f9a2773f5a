import { type Element, type Node, isElement } from './tree'

/** A link of a message, and where it is. */
export type FoundLink = {
  element: Element
  href: string
  /** The text before any other element in the link. */
  text: string
  /** Whether the text of the link is not its address. */
  hasOwnText: boolean
  /** The parent first, the message last. */
  ancestors: Element[]
  isQuoted: boolean
}

/** Returns the links of a message, level by level: those in paragraphs come before those inside emphasis. */
export function findLinks(message: Node[]): FoundLink[] {
  const links: FoundLink[] = []
  const root: Element = { tag: 'div', attributes: {}, children: message, layout: 'block' }
  const queue: Visit[] = [{ element: root, ancestors: [], isQuoted: false }]
  for (const visit of queue) visitElement(visit, { links, queue })
  return links
}

type Visit = { element: Element; ancestors: Element[]; isQuoted: boolean }

function visitElement({ element, ancestors, isQuoted }: Visit, search: { links: FoundLink[]; queue: Visit[] }) {
  const childAncestors = [element, ...ancestors]
  const isChildQuoted = isQuoted || element.tag === 'blockquote'
  for (const child of element.children) {
    if (!isElement(child)) continue
    const visit = { element: child, ancestors: childAncestors, isQuoted: isChildQuoted }
    if (child.tag === 'a') search.links.push(foundLink(visit))
    // The paragraphs of a spoiler are on the same level as those around it.
    if (child.tag === 'div') visitElement(visit, search)
    else if (child.children.length > 0) search.queue.push(visit)
  }
}

function foundLink({ element, ancestors, isQuoted }: Visit): FoundLink {
  const href = element.attributes['href'] ?? ''
  const [first] = element.children
  const text = typeof first === 'string' ? first : href
  return { element, href, text, hasOwnText: text !== href, ancestors, isQuoted }
}
