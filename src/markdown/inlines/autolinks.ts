import { inline } from '../html/tree'
import type { Rung } from './inline-construct'
import { hold } from './node-tokens'
import { linkAddress } from './safe-href'
import { isTopLevelDomain } from './top-level-domains'
import { endOfPath } from './url-paths'

/**
 * Addresses in running text: with `http://` or `https://`, or a domain that ends as domains do, or an e-mail address.
 * One must be followed by a space or the end of the text, not counting punctuation, so each word holds at most one.
 */
export const autolinks: Rung = (text, { scope, held }) => {
  if (!MAY_HOLD_ADDRESS.test(text)) return text
  return text.replace(/\S+/g, (word) => {
    const found = addressIn(word)
    const href = found && linkAddress(word.slice(found.start, found.end), scope.settings.realm_url)
    if (!found || href === undefined) return word
    const link = inline('a', { href }, [word.slice(found.start, found.end)])
    return word.slice(0, found.start) + hold(held, link) + word.slice(found.end)
  })
}

/** Where they stand in a text that nothing else is made of. */
export function addressesIn(text: string): Found[] {
  if (!MAY_HOLD_ADDRESS.test(text)) return []
  return [...text.matchAll(/\S+/g)].flatMap(({ index, 0: word }) => {
    const found = addressIn(word)
    return found ? [{ start: index + found.start, end: index + found.end }] : []
  })
}

const MAY_HOLD_ADDRESS = /[^\s.]\.[^\s.]|https?:\/\/|bitcoin:/i

type Found = { start: number; end: number }

/**
 * An address has to reach to `closing`, from where only punctuation is left of the word. Looking for the end of a path
 * may take reading all of the word, so in a word of nothing but beginnings of addresses it is not done for each.
 */
type Word = { text: string; closing: number; pathsLeft: number }

const MAX_PATHS = 50

function addressIn(text: string): Found | undefined {
  if (!MAY_HOLD_ADDRESS.test(text)) return undefined
  const word = { text, closing: startOfPunctuation(text), pathsLeft: MAX_PATHS }
  for (let start = 0; start < text.length; start++) {
    if (start > 0 && !BEFORE_ADDRESS.has(text.charAt(start - 1))) continue
    const end = endOfAddress(word, start)
    if (end !== undefined) return { start, end }
  }
  return undefined
}

const BEFORE_ADDRESS = new Set(`'"(,:<`)

function startOfPunctuation(text: string): number {
  let start = text.length
  while (start > 0 && PUNCTUATION.has(text.charAt(start - 1))) start -= 1
  return start
}

const PUNCTUATION = new Set('!:;?),.\'">')

const endOfAddress = (word: Word, start: number): number | undefined =>
  endOfUrl(word, start) ?? endOfDomain(word, start) ?? endOfEmail(word, start) ?? endOfPayment(word, start)

function endOfUrl(word: Word, start: number): number | undefined {
  const { text, closing } = word
  const host = endOf(/https?:\/\//iy, text, start)
  const end = host && endOf(/[\p{L}\p{N}_.:@-]+/uy, text, host)
  if (!host || !end) return undefined
  if (closing <= end) return Math.max(closing, host + 1)
  return pathFrom(word, end)
}

function endOfDomain(word: Word, start: number): number | undefined {
  const { text, closing } = word
  const run = endOf(WORD_WITH_DOTS, text, start) ?? start
  const end = Math.min(run, closing)
  if (end <= start || !isDomain(text.slice(start, end))) return undefined
  if (end === closing) return end
  return pathFrom(word, run)
}

function pathFrom(word: Word, slash: number): number | undefined {
  if (word.text.charAt(slash) !== '/' || word.pathsLeft === 0) return undefined
  word.pathsLeft -= 1
  return endOfPath(word.text, slash + 1, word.closing)
}

function isDomain(text: string): boolean {
  const labels = text.split('.')
  return labels.length > 1 && !labels.includes('') && isTopLevelDomain(labels.at(-1) ?? '')
}

function endOfEmail({ text, closing }: Word, start: number): number | undefined {
  const name = endOf(WORD_WITH_DOTS, text, start)
  if (!name || text.charAt(name) !== '@') return undefined
  const host = endOf(WORD_WITH_DOTS, text, name + 1)
  if (!host || host < closing) return undefined
  return /^[\p{L}\p{N}_.-]+\.[\p{L}\p{N}_]+$/u.test(text.slice(name + 1, closing)) ? closing : undefined
}

function endOfPayment({ text, closing }: Word, start: number): number | undefined {
  const end = endOf(/bitcoin:[13][a-km-zA-HJ-NP-Z1-9]{25,34}/iy, text, start)
  return end === closing ? end : undefined
}

const WORD_WITH_DOTS = /[\p{L}\p{N}_.-]+/uy

/** Where a sticky pattern that starts at an index ends. */
function endOf(pattern: RegExp, text: string, start: number): number | undefined {
  pattern.lastIndex = start
  return pattern.test(text) ? pattern.lastIndex : undefined
}
