import * as v from 'valibot'
import { integer, optional, text } from '../../../api/params'
import { endpoint } from '../../../edge'
import { invalidMessage } from '../../messages/message-index/rules'
import { anyUser } from '../../people/users/callers'
import { markdownTooLarge } from '../../realm/settings/markdown-limits'
import { deliveryNotInFuture, deliveryTime } from '../scheduled-messages/rules'
import { cancelReminder, addReminder } from './actions'
import { reminderShape } from './reminder'
import { MAX_REMINDER_NOTE_LENGTH, reminderDoesNotExist, reminderNoteTooLong, tooManyReminders } from './rules'
import { remindersOf } from './storage'

export const createReminder = endpoint.decision({
  route: 'POST /reminders',
  summary: 'Create a reminder of a message.',
  caller: anyUser,
  params: {
    message_id: integer(),
    scheduled_delivery_timestamp: deliveryTime(),
    note: optional(text(2 * MAX_REMINDER_NOTE_LENGTH), ''),
  },
  returns: { reminder_id: v.number() },
  errors: [invalidMessage, deliveryNotInFuture, reminderNoteTooLong, tooManyReminders, markdownTooLarge],
  decide: (realm, actor, reminder) => ({ reminder_id: addReminder(realm, actor, reminder).reminder_id }),
})

export const getReminders = endpoint.decision({
  route: 'GET /reminders',
  summary: 'Get your reminders. The next one comes first.',
  caller: anyUser,
  params: {},
  returns: { reminders: v.array(reminderShape) },
  errors: [],
  decide: (realm, actor) => ({ reminders: remindersOf(realm.sql, actor.user_id) }),
})

export const deleteReminder = endpoint.decision({
  route: 'DELETE /reminders/:reminder_id',
  summary: 'Delete a reminder.',
  caller: anyUser,
  params: { reminder_id: integer() },
  returns: {},
  errors: [reminderDoesNotExist],
  decide: (realm, actor, { reminder_id }) => cancelReminder(realm, actor, reminder_id),
})
