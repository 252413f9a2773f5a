import { exports } from 'cloudflare:workers'
import * as v from 'valibot'
import { expect, onTestFinished } from 'vitest'
import { toParticipant } from '../../src/domain/writing/calls/socket-messages'
import { until } from './faults'
import { succeeded, type Json, type Person } from './person'

export type Seat = { call_id: number; participant: number; token: string }

/** Starts a call, or joins the one that runs there, without opening its socket. */
export async function entersCall(person: Person, place: object): Promise<Seat & { call: Json }> {
  const { call, participant, token } = succeeded(await person.post('/parley/calls', { ...place }))
  return { call, call_id: call.id, participant, token }
}

/** Requests the WebSocket of a call, and returns the response. */
export function opensSeat(person: Person, { call_id, participant, token }: Seat): Promise<Response> {
  const { email, account, realm_url } = person
  const headers = { authorization: `Basic ${btoa(`${email}:${account.api_key}`)}`, upgrade: 'websocket' }
  const query = new URLSearchParams({ participant: String(participant), token }).toString()
  return exports.default.fetch(new Request(`${realm_url}/api/v1/parley/calls/${call_id}/socket?${query}`, { headers }))
}

/** A client in a call, which keeps what it received. What is not declared fails. */
export class Caller {
  readonly received: Json[] = []
  #closed: { code: number; reason: string } | undefined

  constructor(
    readonly person: Person,
    readonly seat: Seat,
    readonly socket: WebSocket,
  ) {
    socket.addEventListener('message', ({ data }) => {
      this.received.push(v.parse(toParticipant, JSON.parse(String(data))))
    })
    socket.addEventListener('close', ({ code, reason }) => (this.#closed = { code, reason }))
    socket.accept()
    onTestFinished(() => socket.close(1000))
  }

  send(message: object): void {
    this.socket.send(JSON.stringify(message))
  }

  /** The newest list of seats. */
  get roster(): Json[] {
    return this.received.findLast((message) => 'roster' in message)?.roster ?? []
  }

  /** The seat of a user in the newest list. */
  seatOf({ id }: Person): Json {
    return this.roster.find(({ user_id }) => user_id === id)
  }

  get users(): number[] {
    return this.roster.map(({ user_id }) => user_id)
  }

  until(condition: (caller: Caller) => boolean): Promise<void> {
    return until(async () => {
      await pause()
      return condition(this)
    })
  }

  async got(message: object): Promise<void> {
    await this.until(() => this.received.some((each) => JSON.stringify(each) === JSON.stringify(message)))
  }

  async closed(): Promise<{ code: number; reason: string }> {
    await this.until(() => this.#closed !== undefined)
    return this.#closed!
  }
}

/** The process delivers what sockets received while it is idle. */
const pause = () =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, 0)
  })

/** Opens the socket of a seat. */
export async function sits(person: Person, seat: Seat): Promise<Caller> {
  const response = await opensSeat(person, seat)
  expect(response.status).toBe(101)
  return new Caller(person, seat, response.webSocket!)
}

/** Starts or joins a call, and opens its socket. */
export const joinsCall = async (person: Person, place: object): Promise<Caller> =>
  sits(person, await entersCall(person, place))
