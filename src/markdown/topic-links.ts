import { addressesIn } from './inlines/autolinks'
import { linkAddress } from './inlines/safe-href'
import { type Linkifier, linkedWords } from './linkifiers'

/** A link clients show beside a topic. */
export type TopicLink = { text: string; url: string }

/**
 * What the realm's linkifiers find in a topic's name, and the web addresses in it, from left to right. Where two find
 * overlapping words, the first in the realm's list wins, and any of them wins over an address.
 */
export function linksInTopic(topic: string, linkifiers: readonly Linkifier[]): TopicLink[] {
  const found: Place[] = []
  let length = 0
  for (const { start, end, url } of [...wordsOf(topic, linkifiers), ...addressesOf(topic)]) {
    const isFree = found.every((other) => end <= other.start || start >= other.end)
    // Links are shown outside of any page, so none is made relative to one.
    const address = linkAddress(url, NO_REALM)
    if (!isFree || address === undefined) continue
    length += address.length
    if (length > MAX_LENGTH_OF_ADDRESSES) break
    found.push({ start, end, url: address })
  }
  return found
    .toSorted((a, b) => a.start - b.start)
    .map(({ start, end, url }) => ({ text: topic.slice(start, end), url }))
}

type Place = { start: number; end: number; url: string }

function wordsOf(topic: string, linkifiers: readonly Linkifier[]): Place[] {
  const budget = { linkifierSteps: MAX_LINKIFIER_STEPS }
  return linkifiers.flatMap((linkifier) => linkedWords(topic, linkifier, MAX_LINKS, budget))
}

/** What names no scheme is asked for securely. An e-mail address is a person, whom a topic has no need to lead to. */
const addressesOf = (topic: string): Place[] =>
  addressesIn(topic).flatMap(({ start, end }) => {
    const address = topic.slice(start, end)
    if (HAS_SCHEME.test(address)) return [{ start, end, url: address }]
    return /^[^/]*@/.test(address) ? [] : [{ start, end, url: `https://${address}` }]
  })

const HAS_SCHEME = /^(?:https?|bitcoin):/i
const MAX_LINKS = 60
/** Every message of a topic repeats them. */
const MAX_LENGTH_OF_ADDRESSES = 10_000
/** About a millisecond: a page of messages shows the links of hundreds of topics. */
const MAX_LINKIFIER_STEPS = 100_000
const NO_REALM = 'https://realm.invalid'
