import { Client, formOf, type FieldValue } from './client.ts'
import type { Organization } from './organization.ts'
import type { Json } from '../shared-parts.ts'

/** The password of the owner, and of those who come later. */
const PASSWORD = 'correct horse battery'

/** By these, a browser says that a page of the realm sent a request. */
const OF_OWN_PAGE = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }

/** A browser in which a user is logged in: it has a cookie, and no API key. */
export class Session {
  cookie = ''
  readonly client: Client

  constructor(client: Client, cookie = '') {
    this.client = client
    this.cookie = cookie
  }

  /** Returns a new session, or undefined if the account may not log in, or if no answer came. */
  static async begin(client: Client): Promise<Session | undefined> {
    const session = new Session(client)
    const { email: username, password = PASSWORD } = client.account
    await session.ask('POST', '/login', { username, password })
    return session.cookie === '' ? undefined : session
  }

  /** Returns the answer. Undefined: the browser does not know whether the server has received the request. */
  async ask(method: string, path: string, fields: Record<string, FieldValue> = {}): Promise<Json> {
    const form = formOf(fields)
    const headers = { ...OF_OWN_PAGE, authorization: '', cookie: this.cookie }
    const [query, body] = method === 'GET' ? [`?${form}`, {}] : ['', { body: form }]
    try {
      const response = await this.client.fetch(`/json${path}${query}`, { method, headers, ...body })
      for (const header of response.headers.getSetCookie()) this.#keep(header)
      return await response.json()
    } catch {
      return undefined
    }
  }

  /** The user deletes the account. */
  erase(): Promise<Json> {
    return this.ask('POST', '/parley/users/me/erasure', { email: this.client.account.email })
  }

  /** Another cookie has the number of the session, for scripts. */
  #keep(header: string): void {
    const [pair = ''] = header.split(';')
    if (!pair.includes('session_number')) this.cookie = pair.endsWith('=') ? '' : pair
  }
}

/** Returns a new user who is logged in. Undefined: an answer was lost. */
export async function newcomer(
  { world, url, realm_name }: Organization,
  name: string,
  more: Record<string, FieldValue> = {},
): Promise<Session | undefined> {
  const email = `${name}@${realm_name}.test`
  const account = { user_id: 0, email, full_name: name, api_key: '', password: PASSWORD, place: 'Frankfurt' }
  const client = new Client(world, url, account)
  const body = formOf({ email, full_name: name, password: PASSWORD, role: 400, ...more })
  await client.send('/api/v1/dev_create_user', { method: 'POST', headers: { authorization: '' }, body })
  const login = await client.logIn()
  if (login.result !== 'success') return undefined
  account.user_id = login.user_id
  return Session.begin(client)
}
