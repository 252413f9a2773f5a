import * as v from 'valibot'
import { event, stateSlice } from '../../../realm'
import type { User } from '../../people/users/user'
import { reminderShape, type Reminder } from './reminder'
import { MAX_REMINDER_NOTE_LENGTH } from './rules'
import { remindersOf } from './storage'

export const remindersAdded = event<{ reminders: Reminder[] }>({
  type: 'reminders',
  op: 'add',
  summary: 'The user set reminders.',
  recipients: { users: 'the user' },
  updates: 'reminders',
  fields: { reminders: v.array(reminderShape) },
})

export const reminderRemoved = event<{ reminder_id: number }>({
  type: 'reminders',
  op: 'remove',
  summary: 'A reminder was sent or deleted.',
  recipients: { users: 'the user' },
  updates: 'reminders',
  fields: { reminder_id: v.number() },
})

export const remindersState = stateSlice({
  fetchedFor: ['reminders'],
  fields: { reminders: v.array(reminderShape) },
  read: (realm, { user_id }: User) => ({ reminders: remindersOf(realm.sql, user_id) }),
})

export const reminderLimitsState = stateSlice({
  fetchedFor: ['realm'],
  fields: { max_reminder_note_length: v.number() },
  read: () => ({ max_reminder_note_length: MAX_REMINDER_NOTE_LENGTH }),
})
