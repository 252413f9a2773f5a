import * as v from 'valibot'
import { event, stateSlice } from '../../../realm'
import type { User } from '../../people/users/user'
import { scheduledMessageShape, type ScheduledMessage } from './scheduled-message'
import { scheduledMessagesOf } from './storage'

export const scheduledMessagesAdded = event<{ scheduled_messages: ScheduledMessage[] }>({
  type: 'scheduled_messages',
  op: 'add',
  summary: 'The user scheduled messages.',
  recipients: { users: 'the sender' },
  updates: 'scheduled_messages',
  fields: { scheduled_messages: v.array(scheduledMessageShape) },
})

export const scheduledMessageUpdated = event<{ scheduled_message: ScheduledMessage }>({
  type: 'scheduled_messages',
  op: 'update',
  summary: 'The user changed a scheduled message, or the server could not send it.',
  recipients: { users: 'the sender' },
  updates: 'scheduled_messages',
  fields: { scheduled_message: scheduledMessageShape },
})

export const scheduledMessageRemoved = event<{ scheduled_message_id: number }>({
  type: 'scheduled_messages',
  op: 'remove',
  summary: 'A scheduled message was sent or deleted.',
  recipients: { users: 'the sender' },
  updates: 'scheduled_messages',
  fields: { scheduled_message_id: v.number() },
})

export const scheduledMessagesState = stateSlice({
  fetchedFor: ['scheduled_messages'],
  fields: { scheduled_messages: v.array(scheduledMessageShape) },
  read: (realm, { user_id }: User) => ({ scheduled_messages: scheduledMessagesOf(realm.sql, user_id) }),
})
