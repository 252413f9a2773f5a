/** `states` has each attribute `state`: where several states are entered, it is given several times. */
type Attributes = { states: string[]; values: Record<string, string> }
export type Element = { tag: string; attributes: Attributes; children: Element[]; text: string }

/** As much XML as these files use: elements, attributes, text, five entities and character references. */
export function parse(xml: string): Element {
  const root: Element = { tag: '', attributes: { states: [], values: {} }, children: [], text: '' }
  const open = [root]
  for (const [, closing, tag, written, empty, text] of xml.matchAll(
    /<(\/)?([a-z_]+)((?:\s+[a-z]+="[^"]*")*)\s*(\/)?>|([^<]+)/g,
  )) {
    const innermost = open.at(-1) ?? root
    if (text !== undefined) innermost.text += decoded(text).trim()
    else if (closing) open.pop()
    else {
      const element: Element = { tag: tag ?? '', attributes: attributesOf(written), children: [], text: '' }
      innermost.children.push(element)
      if (!empty) open.push(element)
    }
  }
  return root.children[0] ?? root
}

function attributesOf(written = ''): Attributes {
  const attributes: Attributes = { states: [], values: {} }
  for (const [, name = '', value = ''] of written.matchAll(/([a-z]+)="([^"]*)"/g)) {
    attributes.values[name] = decoded(value)
    if (name === 'state') attributes.states.push(decoded(value))
  }
  return attributes
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

const decoded = (text: string) =>
  text.replace(/&(?:#x([0-9a-fA-F]+)|#(\d+)|([a-z]+));/g, (_, hexadecimal, decimal, name) =>
    name ? (ENTITIES[name] ?? '') : String.fromCodePoint(hexadecimal ? parseInt(hexadecimal, 16) : Number(decimal)),
  )
