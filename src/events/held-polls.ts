import { randomBetween } from '../store/randomness'
import type { Listening } from './listener'
import type { ListenerHost } from './listener-host'

/**
 * The long polls that wait in the realm object itself, as requests without a response. Such a poll needs half the CPU of a
 * poll that waits on a socket, but it keeps the object awake. So a poll waits here only while the object receives so many
 * requests that it is awake anyway. When they stop, the last of these polls ends within a minute, and the next ones wait on
 * sockets.
 */
export class HeldPolls {
  /** The times of the latest requests, in milliseconds. The oldest of them is at `#next`. */
  readonly #requestedAt = new Float64Array(REQUESTS_COUNTED).fill(-Infinity)
  #next = 0
  #hasTimer = false

  constructor(
    readonly context: Omit<ListenerHost, 'reader'>,
    readonly milliseconds: () => number,
  ) {}

  noteRequest(): void {
    this.#requestedAt[this.#next] = this.milliseconds()
    this.#next = (this.#next + 1) % REQUESTS_COUNTED
  }

  /** Returns whether the object is awake anyway. */
  get areAllowed(): boolean {
    return this.milliseconds() - this.#requestedAt[this.#next]! < BUSY_MILLISECONDS
  }

  /** Waits for the events of a queue, for a heartbeat, or until the client disconnects. Returns the frame. */
  async hold(listening: Listening, signal: AbortSignal): Promise<string> {
    const { sockets, queues } = this.context
    const [least, most] = HEARTBEAT_AFTER_SECONDS
    const heartbeatAt = this.milliseconds() + randomBetween(least, most) * 1000
    const { listener, frame } = sockets.holdPoll(listening, heartbeatAt)
    signal.addEventListener('abort', () => sockets.endPoll(listener))
    this.#startTimer()
    const text = await frame
    queues.touch(listening.queue_id)
    return text
  }

  /** Answers the polls that have waited long enough with a heartbeat. Their clients have every delivered event. */
  sendHeartbeats(): void {
    const { sockets, queues, log } = this.context
    for (const listener of sockets.heldPolls(this.milliseconds())) {
      queues.skipTo([listener.queue_id], sockets.deliveredUpTo)
      const queue = queues.find(listener.queue_id)
      const id = queue && log.heartbeatId(queue)
      sockets.endPoll(listener, id === undefined ? undefined : `{"events":[{"type":"heartbeat","id":${id}}]}`)
    }
  }

  #startTimer() {
    if (this.#hasTimer) return
    this.#hasTimer = true
    setTimeout(() => {
      this.#hasTimer = false
      this.sendHeartbeats()
      if (this.context.sockets.heldCount > 0) this.#startTimer()
    }, TIMER_MILLISECONDS)
  }
}

/** Home routers drop connections that are silent for a minute. */
export const HEARTBEAT_AFTER_SECONDS = [45, 55] as const
const TIMER_MILLISECONDS = 2000

// Two requests a second: the platform lets an object sleep after about ten seconds without one.
const REQUESTS_COUNTED = 100
const BUSY_MILLISECONDS = 50_000
