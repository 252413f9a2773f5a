// What the phone app and the terminal client need of the HTML of a message. A message that one of them cannot draw ends the whole
// view in which it is. What they draw as unknown is no fault.

type Element = { tag: string; attributes: ReadonlyMap<string, string>; children: (Element | string)[] }

const PIECE = /<(\/?)([a-z][a-z0-9]*)((?:\s+[a-zA-Z:-]+(?:="[^"<>]*")?)*)\s*(\/?)>|[^<]+|</g
const ATTRIBUTE = /([a-zA-Z:-]+)(?:="([^"]*)")?/g
const VOID = new Set(['br', 'hr', 'img'])

/** Python's parser reads no deeper, and the clients draw by recursion. */
const MAX_DEPTH = 250

/** Returns what a client could not draw in the HTML of a message, or undefined. */
export function htmlGap(html: string): string | undefined {
  const root: Element = { tag: '', attributes: new Map(), children: [] }
  const open = [root]
  for (const { 0: piece, 1: slash, 2: tag, 3: attributes = '', 4: end } of html.matchAll(PIECE)) {
    const parent = open.at(-1)!
    if (tag === undefined) {
      if (piece === '<') return 'has a < that begins no tag'
      parent.children.push(piece)
    } else if (slash === '/') {
      if (open.length === 1 || parent.tag !== tag) return `has </${tag}> in <${parent.tag}>`
      open.pop()
    } else {
      const element: Element = { tag, attributes: attributesOf(attributes), children: [] }
      const problem = wrongElement(element)
      if (problem !== undefined) return problem
      parent.children.push(element)
      if (!VOID.has(tag) && end === '') open.push(element)
      if (open.length > MAX_DEPTH) return `has more than ${MAX_DEPTH} elements in each other`
    }
  }
  return open.length > 1 ? `has no </${open.at(-1)!.tag}>` : elementsIn(root).map(wrongParts).find(Boolean)
}

const attributesOf = (text: string) =>
  new Map([...text.matchAll(ATTRIBUTE)].map(([, name, value = '']) => [name!, value] as const))

const elementsIn = ({ children }: Element): Element[] =>
  children.flatMap((child) => (typeof child === 'string' ? [] : [child, ...elementsIn(child)]))

const childrenOf = (element: Element, tag: string): Element[] =>
  element.children.filter((child) => typeof child !== 'string').filter((child) => child.tag === tag)

const hasClass = ({ attributes }: Element, name: string) => (attributes.get('class') ?? '').split(' ').includes(name)

function wrongElement({ tag, attributes }: Element): string | undefined {
  if (tag === 'a' && !attributes.has('href')) return 'has a link without href'
  if (tag === 'img' && !attributes.has('src')) return 'has a picture without src'
  if (tag === 'ol' && !/^\d{1,18}$/.test(attributes.get('start') ?? '1')) return 'has a list that begins with no number'
  return tag === 'time' ? wrongTime(attributes.get('datetime') ?? '') : undefined
}

/** The reader's time zone is up to a day away, and Python has only the years from 1 to 9999. */
function wrongTime(datetime: string): string | undefined {
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{6})?Z$/.test(datetime)
  return isTime && datetime >= '0001-01-02' && datetime < '9999-12-31' ? undefined : `has the time ${datetime}`
}

function wrongParts(element: Element): string | undefined {
  if (element.tag === 'table') return wrongTable(element)
  if (hasClass(element, 'codehilite') && childrenOf(element, 'pre').length !== 1) return 'has a code block without pre'
  if (!hasClass(element, 'spoiler-block')) return undefined
  const [header, content] = childrenOf(element, 'div')
  const isSpoiler = header && content && hasClass(header, 'spoiler-header') && hasClass(content, 'spoiler-content')
  return isSpoiler ? undefined : 'has a spoiler without header or content'
}

/** No row has more cells than the header. */
function wrongTable(table: Element): string | undefined {
  const [header] = childrenOf(table, 'thead').flatMap((head) => childrenOf(head, 'tr'))
  const bodies = childrenOf(table, 'tbody')
  if (!header || bodies.length !== 1) return 'has a table without header or body'
  const columns = childrenOf(header, 'th').length
  const rows = bodies.flatMap((body) => childrenOf(body, 'tr'))
  return rows.some((row) => childrenOf(row, 'td').length > columns) ? 'has a table with a longer row' : undefined
}
