import type { Realm } from '../../../realm'
import { messageVisibleTo } from '../../messages/access/access'
import { people } from '../../people/users/events'
import type { User } from '../../people/users/user'
import { DESCRIPTION_LIMITS } from '../../realm/settings/markdown-limits'
import { parseInRealm } from '../bot-messages/actions'
import { referenceTo } from '../bot-messages/names'
import { deliveryNotInFuture, nextWakeTime } from '../scheduled-messages/rules'
import { renderForSending } from '../sending/render'
import { reminderRemoved, remindersAdded } from './events'
import type { Reminder } from './reminder'
import { refusalOfAnother, refusalOfNote, reminderDoesNotExist, reminderText } from './rules'
import { countRemindersOf, insertReminder, isReminderOf, deleteReminderRow } from './storage'

export type NewReminder = { message_id: number; scheduled_delivery_timestamp: number; note: string }

/** Somebody wants to be reminded of a message that they can read. */
export function addReminder(realm: Realm, actor: User, wanted: NewReminder): Reminder {
  const { message_id, scheduled_delivery_timestamp } = wanted
  const message = messageVisibleTo(realm, actor, message_id)
  if (scheduled_delivery_timestamp <= realm.now()) throw deliveryNotInFuture({})
  const note = wanted.note.trim()
  const { user_id } = actor
  const refusal = refusalOfNote(note) ?? refusalOfAnother(countRemindersOf(realm.sql, user_id))
  if (refusal) throw refusal

  const content = reminderText(referenceTo(realm, message), note)
  const rendered_content = renderForSending(
    realm,
    actor,
    parseInRealm(realm, content, DESCRIPTION_LIMITS).template,
  ).html
  const row = { user_id, message_id, note, content, rendered_content, scheduled_delivery_timestamp }
  const reminder = insertReminder(realm.sql, row)
  realm.wakeAt(nextWakeTime(realm.now(), scheduled_delivery_timestamp))
  realm.publish(remindersAdded({ reminders: [reminder] }), people({ user_ids: [user_id] }))
  return reminder
}

export function cancelReminder(realm: Realm, actor: User, reminder_id: number): void {
  // Somebody else's is not there.
  if (!isReminderOf(realm.sql, actor.user_id, reminder_id)) throw reminderDoesNotExist({})
  removeReminder(realm, actor.user_id, reminder_id)
}

/** It is told of, or no longer wanted. */
export function removeReminder(realm: Realm, user_id: number, reminder_id: number): void {
  deleteReminderRow(realm.sql, reminder_id)
  realm.publish(reminderRemoved({ reminder_id }), people({ user_ids: [user_id] }))
}
