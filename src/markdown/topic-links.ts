import { findAddresses } from './inlines/autolinks'
import { safeHref } from './inlines/safe-href'
import { type LinkifierMatch, findLinkifierMatches } from './linkifiers'
import type { Linkifier } from './settings'

/** A link that clients show beside a topic. */
export type TopicLink = { text: string; url: string }

/**
 * Returns the links of a topic from left to right: the matches of the realm's linkifiers, and web addresses. Where two
 * overlap, the first linkifier in the realm's order wins, and an address loses.
 */
export function linksInTopic(topic: string, linkifiers: readonly Linkifier[]): TopicLink[] {
  const links: LinkifierMatch[] = []
  let addressesLength = 0
  for (const { start, end, url } of [...linkifierMatches(topic, linkifiers), ...webAddresses(topic)]) {
    const overlaps = links.some((other) => end > other.start && start < other.end)
    // Clients show the links outside of any page, so none becomes relative to the realm.
    const address = safeHref(url, NO_REALM)
    if (overlaps || address === undefined) continue
    addressesLength += address.length
    if (addressesLength > MAX_ADDRESSES_LENGTH) break
    links.push({ start, end, url: address })
  }
  return links
    .toSorted((a, b) => a.start - b.start)
    .map(({ start, end, url }) => ({ text: topic.slice(start, end), url }))
}

function linkifierMatches(topic: string, linkifiers: readonly Linkifier[]): LinkifierMatch[] {
  const budget = { linkifierSteps: MAX_LINKIFIER_STEPS }
  return linkifiers.flatMap((linkifier) => findLinkifierMatches(topic, linkifier, MAX_LINKS, budget))
}

/** An address without a scheme gets `https`. Email addresses are no links of a topic. */
const webAddresses = (topic: string): LinkifierMatch[] =>
  findAddresses(topic).flatMap(({ start, end }) => {
    const address = topic.slice(start, end)
    if (HAS_SCHEME.test(address)) return [{ start, end, url: address }]
    return /^[^/]*@/.test(address) ? [] : [{ start, end, url: `https://${address}` }]
  })

const HAS_SCHEME = /^(?:https?|bitcoin):/i
const MAX_LINKS = 60
/** Each message of a topic repeats them. */
const MAX_ADDRESSES_LENGTH = 10_000
/** About a millisecond: a page of messages shows the links of hundreds of topics. */
const MAX_LINKIFIER_STEPS = 100_000
const NO_REALM = 'https://realm.invalid'
