import type { Json } from '../shared-parts.ts'

/** Returns the events of a part of a stream. */
export const eventsIn = (data: Json): Json[] => data.events ?? [data]

/** Frames are the same text for many listeners: each is parsed once. */
const parsed = new Map<string, Json>()
const MAX_PARSED = 64

export function framesOf(text: string): Json {
  let found = parsed.get(text)
  if (found === undefined) {
    if (parsed.size >= MAX_PARSED) parsed.clear()
    parsed.set(text, (found = JSON.parse(text)))
  }
  return found
}

/** Adds the messages of these events to those that a device has received. Returns one that it had received before. */
export function repeatedMessage(received: Set<number>, events: readonly Json[]): number | undefined {
  let repeated: number | undefined
  for (const { type, message } of events) {
    if (type !== 'message') continue
    if (received.has(message.id)) repeated = message.id
    received.add(message.id)
  }
  return repeated
}
