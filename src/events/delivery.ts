import type { PublishedEvent } from './event-log'
import type { EventReader } from './event-reader'
import type { Queues } from './queues'
import { isTooSlow } from './send-window'
import type { Listener, Sockets } from './sockets'

/**
 * Sends published events to the connected listeners that may receive them.
 *
 * Delivery runs after the request that published the events was answered. It handles a limited number of listeners at a
 * time and lets the realm serve other requests in between, so the size of an audience delays no request. The events of one
 * transaction reach a listener as one frame. Transactions are delivered in their order.
 */
export class EventDelivery {
  readonly #transactions: { published: readonly PublishedEvent[]; listeners: Generator<Listener> | undefined }[] = []
  #isScheduled = false

  constructor(
    readonly sockets: Sockets,
    readonly queues: Queues,
    readonly reader: EventReader,
  ) {}

  /** Schedules the delivery of what one transaction published. */
  add(published: readonly PublishedEvent[]): void {
    if (!this.sockets.hasAny) {
      if (this.#transactions.length === 0) this.#markDelivered(published)
      return
    }
    this.#transactions.push({ published, listeners: undefined })
    this.#schedule()
  }

  // A crash before the timer fires loses nothing: the sockets end with the object, and the clients come back to the log.
  #schedule() {
    if (this.#isScheduled) return
    this.#isScheduled = true
    setTimeout(() => {
      this.#isScheduled = false
      try {
        this.#deliverBatch()
      } catch (error) {
        // The listeners come back and read these events from the log. Later transactions must not wait for that.
        console.error('Published events could not be delivered', error)
        this.#transactions.shift()
        this.sockets.releaseAll()
      }
      if (this.#transactions.length > 0) this.#schedule()
    }, 0)
  }

  #deliverBatch() {
    const [transaction] = this.#transactions
    if (transaction === undefined) return
    const { published } = transaction
    transaction.listeners ??= this.#listenersTo(published)
    const tests = published.map((event) => ({ event, accepts: this.reader.acceptanceOf(event) }))
    for (let count = 0; count < LISTENERS_PER_BATCH; count++) {
      const { value: listener, done } = transaction.listeners.next()
      if (done) {
        this.#transactions.shift()
        this.#markDelivered(published)
        return
      }
      const queue = this.queues.find(listener.queue_id)
      if (queue === undefined || !this.sockets.isListening(listener) || this.#isFull(listener)) continue
      // A listener that connected after the event may have read it from the log.
      const sent = listener.window?.sent ?? queue.searchedUpTo
      const events: string[] = []
      let last = sent
      for (const { event, accepts } of tests) {
        const encoded = event.id > sent && accepts(queue) ? this.reader.encode(event, queue) : undefined
        if (encoded === undefined) continue
        events.push(encoded)
        last = event.id
      }
      const upTo = published.at(-1)!.id
      if (events.length > 0) this.sockets.send(listener, { events, last, upTo }, this.queues.now())
    }
  }

  #markDelivered(published: readonly PublishedEvent[]) {
    this.sockets.deliveredUpTo = published.at(-1)?.id ?? this.sockets.deliveredUpTo
  }

  /** A listener whose window is full reads these events from the log later. If that takes too long, it is disconnected. */
  #isFull({ socket, window }: Listener): boolean {
    if (window === undefined || window.full_since === null) return false
    if (isTooSlow(window, this.queues.now())) this.sockets.disconnect(socket, 'tooSlow')
    return true
  }

  *#listenersTo(published: readonly PublishedEvent[]): Generator<Listener> {
    const recipients = published.map((event) => this.reader.recipientIds(event.audience))
    // The list is made now: a listener that connects later has read these events from the log.
    yield* recipients.every((ids) => ids !== undefined)
      ? this.sockets.listenersOf(new Set(recipients.flatMap((ids) => [...ids])))
      : this.sockets.listeners()
  }
}

const LISTENERS_PER_BATCH = 500
