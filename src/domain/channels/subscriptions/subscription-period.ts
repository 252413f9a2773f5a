/**
 * The stretch in which somebody was subscribed, in message ids and in event ids. Who received a message, who could read
 * protected history and who was in an event's audience all follow from these, so nothing is written per message and person.
 */
export type SubscriptionPeriod = {
  stream_id: number
  user_id: number
  from_message: number // received: ids above this
  to_message: number | null // and up to this; null while subscribed
  from_event: number
  to_event: number | null
}

export const coversEvent = ({ from_event, to_event }: SubscriptionPeriod, event_id: number): boolean =>
  from_event < event_id && (to_event === null || event_id <= to_event)

export const coversMessage = ({ from_message, to_message }: SubscriptionPeriod, message_id: number): boolean =>
  from_message < message_id && (to_message === null || message_id <= to_message)
