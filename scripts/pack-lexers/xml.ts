/** @typedef {{ tag: string, attributes: Record<string, any>, children: Element[], text: string }} Element */

/** As much XML as these files use: elements, attributes, text, five entities and character references. */
export function parse(xml) {
  /** @type {Element} */
  const root = { tag: '', attributes: { states: [] }, children: [], text: '' }
  const open = [root]
  for (const [, closing, tag, written, empty, text] of xml.matchAll(
    /<(\/)?([a-z_]+)((?:\s+[a-z]+="[^"]*")*)\s*(\/)?>|([^<]+)/g,
  )) {
    const innermost = open.at(-1) ?? root
    if (text !== undefined) innermost.text += decoded(text).trim()
    else if (closing) open.pop()
    else {
      const element = { tag, attributes: attributesOf(written), children: [], text: '' }
      innermost.children.push(element)
      if (!empty) open.push(element)
    }
  }
  return root.children[0]
}

/** An attribute may be given several times: `state` is, where several states are entered. */
function attributesOf(written) {
  /** @type {Record<string, any>} */
  const attributes = { states: [] }
  for (const [, name, value] of written.matchAll(/([a-z]+)="([^"]*)"/g)) {
    attributes[name] = decoded(value)
    if (name === 'state') attributes.states.push(decoded(value))
  }
  return attributes
}

const ENTITIES = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

const decoded = (text) =>
  text.replace(/&(?:#x([0-9a-fA-F]+)|#(\d+)|([a-z]+));/g, (_, hexadecimal, decimal, name) =>
    name ? ENTITIES[name] : String.fromCodePoint(hexadecimal ? parseInt(hexadecimal, 16) : Number(decimal)),
  )
