import type { Realm } from '../../../realm'
import { getVisibleMessage } from '../../messages/access/access'
import { onlyUsers } from '../../people/users/events'
import type { User } from '../../people/users/user'
import { DESCRIPTION_LIMITS } from '../../realm/settings/markdown-limits'
import { parseInRealm } from '../bot-messages/actions'
import { referenceTo } from '../bot-messages/names'
import { wordsFor } from '../bot-messages/words'
import { deliveryNotInFuture, nextWakeTime } from '../scheduled-messages/rules'
import { renderForSending } from '../sending/render'
import { reminderRemoved, remindersAdded } from './events'
import type { Reminder } from './reminder'
import { refusalOfAnother, refusalOfNote, reminderDoesNotExist, reminderText } from './rules'
import { countRemindersOf, deleteReminderRow, insertReminder, isReminderOf } from './storage'

export type NewReminder = { message_id: number; scheduled_delivery_timestamp: number; note: string }

/** Adds a reminder of a message that the actor can read. */
export function addReminder(realm: Realm, actor: User, requested: NewReminder): Reminder {
  const { message_id, scheduled_delivery_timestamp } = requested
  const message = getVisibleMessage(realm, actor, message_id)
  if (scheduled_delivery_timestamp <= realm.now()) throw deliveryNotInFuture({})
  const note = requested.note.trim()
  const { user_id } = actor
  const refusal = refusalOfNote(note) ?? refusalOfAnother(countRemindersOf(realm.sql, user_id))
  if (refusal) throw refusal

  const content = reminderText(wordsFor(realm, actor), referenceTo(realm, message), note)
  const { template } = parseInRealm(realm, content, DESCRIPTION_LIMITS)
  const rendered_content = renderForSending(realm, actor, template).html
  const row = { user_id, message_id, note, content, rendered_content, scheduled_delivery_timestamp }
  const reminder = insertReminder(realm.sql, row)
  realm.wakeAt(nextWakeTime(realm.now(), scheduled_delivery_timestamp))
  realm.publish(remindersAdded({ reminders: [reminder] }), onlyUsers({ user_ids: [user_id] }))
  return reminder
}

/** Removes a reminder of the actor. Throws the same error for those of other users as for those that do not exist. */
export function cancelReminder(realm: Realm, actor: User, reminder_id: number): void {
  if (!isReminderOf(realm.sql, actor.user_id, reminder_id)) throw reminderDoesNotExist({})
  removeReminder(realm, actor.user_id, reminder_id)
}

export function removeReminder(realm: Realm, user_id: number, reminder_id: number): void {
  deleteReminderRow(realm.sql, reminder_id)
  realm.publish(reminderRemoved({ reminder_id }), onlyUsers({ user_ids: [user_id] }))
}
