import { inlineElement } from '../html/tree'
import type { InlineConstruct } from './inline-construct'
import { addNode } from './node-tokens'
import { safeHref } from './safe-href'
import { isTopLevelDomain } from './top-level-domains'
import { endOfPath } from './url-paths'

/**
 * Addresses in running text: web addresses with `http://` or `https://`, domains with a known top-level domain, and email
 * addresses. After an address, only punctuation may come before the next space, so a word has at most one address.
 */
export const autolinks: InlineConstruct = (text, { message, nodes }) => {
  if (!MAY_HAVE_ADDRESS.test(text)) return text
  return text.replace(/\S+/g, (word) => {
    const found = findAddressInWord(word)
    const href = found && safeHref(word.slice(found.start, found.end), message.settings.realm_url)
    if (!found || href === undefined) return word
    const link = inlineElement('a', { href }, [word.slice(found.start, found.end)])
    return word.slice(0, found.start) + addNode(nodes, link) + word.slice(found.end)
  })
}

/** Returns where the addresses of a text are, as if it had no other syntax. */
export function findAddresses(text: string): AddressRange[] {
  if (!MAY_HAVE_ADDRESS.test(text)) return []
  return [...text.matchAll(/\S+/g)].flatMap(({ index, 0: word }) => {
    const found = findAddressInWord(word)
    return found ? [{ start: index + found.start, end: index + found.end }] : []
  })
}

const MAY_HAVE_ADDRESS = /[^\s.]\.[^\s.]|https?:\/\/|bitcoin:/i

type AddressRange = { start: number; end: number }

/**
 * From `closing` on, a word has only punctuation; an address must reach that far. Finding the end of a path may read the
 * whole word, so `pathsLeft` limits the number of paths in one word.
 */
type Word = { text: string; closing: number; pathsLeft: number }

const MAX_PATHS = 50

function findAddressInWord(text: string): AddressRange | undefined {
  if (!MAY_HAVE_ADDRESS.test(text)) return undefined
  const word = { text, closing: closingPunctuationStart(text), pathsLeft: MAX_PATHS }
  for (let start = 0; start < text.length; start++) {
    if (start > 0 && !BEFORE_ADDRESS.has(text.charAt(start - 1))) continue
    const end = endOfAddress(word, start)
    if (end !== undefined) return { start, end }
  }
  return undefined
}

const BEFORE_ADDRESS = new Set(`'"(,:<`)

function closingPunctuationStart(text: string): number {
  let start = text.length
  while (start > 0 && PUNCTUATION.has(text.charAt(start - 1))) start -= 1
  return start
}

const PUNCTUATION = new Set('!:;?),.\'">')

const endOfAddress = (word: Word, start: number): number | undefined =>
  endOfUrl(word, start) ?? endOfDomain(word, start) ?? endOfEmail(word, start) ?? endOfBitcoinAddress(word, start)

function endOfUrl(word: Word, start: number): number | undefined {
  const { text, closing } = word
  const host = endOfMatch(/https?:\/\//iy, text, start)
  const end = host && endOfMatch(/[\p{L}\p{N}_.:@-]+/uy, text, host)
  if (!host || !end) return undefined
  if (closing <= end) return Math.max(closing, host + 1)
  return endOfPathAt(word, end)
}

function endOfDomain(word: Word, start: number): number | undefined {
  const { text, closing } = word
  const matchEnd = endOfMatch(WORD_WITH_DOTS, text, start) ?? start
  const end = Math.min(matchEnd, closing)
  if (end <= start || !isDomain(text.slice(start, end))) return undefined
  if (end === closing) return end
  return endOfPathAt(word, matchEnd)
}

function endOfPathAt(word: Word, slash: number): number | undefined {
  if (word.text.charAt(slash) !== '/' || word.pathsLeft === 0) return undefined
  word.pathsLeft -= 1
  return endOfPath(word.text, slash + 1, word.closing)
}

function isDomain(text: string): boolean {
  const labels = text.split('.')
  return labels.length > 1 && !labels.includes('') && isTopLevelDomain(labels.at(-1) ?? '')
}

function endOfEmail({ text, closing }: Word, start: number): number | undefined {
  const name = endOfMatch(WORD_WITH_DOTS, text, start)
  if (!name || text.charAt(name) !== '@') return undefined
  const host = endOfMatch(WORD_WITH_DOTS, text, name + 1)
  if (!host || host < closing) return undefined
  return /^[\p{L}\p{N}_.-]+\.[\p{L}\p{N}_]+$/u.test(text.slice(name + 1, closing)) ? closing : undefined
}

function endOfBitcoinAddress({ text, closing }: Word, start: number): number | undefined {
  const end = endOfMatch(/bitcoin:[13][a-km-zA-HJ-NP-Z1-9]{25,34}/iy, text, start)
  return end === closing ? end : undefined
}

const WORD_WITH_DOTS = /[\p{L}\p{N}_.-]+/uy

/** Returns where the match of a sticky pattern at an index ends. */
function endOfMatch(pattern: RegExp, text: string, start: number): number | undefined {
  pattern.lastIndex = start
  return pattern.test(text) ? pattern.lastIndex : undefined
}
