import * as v from 'valibot'

/** A message that somebody wants to be reminded of. To clients it looks like a message to oneself that waits. */
export type Reminder = {
  reminder_id: number // given once
  type: 'private'
  to: number[]
  content: string // what they will be told, but for the words of the message: those are looked up when they are due
  rendered_content: string
  scheduled_delivery_timestamp: number
  failed: boolean
  reminder_target_message_id: number
}

export const reminderShape = v.strictObject({
  reminder_id: v.number(),
  type: v.literal('private'),
  to: v.array(v.number()),
  content: v.string(),
  rendered_content: v.string(),
  scheduled_delivery_timestamp: v.number(),
  failed: v.boolean(),
  reminder_target_message_id: v.number(),
})
