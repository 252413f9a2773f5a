import type { Realm } from '../../../realm'
import { addTrait } from '../message-index/storage'
import { Trait } from '../message-index/message'
import { getVisibleMessage } from '../access/access'
import { readersOf } from '../access/readers'
import { TopicActivity } from '../../channels/user-topics/automatic-visibility-rules'
import { applyAutomaticVisibility } from '../../channels/user-topics/automatic-visibility'
import type { User } from '../../people/users/user'
import { sizeOfSubmessages, hasAdded, insertSubmessage, findWidgetType } from './storage'
import { submessageAdded } from './events'
import { refusalToAdd } from './rules'

export type NewSubmessage = { message_id: number; msg_type: string; content: string }

/** Somebody adds to a message that they can read: a vote, a task, whatever its widget takes from them. */
export function addSubmessage(realm: Realm, actor: User, wanted: NewSubmessage): void {
  const { sql } = realm
  const { message_id, msg_type, content } = wanted
  const message = getVisibleMessage(realm, actor, message_id)
  const sender_id = actor.user_id
  const refusal = refusalToAdd({
    widget_type: findWidgetType(sql, message_id),
    content,
    isAuthor: message.sender_id === sender_id,
    isOpen: hasAdded(sql, message_id, message.sender_id),
    already: sizeOfSubmessages(sql, message_id),
  })
  if (refusal) throw refusal

  const submessage_id = realm.log.takeId()
  insertSubmessage(sql, { message_id, id: submessage_id, sender_id, msg_type, content })
  if ((message.traits & Trait.submessage) === 0) addTrait(realm, message_id, Trait.submessage)
  const { conversation } = message
  if (conversation.stream_id !== null) applyAutomaticVisibility(realm, actor, conversation, TopicActivity.participates)
  realm.publish(submessageAdded({ msg_type, content, message_id, sender_id, submessage_id }), readersOf(message))
}
