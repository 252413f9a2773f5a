import { type Linkifier, linkedWords } from './linkifiers'
import { linkAddress } from './syntax/addresses'

/** A link clients show beside a topic. */
export type TopicLink = { text: string; url: string }

/**
 * What the realm's linkifiers find in a topic's name, from left to right. Where two find overlapping words, the first
 * in the realm's list wins.
 */
export function linksInTopic(topic: string, linkifiers: readonly Linkifier[]): TopicLink[] {
  const found: { start: number; end: number; url: string }[] = []
  for (const linkifier of linkifiers) {
    for (const words of linkedWords(topic, linkifier, MAX_LINKS)) {
      const isFree = found.every(({ start, end }) => words.end <= start || words.start >= end)
      // Links are shown outside of any page, so none is made relative to one.
      const url = linkAddress(words.url, NO_REALM)
      if (isFree && url !== undefined) found.push({ ...words, url })
    }
  }
  return found
    .toSorted((a, b) => a.start - b.start)
    .map(({ start, end, url }) => ({ text: topic.slice(start, end), url }))
}

const MAX_LINKS = 60
const NO_REALM = 'https://realm.invalid'
