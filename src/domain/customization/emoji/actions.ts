import type { ReadOnlyRealm, Realm } from '../../../realm'
import { emojiCodeOf, EXTRA_EMOJI_NAMES } from '../../../markdown/emoji-names'
import { beginPictureUpload, finishPictureUpload, type PictureUpload } from '../pictures/actions'
import { hasRealmPermission } from '../../people/groups/membership'
import { everyone } from '../../people/users/events'
import { insufficientPermission, isAdministrator } from '../../people/users/rules'
import type { User } from '../../people/users/user'
import { oneEmojiUpdated, realmEmojiAdded, realmEmojiUpdated } from './events'
import {
  cannotOverrideEmoji,
  cannotRemoveEmoji,
  MAX_CUSTOM_EMOJI,
  customEmojiDoesNotExist,
  emojiNameIsTaken,
  normalizeEmojiName,
  refusalOfEmojiName,
  tooManyEmoji,
} from './name-rules'
import { activeEmojiByName, allCustomEmoji, insertEmoji, markDeactivated } from './storage'
import { wireCustomEmoji, wireEmoji } from './wire-emoji'

/** Returns the token under which the Worker may store the picture. Throws if the actor cannot add this emoji. */
export function beginEmojiUpload(realm: Realm, actor: User, name: string): PictureUpload {
  requirePermissionToAdd(realm, actor, normalizeEmojiName(name))
  return beginPictureUpload(realm, actor)
}

type NewEmoji = { picture: string; name: string; extension: string; has_still: boolean }

/** Adds an emoji whose picture the Worker stored. Checks all rules again, because other requests ran in the meantime. */
export function addEmoji(realm: Realm, author: User, emoji: NewEmoji): void {
  const name = normalizeEmojiName(emoji.name)
  requirePermissionToAdd(realm, author, name)
  finishPictureUpload(realm, emoji.picture)
  insertEmoji(realm, { ...emoji, name, author_id: author.user_id })
  publishEmoji(realm)
  const added = activeEmojiByName(realm).get(name)!
  realm.publish(realmEmojiAdded({ emoji: wireEmoji(realm, added) }), everyone({}))
}

function requirePermissionToAdd(realm: ReadOnlyRealm, actor: User, name: string): void {
  const refusal = refusalOfEmojiName(name)
  if (refusal) throw refusal
  if (!hasRealmPermission(realm, actor, 'can_add_custom_emoji_group')) throw insufficientPermission({})
  if (activeEmojiByName(realm).has(name)) throw emojiNameIsTaken({})
  const isDefaultEmoji = emojiCodeOf(name) !== undefined || EXTRA_EMOJI_NAMES.has(name)
  if (isDefaultEmoji && !isAdministrator(actor)) throw cannotOverrideEmoji({})
  if (allCustomEmoji(realm).size >= MAX_CUSTOM_EMOJI) throw tooManyEmoji({})
}

/** Users cannot choose the emoji any more. Messages and reactions that have it do not change. */
export function deactivateEmoji(realm: Realm, actor: User, emoji_name: string): void {
  const emoji = activeEmojiByName(realm).get(emoji_name)
  if (emoji === undefined) throw customEmojiDoesNotExist({ emoji_name })
  if (!isAdministrator(actor) && emoji.author_id !== actor.user_id) throw cannotRemoveEmoji({})
  markDeactivated(realm, emoji)
  publishEmoji(realm)
  realm.publish(oneEmojiUpdated({ emoji_id: String(emoji.id), data: { deactivated: true } }), everyone({}))
}

const publishEmoji = (realm: Realm) =>
  realm.publish(realmEmojiUpdated({ realm_emoji: wireCustomEmoji(realm) }), everyone({}))
