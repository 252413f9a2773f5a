import { exports } from 'cloudflare:workers'
import { expect } from 'vitest'
import { formOf, succeeded, type FieldValue, type Json, type Person } from './person'
import { send } from './request'

/** The headers by which a browser states that a page of the realm sent a request. */
export const OWN_PAGE = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }

type RequestOptions = { method?: string; fields?: Record<string, FieldValue>; headers?: Record<string, string> }

/** A browser with a page of a realm. It keeps the cookie that the realm sets. */
export class Browser {
  cookie: string | undefined

  constructor(
    readonly realm_url: string,
    readonly headers: Record<string, string> = {},
  ) {}

  /** Sends a request to a path of the realm's host. `headers` replace those of a page of the realm. */
  async request(path: string, { method = 'GET', fields, headers = OWN_PAGE }: RequestOptions = {}): Promise<Response> {
    const all = new Headers({ ...this.headers, ...headers })
    if (this.cookie !== undefined) all.set('cookie', this.cookie)
    const body = fields && formOf(fields)
    const response = await send(
      new Request(`${this.realm_url}${path}`, { method, headers: all, body, redirect: 'manual' }),
    )
    this.#keepCookie(response)
    return response
  }

  async get(path: string, fields: Record<string, FieldValue> = {}): Promise<Json> {
    const query = formOf(fields).toString()
    return (await this.request(`/json${path}${query === '' ? '' : `?${query}`}`)).json()
  }

  async post(path: string, fields: Record<string, FieldValue> = {}): Promise<Json> {
    return (await this.request(`/json${path}`, { method: 'POST', fields })).json()
  }

  async put(path: string, fields: Record<string, FieldValue> = {}): Promise<Json> {
    return (await this.request(`/json${path}`, { method: 'PUT', fields })).json()
  }

  async patch(path: string, fields: Record<string, FieldValue> = {}): Promise<Json> {
    return (await this.request(`/json${path}`, { method: 'PATCH', fields })).json()
  }

  async delete(path: string, fields: Record<string, FieldValue> = {}): Promise<Json> {
    return (await this.request(`/json${path}`, { method: 'DELETE', fields })).json()
  }

  /** Logs a user in. Fails the test if the realm refuses it. */
  async logIn({ email, account }: Person): Promise<this> {
    succeeded(await this.post('/login', { username: email, password: account.password }))
    expect(this.cookie).toBeDefined()
    return this
  }

  /** Requests a WebSocket for a queue. */
  openSocket(queue: { queue_id: string; last_event_id: number }, headers: Record<string, string> = OWN_PAGE) {
    const query = `queue_id=${queue.queue_id}&last_event_id=${queue.last_event_id}`
    const all = { ...headers, cookie: this.cookie ?? '', upgrade: 'websocket' }
    return exports.default.fetch(new Request(`${this.realm_url}/json/events?${query}`, { headers: all }))
  }

  /** Returns a second browser with the same cookie, for example that of a thief. */
  copy(): Browser {
    const copy = new Browser(this.realm_url, this.headers)
    copy.cookie = this.cookie
    return copy
  }

  #keepCookie({ headers }: Response) {
    for (const header of headers.getSetCookie()) {
      const [pair = ''] = header.split(';')
      if (pair.includes('session_number')) continue
      this.cookie = pair.endsWith('=') ? undefined : pair
    }
  }
}

/** Returns a browser in which the user is logged in. */
export const browserOf = (person: Person, headers: Record<string, string> = {}): Promise<Browser> =>
  new Browser(person.realm_url, headers).logIn(person)
