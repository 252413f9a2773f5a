import type { Realm } from '../../../realm'
import { cacheKey } from '../../../store/realm-cache'
import type { CustomEmoji, EmojiOfRealm } from './custom-emoji'

type EmojiRow = Omit<CustomEmoji, 'has_still' | 'deactivated'> & { has_still: number; deactivated: number }

const emojiCache = cacheKey<EmojiOfRealm>()
const emojiByNameCache = cacheKey<ReadonlyMap<string, CustomEmoji>>({ invalidatedBy: [emojiCache] })

/** Every emoji that the realm ever had, oldest first. */
export const emojiOfRealm = (realm: Realm): EmojiOfRealm =>
  realm.cache.get(emojiCache, () => {
    const rows = realm.sql.all<EmojiRow>`
      SELECT id, name, author_id, picture, ending, has_still, deactivated FROM custom_emoji ORDER BY id`
    return new Map(
      rows.map((row) => [
        String(row.id),
        { ...row, has_still: row.has_still === 1, deactivated: row.deactivated === 1 },
      ]),
    )
  })

/** Those that can be chosen, by name: a message may hold thousands, and each is looked up. */
export const emojiByName = (realm: Realm): ReadonlyMap<string, CustomEmoji> =>
  realm.cache.get(
    emojiByNameCache,
    () =>
      new Map(
        [...emojiOfRealm(realm).values()].filter((emoji) => !emoji.deactivated).map((emoji) => [emoji.name, emoji]),
      ),
  )

export function insertEmoji(realm: Realm, emoji: Omit<CustomEmoji, 'id' | 'deactivated'>): void {
  const { name, author_id, picture, ending, has_still } = emoji
  realm.sql.run`INSERT INTO custom_emoji (name, author_id, picture, ending, has_still, deactivated)
                VALUES (${name}, ${author_id}, ${picture}, ${ending}, ${has_still}, 0)`
  realm.cache.invalidate(emojiCache)
}

export function writeDeactivated(realm: Realm, { id }: CustomEmoji): void {
  realm.sql.run`UPDATE custom_emoji SET deactivated = 1 WHERE id = ${id}`
  realm.cache.invalidate(emojiCache)
}
