/** A message that an outgoing webhook will receive. */
export type Delivery = {
  id: number
  bot_id: number
  message_id: number
  trigger: Trigger
  attempts: number // attempts that began
  due_at: number // the time of the next attempt; during an attempt, the time at which the realm gives it up
}

/** Why the webhook receives the message. */
export type Trigger = 'mention' | 'direct_message'
