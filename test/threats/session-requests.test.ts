import { exports } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { NOT_LOGGED_IN } from '../support/answers'
import { Browser, browserOf, OWN_PAGE } from '../support/browser'
import { fileOf, uploadFile } from '../support/files'
import { emailTo, linkIn, submitPage } from '../support/mail'
import { formOf, succeeded, type Person } from '../support/person'
import { freshRealm } from '../support/realm'
import { credentialsOf, jsonOf, sendToWorker } from '../support/worker'

// Realms are sibling subdomains, so browsers call a request between them "same-site", and add the cookie to it.

const SIBLING = { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }
const REFUSED = { status: 403, result: 'error', code: 'CSRF_FAILED', msg: expect.stringMatching(/^CSRF error: .+\.$/) }

/** The senders of a request that no page of the realm sends. Each case is the headers of a browser. */
const SENDERS: [string, Record<string, string>][] = [
  ['a page of a sibling realm', SIBLING],
  ['a page of another site', { ...SIBLING, 'sec-fetch-site': 'cross-site' }],
  ['a typed address', { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }],
  ['a sibling realm in an old browser', { origin: 'http://evil.parley.test' }],
  ['a sandboxed page in an old browser', { origin: 'null' }],
  ['the realm under another scheme in an old browser', { origin: 'https://HOST' }],
  ['a client without a page', {}],
]

const headersFor = ({ realm_url }: Browser, headers: Record<string, string>) =>
  headers.origin === undefined ? headers : { origin: headers.origin.replace('HOST', new URL(realm_url).host) }

describe('a request with the cookie that changes something', () => {
  test.for(SENDERS)('is refused from %s', async ([, headers]) => {
    const { dov } = await freshRealm()
    const browser = await browserOf(dov)
    const change = { method: 'PATCH', fields: { full_name: 'Evil' } }
    const refused = await browser.request('/json/settings', { ...change, headers: headersFor(browser, headers) })
    expect(await jsonOf(refused)).toMatchObject(REFUSED)
    expect((await browser.get('/users/me')).full_name).toBe('Dov')
    succeeded(await jsonOf(await browser.request('/json/settings', change)))
  })

  test('is accepted from a page of the realm in a browser that sends only Origin', async () => {
    const { dov } = await freshRealm()
    const browser = await browserOf(dov)
    const headers = { origin: browser.realm_url }
    succeeded(await jsonOf(await browser.request('/json/settings', { method: 'PATCH', fields: {}, headers })))
  })
})

describe('a login', () => {
  // The victim would write messages in the account of the attacker.
  test.for(SENDERS)('is refused from %s', async ([, headers]) => {
    const { realm, dov } = await freshRealm()
    const fields = { username: dov.email, password: dov.account.password }
    const browser = new Browser(realm.url)
    for (const path of ['/json/login', '/login']) {
      const refused = await browser.request(path, { method: 'POST', fields, headers: headersFor(browser, headers) })
      expect(await jsonOf(refused)).toMatchObject(REFUSED)
    }
    expect(browser.cookie).toBeUndefined()
    await browser.logIn(dov)
  })
})

describe('a form that logs a browser in', () => {
  // The victim would join or continue in an account that the attacker knows.
  test.for(SENDERS)('is refused from %s', async ([, headers]) => {
    const { realm, ada, dov } = await freshRealm()
    succeeded(await ada.post('/invites', { invitee_emails: 'gwen@example.com', stream_ids: [] }))
    await submitPage(`${realm.url}/accounts/password/reset/`, { email: dov.email })
    succeeded(await dov.patch('/settings', { email: 'dov2@example.com' }))
    const addresses = ['gwen@example.com', dov.email, 'dov2@example.com']
    const links = await Promise.all(addresses.map(async (address) => linkIn(await emailTo(realm, address))))
    const fields = { full_name: 'Gwen', password: 'battery staple' }
    const browser = new Browser(realm.url)
    for (const link of links) {
      const { pathname } = new URL(link)
      const refused = await browser.request(pathname, { method: 'POST', fields, headers: headersFor(browser, headers) })
      expect(await jsonOf(refused), pathname).toMatchObject(REFUSED)
    }
    expect(browser.cookie).toBeUndefined()
    for (const link of links) expect((await submitPage(link, fields)).status).toBeLessThan(400)
  })
})

describe('a link to the login page', () => {
  test('leads to no other site, whatever it names as the next page', async () => {
    const { dov } = await freshRealm()
    const browser = await browserOf(dov)
    const leadsTo = async (next: string) => {
      const fields = { username: dov.email, password: dov.account.password, next }
      const page = await browser.request(`/login?next=${encodeURIComponent(next)}`)
      const form = await browser.request('/login', { method: 'POST', fields })
      return [page.headers.get('location'), form.headers.get('location')]
    }
    expect(await leadsTo('/#narrow/channel/1')).toEqual(['/#narrow/channel/1', '/#narrow/channel/1'])
    for (const next of [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      '/.//evil.example',
      '/%09/evil.example',
      '/\t/evil.example',
      'javascript:alert(1)',
    ])
      for (const location of await leadsTo(next)) expect(new URL(location!, dov.realm_url).origin).toBe(dov.realm_url)
  })
})

describe('a WebSocket with the cookie', () => {
  test.for(SENDERS)('is refused to %s', async ([, headers]) => {
    const { dov } = await freshRealm()
    const browser = await browserOf(dov)
    const queue = succeeded(await browser.post('/register'))
    const refused = await browser.openSocket(queue, headersFor(browser, headers))
    expect(await jsonOf(refused)).toMatchObject(REFUSED)
    const opened = await browser.openSocket(queue, { ...OWN_PAGE, 'sec-fetch-dest': 'websocket' })
    expect(opened.status).toBe(101)
    opened.webSocket!.accept()
    opened.webSocket!.close()
  })
})

describe('reading with the cookie', () => {
  test('is refused to pages of other realms and sites, because a poll acknowledges events', async () => {
    const { dov } = await freshRealm()
    const browser = await browserOf(dov)
    for (const site of ['same-site', 'cross-site']) {
      const headers = { ...SIBLING, 'sec-fetch-site': site }
      expect(await jsonOf(await browser.request('/json/users/me', { headers }))).toMatchObject(REFUSED)
    }
    const headers = { origin: 'http://evil.parley.test' }
    expect(await jsonOf(await browser.request('/json/users/me', { headers }))).toMatchObject(REFUSED)
  })

  test('is refused to elements of a page, which would reveal the response', async () => {
    const { dov } = await freshRealm()
    const browser = await browserOf(dov)
    for (const destination of ['script', 'style', 'image', 'iframe', 'object', 'websocket']) {
      const headers = { ...OWN_PAGE, 'sec-fetch-dest': destination }
      expect(await jsonOf(await browser.request('/json/users/me', { headers })), destination).toMatchObject(REFUSED)
    }
  })

  test('gives responses that no other site can read, and no cache can give to another user', async () => {
    const { dov } = await freshRealm()
    const browser = await browserOf(dov)
    for (const path of ['/json/users/me', '/json/users/0', '/json/nothing']) {
      const headers = { ...OWN_PAGE, origin: browser.realm_url }
      const response = await browser.request(path, { headers })
      expect(Object.fromEntries(response.headers), path).toMatchObject({
        'cross-origin-resource-policy': 'same-origin',
        vary: expect.stringContaining('Cookie'),
        'cache-control': 'private, no-store',
      })
      for (const name of ['access-control-allow-origin', 'access-control-allow-credentials'])
        expect(response.headers.has(name), name).toBe(false)
      await response.body?.cancel()
    }
    const headers = { origin: 'http://evil.parley.test', 'access-control-request-method': 'PATCH' }
    const preflight = await browser.request('/json/settings', { method: 'OPTIONS', headers })
    expect(preflight.headers.has('access-control-allow-origin')).toBe(false)
  })
})

describe('the two roots of the API', () => {
  test('an API key does not authenticate below /json', async () => {
    const { dov } = await freshRealm()
    const headers = { ...OWN_PAGE, ...credentialsOf(dov) }
    const response = await new Browser(dov.realm_url).request('/json/users/me', { headers })
    // With `Basic`, the browser would ask its user for a password.
    expect(response.headers.get('www-authenticate')).toBe('Session realm="svc"')
    expect(await jsonOf(response)).toEqual({ status: 401, ...NOT_LOGGED_IN })
    succeeded(await dov.get('/users/me'))
  })

  test('the cookie does not authenticate below /api/v1', async () => {
    const { dov } = await freshRealm()
    const browser = await browserOf(dov)
    expect(await jsonOf(await browser.request('/api/v1/users/me'))).toMatchObject({ status: 401, code: 'UNAUTHORIZED' })
    succeeded(await browser.get('/users/me'))
  })

  test('a ticket does not open a queue below /json', async () => {
    const { dov } = await freshRealm()
    const queue = await dov.registers()
    const { ticket } = succeeded(await dov.post('/events/tickets', { queue_id: queue.id }))
    const poll = { queue_id: queue.id, last_event_id: queue.lastEventId, dont_block: true, ticket }
    expect(await new Browser(dov.realm_url).get('/events', poll)).toEqual(NOT_LOGGED_IN)
    const query = formOf(poll).toString()
    succeeded(await (await exports.default.fetch(`${dov.realm_url}/api/v1/events?${query}`)).json())
  })

  test('the secret of the deployment does not count below /json', async () => {
    const { realm } = await freshRealm()
    const headers = { ...OWN_PAGE, authorization: 'Bearer the deployment secret' }
    const response = await new Browser(realm.url).request('/json/realm/reactivate', { method: 'POST', headers })
    expect(await jsonOf(response)).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  })
})

describe('a file', () => {
  const statusFor = async (browser: Browser, url: string, headers: Record<string, string>) => {
    const response = await browser.request(url, { headers })
    await response.body?.cancel()
    return response.status
  }
  const own = { ...OWN_PAGE, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }

  test('is not shown in a page of another realm, although the browser adds the cookie', async () => {
    const { dov } = await freshRealm()
    const browser = await browserOf(dov)
    const { url } = await uploadFile(dov, fileOf('Secret'))
    expect(await statusFor(browser, url, own)).toBe(200)
    expect(await statusFor(browser, url, { ...own, 'sec-fetch-site': 'same-site' })).toBe(403)
    const frame = { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }
    expect(await statusFor(browser, url, frame)).toBe(403)
    expect(await statusFor(browser, url, { origin: 'http://evil.parley.test' })).toBe(403)
    const response = await browser.request(url, { headers: own })
    expect(response.headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(response.headers.get('vary')).toContain('Cookie')
    expect(response.headers.get('content-security-policy')).toContain('sandbox')
    await response.body?.cancel()
  })

  test('opens from a link in an email, from a bookmark, and for a client with an API key', async () => {
    const { dov } = await freshRealm()
    const browser = await browserOf(dov)
    const { url } = await uploadFile(dov)
    for (const site of ['cross-site', 'same-site', 'none']) {
      const link = { 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
      expect(await statusFor(browser, url, link), site).toBe(200)
    }
    expect(await statusFor(new Browser(dov.realm_url), url, credentialsOf(dov))).toBe(200)
    expect(await statusFor(new Browser(dov.realm_url), url, own)).toBe(403)
  })
})

describe('the cookie', () => {
  const loginOver = async (url: string, { email, account }: Person, DEVELOPMENT: string) => {
    const body = formOf({ username: email, password: account.password })
    const request = new Request(`${url}/json/login`, { method: 'POST', headers: OWN_PAGE, body })
    const response = await sendToWorker(request, { DEVELOPMENT })
    await response.body?.cancel()
    return response.headers.getSetCookie()[0]
  }
  const HOST_ONLY = /^__Host-session=\d+\.[A-Za-z0-9]{43}; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=7776000$/

  test('is for this host only, so that no sibling realm can read it or set it', async () => {
    const { realm, dov } = await freshRealm()
    const secure = realm.url.replace('http:', 'https:')
    for (const development of ['', 'true']) expect(await loginOver(secure, dov, development)).toMatch(HOST_ONLY)
    // In production no cookie has another name, whatever the scheme of the request.
    expect(await loginOver(realm.url, dov, '')).toMatch(HOST_ONLY)
    const port = await loginOver(`${realm.url}:8800`, dov, 'true')
    expect(port).toMatch(/^session_8800=/)
  })

  test('without the prefix does not count over https: a sibling realm could have set it', async () => {
    const { realm, dov } = await freshRealm()
    const secure = new Browser(realm.url.replace('http:', 'https:'))
    await secure.logIn(dov)
    succeeded(await secure.get('/users/me'))
    secure.cookie = secure.cookie!.replace('__Host-', '')
    expect(await secure.get('/users/me')).toEqual(NOT_LOGGED_IN)
  })

  test('does not count twice in one request: one of the two is not from the realm', async () => {
    const { dov, ezra } = await freshRealm()
    const [browser, other] = [await browserOf(dov), await browserOf(ezra)]
    browser.cookie = `${other.cookie}; ${browser.cookie}`
    expect(await browser.get('/users/me')).toEqual(NOT_LOGGED_IN)
  })

  test('of another realm, with another token, or that the server did not make, does not count', async () => {
    const { dov, ezra } = await freshRealm()
    const elsewhere = await freshRealm()
    const [browser, other] = [await browserOf(dov), await browserOf(ezra)]
    const [name, value = ''] = browser.cookie!.split('=')
    const [id, token = ''] = value.split('.')
    const [, otherToken = ''] = other.cookie!.split('.')
    const stranger = new Browser(elsewhere.realm.url)
    await browserOf(elsewhere.dov)
    stranger.cookie = browser.cookie
    expect(await stranger.get('/users/me')).toEqual(NOT_LOGGED_IN)
    const changed = `${token.slice(1)}${token.startsWith('x') ? 'y' : 'x'}`
    for (const wrong of [
      `${id}.${otherToken}`,
      `${id}.${changed}`,
      `${id}.`,
      `${id}`,
      `999.${token}`,
      `0${id}.${token}`,
      'x',
    ]) {
      browser.cookie = `${name}=${wrong}`
      expect(await browser.get('/users/me'), wrong).toEqual(NOT_LOGGED_IN)
    }
    browser.cookie = `${name}=${value}`
    succeeded(await browser.get('/users/me'))
  })
})
