import type { Reader } from './accept'
import { isTooSlow } from './flow'
import type { Published } from './log'
import type { Queues } from './queues'
import type { Parked, Sockets } from './sockets'

/**
 * Brings what was published to everyone connected who may have it. It is done after whoever caused it has been answered,
 * and in slices between which the realm answers others, so nobody waits for an audience, however large. What one
 * transaction published reaches a listener as one frame; transactions are told in their order.
 */
export class Delivery {
  readonly #batches: { published: readonly Published[]; listeners: Generator<Parked> | undefined }[] = []
  #isScheduled = false

  constructor(
    readonly sockets: Sockets,
    readonly queues: Queues,
    readonly reader: Reader,
  ) {}

  put(published: readonly Published[]): void {
    if (!this.sockets.any) {
      if (this.#batches.length === 0) this.#delivered(published)
      return
    }
    this.#batches.push({ published, listeners: undefined })
    this.#schedule()
  }

  // A crash before the timer fires loses nothing: sockets die with the object, and whoever comes back reads the log.
  #schedule() {
    if (this.#isScheduled) return
    this.#isScheduled = true
    setTimeout(() => {
      this.#isScheduled = false
      try {
        this.#deliverSlice()
      } catch (error) {
        // The listeners come back and read it from the log. What comes after it must not wait for that.
        console.error('What was published could not be delivered', error)
        this.#batches.shift()
        this.sockets.sendAway()
      }
      if (this.#batches.length > 0) this.#schedule()
    }, 0)
  }

  #deliverSlice() {
    const [batch] = this.#batches
    if (batch === undefined) return
    batch.listeners ??= this.#listenersTo(batch.published)
    const tests = batch.published.map((event) => ({ event, accepts: this.reader.acceptance(event) }))
    for (let told = 0; told < LISTENERS_PER_SLICE; told++) {
      const { value: parked, done } = batch.listeners.next()
      if (done) {
        this.#batches.shift()
        this.#delivered(batch.published)
        return
      }
      const queue = this.queues.find(parked.queue_id)
      if (queue === undefined || !this.sockets.isParked(parked) || this.#isBehind(parked)) continue
      // Someone who parked after the event may have read it from the log on the way.
      const known = parked.flow?.sent ?? queue.checked
      const events: string[] = []
      let last = known
      for (const { event, accepts } of tests) {
        const encoded = event.id > known && accepts(queue) ? this.reader.encoded(event, queue) : undefined
        if (encoded === undefined) continue
        events.push(encoded)
        last = event.id
      }
      const upTo = batch.published.at(-1)!.id
      if (events.length > 0) this.sockets.tell(parked, { events, last, upTo }, this.queues.now())
    }
  }

  #delivered(published: readonly Published[]) {
    this.sockets.deliveredUpTo = published.at(-1)?.id ?? this.sockets.deliveredUpTo
  }

  /** Whoever cannot take more reads it from the log when they can, or is let go if that takes too long. */
  #isBehind({ socket, flow }: Parked): boolean {
    if (flow === undefined || flow.behind_since === null) return false
    if (isTooSlow(flow, this.queues.now())) this.sockets.hangUp(socket, 'tooSlow')
    return true
  }

  *#listenersTo(published: readonly Published[]): Generator<Parked> {
    const people = published.map((event) => this.reader.people(event.audience))
    // A snapshot: whoever parks from here on has read the log already.
    yield* people.every((named) => named !== undefined)
      ? this.sockets.parkedBy(new Set(people.flatMap((named) => [...named])))
      : this.sockets.parked()
  }
}

const LISTENERS_PER_SLICE = 500
