/** The events that a bot can receive at an address. */
export const EVENT_NAMES = ['message', 'reaction', 'membership', 'topic_resolved'] as const
export type EventName = (typeof EVENT_NAMES)[number]

/** An address that receives events for a bot. */
export type EventSubscription = {
  id: number
  bot_id: number
  url: string
  events: readonly EventName[]
  all_public_streams: boolean
  is_enabled: boolean
  queue_id: string
  last_event_id: number
  attempts: number
  due_at: number
  created_at: number
}

/** An event in the form in which the receiver gets it. */
export type SentEvent = {
  event_id: number
  type: string
  data: object
  /** The message that the receiver must be allowed to read. */
  message_id?: number
}

export type DeliveryOutcome = 'delivered' | 'failed' | 'waiting'

/** The last attempt to deliver an event, as the owner of the bot looks at it. */
export type EventDelivery = {
  id: number
  subscription_id: number
  event_id: number
  type: string
  message_id: number | null
  data: string
  attempted_at: number
  attempts: number
  outcome: DeliveryOutcome
  error: string | null
}
