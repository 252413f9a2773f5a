import { deletedIds } from '../../client-state/messages'
import type { Event, Pin } from '../../client-state/wire'

/** The pins of channels that the user opened, the newest first. */
export type PinsByChannel = ReadonlyMap<number, readonly Pin[]>

/** Returns the pins after an event. It is the same map if the event changes none. */
export function pinsAfter(before: PinsByChannel, event: Event): PinsByChannel {
  if (event.type === 'parley_pins')
    return event.op === 'add' ? withPin(before, event.pin) : without(before, ({ id }) => id === event.pin_id)
  if (event.type === 'delete_message') return withoutMessages(before, deletedIds(event))
  // Users who can read a moved message in its new channel receive its pin again, with its new place.
  if (event.type === 'update_message' && event.new_stream_id !== undefined)
    return withoutMessages(before, event.message_ids)
  // The user may read the channel again later, and other messages of it.
  if (event.type === 'subscription' && event.op === 'remove')
    return withoutChannels(
      before,
      event.subscriptions.map(({ stream_id }) => stream_id),
    )
  return before
}

/** Returns the pins of a conversation: in a topic those of its messages, its bookmarks, and the ones of the channel. */
export function pinsIn(pins: readonly Pin[], topic: string | undefined): readonly Pin[] {
  if (topic === undefined) return pins
  return pins.filter((pin) => pin.topic === null || pin.topic.toLowerCase() === topic.toLowerCase())
}

/** A pin has one place, so an older one with its number is replaced. */
function withPin(before: PinsByChannel, pin: Pin): PinsByChannel {
  const others = without(before, ({ id }) => id === pin.id)
  const pins = others.get(pin.stream_id)
  if (pins === undefined) return others
  return new Map([...others, [pin.stream_id, [pin, ...pins].toSorted((a, b) => b.id - a.id)]])
}

function withoutMessages(before: PinsByChannel, message_ids: readonly number[]): PinsByChannel {
  const gone = new Set(message_ids)
  return without(before, ({ message_id }) => message_id !== null && gone.has(message_id))
}

function without(before: PinsByChannel, isGone: (pin: Pin) => boolean): PinsByChannel {
  if (![...before.values()].some((pins) => pins.some(isGone))) return before
  return new Map([...before].map(([stream_id, pins]) => [stream_id, pins.filter((pin) => !isGone(pin))]))
}

function withoutChannels(before: PinsByChannel, stream_ids: readonly number[]): PinsByChannel {
  if (!stream_ids.some((stream_id) => before.has(stream_id))) return before
  return new Map([...before].filter(([stream_id]) => !stream_ids.includes(stream_id)))
}
