import { env } from 'cloudflare:workers'
import { expect, onTestFinished } from 'vitest'
import { Browser } from './browser'
import type { FakeProvider } from './identity-provider'
import { formOf, type FieldValue, type Json } from './person'
import { freshRealm, type Cast } from './realm'
import { send } from './request'

/** Returns a realm with the cast, in a deployment with these identity providers. */
export async function realmWithProviders(providers: readonly Json[], more: Record<string, string> = {}): Promise<Cast> {
  const original = { ...env }
  Object.assign(env, { SIGN_IN_PROVIDERS: JSON.stringify(providers), ...more })
  onTestFinished(() => void Object.assign(env, { SIGN_IN_PROVIDERS: '', CALLS_PRIVATE_ADDRESSES: '', ...original }))
  return freshRealm()
}

/** The headers of a browser that another site sent here. */
export const NAVIGATION = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
const OWN_NAVIGATION = { ...NAVIGATION, 'sec-fetch-site': 'same-origin' }

/** A browser that opens pages and submits forms. It has all cookies of the realm's host. */
export class Visitor {
  readonly cookies = new Map<string, string>()

  constructor(
    readonly realm_url: string,
    readonly user_agent = 'Mozilla/5.0 Firefox/140.0',
  ) {}

  async open(address: string, headers: Record<string, string> = NAVIGATION): Promise<Response> {
    return this.#send(
      new Request(new URL(address, this.realm_url), { headers: this.#with(headers), redirect: 'manual' }),
    )
  }

  async submit(
    path: string,
    fields: Record<string, FieldValue>,
    headers: Record<string, string> = OWN_NAVIGATION,
  ): Promise<Response> {
    const init = {
      method: 'POST',
      body: formOf(fields),
      headers: this.#with(headers),
      redirect: 'manual' as const,
    }
    return this.#send(new Request(new URL(path, this.realm_url), init))
  }

  /** Begins a login, and returns the address at the provider to which the server sends the browser. */
  async begins(path = '/accounts/login/social/idp'): Promise<URL> {
    const response = await this.open(path)
    expect(response.status, await response.clone().text()).toBe(302)
    return new URL(response.headers.get('location')!)
  }

  /** Returns from the provider to the address that it was given, as an honest provider sends the browser back. */
  async returns(from: URL, more: Record<string, string> = {}): Promise<Response> {
    const { redirect_uri, state } = Object.fromEntries(from.searchParams)
    const answer = { code: 'the code', state: state!, iss: from.origin, ...more }
    return this.open(`${redirect_uri}?${new URLSearchParams(answer).toString()}`)
  }

  /** Logs in at a provider that says these claims. */
  async logsIn(provider: FakeProvider, claims: Json, path?: string): Promise<Response> {
    const at = await this.begins(path)
    provider.claims = { nonce: at.searchParams.get('nonce'), ...claims }
    return this.returns(at)
  }

  /** Returns this browser with a page of the realm in it. */
  asBrowser(): Browser {
    const browser = new Browser(this.realm_url)
    browser.cookie = `session=${this.cookies.get('session')}`
    return browser
  }

  /** Returns who is logged in, or undefined. */
  async user(): Promise<Json> {
    const request = new Request(`${this.realm_url}/json/users/me`, {
      headers: this.#with({ 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' }),
    })
    const response = await send(request)
    return response.ok ? response.json() : undefined
  }

  #with(headers: Record<string, string>): Record<string, string> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    return { 'user-agent': this.user_agent, ...headers, ...(cookie === '' ? {} : { cookie }) }
  }

  async #send(request: Request): Promise<Response> {
    const response = await send(request)
    for (const header of response.headers.getSetCookie()) {
      const [pair = ''] = header.split(';')
      const name = pair.slice(0, pair.indexOf('='))
      const value = pair.slice(name.length + 1)
      if (value === '') this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    return response
  }
}
