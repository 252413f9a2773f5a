import type { Linkifier } from '../../../markdown/linkifiers'
import { linksInTopic, type TopicLink } from '../../../markdown/topic-links'
import type { Realm } from '../../../realm'
import type { LinkifierWords } from './rules'

/** A linkifier as clients are told of it. */
export type KnownLinkifier = LinkifierWords & { id: number }

type LinkifierRow = Omit<KnownLinkifier, 'alternative_url_templates'> & {
  alternative_url_templates: string // JSON
}

/** In the realm's order: where two of them claim the same words, the first wins. */
export const knownLinkifiers = (realm: Realm): readonly KnownLinkifier[] =>
  realm.memo.of('linkifiers', () =>
    realm.sql.all<LinkifierRow>`
      SELECT id, pattern, url_template, alternative_url_templates, example_input, reverse_template
      FROM linkifiers ORDER BY place, id`.map((row) => ({
      ...row,
      alternative_url_templates: JSON.parse(row.alternative_url_templates),
    })),
  )

/** What rendering needs of them. */
export const linkifiersOf = (realm: Realm): readonly Linkifier[] =>
  realm.memo.of('linkifiers for rendering', () =>
    knownLinkifiers(realm).map(({ id, pattern, url_template }) => ({ id, pattern, url_template })),
  )

export function insertLinkifier(realm: Realm, words: LinkifierWords): number {
  const alternatives = JSON.stringify(words.alternative_url_templates)
  const { id } = realm.sql.one<{ id: number }>`
    INSERT INTO linkifiers (place, pattern, url_template, alternative_url_templates, example_input, reverse_template)
    VALUES ((SELECT coalesce(max(place), -1) + 1 FROM linkifiers), ${words.pattern}, ${words.url_template}, ${alternatives},
            ${words.example_input}, ${words.reverse_template})
    RETURNING id`
  forget(realm)
  return id
}

export function writeLinkifier(realm: Realm, { id, ...words }: KnownLinkifier): void {
  realm.sql.run`
    UPDATE linkifiers SET pattern = ${words.pattern}, url_template = ${words.url_template},
                          alternative_url_templates = ${JSON.stringify(words.alternative_url_templates)},
                          example_input = ${words.example_input}, reverse_template = ${words.reverse_template}
    WHERE id = ${id}`
  forget(realm)
}

export function writeOrder(realm: Realm, ids: readonly number[]): void {
  realm.sql.run`UPDATE linkifiers SET place = (SELECT key FROM json_each(${ids}) WHERE value = linkifiers.id)`
  forget(realm)
}

export function removeLinkifier(realm: Realm, id: number): void {
  realm.sql.run`DELETE FROM linkifiers WHERE id = ${id}`
  forget(realm)
}

function forget({ memo }: Realm) {
  for (const key of ['linkifiers', 'linkifiers for rendering', 'topic links', 'markdown settings']) memo.forget(key)
}

const MOST_TOPICS_IN_MIND = 1000

/** Where a topic leads: a page of messages asks it again and again of the same few. */
export function topicLinks(realm: Realm, topic: string): TopicLink[] {
  const known = realm.memo.of('topic links', () => new Map<string, TopicLink[]>())
  let links = known.get(topic)
  if (links === undefined) {
    if (known.size >= MOST_TOPICS_IN_MIND) known.clear()
    links = linksInTopic(topic, linkifiersOf(realm))
    known.set(topic, links)
  }
  return links
}
