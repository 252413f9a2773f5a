import { takeIfLeft } from '../html/output-budget'
import { inlineElement } from '../html/tree'
import { findLinkifierMatches } from '../linkifiers'
import type { InlineConstruct } from './inline-construct'
import { addNode, isTokenUnit } from './node-tokens'
import { safeHref } from './safe-href'

/** Text that the realm's linkifiers match. Where several match, the first in the realm's order wins. */
export const linkifierLinks: InlineConstruct = (text, { message, nodes }) => {
  let result = text
  for (const linkifier of message.settings.linkifiers) {
    let parsed = ''
    let position = 0
    for (const { start, end, url } of findLinkifierMatches(result, linkifier, MAX_LINKS, message.budget)) {
      const linkText = result.slice(start, end)
      const href = safeHref(url, message.settings.realm_url)
      // A token may stand for a link, and a link must not contain links.
      if (href === undefined || hasToken(linkText) || !takeIfLeft(message.budget, 'generated', href.length)) continue
      parsed += result.slice(position, start) + addNode(nodes, inlineElement('a', { href }, [linkText]))
      position = end
    }
    result = parsed + result.slice(position)
  }
  return result
}

/** The most links that one linkifier makes in one text: each search may read the rest of the text. */
const MAX_LINKS = 200

function hasToken(text: string): boolean {
  for (let index = 0; index < text.length; index++) if (isTokenUnit(text.charCodeAt(index))) return true
  return false
}
