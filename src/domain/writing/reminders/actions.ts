import type { Realm } from '../../../realm'
import { messageVisibleTo } from '../../messages/access/access'
import { people } from '../../people/users/events'
import type { User } from '../../people/users/user'
import { DESCRIPTION_LIMITS } from '../../realm/settings/markdown-limits'
import { parsedHere } from '../bot-messages/send'
import { targetOf } from '../bot-messages/target'
import { deliveryNotInFuture, nextLook } from '../scheduled-messages/rules'
import { renderFor } from '../sending/render'
import { reminderRemoved, remindersAdded } from './events'
import type { Reminder } from './reminder'
import { refusalOfAnother, refusalOfNote, reminderDoesNotExist, reminderWords } from './rules'
import { countRemindersOf, insertReminder, isReminderOf, removeReminder } from './storage'

export type WantedReminder = { message_id: number; scheduled_delivery_timestamp: number; note: string }

/** Somebody wants to be reminded of a message that they can read. */
export function remindLater(realm: Realm, actor: User, wanted: WantedReminder): Reminder {
  const { message_id, scheduled_delivery_timestamp } = wanted
  const message = messageVisibleTo(realm, actor, message_id)
  if (scheduled_delivery_timestamp <= realm.now()) throw deliveryNotInFuture({})
  const note = wanted.note.trim()
  const { user_id } = actor
  const refusal = refusalOfNote(note) ?? refusalOfAnother(countRemindersOf(realm.sql, user_id))
  if (refusal) throw refusal

  const content = reminderWords(targetOf(realm, message), note)
  const rendered_content = renderFor(realm, actor, parsedHere(realm, content, DESCRIPTION_LIMITS).template).html
  const row = { user_id, message_id, note, content, rendered_content, scheduled_delivery_timestamp }
  const reminder = insertReminder(realm.sql, row)
  realm.wakeAt(nextLook(realm.now(), scheduled_delivery_timestamp))
  realm.publish(remindersAdded({ reminders: [reminder] }), people({ user_ids: [user_id] }))
  return reminder
}

export function forgetReminder(realm: Realm, actor: User, reminder_id: number): void {
  // Somebody else's is not there.
  if (!isReminderOf(realm.sql, actor.user_id, reminder_id)) throw reminderDoesNotExist({})
  crossOff(realm, actor.user_id, reminder_id)
}

/** It is told of, or no longer wanted. */
export function crossOff(realm: Realm, user_id: number, reminder_id: number): void {
  removeReminder(realm.sql, reminder_id)
  realm.publish(reminderRemoved({ reminder_id }), people({ user_ids: [user_id] }))
}
