import * as v from 'valibot'
import { event, stateSlice } from '../../../realm'
import type { User } from '../../people/users/user'
import { scheduledMessageShape, type ScheduledMessage } from './scheduled-message'
import { scheduledBy } from './storage'

export const scheduledMessagesAdded = event<{ scheduled_messages: ScheduledMessage[] }>({
  type: 'scheduled_messages',
  op: 'add',
  keeps: 'scheduled_messages',
  fields: { scheduled_messages: v.array(scheduledMessageShape) },
})

export const scheduledMessageUpdated = event<{ scheduled_message: ScheduledMessage }>({
  type: 'scheduled_messages',
  op: 'update',
  keeps: 'scheduled_messages',
  fields: { scheduled_message: scheduledMessageShape },
})

/** It was sent, or taken back. */
export const scheduledMessageRemoved = event<{ scheduled_message_id: number }>({
  type: 'scheduled_messages',
  op: 'remove',
  keeps: 'scheduled_messages',
  fields: { scheduled_message_id: v.number() },
})

export const scheduledMessagesSlice = stateSlice({
  fetchedFor: ['scheduled_messages'],
  fields: { scheduled_messages: v.array(scheduledMessageShape) },
  read: (realm, { user_id }: User) => ({ scheduled_messages: scheduledBy(realm.sql, user_id) }),
})
