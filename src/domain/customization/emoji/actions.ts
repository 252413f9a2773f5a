import type { Realm } from '../../../realm'
import { emojiCodeOf, EXTRA_EMOJI_NAMES } from '../../../markdown/emoji-names'
import { beginPicture, keepPicture } from '../pictures/pictures'
import { realmAllows } from '../../people/groups/standing'
import { everyone } from '../../people/users/events'
import { stillLetIn } from '../../people/users/keys'
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

export type BegunEmoji = { user_id: number; picture: string }

/** Somebody who may add this emoji is told where its picture goes. */
export function beginAddingEmoji(realm: Realm, actor: User, name: string): BegunEmoji {
  refuseToAdd(realm, actor, emojiNameKept(name))
  return { user_id: actor.user_id, picture: beginPicture(realm) }
}

export type NewEmoji = BegunEmoji & { name: string; ending: string; has_still: boolean }

/** The picture is there. Others had their turn meanwhile, so all is asked again. */
export function addEmoji(realm: Realm, { user_id, picture, ending, has_still, ...wanted }: NewEmoji): void {
  const author = stillLetIn(realm, user_id)
  const name = emojiNameKept(wanted.name)
  refuseToAdd(realm, author, name)
  keepPicture(realm, picture)
  insertEmoji(realm, { name, author_id: user_id, picture, ending, has_still })
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
