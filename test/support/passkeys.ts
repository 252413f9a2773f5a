import { Authenticator, type Algorithm, type Lies } from './authenticator'
import { browserOf, OWN_PAGE, type Browser } from './browser'
import { formOf, succeeded, type FieldValue, type Json, type Person } from './person'
import { send } from './request'

type Options = { algorithm?: Algorithm; counts?: boolean; name?: string; lies?: Lies }

/** Adds a passkey of a new device to the account of a browser that is logged in. */
export async function addsPasskey(browser: Browser, { algorithm, counts, name = 'Laptop', lies }: Options = {}) {
  const device = await Authenticator.at(browser.realm_url, algorithm, counts)
  const { options } = succeeded(await browser.post('/parley/passkeys/start'))
  const credential = device.registers(options, lies)
  const { passkey_id, recovery_codes } = succeeded(await browser.post('/parley/passkeys', { name, credential }))
  return { device, passkey_id: Number(passkey_id), recovery_codes: recovery_codes as string[] }
}

/** Returns a browser in which the user is logged in, and a device with a passkey of the user. */
export async function withPasskey(person: Person, options: Options = {}) {
  const browser = await browserOf(person)
  return { browser, ...(await addsPasskey(browser, options)) }
}

/** The login page of a realm in a browser, which logs in with a passkey. It keeps all cookies of the realm's host. */
export class PasskeyLogin {
  readonly cookies = new Map<string, string>()

  constructor(
    readonly realm_url: string,
    readonly headers: Record<string, string> = {},
  ) {}

  /** Returns the options for a signature. */
  async options(): Promise<Json> {
    return succeeded(await this.post('/login/passkey/start')).options
  }

  /** Logs in with the passkey of a device, and returns the answer. */
  async logsIn(device: Authenticator, lies: Lies = {}, fields: Record<string, FieldValue> = {}): Promise<Json> {
    return this.post('/login/passkey', { credential: await device.signs(await this.options(), lies), ...fields })
  }

  async post(path: string, fields: Record<string, FieldValue> = {}): Promise<Json> {
    return this.#ask(path, { method: 'POST', body: formOf(fields) })
  }

  async get(path: string): Promise<Json> {
    return this.#ask(path, {})
  }

  async #ask(path: string, init: RequestInit): Promise<Json> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { ...OWN_PAGE, ...this.headers, ...(cookie === '' ? {} : { cookie }) }
    const response = await send(new Request(`${this.realm_url}/json${path}`, { ...init, headers }))
    for (const header of response.headers.getSetCookie()) {
      const [pair = ''] = header.split(';')
      this.cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    return response.json()
  }
}
