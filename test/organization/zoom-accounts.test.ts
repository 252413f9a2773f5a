import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { SUCCESS } from '../support/answers'
import { browserOf, type Browser } from '../support/browser'
import { advanceClock } from '../support/clock'
import { succeeded, type Json, type Person } from '../support/person'
import { realmWithVariables } from '../support/realm-with-variables'
import { receivedBy } from '../support/received-events'

const APP = { ZOOM_CLIENT_ID: 'client', ZOOM_CLIENT_SECRET: 'secret' }
const HOUR = 3600

/**
 * A small Zoom with one user. Codes and refresh tokens count once, and access tokens for an hour of its own clock. `grants` are
 * the token requests that it answered.
 */
class FakeZoom {
  readonly grants: Json[] = []
  readonly codes = new Set<string>()
  isDown = false
  #valid = { access: '', refresh: '' }
  #issued = 0

  constructor() {
    const spy = vi
      .spyOn(globalThis, 'fetch')
      .mockImplementation(async (input, init) => this.#answer(new Request(input, init)))
    onTestFinished(() => spy.mockRestore())
  }

  /** The user removes the app at Zoom. */
  revoke(): void {
    this.#valid = { access: '', refresh: '' }
  }

  async #answer(request: Request): Promise<Response> {
    if (this.isDown) return Response.json({}, { status: 503 })
    const { pathname } = new URL(request.url)
    if (pathname === '/oauth/token') return this.#giveTokens(request)
    expect(pathname).toBe('/v2/users/me/meetings')
    if (request.headers.get('authorization') !== `Bearer ${this.#valid.access}`)
      return Response.json({ code: 124, message: 'Access token is expired.' }, { status: 401 })
    return Response.json({ join_url: 'https://zoom.us/j/123' }, { status: 201 })
  }

  async #giveTokens(request: Request): Promise<Response> {
    expect(request.headers.get('authorization')).toBe(`Basic ${btoa('client:secret')}`)
    const grant: Json = Object.fromEntries(new URLSearchParams(await request.text()))
    const counts =
      grant.grant_type === 'authorization_code'
        ? this.codes.delete(grant.code)
        : grant.refresh_token !== '' && grant.refresh_token === this.#valid.refresh
    if (!counts) return Response.json({ reason: 'Invalid Token!', error: 'invalid_grant' }, { status: 400 })
    this.grants.push(grant)
    this.#issued += 1
    this.#valid = { access: `access ${this.#issued}`, refresh: `refresh ${this.#issued}` }
    const { access, refresh } = this.#valid
    return Response.json({ access_token: access, refresh_token: refresh, token_type: 'bearer', expires_in: HOUR })
  }
}

/** Follows the link to Zoom in a browser, and returns the address with which Zoom sends the browser back. */
async function answerOfZoom(zoom: FakeZoom, browser: Browser): Promise<string> {
  const response = await browser.request('/calls/zoom/register')
  const { searchParams } = new URL(response.headers.get('location')!)
  const code = `code ${zoom.codes.size}`
  zoom.codes.add(code)
  return `/calls/zoom/complete?${new URLSearchParams({ code, state: searchParams.get('state')! }).toString()}`
}

async function connects(zoom: FakeZoom, person: Person): Promise<void> {
  const browser = await browserOf(person)
  expect((await browser.request(await answerOfZoom(zoom, browser))).status).toBe(200)
}

const hasToken = async (person: Person) => (await person.registers()).state.has_zoom_token
const call = (person: Person) => person.post('/calls/zoom/create')

const created = { ...SUCCESS, url: 'https://zoom.us/j/123' }
const refused = { result: 'error', msg: 'Invalid Zoom access token', code: 'INVALID_ZOOM_TOKEN' }

describe('GET site:/calls/zoom/register', () => {
  test('leads to Zoom, and a browser without a session to the page to log in', async () => {
    const { realm, ada } = await realmWithVariables(APP)
    const browser = await browserOf(ada)
    const target = new URL((await browser.request('/calls/zoom/register')).headers.get('location')!)
    expect(target.origin + target.pathname).toBe('https://zoom.us/oauth/authorize')
    expect(Object.fromEntries(target.searchParams)).toEqual({
      response_type: 'code',
      client_id: 'client',
      redirect_uri: `${realm.url}/calls/zoom/complete`,
      state: expect.stringContaining(`"realm":"${realm.name}"`),
    })
    browser.cookie = undefined
    const login = await browser.request('/calls/zoom/register')
    expect(login.headers.get('location')).toBe('/login?next=%2Fcalls%2Fzoom%2Fregister')
  })

  test('is refused where calls belong to the account of the deployment', async () => {
    const { ada } = await realmWithVariables({ ...APP, ZOOM_ACCOUNT_ID: 'account' })
    const answer: Json = await (await (await browserOf(ada)).request('/calls/zoom/register')).json()
    expect(answer.msg).toBe('Zoom is not configured.')
  })
})

describe('GET site:/calls/zoom/complete', () => {
  test('an account that a user connects creates the calls of this user', async () => {
    const { realm, ada } = await realmWithVariables(APP)
    const ben = await realm.newPerson('ben')
    const zoom = new FakeZoom()
    expect(await hasToken(ada)).toBe(false)
    expect(await call(ada)).toEqual(refused)
    const [adasEvents, bensEvents] = await receivedBy([ada, ben], () => connects(zoom, ada))
    for (const events of [adasEvents!.plain, adasEvents!.able])
      expect(events).toContainEqual({ type: 'has_zoom_token', value: true })
    expect(bensEvents!.able.filter(({ type }) => type === 'has_zoom_token')).toEqual([])
    expect(zoom.grants).toMatchObject([
      { grant_type: 'authorization_code', code: 'code 0', redirect_uri: `${realm.url}/calls/zoom/complete` },
    ])
    expect(await hasToken(ada)).toBe(true)
    expect(await call(ada)).toEqual(created)
    expect(await hasToken(ben)).toBe(false)
    expect(await call(ben)).toEqual(refused)
  })

  test('counts only in the session that began: no user connects an account for another one', async () => {
    const { realm, ada } = await realmWithVariables(APP)
    const ben = await realm.newPerson('ben')
    const zoom = new FakeZoom()
    const [adas, bens] = [await browserOf(ada), await browserOf(ben)]
    const answer = await answerOfZoom(zoom, bens)
    const changed = answer.replace(/sid%22%3A%22./, 'sid%22%3A%22_')
    for (const [browser, address] of [
      [adas, answer],
      [await browserOf(ben), answer],
      [bens, changed],
      [bens, '/calls/zoom/complete'],
    ] as const)
      expect((await browser.request(address)).status).toBe(403)
    expect([zoom.grants, await hasToken(ada), await hasToken(ben)]).toEqual([[], false, false])
    expect((await bens.request(answer)).status).toBe(200)
    expect(await hasToken(ben)).toBe(true)
  })

  test('a code that Zoom refuses connects nothing', async () => {
    const { ada } = await realmWithVariables(APP)
    const zoom = new FakeZoom()
    const browser = await browserOf(ada)
    const answer = await answerOfZoom(zoom, browser)
    zoom.codes.clear()
    const response = await browser.request(answer)
    expect([response.status, await hasToken(ada)]).toEqual([403, false])
    expect(await response.text()).toContain('Zoom is not connected')
  })
})

describe('POST /calls/zoom/create', () => {
  test('expired tokens are renewed', async () => {
    const { realm, ada } = await realmWithVariables(APP)
    const zoom = new FakeZoom()
    await connects(zoom, ada)
    expect(await call(ada)).toEqual(created)
    expect(zoom.grants).toHaveLength(1)
    await advanceClock(realm, HOUR)
    expect(await call(ada)).toEqual(created)
    expect(zoom.grants.slice(1)).toEqual([{ grant_type: 'refresh_token', refresh_token: 'refresh 1' }])
    await advanceClock(realm, HOUR)
    expect(await call(ada)).toEqual(created)
    expect(zoom.grants[2]).toEqual({ grant_type: 'refresh_token', refresh_token: 'refresh 2' })
  })

  test('tokens that Zoom no longer accepts are forgotten, before and after they expire', async () => {
    for (const seconds of [0, HOUR]) {
      const { realm, ada } = await realmWithVariables(APP)
      const zoom = new FakeZoom()
      await connects(zoom, ada)
      await advanceClock(realm, seconds)
      zoom.revoke()
      const [events] = await receivedBy([ada], async () => expect(await call(ada)).toEqual(refused))
      expect(events!.plain).toEqual([{ type: 'has_zoom_token', value: false }])
      expect(await hasToken(ada)).toBe(false)
    }
  })

  test('a Zoom that is out of order forgets nothing', async () => {
    const { realm, ada } = await realmWithVariables(APP)
    const zoom = new FakeZoom()
    await connects(zoom, ada)
    await advanceClock(realm, HOUR)
    zoom.isDown = true
    expect(await call(ada)).toMatchObject({ msg: 'Zoom did not answer as expected.' })
    zoom.isDown = false
    expect(await call(ada)).toEqual(created)
  })

  test('a realm can choose Zoom', async () => {
    const { ada } = await realmWithVariables(APP)
    const { state } = await ada.registers()
    expect(state.realm_available_video_chat_providers.zoom).toEqual({ name: 'Zoom', id: 3 })
    expect(await ada.patch('/realm', { video_chat_provider: 5 })).toMatchObject({
      msg: 'Invalid video_chat_provider 5',
    })
    succeeded(await ada.patch('/realm', { video_chat_provider: 3 }))
  })
})

describe('POST site:/calls/zoom/deauthorize', () => {
  test('answers Zoom', async () => {
    const { ada } = await realmWithVariables(APP)
    const response = await (await browserOf(ada)).request('/calls/zoom/deauthorize', { method: 'POST', headers: {} })
    expect(await response.json()).toEqual(SUCCESS)
  })
})
