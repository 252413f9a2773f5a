import { describe, expect, test } from 'vitest'
import { NOT_LOGGED_IN } from '../support/answers'
import { Browser, browserOf } from '../support/browser'
import { advanceClock } from '../support/clock'
import { untilParked } from '../support/faults'
import { listenOn } from '../support/listening'
import { emailTo, linkIn, submitPage } from '../support/mail'
import { succeeded, type Json, type Person } from '../support/person'
import { freshRealm, type Cast } from '../support/realm'
import { realmWithVariables } from '../support/realm-with-variables'
import { fileOf, uploadFile } from '../support/files'
import { selectRows } from '../support/tables'

const NEW_PASSWORD = 'another horse battery'

/** The ways in which a session of dov ends. */
const ENDS: [string, (cast: Cast, browser: Browser) => Promise<unknown>][] = [
  ['its browser logs out', (_, browser) => browser.post('/logout')],
  [
    'another browser logs out all others',
    async ({ dov }) => (await browserOf(dov)).post('/logout', { parley_others: true }),
  ],
  [
    'another browser ends it',
    async ({ dov }, browser) => {
      const { sessions } = succeeded(await browser.get('/parley/sessions'))
      const { session_id } = sessions.find(({ is_current }: Json) => is_current)
      return (await browserOf(dov)).delete(`/parley/sessions/${session_id}`)
    },
  ],
  ['another browser changes the password', async ({ dov }) => changePassword(await browserOf(dov), dov)],
  ['a client with an API key changes the password', ({ dov }) => changePassword(dov, dov)],
  ['the password is reset', ({ realm, dov }) => resetPassword(realm, dov)],
  ['an administrator deactivates the account', ({ ada, dov }) => ada.delete(`/users/${dov.id}`)],
  ['the user deactivates the account', ({ dov }) => dov.delete('/users/me')],
  ['the owners close the realm', ({ ada }) => ada.post('/realm/deactivate')],
  ['the email address changes', ({ realm, dov }) => changeEmail(realm, dov)],
]

const changePassword = (client: { patch: Browser['patch'] }, { account }: Person) =>
  client.patch('/settings', { old_password: account.password, new_password: NEW_PASSWORD })

async function resetPassword(realm: Cast['realm'], { email }: Person) {
  await submitPage(`${realm.url}/accounts/password/reset/`, { email })
  const { status } = await submitPage(linkIn(await emailTo(realm, email)), { password: NEW_PASSWORD })
  return { result: status === 302 ? 'success' : status }
}

async function changeEmail(realm: Cast['realm'], dov: Person) {
  succeeded(await dov.patch('/settings', { email: 'dov2@example.com' }))
  const { status } = await submitPage(linkIn(await emailTo(realm, 'dov2@example.com')))
  return { result: status === 200 ? 'success' : status }
}

describe('a session that ends', () => {
  test.for(ENDS)('closes its sockets, queues and tickets before the response, when %s', async ([, end]) => {
    const cast = await freshRealm()
    const { realm, dov } = cast
    const browser = await browserOf(dov)
    const queue = succeeded(await browser.post('/register'))
    succeeded(await browser.post('/events/tickets', { queue_id: queue.queue_id }))
    const stolen = browser.copy()
    const socket = listenOn((await browser.openSocket(queue)).webSocket!)
    await untilParked(realm, 1)
    const { session_id } = (await selectRows(realm, 'SELECT session_id FROM sessions'))[0]!

    succeeded(await end(cast, browser))
    const rows = (table: string) => selectRows(realm, `SELECT * FROM ${table} WHERE session_id = ?`, session_id)
    expect([await rows('sessions'), await rows('queues'), await rows('tickets')]).toEqual([[], [], []])
    await untilParked(realm, 0)
    expect(await socket.end()).toMatchObject({ code: 4001 })
    expect(await stolen.get('/users/me')).toEqual(NOT_LOGGED_IN)
    expect((await stolen.openSocket(queue)).status).toBe(401)
  })

  test('closes a socket that it opened on a queue of an API key', async () => {
    const { realm, dov } = await freshRealm()
    const browser = await browserOf(dov)
    const queue = await dov.registers()
    const socket = listenOn(
      (await browser.openSocket({ queue_id: queue.id, last_event_id: queue.lastEventId })).webSocket!,
    )
    await untilParked(realm, 1)
    succeeded(await browser.post('/logout'))
    expect(await socket.end()).toMatchObject({ code: 4001 })
    expect(await queue.isGone()).toBe(false)
  })

  test('leaves the sockets of other sessions and of API keys open', async () => {
    const { realm, dov } = await freshRealm()
    const [browser, other] = [await browserOf(dov), await browserOf(dov)]
    const queue = succeeded(await other.post('/register'))
    const socket = listenOn((await other.openSocket(queue)).webSocket!)
    await untilParked(realm, 1)
    succeeded(await browser.post('/logout'))
    expect(await socket.ping()).toBe('pong')
    succeeded(await other.get('/events', { queue_id: queue.queue_id, last_event_id: -1, dont_block: true }))
  })
})

describe('a changed password', () => {
  test('gives the session that changed it a new token, and the old token is no longer valid', async () => {
    const { realm, dov } = await freshRealm()
    const browser = await browserOf(dov)
    const queue = succeeded(await browser.post('/register'))
    const stolen = browser.copy()
    const socket = listenOn((await stolen.openSocket(queue)).webSocket!)
    await untilParked(realm, 1)
    succeeded(await changePassword(browser, dov))
    expect(browser.cookie).not.toBe(stolen.cookie)
    expect(await stolen.get('/users/me')).toEqual(NOT_LOGGED_IN)
    expect(await socket.end()).toMatchObject({ code: 4001 })
    const poll = { queue_id: queue.queue_id, last_event_id: queue.last_event_id, dont_block: true }
    succeeded(await browser.get('/events', poll))
  })

  test('keeps API keys, and a password reset ends them', async () => {
    const { realm, dov } = await freshRealm()
    succeeded(await changePassword(await browserOf(dov), dov))
    succeeded(await dov.get('/users/me'))
    succeeded(await resetPassword(realm, dov))
    expect((await dov.get('/users/me')).code).toBe('INVALID_API_KEY')
  })
})

describe('a changed role', () => {
  test('gives each session a new token, and the token from before is valid for one minute', async () => {
    const { realm, ada, dov } = await freshRealm()
    const [browser, other] = [await browserOf(dov), await browserOf(dov)]
    const before = browser.copy()
    succeeded(await ada.patch(`/users/${dov.id}`, { role: 200 }))
    // A refused request must carry the new token too.
    expect((await browser.get('/users/0')).result).toBe('error')
    expect(browser.cookie).not.toBe(before.cookie)
    // Another tab had sent its request.
    const late = before.copy()
    expect((await late.get('/users/me')).role).toBe(200)
    expect(late.cookie).toBe(before.cookie)
    const { cookie } = other
    succeeded(await other.get('/users/me'))
    expect(other.cookie).not.toBe(cookie)
    await advanceClock(realm, 60)
    expect(await before.get('/users/me')).toEqual(NOT_LOGGED_IN)
    succeeded(await browser.get('/users/me'))
  })
})

describe('a login', () => {
  test('never continues a token that the browser had before: another person may know it', async () => {
    const { dov } = await freshRealm()
    const attacker = await browserOf(dov)
    const victim = attacker.copy()
    await victim.logIn(dov)
    expect(victim.cookie).not.toBe(attacker.cookie)
    expect(await attacker.get('/users/me')).toEqual(NOT_LOGGED_IN)
  })
})

describe('the rate limit of a user', () => {
  test('counts browsers apart from API keys, so a bot cannot lock its owner out', async () => {
    const { ada } = await realmWithVariables({ RATE_LIMIT_BY_USER: '60:2' })
    const browser = await browserOf(ada)
    for (const _ of [1, 2]) succeeded(await ada.get('/users/me'))
    expect((await ada.get('/users/me')).code).toBe('RATE_LIMIT_HIT')
    for (const _ of [1, 2]) succeeded(await browser.get('/users/me'))
    expect((await browser.get('/users/me')).code).toBe('RATE_LIMIT_HIT')
  })

  test('counts all browsers of a user together', async () => {
    const { ada } = await realmWithVariables({ RATE_LIMIT_BY_USER: '60:2' })
    const [browser, other] = [await browserOf(ada), await browserOf(ada)]
    succeeded(await browser.get('/users/me'))
    succeeded(await other.get('/users/me'))
    expect((await other.get('/users/me')).code).toBe('RATE_LIMIT_HIT')
  })

  test('counts pages, which may write rows', async () => {
    const { ada } = await realmWithVariables({ RATE_LIMIT_BY_USER: '60:2' })
    const browser = await browserOf(ada)
    const statuses: number[] = []
    for (let page = 0; page < 3; page++) {
      const response = await browser.request('/accounts/one-time-codes')
      statuses.push(response.status)
      await response.body?.cancel()
    }
    expect(statuses).toEqual([200, 200, 429])
  })

  test('does not count the pictures and files that pages show', async () => {
    const { ada } = await realmWithVariables({ RATE_LIMIT_BY_USER: '60:2' })
    const browser = await browserOf(ada)
    const { url } = await uploadFile(ada, fileOf('Notes'))
    for (let picture = 0; picture < 5; picture++) {
      const response = await browser.request(url)
      expect(response.status).toBe(200)
      await response.body?.cancel()
    }
    succeeded(await browser.get('/users/me'))
  })

  test('counts guesses of a token by network address', async () => {
    const { ada } = await realmWithVariables({ RATE_LIMIT_BY_ADDRESS: '60:3' })
    const guesser = new Browser(ada.realm_url)
    guesser.cookie = `session=1.${'x'.repeat(43)}`
    for (const _ of [1, 2, 3]) expect(await guesser.get('/users/me')).toEqual(NOT_LOGGED_IN)
    expect((await guesser.get('/users/me')).code).toBe('RATE_LIMIT_HIT')
  })
})
