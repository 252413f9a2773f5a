import type { Realm } from '../../../realm'
import { pictureAddress } from '../pictures/pictures'
import type { CustomEmoji, ToldEmoji } from './custom-emoji'
import { emojiByName, emojiOfRealm } from './storage'

const sourceOf = (realm: Realm, { picture, ending }: CustomEmoji) =>
  pictureAddress(realm, 'emoji/images/', picture, ending)

/** Every emoji of the realm as clients are told, by id. */
export const emojiShown = (realm: Realm): Record<string, ToldEmoji> =>
  Object.fromEntries([...emojiOfRealm(realm)].map(([id, emoji]) => [id, shown(realm, emoji)]))

function shown(realm: Realm, emoji: CustomEmoji): ToldEmoji {
  const { id, name, author_id, deactivated, picture, ending, has_still } = emoji
  const still_url = has_still ? pictureAddress(realm, 'emoji/images/still/', `${picture}-still`, ending) : null
  return { id: String(id), name, source_url: sourceOf(realm, emoji), still_url, deactivated, author_id }
}

/** What `:name:` is in a message, where the realm has an emoji of that name. */
export function emojiInMessage(realm: Realm, name: string): { name: string; source_url: string } | undefined {
  const emoji = emojiByName(realm).get(name)
  return emoji && { name, source_url: sourceOf(realm, emoji) }
}
