import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { NOT_LOGGED_IN, refusal, SUCCESS } from '../support/answers'
import { runAlarm } from '../support/alarms'
import { Browser, browserOf } from '../support/browser'
import { advanceClock } from '../support/clock'
import { evict, untilParked } from '../support/faults'
import { listenOn } from '../support/listening'
import { succeeded, type Json } from '../support/person'
import { freshRealm } from '../support/realm'
import { countRows, rowsWritten, selectRows } from '../support/tables'

const DAY = 86_400
const FIREFOX = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0' }

describe('POST site:/json/login', () => {
  test('sets the cookie of a session, with which /json answers as /api/v1', async () => {
    const { dov } = await freshRealm()
    const browser = new Browser(dov.realm_url)
    const fields = { username: dov.email, password: dov.account.password }
    const response = await browser.request('/json/login', { method: 'POST', fields })
    expect([response.status, await response.json()]).toEqual([200, SUCCESS])
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^session=\d+\.[A-Za-z0-9]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=7776000$/),
      expect.stringMatching(/^session_number=\d+; Path=\/; SameSite=Strict; Max-Age=7776000$/),
    ])
    expect(await browser.get('/users/me')).toEqual(await dov.get('/users/me'))
    const sent = await browser.post('/messages', { type: 'direct', to: [dov.id], content: 'Hi' })
    expect(succeeded(sent).id).toBeGreaterThan(0)
  })

  test('refuses a wrong password, an unknown user and a bot alike, and sets no cookie', async () => {
    const { dov, fig } = await freshRealm()
    const browser = new Browser(dov.realm_url)
    for (const username of [dov.email, 'unknown@example.com', fig.email]) {
      const response = await browser.request('/json/login', { method: 'POST', fields: { username, password: 'wrong' } })
      expect(response.headers.getSetCookie()).toEqual([])
      expect([response.status, await response.json()]).toEqual([
        401,
        refusal('Your username or password is incorrect', 'AUTHENTICATION_FAILED'),
      ])
    }
    expect(await browser.get('/users/me')).toEqual(NOT_LOGGED_IN)
  })

  test('ends the session of the cookie that the browser had', async () => {
    const { realm, dov, ezra } = await freshRealm()
    const browser = await browserOf(dov)
    const before = browser.copy()
    await browser.logIn(ezra)
    expect((await browser.get('/users/me')).user_id).toBe(ezra.id)
    expect(await before.get('/users/me')).toEqual(NOT_LOGGED_IN)
    expect(await countRows(realm, 'sessions')).toBe(1)
  })

  test('one more than twenty sessions ends the session that was used longest ago', async () => {
    const { realm, dov } = await freshRealm()
    const first = await browserOf(dov)
    const second = await browserOf(dov)
    for (let more = 0; more < 18; more++) await browserOf(dov)
    await advanceClock(realm, 3601)
    succeeded(await first.get('/users/me'))
    await browserOf(dov)
    succeeded(await first.get('/users/me'))
    expect(await second.get('/users/me')).toEqual(NOT_LOGGED_IN)
    expect(await countRows(realm, 'sessions')).toBe(20)
  })

  test('stores at most 200 bytes of the User-Agent', async () => {
    const { realm, dov } = await freshRealm()
    await browserOf(dov, { 'user-agent': 'x'.repeat(5000) })
    expect(await selectRows(realm, 'SELECT length(user_agent) AS characters FROM sessions')).toEqual([
      { characters: 200 },
    ])
  })
})

describe('POST site:/json/logout', () => {
  test('ends the session of this browser, and deletes the cookie', async () => {
    const { dov } = await freshRealm()
    const [browser, other] = [await browserOf(dov), await browserOf(dov)]
    const before = browser.copy()
    const response = await browser.request('/json/logout', { method: 'POST', fields: {} })
    expect([response.status, await response.json()]).toEqual([200, SUCCESS])
    expect(response.headers.getSetCookie()).toEqual([
      'session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0',
      'session_number=; Path=/; SameSite=Strict; Max-Age=0',
    ])
    expect(response.headers.get('clear-site-data')).toBe('"cache", "storage"')
    expect(await before.get('/users/me')).toEqual(NOT_LOGGED_IN)
    succeeded(await other.get('/users/me'))
  })

  test('ends all other sessions, and not this one', async () => {
    const { dov, ezra } = await freshRealm()
    const [browser, other, ofEzra] = [await browserOf(dov), await browserOf(dov), await browserOf(ezra)]
    const response = await browser.request('/json/logout', { method: 'POST', fields: { parley_others: true } })
    expect([response.status, response.headers.getSetCookie()]).toEqual([200, []])
    expect(response.headers.get('clear-site-data')).toBeNull()
    await response.body?.cancel()
    succeeded(await browser.get('/users/me'))
    succeeded(await ofEzra.get('/users/me'))
    expect(await other.get('/users/me')).toEqual(NOT_LOGGED_IN)
  })

  test('an API key stays valid', async () => {
    const { dov } = await freshRealm()
    succeeded(await (await browserOf(dov)).post('/logout'))
    succeeded(await dov.get('/users/me'))
  })
})

describe('GET /parley/sessions', () => {
  test('lists the browsers of the account, with device, network address and last use', async () => {
    const { dov, ezra } = await freshRealm()
    await browserOf(ezra)
    const browser = await browserOf(dov, { ...FIREFOX, 'cf-connecting-ip': '192.0.2.7' })
    const other = await browserOf(dov, { 'cf-connecting-ip': '2001:db8:1:2:3:4:5:6' })
    const { sessions } = succeeded(await browser.get('/parley/sessions'))
    expect(sessions).toEqual([
      {
        session_id: expect.any(Number),
        browser: 'Firefox',
        operating_system: 'Linux',
        user_agent: FIREFOX['user-agent'],
        network_address: '192.0.2.7',
        method: 'password',
        second_factor: null,
        date_created: expect.any(Number),
        last_used: expect.any(Number),
        is_current: true,
      },
      expect.objectContaining({
        browser: null,
        operating_system: null,
        network_address: '2001:db8:1:2::/64',
        is_current: false,
      }),
    ])
    const ids = async (asking: { get(path: string): Promise<Json> }) =>
      succeeded(await asking.get('/parley/sessions')).sessions.map(({ session_id }: Json) => session_id)
    expect(await ids(other)).toEqual(await ids(browser))
    expect(await ids(dov)).toEqual(await ids(browser))
  })

  test('writes the last use and its address at most once in an hour', async () => {
    const { realm, dov } = await freshRealm()
    const browser = await browserOf(dov, { 'cf-connecting-ip': '192.0.2.7' })
    const moved = new Browser(dov.realm_url, { 'cf-connecting-ip': '192.0.2.8' })
    moved.cookie = browser.cookie
    const rowsOfRequests = async (count: number) => {
      const before = await rowsWritten(realm)
      for (let request = 0; request < count; request++) succeeded(await moved.get('/users/me'))
      return (await rowsWritten(realm)) - before
    }
    expect(await rowsOfRequests(5)).toBe(0)
    await advanceClock(realm, 3600)
    expect(await rowsOfRequests(5)).toBe(1)
    const { sessions } = succeeded(await moved.get('/parley/sessions'))
    expect(sessions).toMatchObject([{ network_address: '192.0.2.8' }])
    expect(sessions[0].last_used - sessions[0].date_created).toBeGreaterThanOrEqual(3600)
  })

  test('a bot has no sessions', async () => {
    const { fig } = await freshRealm()
    expect(await fig.get('/parley/sessions')).toEqual(refusal('This endpoint does not accept bot requests.'))
  })
})

describe('DELETE /parley/sessions/:session_id', () => {
  test('ends a session of the account, and no session of another account', async () => {
    const { dov, ezra } = await freshRealm()
    const [browser, stolen, ofEzra] = [await browserOf(dov), await browserOf(dov), await browserOf(ezra)]
    const { sessions } = succeeded(await browser.get('/parley/sessions'))
    const { session_id } = sessions.find(({ is_current }: Json) => !is_current)
    const missing = refusal('Session does not exist')
    expect(await ofEzra.delete(`/parley/sessions/${session_id}`)).toEqual(missing)
    succeeded(await stolen.get('/users/me'))
    expect(await browser.delete(`/parley/sessions/${session_id}`)).toEqual(SUCCESS)
    expect(await stolen.get('/users/me')).toEqual(NOT_LOGGED_IN)
    expect(await browser.delete(`/parley/sessions/${session_id}`)).toEqual(missing)
  })

  test('the session of this browser ends like a logout', async () => {
    const { dov } = await freshRealm()
    const browser = await browserOf(dov)
    const { sessions } = succeeded(await browser.get('/parley/sessions'))
    succeeded(await browser.delete(`/parley/sessions/${sessions[0].session_id}`))
    expect(browser.cookie).toBeUndefined()
  })
})

describe('a session', () => {
  test('survives the eviction of the realm', async () => {
    const { realm, dov } = await freshRealm()
    const browser = await browserOf(dov)
    await evict(realm)
    succeeded(await browser.get('/users/me'))
  })

  test('listens on a WebSocket without a ticket', async () => {
    const { realm, dov, ezra, general } = await freshRealm()
    const browser = await browserOf(dov)
    const queue = succeeded(await browser.post('/register', { event_types: ['message'] }))
    const response = await browser.openSocket(queue)
    expect(response.status).toBe(101)
    const socket = listenOn(response.webSocket!)
    await untilParked(realm, 1)
    await ezra.sends(general, 'lunch', 'Soup?')
    expect(await socket.next()).toMatchObject([{ message: { content: 'Soup?' } }])
  })

  test('expires after 14 days without use, and after 90 days in any case', async () => {
    const { realm, dov } = await freshRealm()
    const [used, idle] = [await browserOf(dov), await browserOf(dov)]
    await advanceClock(realm, 13 * DAY)
    succeeded(await used.get('/users/me'))
    await advanceClock(realm, DAY)
    expect(await idle.get('/users/me')).toEqual(NOT_LOGGED_IN)
    for (let days = 14; days < 89; days += 5) {
      succeeded(await used.get('/users/me'))
      await advanceClock(realm, 5 * DAY)
    }
    succeeded(await used.get('/users/me'))
    await advanceClock(realm, DAY)
    expect(await used.get('/users/me')).toEqual(NOT_LOGGED_IN)
  })

  test('expires at the ages that the owners set, which are never longer', async () => {
    const { realm, ada, ben, dov } = await freshRealm()
    const browser = await browserOf(dov)
    const shorter = { parley_session_idle_days: 2, parley_session_absolute_days: 3 }
    expect((await ben.patch('/realm', shorter)).code).toBe('UNAUTHORIZED_PRINCIPAL')
    for (const longer of [{ parley_session_idle_days: 15 }, { parley_session_absolute_days: 91 }])
      expect((await ada.patch('/realm', longer)).result).toBe('error')
    succeeded(await ada.patch('/realm', shorter))
    await advanceClock(realm, 1.5 * DAY)
    succeeded(await browser.get('/users/me'))
    await advanceClock(realm, 1.5 * DAY)
    expect(await browser.get('/users/me')).toEqual(NOT_LOGGED_IN)
  })

  test('loses its row and its sockets when it expires', async () => {
    const { realm, dov } = await freshRealm()
    const browser = await browserOf(dov)
    const queue = succeeded(await browser.post('/register', { queue_lifespan_secs: 30 * DAY }))
    const socket = listenOn((await browser.openSocket(queue)).webSocket!)
    await untilParked(realm, 1)
    await advanceClock(realm, 14 * DAY)
    await runAlarm(realm)
    expect(await socket.end()).toMatchObject({ code: expect.toBeOneOf([4001, 4010]) })
    expect([await countRows(realm, 'sessions'), await countRows(realm, 'queues')]).toEqual([0, 0])
  })

  test('is stored without its token', async () => {
    const { realm, dov } = await freshRealm()
    const { cookie = '' } = await browserOf(dov)
    const token = cookie.split('.')[1]!
    const [row] = await selectRows(realm, 'SELECT * FROM sessions')
    expect(row.token_hash).toBe(createHash('sha256').update(token).digest('hex'))
    expect(JSON.stringify(row)).not.toContain(token)
  })
})
