import { expect } from 'vitest'
import { send } from './request'

/** An answer as a client reads it. Tests say what they expect of it, so it has no type of its own. */
// oxlint-disable-next-line typescript/no-explicit-any -- an answer is whatever the server says
export type Json = any

export type FieldValue = string | number | boolean | null | undefined | object

/** Strings travel as they are, all else as JSON text. */
export function formOf(fields: Record<string, FieldValue>): URLSearchParams {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined) form.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  return form
}

/** Somebody with an account, who asks the server over HTTP as any client would. */
export class Person {
  constructor(
    readonly realm_url: string,
    readonly account: { user_id: number; email: string; full_name: string; api_key: string; password: string },
  ) {}

  get id(): number {
    return this.account.user_id
  }
  get email(): string {
    return this.account.email
  }

  /** The raw response, for tests of the envelope. */
  async request(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    if (!headers.has('authorization'))
      headers.set('authorization', `Basic ${btoa(`${this.email}:${this.account.api_key}`)}`)
    return send(new Request(`${this.realm_url}/api/v1${path}`, { ...init, headers }))
  }

  async get(path: string, fields: Record<string, FieldValue> = {}): Promise<Json> {
    const query = formOf(fields).toString()
    return (await this.request(query ? `${path}?${query}` : path)).json()
  }

  async post(path: string, fields: Record<string, FieldValue> = {}): Promise<Json> {
    return this.#send('POST', path, fields)
  }
  async patch(path: string, fields: Record<string, FieldValue> = {}): Promise<Json> {
    return this.#send('PATCH', path, fields)
  }
  async delete(path: string, fields: Record<string, FieldValue> = {}): Promise<Json> {
    return this.#send('DELETE', path, fields)
  }

  async #send(method: string, path: string, fields: Record<string, FieldValue>): Promise<Json> {
    return (await this.request(path, { method, body: formOf(fields) })).json()
  }

  /** Sends to a channel's topic, and means it to succeed. */
  async sends(
    channel: { name: string },
    topic: string,
    content: string,
    more: Record<string, FieldValue> = {},
  ): Promise<{ id: number }> {
    return succeeded(await this.post('/messages', { type: 'channel', to: channel.name, topic, content, ...more }))
  }

  async sendsDirectly(
    people: readonly Person[],
    content: string,
    more: Record<string, FieldValue> = {},
  ): Promise<{ id: number }> {
    return succeeded(
      await this.post('/messages', { type: 'direct', to: people.map((person) => person.id), content, ...more }),
    )
  }

  /** Nobody is written to about it, unless that is asked for. */
  async subscribes(channel: { name: string }, more: Record<string, FieldValue> = {}): Promise<Json> {
    const quietly = { subscriptions: [{ name: channel.name }], send_new_subscription_messages: false }
    return succeeded(await this.post('/users/me/subscriptions', { ...quietly, ...more }))
  }

  async registers(fields: Record<string, FieldValue> = {}): Promise<Queue> {
    return new Queue(this, succeeded(await this.post('/register', fields)))
  }
}

export function succeeded(answer: Json): Json {
  // The text of an answer is long, so it is made only for one that is an error.
  if (answer.result !== 'success') expect.fail(JSON.stringify(answer))
  return answer
}

/** An event queue, read as a client reads it: each poll acknowledges what came before. */
export class Queue {
  #last: number

  constructor(
    readonly person: Person,
    readonly state: Json,
  ) {
    this.#last = state.last_event_id
  }

  get id(): string {
    return this.state.queue_id
  }
  get lastEventId(): number {
    return this.#last
  }

  /** What is there now, without waiting. */
  async events(): Promise<Json[]> {
    const { events } = succeeded(
      await this.person.get('/events', { queue_id: this.id, last_event_id: this.#last, dont_block: true }),
    )
    this.#last = events.at(-1)?.id ?? this.#last
    return events
  }

  /** Whether there is nothing to come back to: a client registers anew. */
  async isGone(): Promise<boolean> {
    const answer = await this.person.get('/events', { queue_id: this.id, last_event_id: this.#last, dont_block: true })
    return answer.code === 'BAD_EVENT_QUEUE_ID'
  }

  /** Waits for the next events, as a parked poll. */
  async poll(): Promise<Json[]> {
    const { events } = succeeded(await this.person.get('/events', { queue_id: this.id, last_event_id: this.#last }))
    this.#last = events.at(-1)?.id ?? this.#last
    return events
  }

  /** The next event, which must be there already. */
  async next(): Promise<Json> {
    const events = await this.events()
    expect(events, 'one event should be there').not.toHaveLength(0)
    expect(events, 'only one event should be there').toHaveLength(1)
    return events[0]
  }
}
