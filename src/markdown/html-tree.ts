import { VOID_TAGS } from './html/void-tags'
import { decodeEntities } from './html-text'

/** An element of HTML of this library. Its texts are decoded. */
export type HtmlElement = { tag: string; attributes: string; children: (HtmlElement | string)[] }

const PIECE = /<(\/?)([a-z][a-z0-9-]*)((?:[\s/](?:[^<>"]|"[^"<]*")*)?)>|[^<]+/gi

/** Parses HTML of this library: each element that needs an end tag has one. */
export function parseHtml(html: string): HtmlElement {
  const root: HtmlElement = { tag: '', attributes: '', children: [] }
  const open = [root]
  for (const { 0: piece, 1: slash, 2: tag, 3: attributes = '' } of html.matchAll(PIECE)) {
    const parent = open.at(-1) ?? root
    if (tag === undefined) parent.children.push(decodeEntities(piece))
    else if (slash !== '') open.pop()
    else {
      const element: HtmlElement = { tag, attributes, children: [] }
      parent.children.push(element)
      if (!VOID_TAGS.has(tag) && !attributes.endsWith('/')) open.push(element)
    }
  }
  return root
}

/** Returns the value of an attribute, or nothing. */
export const attribute = (attributes: string, name: string): string =>
  // Linear: the name is a word of this program.
  decodeEntities(new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? '')

/** Returns the characters of an emoji's code. */
export const emojiText = (code: string): string =>
  String.fromCodePoint(...code.split('-').map((character) => parseInt(character, 16)))

/** Returns the TeX of a formula. Its HTML contains the text twice, and the TeX in an annotation. */
export function texOf(element: HtmlElement): string {
  if (element.tag === 'annotation') return element.children.filter((child) => typeof child === 'string').join('')
  return element.children.map((child) => (typeof child === 'string' ? '' : texOf(child))).join('')
}
