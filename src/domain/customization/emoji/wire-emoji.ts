import type { ReadOnlyRealm } from '../../../realm'
import { pictureUrl } from '../pictures/picture'
import type { CustomEmoji, WireEmoji } from './custom-emoji'
import { activeEmojiByName, allCustomEmoji } from './storage'

/** Returns all custom emoji of the realm by id, with the deactivated ones, which old messages still show. */
export const wireCustomEmoji = (realm: ReadOnlyRealm): Record<string, WireEmoji> =>
  Object.fromEntries([...allCustomEmoji(realm)].map(([id, emoji]) => [id, wireEmoji(realm, emoji)]))

export function wireEmoji(realm: ReadOnlyRealm, emoji: CustomEmoji): WireEmoji {
  const { id, name, author_id, deactivated, picture, extension, has_still } = emoji
  const still_url = has_still ? pictureUrl(realm, 'emoji/images/still/', `${picture}-still`, extension) : null
  return { id: String(id), name, source_url: sourceUrl(realm, emoji), still_url, deactivated, author_id }
}

/** Returns the image of `:name:` in a message, if the realm has an active custom emoji with this name. */
export function findEmojiImage(realm: ReadOnlyRealm, name: string): { name: string; source_url: string } | undefined {
  const emoji = activeEmojiByName(realm).get(name)
  return emoji && { name, source_url: sourceUrl(realm, emoji) }
}

const sourceUrl = (realm: ReadOnlyRealm, { picture, extension }: CustomEmoji) =>
  pictureUrl(realm, 'emoji/images/', picture, extension)
