import { htmlEntity } from './html-characters'

export type Attributes = Partial<Record<string, string>>

// Sticky and with limits: each character is read a few times, whatever the tag contains.
const ATTRIBUTE = /[\s/]*([^\s=>/"']{1,60})(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]*)))?/y

/** Returns the attributes of a tag. `text` is what follows its name. Of a repeated attribute, the first counts. */
export function readAttributes(text: string): Attributes {
  const attributes: Attributes = Object.create(null)
  ATTRIBUTE.lastIndex = 0
  for (let match = ATTRIBUTE.exec(text); match !== null; match = ATTRIBUTE.exec(text)) {
    const [, name = '', double, single, bare] = match
    attributes[name.toLowerCase()] ??= decodeEntities(double ?? single ?? bare ?? '')
  }
  return attributes
}

// A name without its semicolon counts only before other text: `?a=1&copy=2` is an address.
const ENTITY = /&(?:#(\d{1,7});?|#x([\da-f]{1,6});?|([a-z][a-z0-9]{1,30})(?:;|(?![=a-z0-9])))/gi

/** Returns a text of HTML with the characters that its entities name. */
export const decodeEntities = (text: string): string =>
  text.includes('&') ? text.replaceAll(ENTITY, htmlEntity) : text
