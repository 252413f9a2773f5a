import type { Json } from '../shared-parts.ts'
import { Host } from '../platform/host.ts'
import type { World } from '../world.ts'

export type FieldValue = string | number | boolean | null | undefined | object

export type Account = {
  user_id: number
  email: string
  full_name: string
  api_key: string
  password?: string
  place: string
}

/** Returns a form: texts as they are, all other values as JSON. */
export function formOf(fields: Record<string, FieldValue>): URLSearchParams {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined) form.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  return form
}

/** A client of HTTP says how long a body is, and sends no empty one. https://www.rfc-editor.org/rfc/rfc9110#section-8.6 */
export function requestOf(url: string, { body, headers, ...init }: RequestInit): Request {
  const text = body instanceof URLSearchParams ? String(body) : body
  const length =
    typeof text === 'string' ? Buffer.byteLength(text) : text instanceof Uint8Array ? text.length : undefined
  if (length === 0) return new Request(url, { ...init, headers })
  const request = new Request(url, { ...init, headers, body })
  if (length !== undefined) request.headers.set('content-length', String(length))
  return request
}

/** Returns what became of a request, in a word. */
export const outcomeOf = (answer: Json): string => (answer === undefined ? 'lost' : (answer.code ?? answer.result))

/** A program of one user, somewhere in the world. Its requests may be lost. */
export class Client {
  readonly world: World
  readonly realm_url: string
  readonly account: Account
  readonly host: Host
  requests = 0

  constructor(world: World, realm_url: string, account: Account) {
    this.world = world
    this.realm_url = realm_url
    this.account = account
    this.host = new Host(world.scheduler, account.full_name, account.place)
    this.host.isOfClient = true
  }

  get id(): number {
    return this.account.user_id
  }

  fetch(path: string, init: RequestInit = {}): Promise<Response> {
    this.requests++
    const headers = new Headers(init.headers)
    if (!headers.has('authorization'))
      headers.set('authorization', `Basic ${btoa(`${this.account.email}:${this.account.api_key}`)}`)
    if (headers.get('authorization') === '') headers.delete('authorization')
    return this.world.fetch(this.host, requestOf(`${this.realm_url}${path}`, { ...init, headers }))
  }

  /** Returns the answer. Undefined: the client does not know whether the server has received the request. */
  async ask(method: string, path: string, fields: Record<string, FieldValue> = {}): Promise<Json> {
    const form = formOf(fields)
    return method === 'GET' ? this.send(`/api/v1${path}?${form}`) : this.send(`/api/v1${path}`, { method, body: form })
  }

  /** Sends a request of any form, and returns the answer as `ask` does. */
  async send(path: string, init: RequestInit = {}): Promise<Json> {
    try {
      const response = await this.fetch(path, init)
      const text = await response.text()
      return text.startsWith('{') ? JSON.parse(text) : { result: response.ok ? 'success' : 'error', text }
    } catch {
      return undefined
    }
  }

  /** Asks until there is an answer. Only for requests that may be repeated. */
  async insist(method: string, path: string, fields: Record<string, FieldValue> = {}): Promise<Json> {
    for (let attempt = 0; ; attempt++) {
      const answer = await this.ask(method, path, fields)
      if (answer !== undefined && !isTemporary(answer)) return answer
      // A restore may have brought an earlier key back while the account was deactivated, and an owner may have changed the address.
      if (answer?.code === 'INVALID_API_KEY' && attempt > 0) {
        const login = await this.logIn()
        if (login !== undefined && login.result !== 'success') return login
      }
      if (attempt === MAX_ATTEMPTS) throw new Error(`${method} ${path} has no answer: ${JSON.stringify(answer)}`)
      await this.world.scheduler.wait(500 * 2 ** Math.min(attempt, 6))
    }
  }

  /** Asks for the key that the account has now. A restored realm has the one of the moment. Returns the answer. */
  async logIn(): Promise<Json> {
    const { email: username, password } = this.account
    if (password === undefined) return undefined
    const answer = await this.insist('POST', '/fetch_api_key', { username, password })
    if (answer.api_key !== undefined) this.account.api_key = answer.api_key
    return answer
  }
}

/** For longer than a database may be away: more than three hours. */
const MAX_ATTEMPTS = 400

const TEMPORARY = new Set([
  'INTERNAL_SERVER_ERROR',
  'STORE_UNAVAILABLE',
  'RATE_LIMIT_HIT',
  'REALM_CANNOT_START',
  'REALM_IS_BEING_RESTORED',
  // The account has another key since a moment ago: the next attempt has it.
  'INVALID_API_KEY',
])

const isTemporary = ({ code }: Json) => TEMPORARY.has(code)
