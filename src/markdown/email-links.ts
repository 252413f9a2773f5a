import { attribute, type HtmlElement } from './html-tree'

/** What a preview is: a picture, a video or a summary of a linked page. The text has the link already. */
const PREVIEW = /\b(message_inline_image|message_inline_ref|message_embed|twitter-tweet)\b/

export const isPreview = ({ attributes }: HtmlElement): boolean => PREVIEW.test(attribute(attributes, 'class'))

/** Returns the address of a link as it works in an email, or undefined if only the client can follow it. */
export function absoluteAddress(href: string, realm_url: string): string | undefined {
  if (/^(https?:\/\/|mailto:)/i.test(href)) return href
  if (href.startsWith('#')) return `${realm_url}/${href}`
  return href.startsWith('/') && !href.startsWith('//') ? realm_url + href : undefined
}

/** Returns the address of the first link below an element. */
export function firstLink(element: HtmlElement): string | undefined {
  if (element.tag === 'a') return attribute(element.attributes, 'href')
  for (const child of element.children) {
    const href = typeof child === 'string' ? undefined : firstLink(child)
    if (href !== undefined) return href
  }
  return undefined
}
