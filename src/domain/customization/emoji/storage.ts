import type { ReadOnlyRealm, Realm } from '../../../realm'
import { cacheKey } from '../../../store/realm-cache'
import type { CustomEmoji, CustomEmojiById } from './custom-emoji'

type EmojiRow = Omit<CustomEmoji, 'has_still' | 'deactivated'> & { has_still: number; deactivated: number }

const emojiCache = cacheKey<CustomEmojiById>()
const emojiByNameCache = cacheKey<ReadonlyMap<string, CustomEmoji>>({ invalidatedBy: [emojiCache] })

/** Returns all custom emoji, with the deactivated ones. The oldest come first. */
export const allCustomEmoji = (realm: ReadOnlyRealm): CustomEmojiById =>
  realm.cache.get(emojiCache, () => {
    const rows = realm.sql.all<EmojiRow>`
      SELECT id, name, author_id, picture, extension, has_still, deactivated FROM custom_emoji ORDER BY id`
    return new Map(
      rows.map((row) => [
        String(row.id),
        { ...row, has_still: row.has_still === 1, deactivated: row.deactivated === 1 },
      ]),
    )
  })

/** Returns the emoji that users can choose. A message can contain thousands of names, so the map is cached. */
export const activeEmojiByName = (realm: ReadOnlyRealm): ReadonlyMap<string, CustomEmoji> =>
  realm.cache.get(emojiByNameCache, () => {
    const active = [...allCustomEmoji(realm).values()].filter(({ deactivated }) => !deactivated)
    return new Map(active.map((emoji) => [emoji.name, emoji]))
  })

export function insertEmoji(realm: Realm, emoji: Omit<CustomEmoji, 'id' | 'deactivated'>): void {
  const { name, author_id, picture, extension, has_still } = emoji
  realm.sql.run`INSERT INTO custom_emoji (name, author_id, picture, extension, has_still, deactivated)
                VALUES (${name}, ${author_id}, ${picture}, ${extension}, ${has_still}, 0)`
  realm.cache.invalidate(emojiCache)
}

export function markDeactivated(realm: Realm, { id }: CustomEmoji): void {
  realm.sql.run`UPDATE custom_emoji SET deactivated = 1 WHERE id = ${id}`
  realm.cache.invalidate(emojiCache)
}
