import { logLine } from '../api/log-line'
import type { PublishedEvent } from './event-log'
import type { Queue } from './queue'
import type { Queues } from './queues'
import { isTooSlow, WINDOW_CHARACTERS } from './send-window'
import { SharedFrames } from './shared-frames'
import type { EventBatch, Listener } from './listener'
import type { Sockets } from './sockets'

/** What delivery needs to know about events: which queues receive one, and its text for each of them. */
type DeliveryReader<Event> = {
  acceptanceOf(event: NoInfer<Event>): (queue: Queue) => boolean
  encode(event: Event, queue: Queue): string | undefined
  /** Returns users among whom all recipients are, if they are known and at most so many. */
  candidatesOf(event: NoInfer<Event>, most: number): ReadonlySet<number> | undefined
}

/** An event with the characters that it adds to a frame. */
type DeliveredEvent = { id: number; characters: number }

/** Events on their way to the listeners of the moment when the delivery began. */
type Delivery<Event> = {
  published: readonly Event[]
  tests: { event: Event; accepts: (queue: Queue) => boolean }[]
  listeners: ArrayIterator<Listener>
  frames: SharedFrames
}

/**
 * Sends published events to the connected listeners that may receive them.
 *
 * A few recipients receive an event at once. Otherwise delivery runs after the request that published the events was answered. It does a
 * limited amount of work at a time and lets the realm serve other requests in between, so the size of an audience delays no request.
 * While one delivery runs, transactions wait. The next delivery takes all that wait: a busy listener receives one frame with many events.
 * So nothing is delivered at once until a turn found nothing to deliver.
 */
export class EventDelivery<Event extends DeliveredEvent = PublishedEvent> {
  readonly #waiting: Event[] = []
  #waitingCharacters = 0
  #current: Delivery<Event> | undefined
  #isScheduled = false

  constructor(
    readonly sockets: Sockets,
    readonly queues: Queues,
    readonly reader: DeliveryReader<Event>,
  ) {}

  /** Schedules the delivery of what one transaction published. */
  add(published: readonly Event[]): void {
    if (!this.sockets.hasAny) {
      if (!this.#hasEvents) this.#markDelivered(published)
      return
    }
    this.#waiting.push(...published)
    this.#waitingCharacters += charactersOf(published)
    if (this.#waitingCharacters > MAX_CHARACTERS_WAITING) this.#giveUp('too_many_events_wait')
    if (!this.#isScheduled)
      this.#attempt(() => {
        const few = this.#fewListenersTo(published)
        if (few) this.#deliverPart(LISTENERS_AT_ONCE, few)
      })
    this.#schedule()
  }

  /** Returns the listeners who may receive one of these events, if they are few. */
  #fewListenersTo(published: readonly Event[]): Listener[] | undefined {
    if (this.sockets.count <= LISTENERS_AT_ONCE) return this.sockets.listeners()
    if (published.length > EVENTS_AT_ONCE) return undefined
    const candidates = this.#candidatesOf(published, LISTENERS_AT_ONCE)
    return candidates && this.sockets.listenersOf(candidates)
  }

  // A crash before the timer fires loses nothing: the sockets end with the object, and the clients come back to the log.
  #schedule() {
    if (this.#isScheduled) return
    this.#isScheduled = true
    setTimeout(() => {
      this.#isScheduled = false
      const isBusy = this.#hasEvents
      this.#attempt(() => {
        if (isBusy) this.#deliverPart(LISTENERS_PER_TURN)
        if (!this.#hasEvents) this.sockets.saveWindows(LISTENERS_PER_TURN)
      })
      if (isBusy || this.sockets.hasUnsavedWindows) this.#schedule()
    }, 0)
  }

  get #hasEvents(): boolean {
    return this.#current !== undefined || this.#waiting.length > 0
  }

  #attempt(deliver: () => void) {
    try {
      deliver()
    } catch (error) {
      this.#giveUp('delivery_failed', error)
    }
  }

  /** Ends all listeners. They come back and read these events from the log. */
  #giveUp(event: string, error?: unknown) {
    logLine('error', event, {}, error)
    this.#current = undefined
    this.#waiting.length = 0
    this.#waitingCharacters = 0
    this.sockets.releaseAll()
  }

  /** `few`: the listeners of a delivery that begins. */
  #deliverPart(listeners_max: number, few?: Listener[]) {
    const delivery = (this.#current ??= this.#begin(few))
    const { published, listeners } = delivery
    const most = Math.max(1, Math.min(listeners_max, Math.floor(TESTS_PER_TURN / published.length)))
    for (let count = 0; count < most; count++) {
      const { value: listener, done } = listeners.next()
      if (done) {
        this.#current = undefined
        this.#markDelivered(published)
        return
      }
      this.#deliverTo(listener, delivery)
    }
  }

  /** Takes the waiting transactions, as many as one frame can hold. */
  #begin(few?: Listener[]): Delivery<Event> {
    let characters = 0
    let count = 0
    for (const { characters: added } of this.#waiting.slice(0, EVENTS_PER_DELIVERY)) {
      if (count > 0 && characters + added > WINDOW_CHARACTERS) break
      characters += added
      count++
    }
    const published = this.#waiting.splice(0, count)
    this.#waitingCharacters -= characters
    return {
      published,
      tests: published.map((event) => ({ event, accepts: this.reader.acceptanceOf(event) })),
      // The list is made now: a listener that connects later has read these events from the log.
      listeners: (few ?? this.#listenersTo(published)).values(),
      frames: new SharedFrames(),
    }
  }

  #deliverTo(listener: Listener, { published, tests, frames }: Delivery<Event>) {
    const queue = this.queues.find(listener.queue_id)
    if (queue === undefined || !this.sockets.isListening(listener) || this.#isFull(listener)) return
    // A listener that connected after an event may have read it from the log.
    const sent = listener.window?.sent ?? Math.max(queue.searchedUpTo, listener.after ?? -1)
    const batch: EventBatch & { events: string[] } = { events: [], last: sent, upTo: published.at(-1)!.id }
    let characters = 0
    for (const { event, accepts } of tests) {
      const encoded = event.id > sent && accepts(queue) ? this.reader.encode(event, queue) : undefined
      if (encoded === undefined) continue
      batch.events.push(encoded)
      batch.last = event.id
      characters += encoded.length
      if (characters < WINDOW_CHARACTERS) continue
      batch.upTo = event.id // the window is full now, and the client reads the others from the log
      break
    }
    if (batch.events.length > 0) this.sockets.send(listener, batch, this.queues.now(), frames)
  }

  #markDelivered(published: readonly Event[]) {
    this.sockets.deliveredUpTo = published.at(-1)?.id ?? this.sockets.deliveredUpTo
  }

  /** A listener whose window is full reads these events from the log later. If that takes too long, it is disconnected. */
  #isFull(listener: Listener): boolean {
    const { window } = listener
    if (window === undefined || window.full_since === null) return false
    if (isTooSlow(window, this.queues.now())) this.sockets.disconnect(listener, 'tooSlow')
    return true
  }

  #listenersTo(published: readonly Event[]): Listener[] {
    const candidates = this.#candidatesOf(published, this.sockets.count * SHARE_OF_LISTENERS)
    return candidates === undefined ? this.sockets.listeners() : this.sockets.listenersOf(candidates)
  }

  /** Returns the users who may receive one of these events. Undefined: they are more than `most`. */
  #candidatesOf(published: readonly Event[], most: number): Set<number> | undefined {
    const user_ids = new Set<number>()
    for (const event of published) {
      const candidates = this.reader.candidatesOf(event, most)
      if (candidates === undefined) return undefined
      for (const user_id of candidates) if (user_ids.add(user_id).size > most) return undefined
    }
    return user_ids
  }
}

/** To list more candidates costs as much as to test all listeners. */
const SHARE_OF_LISTENERS = 1 / 4
const LISTENERS_PER_TURN = 500
/** So many receive an event before its sender is answered. The answer waits until their frames are made. */
const LISTENERS_AT_ONCE = 100
const EVENTS_AT_ONCE = 5
/** One test is one event for one listener. */
const TESTS_PER_TURN = 10_000
const EVENTS_PER_DELIVERY = 200
/** When more waits, reading the log is cheaper for the realm than memory. */
const MAX_CHARACTERS_WAITING = 8 * WINDOW_CHARACTERS

const charactersOf = (published: readonly DeliveredEvent[]): number =>
  published.reduce((sum, { characters }) => sum + characters, 0)
