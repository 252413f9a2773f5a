import * as v from 'valibot'
import { named } from '../../../api/named'

/** A reminder of a message. It has the form of a scheduled message to oneself. */
export type Reminder = {
  reminder_id: number // never used again
  type: 'private'
  to: number[]
  content: string // without the quote of the message, which is added when the reminder is sent
  rendered_content: string
  scheduled_delivery_timestamp: number
  failed: boolean
  reminder_target_message_id: number
}

export const reminderShape = named(
  'Reminder',
  v.strictObject({
    reminder_id: v.number(),
    type: v.literal('private'),
    to: v.array(v.number()),
    content: v.string(),
    rendered_content: v.string(),
    scheduled_delivery_timestamp: v.number(),
    failed: v.boolean(),
    reminder_target_message_id: v.number(),
  }),
)
