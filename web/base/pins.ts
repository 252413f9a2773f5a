import { createSignal } from 'solid-js'
import type { Event, Pin } from '../../client-state/wire'
import type { Client } from '../client/client'
import { perClient } from '../client/per-client'
import { pinsAfter, pinsIn, type PinsByChannel } from '../store/pins'
import type { Message } from '../store/messages'
import { overlayWords } from '../words/en-overlays'

const MAX_CHANNELS = 50

/** The pins that the client has, the registration of each channel's, and the requests without an answer, with the events since. */
const kept = perClient((client) => {
  const [pins, setPins] = createSignal<PinsByChannel>(new Map())
  const registrations = new Map<number, number>()
  const requests = new Map<number, { later: Event[]; done: Promise<void> }>()
  client.onEvents.add((events) => {
    for (const { later } of requests.values()) later.push(...events)
    setPins((before) => events.reduce(pinsAfter, before))
  })
  return { pins, setPins, registrations, requests }
})

/** Returns the pins of a channel or of a topic, as far as the client has them. */
export function pinsOf(client: Client, place: { stream_id: number; topic?: string }): readonly Pin[] {
  return pinsIn(kept(client).pins().get(place.stream_id) ?? [], place.topic)
}

/** Returns the pin of a message, if the client has it. */
export const pinOf = (client: Client, message: Message): Pin | undefined =>
  message.type === 'stream'
    ? kept(client)
        .pins()
        .get(message.stream_id)
        ?.find(({ message_id }) => message_id === message.id)
    : undefined

/** Fetches the pins of a channel, unless the client has them. After that, events change them. */
export async function loadPins(client: Client, stream_id: number): Promise<void> {
  const { pins, registrations, requests } = kept(client)
  const registration = client.registrations()
  const isKept = pins().has(stream_id) && registrations.get(stream_id) === registration
  const open = requests.get(stream_id)
  if (isKept || open !== undefined) return open?.done
  const later: Event[] = []
  const done = fetchPins(client, stream_id, later)
  requests.set(stream_id, { later, done })
  await done
  requests.delete(stream_id)
  if (client.registrations() !== registration) await loadPins(client, stream_id)
}

async function fetchPins(client: Client, stream_id: number, later: readonly Event[]): Promise<void> {
  const { setPins, registrations } = kept(client)
  const registration = client.registrations()
  try {
    const answer = await client.ask('GET /parley/streams/:stream_id/pins', { stream_id })
    registrations.set(stream_id, registration)
    setPins((before) => {
      const others = [...before].filter(([other]) => other !== stream_id).slice(1 - MAX_CHANNELS)
      return later.reduce(pinsAfter, new Map([...others, [stream_id, answer.pins]]))
    })
  } catch {
    // The messages are there without their pins. The next visit asks again.
  }
}

/** Pins a message for all who can read it. The notice takes it back. */
export async function pinMessage(client: Client, { id: message_id }: Message): Promise<void> {
  try {
    const { pin_id } = await client.ask('POST /parley/messages/:message_id/pin', { message_id })
    client.setNotice({ text: overlayWords.pins.pinned, undo: () => void unpin(client, pin_id) })
  } catch (error) {
    client.report(error)
  }
}

export const unpin = async ({ ask, report }: Client, pin_id: number): Promise<void> =>
  ask('DELETE /parley/pins/:pin_id', { pin_id }).then(() => {}, report)
