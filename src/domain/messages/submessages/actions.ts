import { parseJson } from '../../../api/parse-json'
import type { Realm } from '../../../realm'
import { addIndexFlag } from '../message-index/storage'
import { IndexFlag, type IndexedMessage } from '../message-index/message'
import { getVisibleMessage } from '../access/access'
import { readersOf } from '../access/readers'
import { noteChange } from '../message-index/version-storage'
import { TopicActivity } from '../../channels/user-topics/automatic-visibility-rules'
import { applyAutomaticVisibility } from '../../channels/user-topics/automatic-visibility'
import type { User } from '../../people/users/user'
import type { ControlRow } from '../../../integrations/controls'
import { sizeOfSubmessages, hasAdded, insertSubmessage, findWidgetText, type Submessage } from './storage'
import { writeControls } from './controls'
import { submessageAdded } from './events'
import { kindOfWidget, refusalToAdd } from './rules'

export type NewSubmessage = { message_id: number; msg_type: string; content: string }

/** Adds a submessage to a message that the actor can read, such as a vote or a task. Throws if the widget does not accept it. */
export function addSubmessage(realm: Realm, actor: User, submessage: NewSubmessage): void {
  const { sql } = realm
  const { message_id, msg_type, content } = submessage
  const message = getVisibleMessage(realm, actor, message_id)
  const sender_id = actor.user_id
  const refusal = refusalToAdd({
    msg_type,
    widget_type: kindOfWidget(parseJson(findWidgetText(sql, message_id) ?? '')),
    content,
    isAuthor: message.sender_id === sender_id,
    isOpen: hasAdded(sql, message_id, message.sender_id),
    already: sizeOfSubmessages(sql, message_id),
  })
  if (refusal) throw refusal

  const added = { message_id, id: realm.log.takeId(), sender_id, msg_type, content }
  insertSubmessage(sql, added)
  const { conversation } = message
  if (conversation.stream_id !== null) applyAutomaticVisibility(realm, actor, conversation, TopicActivity.participates)
  publishSubmessage(realm, message, added)
}

/** Replaces the controls of a message. All of its readers learn of it. */
export function replaceControls(realm: Realm, message: IndexedMessage, rows: readonly ControlRow[]): void {
  publishSubmessage(realm, message, writeControls(realm, message, rows))
}

function publishSubmessage(realm: Realm, message: IndexedMessage, { id: submessage_id, ...added }: Submessage): void {
  const { id, index_flags } = message
  if ((index_flags & IndexFlag.submessage) === 0) addIndexFlag(realm.sql, id, IndexFlag.submessage)
  realm.publish(submessageAdded({ ...added, submessage_id }), readersOf(message))
  noteChange(realm, id)
}
