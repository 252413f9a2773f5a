import { ApiError } from '../../../api/errors'
import type { Realm } from '../../../realm'
import { emojiSaid, type WantedEmoji } from '../../customization/emoji/rules'
import { emojiOfRealm } from '../../customization/emoji/storage'
import { addMarks } from '../../messages/flag-sets/actions'
import { addTrait, removeTrait } from '../../messages/message-index/storage'
import { Trait, type IndexedMessage } from '../../messages/message-index/message'
import { messageVisibleTo, Reading } from '../../messages/access/access'
import { readersOf } from '../../messages/access/readers'
import { TopicActivity } from '../../channels/user-topics/automatic-visibility-rules'
import { applyAutomaticVisibility } from '../../channels/user-topics/automatic-visibility'
import type { User } from '../../people/users/user'
import { reactionAdded, reactionRemoved, reactionFacts } from './events'
import {
  resolveNewEmoji,
  resolveEmojiToRemove,
  reactionAlreadyExists,
  reactionDoesNotExist,
  type EmojiToRemove,
} from './rules'
import { deleteReaction, hasReactions, insertReaction, findEmojiName, findReaction } from './storage'

/** Somebody reacts to a message that they may read. Rows: the reaction and the event; the first marks the message, too. */
export function react(realm: Realm, actor: User, message_id: number, wanted: WantedEmoji): void {
  const { sql } = realm
  const { user_id } = actor
  const message = messageVisibleTo(realm, actor, message_id)
  const custom = emojiOfRealm(realm)
  const said = emojiSaid(wanted, custom)
  if (said instanceof ApiError) throw said
  if (findReaction(sql, message_id, user_id, said)) throw reactionAlreadyExists({})
  const emoji = resolveNewEmoji(said, findEmojiName(sql, message_id, said), custom)
  if (emoji instanceof ApiError) throw emoji

  const reaction = { message_id, user_id, ...emoji }
  insertReaction(sql, { ...reaction, given: realm.log.takeId() })
  if ((message.traits & Trait.reaction) === 0) addTrait(realm, message_id, Trait.reaction)
  remember(realm, actor, message)
  takePart(realm, actor, message)
  realm.publish(reactionAdded(reactionFacts(reaction, actor)), readersOf(message))
}

/** Somebody takes their reaction back. */
export function withdrawReaction(realm: Realm, actor: User, message_id: number, wanted: EmojiToRemove): void {
  const { sql } = realm
  const message = messageVisibleTo(realm, actor, message_id)
  const emoji = resolveEmojiToRemove(wanted, emojiOfRealm(realm))
  if (emoji instanceof ApiError) throw emoji
  const reaction = findReaction(sql, message_id, actor.user_id, emoji)
  if (reaction === undefined) throw reactionDoesNotExist({})

  deleteReaction(sql, reaction)
  if (!hasReactions(sql, message_id)) removeTrait(realm, message_id, Trait.reaction)
  realm.publish(reactionRemoved(reactionFacts(reaction, actor)), readersOf(message))
}

function takePart(realm: Realm, actor: User, { conversation }: IndexedMessage) {
  if (conversation.stream_id !== null) applyAutomaticVisibility(realm, actor, conversation, TopicActivity.takesPart)
}

// Reacting to a message that was never received makes it part of one's own history.
function remember(realm: Realm, actor: User, message: IndexedMessage) {
  if (!new Reading(realm, actor).isOwn(message)) addMarks(realm, actor.user_id, 'historical', [message.id])
}
