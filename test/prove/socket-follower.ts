import { expect, onTestFinished } from 'vitest'
import { eventKinds } from '../../src/catalogue'
import { until } from '../support/faults'
import { openSocket } from '../support/listening'
import type { Json, Person, Queue } from '../support/person'
import { EVERY_CAPABILITY } from '../support/replays'

const CLIENT = { client_capabilities: EVERY_CAPABILITY, apply_markdown: true, queue_lifespan_secs: 604_800 }

/**
 * A client that receives events over a WebSocket while a sequence runs. When the server ends the socket, the client opens another
 * one after the last event that it has. A second queue of the same user and the same options, which is polled, has the events that
 * must have come.
 */
export class SocketFollower {
  #events: Json[] = []
  #last: number
  #socket: WebSocket | undefined

  private constructor(
    readonly person: Person,
    readonly queue: Queue,
    readonly twin: Queue,
  ) {
    this.#last = queue.lastEventId
    onTestFinished(() => this.leave())
  }

  static async begin(person: Person): Promise<SocketFollower> {
    const follower = new SocketFollower(person, await person.registers(CLIENT), await person.registers(CLIENT))
    await follower.#connect()
    return follower
  }

  leave(): void {
    this.#socket?.close(1000)
  }

  async #connect(): Promise<void> {
    const { status, webSocket } = await openSocket(this.person, this.queue, this.#last)
    expect(status).toBe(101)
    const socket = (this.#socket = webSocket!)
    const forget = () => {
      if (this.#socket === socket) this.#socket = undefined
    }
    socket.addEventListener('close', forget)
    socket.addEventListener('error', forget)
    socket.addEventListener('message', ({ data }) => {
      if (this.#socket !== socket) return
      const { events } = JSON.parse(String(data)) as { events: Json[] }
      this.#events.push(...events)
      this.#last = events.at(-1).id
    })
    socket.accept()
  }

  /** Returns the events since the last call, and acknowledges them. They must be those of the queue that is polled, each once. */
  async received(): Promise<Json[]> {
    const expected = lasting(await this.twin.events())
    const last = expected.at(-1)?.id ?? -1
    await until(async () => {
      if (this.#socket === undefined) await this.#connect()
      await scheduler.wait(1)
      return this.#last >= last
    })
    const events = this.#events.splice(0)
    expect(lasting(events), `${this.person.account.full_name}, over a WebSocket`).toEqual(expected)
    this.#socket?.send(JSON.stringify({ last_event_id: this.#last }))
    return events
  }
}

/** A poll misses ephemeral events that are over, or that the object lost with its memory. The other ids are those of heartbeats. */
const ephemeralTypes = new Set(
  [...eventKinds.values()].filter(({ isEphemeral }) => isEphemeral).map(({ type }) => type),
)

const lasting = (events: readonly Json[]) =>
  events.filter(({ type }) => type !== 'heartbeat' && !ephemeralTypes.has(type))
