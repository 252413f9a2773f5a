import { inVendorSpelling } from '../api/vendor-names'
import type { Connection } from './send-window'

/** Returns the JSON text of one frame. */
export const frameOf = (events: readonly string[]): string => `{"events":[${events.join(',')}]}`

/** Returns the events as server-sent events. A browser that was cut off asks for the events after the last id. */
const streamTextOf = (events: readonly string[]): string =>
  events.map((event) => `id: ${idOf(event)}\ndata: ${event}\n\n`).join('')

/** The event reader writes the type, the operation and the id first. */
function idOf(event: string): string {
  const id = /^\{"type":"\w+"(?:,"op":"\w+")?,"id":(\d+)/.exec(event)?.[1]
  if (id === undefined) throw new Error(`An event has no id: ${event.slice(0, 100)}`)
  return id
}

type Shared = { events: readonly string[]; texts: Map<string, string> }

/** Few variants of an event exist, so few different frames exist in one batch. */
const FRAMES_KEPT = 8

/** The frames of one batch. Listeners that receive the same events in the same way share one text. */
export class SharedFrames {
  readonly #shared: Shared[] = []

  /** Returns the text for a persistent listener, in the spelling of its client. */
  textFor({ transport, vendor }: Connection, events: readonly string[]): string {
    const write = transport === 'stream' ? streamTextOf : frameOf
    return this.#text(events, `${transport} ${vendor}`, () => inVendorSpelling(write(events), vendor))
  }

  /** Returns the text that answers a long poll. It is spelled for the client later, with the other fields of its answer. */
  textForPoll(events: readonly string[]): string {
    return this.#text(events, 'poll', () => frameOf(events))
  }

  #text(events: readonly string[], name: string, write: () => string): string {
    const { texts } = this.#shared.find((other) => isSame(other.events, events)) ?? this.#add(events)
    let text = texts.get(name)
    if (text === undefined) texts.set(name, (text = write()))
    return text
  }

  #add(events: readonly string[]): Shared {
    const shared = { events, texts: new Map<string, string>() }
    if (this.#shared.length === FRAMES_KEPT) this.#shared.shift()
    this.#shared.push(shared)
    return shared
  }
}

const isSame = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === right.length && left.every((event, index) => event === right[index])
