import type { Realm } from '../../../realm'
import { emojiCodeOf, EXTRA_EMOJI_NAMES } from '../../../markdown/emoji-names'
import { beginPicture, keepPicture } from '../pictures/pictures'
import { realmAllows } from '../../people/groups/standing'
import { everyone } from '../../people/users/events'
import { insufficientPermission, isAdministrator } from '../../people/users/rules'
import type { User } from '../../people/users/user'
import { realmEmojiUpdated } from './events'
import {
  emojiNameIsTaken,
  emojiNameKept,
  MAX_EMOJI,
  mayNotOverrideEmoji,
  mayNotRemoveEmoji,
  noSuchEmoji,
  refusalOfEmojiName,
  tooManyEmoji,
} from './name-rules'
import { emojiShown } from './shown'
import { emojiByName, emojiOfRealm, insertEmoji, writeDeactivated } from './storage'

/** Returns where the Worker may put the picture of an emoji that the actor may add. */
export function beginAddingEmoji(realm: Realm, actor: User, name: string): string {
  refuseToAdd(realm, actor, emojiNameKept(name))
  return beginPicture(realm)
}

type NewEmoji = { picture: string; name: string; ending: string; has_still: boolean }

/** Adds an emoji whose picture was uploaded. Other requests ran since then, so all is checked again. */
export function addEmoji(realm: Realm, author: User, emoji: NewEmoji): void {
  const name = emojiNameKept(emoji.name)
  refuseToAdd(realm, author, name)
  keepPicture(realm, emoji.picture)
  insertEmoji(realm, { ...emoji, name, author_id: author.user_id })
  tell(realm)
}

function refuseToAdd(realm: Realm, actor: User, name: string): void {
  const refusal = refusalOfEmojiName(name)
  if (refusal) throw refusal
  if (!realmAllows(realm, actor, 'can_add_custom_emoji_group')) throw insufficientPermission({})
  if (emojiByName(realm).has(name)) throw emojiNameIsTaken({})
  const isEverybodys = emojiCodeOf(name) !== undefined || EXTRA_EMOJI_NAMES.has(name)
  if (isEverybodys && !isAdministrator(actor)) throw mayNotOverrideEmoji({})
  if (emojiOfRealm(realm).size >= MAX_EMOJI) throw tooManyEmoji({})
}

/** It can be chosen no longer. Where it was used it stays as it was. */
export function deactivateEmoji(realm: Realm, actor: User, emoji_name: string): void {
  const emoji = emojiByName(realm).get(emoji_name)
  if (emoji === undefined) throw noSuchEmoji({ emoji_name })
  if (!isAdministrator(actor) && emoji.author_id !== actor.user_id) throw mayNotRemoveEmoji({})
  writeDeactivated(realm, emoji)
  tell(realm)
}

const tell = (realm: Realm) => realm.publish(realmEmojiUpdated({ realm_emoji: emojiShown(realm) }), everyone({}))
