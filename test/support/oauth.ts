import { hash } from 'node:crypto'
import { expect } from 'vitest'
import { Agent } from './agents'
import { browserOf, type Browser } from './browser'
import { formOf, type FieldValue, type Json, type Person } from './person'
import { send } from './request'

export const REDIRECT_URI = 'http://localhost:7777/callback'
export const ALL_SCOPES = 'messages:read messages:write drafts:write status:write teams:write'
export const VERIFIER = 'v'.repeat(50)

/** The headers of a page's form. */
const FORM_PAGE = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }

type Ask = { scope?: string; ticked?: string[]; channels?: number[]; more?: Record<string, string> }

/** A program that asks users of a realm for access, by OAuth. */
export class OAuthClient {
  constructor(
    readonly realm_url: string,
    readonly client_id: string,
  ) {}

  static async register(realm_url: string, metadata: object = {}): Promise<OAuthClient> {
    const body = JSON.stringify({ client_name: 'Robot', redirect_uris: [REDIRECT_URI], ...metadata })
    const response = await send(new Request(`${realm_url}/oauth/register`, { method: 'POST', body }))
    const { client_id }: Json = await response.json()
    if (response.status !== 201) expect.fail(String(response.status))
    return new OAuthClient(realm_url, client_id)
  }

  /** The parameters with which the client sends a user to the page. */
  params(more: Record<string, string> = {}): Record<string, string> {
    return {
      client_id: this.client_id,
      redirect_uri: REDIRECT_URI,
      response_type: 'code',
      code_challenge: hash('sha256', VERIFIER, 'base64url'),
      code_challenge_method: 'S256',
      scope: ALL_SCOPES,
      state: 'xyz',
      resource: `${this.realm_url}/mcp`,
      ...more,
    }
  }

  open(browser: Browser, more: Record<string, string> = {}): Promise<Response> {
    const query = formOf(this.params(more)).toString()
    return browser.request(`/oauth/authorize?${query}`, { headers: { ...FORM_PAGE, 'sec-fetch-site': 'cross-site' } })
  }

  /** Returns the response to the form of the page. */
  submit(browser: Browser, { scope = ALL_SCOPES, ticked, channels = [], more = {} }: Ask = {}): Promise<Response> {
    const scopes = (ticked ?? scope.split(' ')).map((name) => [`scope_${name}`, '1'])
    const places = channels.map((id) => [`channel_${id}`, '1'])
    const fields: Record<string, FieldValue> = {
      ...Object.fromEntries([...scopes, ...places]),
      ...this.params({ scope, ...more }),
    }
    return browser.request('/oauth/authorize', { method: 'POST', fields, headers: FORM_PAGE })
  }

  /** Returns the code that the client receives after the user allowed it. */
  async codeFrom(user: Person | Browser, ask: Ask = {}): Promise<string> {
    const browser = 'cookie' in user ? user : await browserOf(user)
    const response = await this.submit(browser, ask)
    const location = new URL(response.headers.get('location') ?? expect.fail(await response.text()))
    expect(location.searchParams.get('state')).toBe('xyz')
    return location.searchParams.get('code') ?? expect.fail(location.href)
  }

  async exchange(fields: Record<string, string>): Promise<Json> {
    const response = await send(new Request(`${this.realm_url}/oauth/token`, { method: 'POST', body: formOf(fields) }))
    return { status: response.status, ...((await response.json()) as object) }
  }

  redeem(code: string, more: Record<string, string> = {}): Promise<Json> {
    return this.exchange({
      grant_type: 'authorization_code',
      code,
      client_id: this.client_id,
      redirect_uri: REDIRECT_URI,
      code_verifier: VERIFIER,
      resource: `${this.realm_url}/mcp`,
      ...more,
    })
  }

  refresh(refresh_token: string, more: Record<string, string> = {}): Promise<Json> {
    return this.exchange({ grant_type: 'refresh_token', refresh_token, client_id: this.client_id, ...more })
  }
}

export const TOKENS = {
  status: 200,
  token_type: 'Bearer',
  access_token: expect.stringMatching(/^parley_agent_/),
  refresh_token: expect.stringMatching(/^parley_refresh_/),
  expires_in: 3600,
  scope: ALL_SCOPES,
}

/** Returns an agent that a user connected, with its client and its tokens. */
export async function connectedAgent(user: Person, ask: Ask = {}) {
  const client = await OAuthClient.register(user.realm_url)
  const tokens = await client.redeem(await client.codeFrom(user, ask))
  expect(tokens).toMatchObject({ status: 200 })
  return { client, tokens, agent: new Agent(user.realm_url, tokens.access_token) }
}
