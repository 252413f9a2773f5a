import { describe, expect, test } from 'vitest'
import { COUNT_ADDRESSES_PER_ACCOUNT } from '../../src/domain/people/sessions/count-address-storage'
import { refusal, SUCCESS } from '../support/answers'
import { browserOf, type Browser } from '../support/browser'
import { advanceClock } from '../support/clock'
import { succeeded } from '../support/person'
import { freshRealm } from '../support/realm'
import { send } from '../support/request'
import { selectRows } from '../support/tables'

const OTHER = 'https://other.example.com'
const STATE = 'a-text-of-the-other-page'
const NOT_LOGGED_IN = refusal('Not logged in: API authentication or user session required', 'UNAUTHORIZED')

const ask = (browser: Browser, fields: Record<string, string>) =>
  browser.request('/organizations/share', { method: 'POST', fields })

/** Allows another organization, and returns the secret that it receives. */
async function allow(browser: Browser, origin = OTHER): Promise<string> {
  const { headers } = await ask(browser, { with: origin, state: STATE })
  const { origin: to, pathname, hash } = new URL(headers.get('location') ?? '')
  expect([to, pathname]).toEqual([origin, '/organizations'])
  const answer = new URLSearchParams(hash.slice(1))
  expect(answer.get('state')).toBe(STATE)
  return answer.get('counts') ?? ''
}

const readFrom = async (url: string, secret: string, headers: Record<string, string> = {}) => {
  const response = await send(new Request(`${url}/api/v1/parley/counts/${secret}`, { headers }))
  return { response, body: await response.json<object>() }
}

describe('GET site:/organizations', () => {
  test('is for a browser that is logged in, and may connect to any host by https', async () => {
    const { dov } = await freshRealm()
    const browser = await browserOf(dov)
    const response = await browser.request('/organizations')
    const page = await response.text()
    expect(page).toContain(`data-user="${dov.id}"`)
    expect(response.headers.get('content-security-policy')).toMatch(
      /script-src http:\/\/[\w.-]+\/pages\/organizations\.js; connect-src https:[^;]*; .*frame-ancestors 'none'$/,
    )
    succeeded(await browser.post('/logout'))
    expect((await browser.request('/organizations')).headers.get('location')).toBe('/login?next=%2Forganizations')
  })

  test('lists who reads the counts of the user, and of no other user', async () => {
    const { dov, cleo } = await freshRealm()
    const [browser, another] = [await browserOf(dov), await browserOf(cleo)]
    await allow(browser)
    expect(await (await browser.request('/organizations')).text()).toContain('<strong>other.example.com</strong>')
    expect(await (await another.request('/organizations')).text()).not.toContain('other.example.com')
  })
})

describe('GET site:/organizations/share', () => {
  test('asks the user, names the host, and allows a form to lead there', async () => {
    const { dov } = await freshRealm()
    const browser = await browserOf(dov)
    const response = await browser.request(`/organizations/share?with=${OTHER}&state="><script>`)
    const page = await response.text()
    expect(page).toContain('<code>other.example.com</code>')
    expect(page).toContain('value="&#34;&#62;&#60;script&#62;"')
    expect(response.headers.get('content-security-policy')).toMatch(
      /connect-src 'self'; .*form-action 'self' https:\/\/other\.example\.com; frame-ancestors 'none'$/,
    )
    succeeded(await browser.post('/logout'))
    const path = `/organizations/share?with=${encodeURIComponent(OTHER)}&state=x`
    expect((await browser.request(path)).headers.get('location')).toBe(`/login?next=${encodeURIComponent(path)}`)
  })

  test.for([
    'javascript:alert(1)',
    'http://other.example.com',
    'https://other.example.com/',
    'https://user@other.example.com',
    'https://other.example.com; script-src *',
    'null',
    '',
  ])('refuses what is no origin of another organization: %s', async (origin) => {
    const { dov } = await freshRealm()
    const browser = await browserOf(dov)
    const response = await browser.request(
      `/organizations/share?${new URLSearchParams({ with: origin, state: STATE }).toString()}`,
    )
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('This is not the address of another organization.')
  })
})

describe('POST site:/organizations/share', () => {
  test('leads to the other organization with a secret, of which the realm has only the hash', async () => {
    const { realm, dov } = await freshRealm()
    const secret = await allow(await browserOf(dov))
    expect(secret).toMatch(/^[A-Za-z0-9]{43}$/)
    const rows = await selectRows(realm, 'SELECT * FROM count_addresses')
    expect(rows).toMatchObject([{ user_id: dov.id, origin: OTHER }])
    expect(JSON.stringify(rows)).not.toContain(secret)
  })

  test('needs a session, and a page of this organization as the sender', async () => {
    const { realm, dov } = await freshRealm()
    const browser = await browserOf(dov)
    expect((await ask(browser, { with: OTHER, state: '' })).status).toBe(302)
    for (const origin of [realm.url, 'http://evil.example.com', '/'])
      expect([origin, (await ask(browser, { with: origin, state: '' })).status]).toEqual([origin, 400])
    const sent = (headers: Record<string, string>, origin = OTHER) => {
      const body = new URLSearchParams({ with: origin, state: '' })
      return send(new Request(`${realm.url}/organizations/share`, { method: 'POST', body, headers }))
    }
    expect((await sent({ origin: 'https://evil.example.com', cookie: browser.cookie ?? '' })).status).toBe(403)
    // A program does not get as far as the question, whatever it asks.
    const authorization = `Basic ${btoa(`${dov.email}:${dov.account.api_key}`)}`
    for (const origin of [OTHER, 'no origin'])
      expect((await sent({ origin: realm.url, authorization }, origin)).status).toBe(401)
    expect(await selectRows(realm, 'SELECT * FROM count_addresses')).toHaveLength(1)
  })

  test('an origin has one address of a session, and the oldest ones end above the limit', async () => {
    const { realm, dov } = await freshRealm()
    const browser = await browserOf(dov)
    const first = await allow(browser)
    const second = await allow(browser)
    expect((await readFrom(realm.url, first)).body).toEqual(NOT_LOGGED_IN)
    for (let number = 1; number < COUNT_ADDRESSES_PER_ACCOUNT; number++)
      await allow(browser, `https://${number}.example.com`)
    expect((await readFrom(realm.url, second)).body).toMatchObject(SUCCESS)
    await allow(browser, 'https://one-more.example.com')
    expect((await readFrom(realm.url, second)).body).toEqual(NOT_LOGGED_IN)
    expect(await selectRows(realm, 'SELECT 1 FROM count_addresses')).toHaveLength(COUNT_ADDRESSES_PER_ACCOUNT)
  })
})

describe('POST site:/organizations/stop', () => {
  test('ends an address of the user, and none of another', async () => {
    const { realm, dov, cleo } = await freshRealm()
    const [browser, another] = [await browserOf(dov), await browserOf(cleo)]
    const secret = await allow(browser)
    const [row] = await selectRows(realm, 'SELECT id FROM count_addresses')
    const stop = { method: 'POST', fields: { address_id: String(row?.id) } }
    expect((await another.request('/organizations/stop', stop)).headers.get('location')).toBe('/organizations')
    expect((await readFrom(realm.url, secret)).body).toMatchObject(SUCCESS)
    expect((await browser.request('/organizations/stop', stop)).headers.get('location')).toBe('/organizations')
    expect((await readFrom(realm.url, secret)).body).toEqual(NOT_LOGGED_IN)
  })
})

describe('GET /parley/counts/:secret', () => {
  test('tells any page two numbers and the public name, without a cookie', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    const secret = await allow(await browserOf(dov))
    const before = await readFrom(realm.url, secret)
    const { id } = await ada.sends(general, 'lunch', '@**Dov** Pizza?')
    await ada.sendsDirectly([dov], 'Hello')
    const { response, body } = await readFrom(realm.url, secret, { origin: OTHER })
    expect(body).toEqual({ ...before.body, unread: Reflect.get(before.body, 'unread') + 2, mentions: 1 })
    expect(Object.keys(body).sort()).toEqual(['mentions', 'msg', 'name', 'result', 'unread'])
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.has('access-control-allow-credentials')).toBe(false)
    expect(response.headers.has('set-cookie')).toBe(false)
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    succeeded(await dov.post('/messages/flags', { messages: [id], op: 'add', flag: 'read' }))
    expect((await readFrom(realm.url, secret)).body).toMatchObject({ mentions: 0 })
  })

  test('the secret opens nothing else, and no other credential opens the address', async () => {
    const { realm, dov } = await freshRealm()
    const browser = await browserOf(dov)
    const secret = await allow(browser)
    expect((await readFrom(realm.url, secret)).body).toMatchObject(SUCCESS)
    for (const path of ['/users/me', '/parley/counts/', `/parley/counts/${secret}/x`, `/register?secret=${secret}`]) {
      const url = `${realm.url}/api/v1${path}`
      const { status } = await send(new Request(url, { headers: { authorization: `Bearer ${secret}` } }))
      expect([path, status >= 400]).toEqual([path, true])
    }
    const slack = await send(new Request(`${realm.url}/hooks/${secret}`, { method: 'POST', body: '{"text":"x"}' }))
    expect(slack.status).toBe(404)
    for (const wrong of ['x', secret.slice(0, -1), 'A'.repeat(43)])
      expect((await readFrom(realm.url, wrong, { cookie: browser.cookie ?? '' })).body).toEqual(NOT_LOGGED_IN)
  })

  test.for([
    'the user logs out',
    'the session is ended elsewhere',
    'the session expires',
    'the account is deactivated',
  ])('ends when %s', async (end) => {
    const { realm, ada, dov } = await freshRealm()
    const [browser, another] = [await browserOf(dov), await browserOf(dov)]
    const [secret, kept] = [await allow(browser), await allow(another)]
    expect((await readFrom(realm.url, secret)).body).toMatchObject(SUCCESS)
    if (end === 'the user logs out') succeeded(await browser.post('/logout'))
    else if (end === 'the session is ended elsewhere') succeeded(await another.post('/logout', { parley_others: true }))
    else if (end === 'the session expires') await advanceClock(realm, 15 * 86_400)
    else succeeded(await ada.delete(`/users/${dov.id}`))
    expect((await readFrom(realm.url, secret)).response.status).toBeGreaterThanOrEqual(401)
    const endsOthers = ['the session expires', 'the account is deactivated'].includes(end)
    expect((await readFrom(realm.url, kept)).response.ok).toBe(!endsOthers)
    if (endsOthers) return
    expect(await selectRows(realm, 'SELECT session_id FROM count_addresses')).toHaveLength(1)
  })
})
