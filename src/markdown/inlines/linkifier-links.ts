import { takeIfLeft } from '../html/output-budget'
import { inline } from '../html/tree'
import { linkedWords } from '../linkifiers'
import type { Rung } from './inline-construct'
import { hold, isOfToken } from './node-tokens'
import { linkAddress } from './safe-href'

/** What the realm's linkifiers make links of. The first in the realm's list wins. */
export const wordsOfLinkifiers: Rung = (text, { scope, held }) => {
  let parsed = text
  for (const linkifier of scope.settings.linkifiers) {
    let rest = ''
    let position = 0
    for (const { start, end, url } of linkedWords(parsed, linkifier, MAX_LINKS, scope.budget)) {
      const words = parsed.slice(start, end)
      const href = linkAddress(url, scope.settings.realm_url)
      // What a stronger construct holds may be a link already, and there are no links in links.
      if (href === undefined || hasToken(words) || !takeIfLeft(scope.budget, 'generated', href.length)) continue
      rest += parsed.slice(position, start) + hold(held, inline('a', { href }, [words]))
      position = end
    }
    parsed = rest + parsed.slice(position)
  }
  return parsed
}

/** Of one linkifier in one text: finding the next may take reading all that is left. */
const MAX_LINKS = 200

function hasToken(words: string): boolean {
  for (let index = 0; index < words.length; index++) if (isOfToken(words.charCodeAt(index))) return true
  return false
}
