import { concept } from '../../../concept'
import tables from './tables.sql'
import { deliverReminders } from './due-work'
import { createReminder, getReminders, deleteReminder } from './endpoints'
import { remindersAdded, reminderRemoved, remindersState, reminderLimitsState } from './events'

export const reminders = concept({
  name: 'writing/reminders',
  title: 'Reminders',
  tables: [tables],
  endpoints: [createReminder, getReminders, deleteReminder],
  events: [remindersAdded, reminderRemoved],
  state: [remindersState, reminderLimitsState],
  dueWork: [deliverReminders],
})
