import type { Linkifier } from '../../../markdown/settings'
import type { ReadOnlyRealm, Realm } from '../../../realm'
import { cacheKey } from '../../../store/realm-cache'
import type { LinkifierFields } from './rules'

/** A linkifier of the realm, as clients see it. */
export type RealmLinkifier = LinkifierFields & { id: number }

type LinkifierRow = Omit<RealmLinkifier, 'alternative_url_templates'> & {
  alternative_url_templates: string // JSON
}

/** The realm's linkifiers. Cached values that depend on them are invalidated by this key. */
export const linkifiersCache = cacheKey<readonly RealmLinkifier[]>()
const markdownLinkifiersCache = cacheKey<readonly Linkifier[]>({ invalidatedBy: [linkifiersCache] })

/** Returns the linkifiers in the realm's order. If several match the same text, the first one applies. */
export const allLinkifiers = (realm: ReadOnlyRealm): readonly RealmLinkifier[] =>
  realm.cache.get(linkifiersCache, () =>
    realm.sql.all<LinkifierRow>`
      SELECT id, pattern, url_template, alternative_url_templates, example_input, reverse_template
      FROM linkifiers ORDER BY position, id`.map((row) => ({
      ...row,
      alternative_url_templates: JSON.parse(row.alternative_url_templates),
    })),
  )

/** Returns the fields of all linkifiers that Markdown needs. */
export const markdownLinkifiers = (realm: ReadOnlyRealm): readonly Linkifier[] =>
  realm.cache.get(markdownLinkifiersCache, () =>
    allLinkifiers(realm).map(({ id, pattern, url_template }) => ({ id, pattern, url_template })),
  )

export function insertLinkifier(realm: Realm, fields: LinkifierFields): number {
  const alternatives = JSON.stringify(fields.alternative_url_templates)
  const { id } = realm.sql.one<{ id: number }>`
    INSERT INTO linkifiers (position, pattern, url_template, alternative_url_templates, example_input, reverse_template)
    VALUES ((SELECT coalesce(max(position), -1) + 1 FROM linkifiers), ${fields.pattern}, ${fields.url_template},
            ${alternatives}, ${fields.example_input}, ${fields.reverse_template})
    RETURNING id`
  realm.cache.invalidate(linkifiersCache)
  return id
}

export function updateLinkifier(realm: Realm, { id, ...fields }: RealmLinkifier): void {
  realm.sql.run`
    UPDATE linkifiers SET pattern = ${fields.pattern}, url_template = ${fields.url_template},
                          alternative_url_templates = ${JSON.stringify(fields.alternative_url_templates)},
                          example_input = ${fields.example_input}, reverse_template = ${fields.reverse_template}
    WHERE id = ${id}`
  realm.cache.invalidate(linkifiersCache)
}

export function updateOrder(realm: Realm, ids: readonly number[]): void {
  realm.sql.run`UPDATE linkifiers SET position = (SELECT key FROM json_each(${ids}) WHERE value = linkifiers.id)`
  realm.cache.invalidate(linkifiersCache)
}

export function deleteLinkifier(realm: Realm, id: number): void {
  realm.sql.run`DELETE FROM linkifiers WHERE id = ${id}`
  realm.cache.invalidate(linkifiersCache)
}
