import type { Linkifier } from '../../../markdown/settings'
import { linksInTopic, type TopicLink } from '../../../markdown/topic-links'
import type { Realm } from '../../../realm'
import { cacheKey } from '../../../store/realm-cache'
import type { LinkifierWords } from './rules'

/** A linkifier as clients are told of it. */
export type KnownLinkifier = LinkifierWords & { id: number }

type LinkifierRow = Omit<KnownLinkifier, 'alternative_url_templates'> & {
  alternative_url_templates: string // JSON
}

/** The realm's linkifiers. Keys that are computed from them name it. */
export const linkifiersCache = cacheKey<readonly KnownLinkifier[]>()
const renderedLinkifiersCache = cacheKey<readonly Linkifier[]>({ invalidatedBy: [linkifiersCache] })
const topicLinksCache = cacheKey<Map<string, TopicLink[]>>({ invalidatedBy: [linkifiersCache] })

/** In the realm's order: where two of them claim the same words, the first wins. */
export const knownLinkifiers = (realm: Realm): readonly KnownLinkifier[] =>
  realm.cache.get(linkifiersCache, () =>
    realm.sql.all<LinkifierRow>`
      SELECT id, pattern, url_template, alternative_url_templates, example_input, reverse_template
      FROM linkifiers ORDER BY place, id`.map((row) => ({
      ...row,
      alternative_url_templates: JSON.parse(row.alternative_url_templates),
    })),
  )

/** What rendering needs of them. */
export const linkifiersOf = (realm: Realm): readonly Linkifier[] =>
  realm.cache.get(renderedLinkifiersCache, () =>
    knownLinkifiers(realm).map(({ id, pattern, url_template }) => ({ id, pattern, url_template })),
  )

export function insertLinkifier(realm: Realm, words: LinkifierWords): number {
  const alternatives = JSON.stringify(words.alternative_url_templates)
  const { id } = realm.sql.one<{ id: number }>`
    INSERT INTO linkifiers (place, pattern, url_template, alternative_url_templates, example_input, reverse_template)
    VALUES ((SELECT coalesce(max(place), -1) + 1 FROM linkifiers), ${words.pattern}, ${words.url_template}, ${alternatives},
            ${words.example_input}, ${words.reverse_template})
    RETURNING id`
  realm.cache.invalidate(linkifiersCache)
  return id
}

export function writeLinkifier(realm: Realm, { id, ...words }: KnownLinkifier): void {
  realm.sql.run`
    UPDATE linkifiers SET pattern = ${words.pattern}, url_template = ${words.url_template},
                          alternative_url_templates = ${JSON.stringify(words.alternative_url_templates)},
                          example_input = ${words.example_input}, reverse_template = ${words.reverse_template}
    WHERE id = ${id}`
  realm.cache.invalidate(linkifiersCache)
}

export function writeOrder(realm: Realm, ids: readonly number[]): void {
  realm.sql.run`UPDATE linkifiers SET place = (SELECT key FROM json_each(${ids}) WHERE value = linkifiers.id)`
  realm.cache.invalidate(linkifiersCache)
}

export function removeLinkifier(realm: Realm, id: number): void {
  realm.sql.run`DELETE FROM linkifiers WHERE id = ${id}`
  realm.cache.invalidate(linkifiersCache)
}

const MOST_TOPICS_IN_MIND = 1000

/** Where a topic leads: a page of messages asks it again and again of the same few. */
export function topicLinks(realm: Realm, topic: string): TopicLink[] {
  const known = realm.cache.get(topicLinksCache, () => new Map())
  let links = known.get(topic)
  if (links === undefined) {
    if (known.size >= MOST_TOPICS_IN_MIND) known.clear()
    links = linksInTopic(topic, linkifiersOf(realm))
    known.set(topic, links)
  }
  return links
}
