/**
 * The time during which a user was subscribed, in message ids and in event ids. Periods tell which users received a message,
 * can read it in protected history, and were in an event's audience. So the realm writes no row for each message and user.
 */
export type SubscriptionPeriod = {
  stream_id: number
  user_id: number
  from_message: number // the user received messages with ids above this
  to_message: number | null // and up to this. null: the user is subscribed
  from_event: number
  to_event: number | null
}

export const coversEvent = ({ from_event, to_event }: SubscriptionPeriod, event_id: number): boolean =>
  from_event < event_id && (to_event === null || event_id <= to_event)

export const coversMessage = ({ from_message, to_message }: SubscriptionPeriod, message_id: number): boolean =>
  from_message < message_id && (to_message === null || message_id <= to_message)
