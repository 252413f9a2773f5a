import { expect } from 'vitest'
import { send } from './request'

/** The JSON of a response. It has no type of its own, because each test states what it expects. */
// oxlint-disable-next-line typescript/no-explicit-any -- a test of a response must not trust its type
export type Json = any

export type FieldValue = string | number | boolean | null | undefined | object

/** Encodes a form: strings as they are, all other values as JSON. */
export function formOf(fields: Record<string, FieldValue>): URLSearchParams {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined) form.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  return form
}

/** A user who sends requests to the server over HTTP, as any client does. */
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

  /** Sends a request with the user's API key, and returns the whole response. */
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

  /** Sends a message to a topic. Fails the test if the server refuses it. */
  async sends(
    channel: { name: string },
    topic: string,
    content: string,
    more: Record<string, FieldValue> = {},
  ): Promise<{ id: number }> {
    return succeeded(await this.post('/messages', { type: 'channel', to: channel.name, topic, content, ...more }))
  }

  /** Sends a direct message. Fails the test if the server refuses it. */
  async sendsDirectly(
    people: readonly Person[],
    content: string,
    more: Record<string, FieldValue> = {},
  ): Promise<{ id: number }> {
    return succeeded(
      await this.post('/messages', { type: 'direct', to: people.map((person) => person.id), content, ...more }),
    )
  }

  /** Subscribes without messages from the notification bot, unless `more` asks for them. */
  async subscribes(channel: { name: string }, more: Record<string, FieldValue> = {}): Promise<Json> {
    const fields = { subscriptions: [{ name: channel.name }], send_new_subscription_messages: false }
    return succeeded(await this.post('/users/me/subscriptions', { ...fields, ...more }))
  }

  async registers(fields: Record<string, FieldValue> = {}): Promise<Queue> {
    return new Queue(this, succeeded(await this.post('/register', fields)))
  }
}

/** Returns the answer of a successful request. Fails the test if it is an error. */
export function succeeded(answer: Json): Json {
  // The text of an answer is long, so it is written only for an error.
  if (answer.result !== 'success') expect.fail(JSON.stringify(answer))
  return answer
}

/** An event queue that a client reads: each poll acknowledges the events of the poll before. */
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

  /** Returns the events that are in the queue now, without waiting. */
  async events(): Promise<Json[]> {
    const { events } = succeeded(
      await this.person.get('/events', { queue_id: this.id, last_event_id: this.#last, dont_block: true }),
    )
    this.#last = events.at(-1)?.id ?? this.#last
    return events
  }

  /** Whether the server has deleted the queue. The client then registers again. */
  async isGone(): Promise<boolean> {
    const answer = await this.person.get('/events', { queue_id: this.id, last_event_id: this.#last, dont_block: true })
    return answer.code === 'BAD_EVENT_QUEUE_ID'
  }

  /** Waits for the next events in a long poll. */
  async poll(): Promise<Json[]> {
    const { events } = succeeded(await this.person.get('/events', { queue_id: this.id, last_event_id: this.#last }))
    this.#last = events.at(-1)?.id ?? this.#last
    return events
  }

  /** Returns the next event. Fails the test unless exactly one is in the queue. */
  async next(): Promise<Json> {
    const events = await this.events()
    expect(events, 'one event should be in the queue').not.toHaveLength(0)
    expect(events, 'only one event should be in the queue').toHaveLength(1)
    return events[0]
  }
}
