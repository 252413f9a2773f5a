import type { Realm } from '../../../realm'
import type { CustomEmojiById } from '../../customization/emoji/custom-emoji'
import {
  completeEmoji,
  emojiDoesNotExist,
  withCanonicalCode,
  type Emoji,
  type RequestedEmoji,
} from '../../customization/emoji/rules'
import { allCustomEmoji } from '../../customization/emoji/storage'
import { addStoredFlag } from '../../messages/flag-sets/actions'
import { addIndexFlag, removeIndexFlag } from '../../messages/message-index/storage'
import { IndexFlag, type IndexedMessage } from '../../messages/message-index/message'
import { getVisibleMessage, MessageAccess } from '../../messages/access/access'
import { readersOf } from '../../messages/access/readers'
import { noteChange } from '../../messages/message-index/version-storage'
import { TopicActivity } from '../../channels/user-topics/automatic-visibility-rules'
import { applyAutomaticVisibility } from '../../channels/user-topics/automatic-visibility'
import type { User } from '../../people/users/user'
import { reactionAdded, reactionFacts, reactionRemoved } from './events'
import {
  emojiRequired,
  reactionAlreadyExists,
  reactionDoesNotExist,
  refusalOfNewEmoji,
  type EmojiKey,
  type EmojiToRemove,
} from './rules'
import { deleteReaction, findEmojiName, findReaction, hasReactions, insertReaction } from './storage'

/**
 * Adds the actor's reaction to a message that the actor can read. The first reaction with an emoji decides the name of the
 * emoji on this message. Later reactions get the same name, so that clients can count them together. Rows: the reaction and
 * the event; for the first reaction also the index flag of the message.
 */
export function react(realm: Realm, actor: User, message_id: number, requested: RequestedEmoji): void {
  const { sql } = realm
  const { user_id } = actor
  const message = getVisibleMessage(realm, actor, message_id)
  const custom = allCustomEmoji(realm)
  const emoji = resolveEmoji(requested, custom)
  if (findReaction(sql, message_id, user_id, emoji)) throw reactionAlreadyExists({})
  const name_on_message = findEmojiName(sql, message_id, emoji)
  const refusal = refusalOfNewEmoji(emoji, name_on_message, custom)
  if (refusal) throw refusal

  const reaction = { message_id, user_id, ...emoji, emoji_name: name_on_message ?? emoji.emoji_name }
  insertReaction(sql, { ...reaction, position: realm.log.takeId() })
  if ((message.index_flags & IndexFlag.reaction) === 0) addIndexFlag(realm.sql, message_id, IndexFlag.reaction)
  addToHistory(realm, actor, message)
  updateVisibilityPolicy(realm, actor, message)
  realm.publish(reactionAdded(reactionFacts(reaction, actor)), readersOf(message))
  noteChange(realm, message_id)
}

/** Removes the actor's reaction from a message that the actor can read. */
export function withdrawReaction(realm: Realm, actor: User, message_id: number, requested: EmojiToRemove): void {
  const { sql } = realm
  const message = getVisibleMessage(realm, actor, message_id)
  const emoji = resolveEmojiToRemove(requested, allCustomEmoji(realm))
  const reaction = findReaction(sql, message_id, actor.user_id, emoji)
  if (reaction === undefined) throw reactionDoesNotExist({})

  deleteReaction(sql, reaction)
  if (!hasReactions(sql, message_id)) removeIndexFlag(realm.sql, message_id, IndexFlag.reaction)
  realm.publish(reactionRemoved(reactionFacts(reaction, actor)), readersOf(message))
  noteChange(realm, message_id)
}

function resolveEmoji(requested: RequestedEmoji, custom: CustomEmojiById): Emoji {
  const emoji = completeEmoji(requested, custom)
  if (emoji === undefined) throw emojiDoesNotExist({ emoji_name: requested.emoji_name })
  return emoji
}

/** The code alone identifies the emoji, whatever its name is on the message. Simple clients send only the name. */
function resolveEmojiToRemove(requested: EmojiToRemove, custom: CustomEmojiById): EmojiKey {
  const { emoji_name, emoji_code, reaction_type } = requested
  if (emoji_code !== undefined)
    return withCanonicalCode({ emoji_code, reaction_type: reaction_type ?? 'unicode_emoji' })
  if (emoji_name === undefined) throw emojiRequired({})
  return resolveEmoji({ emoji_name, reaction_type }, custom)
}

function updateVisibilityPolicy(realm: Realm, actor: User, { conversation }: IndexedMessage): void {
  if (conversation.stream_id !== null) applyAutomaticVisibility(realm, actor, conversation, TopicActivity.participates)
}

// A reaction to a message that the user did not receive adds the message to the user's history.
function addToHistory(realm: Realm, actor: User, message: IndexedMessage): void {
  if (!new MessageAccess(realm, actor).isInOwnHistory(message))
    addStoredFlag(realm, actor.user_id, 'historical', [message.id])
}
