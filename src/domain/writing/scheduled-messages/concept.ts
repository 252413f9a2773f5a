import { concept } from '../../../concept'
import tables from './tables.sql'
import { deliverScheduledMessages } from './due-work'
import {
  createScheduledMessage,
  getScheduledMessages,
  updateScheduledMessage,
  deleteScheduledMessage,
} from './endpoints'
import {
  scheduledMessagesAdded,
  scheduledMessageUpdated,
  scheduledMessageRemoved,
  scheduledMessagesState,
} from './events'

export const scheduledMessages = concept({
  name: 'writing/scheduled-messages',
  title: 'Scheduled messages',
  tables: [tables],
  endpoints: [createScheduledMessage, getScheduledMessages, updateScheduledMessage, deleteScheduledMessage],
  events: [scheduledMessagesAdded, scheduledMessageUpdated, scheduledMessageRemoved],
  state: [scheduledMessagesState],
  dueWork: [deliverScheduledMessages],
})
