import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { hashApiKey } from '../../src/api/callers'
import { endpoints } from '../../src/catalogue'
import worker from '../../src/worker'
import { formOf, succeeded, type Person, type FieldValue, type Json } from '../support/person'
import { freshRealm, type TestRealm } from '../support/realm'
import { writesTo } from '../support/tables'

const deactivate = (realm: TestRealm, { id }: Person) =>
  writesTo(realm, 'UPDATE users SET is_active = 0 WHERE user_id = ?', id)

describe('a later step of a request', () => {
  test('is not reached by a request that names it', async () => {
    const { realm, dov } = await freshRealm()
    const hash = { known_hash: 'none', password_hash: 'none' }
    const fields = { username: dov.email, password: 'not the password', step: 'finish', user_id: dov.id, ...hash }
    expect(await realm.post('/fetch_api_key', fields)).toMatchObject({ code: 'AUTHENTICATION_FAILED' })
  })

  test('is refused to a caller without a credential, and to one that was deactivated meanwhile', async () => {
    const { realm, ada, ben } = await freshRealm()
    const params = { email: 'gwen@example.com', full_name: 'Gwen', password_hash: 'x' }
    const client = { request_id: 'x', address: 'x', name: 'x', realm_url: realm.url, realm_name: realm.name }
    const stub = realm.stub as unknown as { ask(call: object): Promise<Json> }
    const call = { endpoint: 'POST /users', step: 'finish', is_counted: true, params, client }
    expect(await stub.ask(call)).toMatchObject({ ok: false, refusal: { code: 'UNAUTHORIZED' } })
    await deactivate(realm, ada)
    const credential = { email: ada.email, key_hash: hashApiKey(ada.account.api_key) }
    expect(await stub.ask({ ...call, credential })).toMatchObject({ ok: false, refusal: { code: 'USER_DEACTIVATED' } })
    expect((await ben.get('/users/gwen@example.com')).result).toBe('error')
  })
})

/** Every way to get a key with something one says. A new way in is listed here, or the first test fails. */
const WAYS_IN = [
  'POST /fetch_api_key',
  'POST /jwt/fetch_api_key',
  'POST /dev_fetch_api_key',
  'POST /dev_create_user',
  'POST /realms',
]
/** Whoever is in already may ask for another key, of their own or for a bot that they see to. */
const FROM_INSIDE = [
  'POST /bots',
  'GET /bots/:bot_id/api_key',
  'POST /bots/:bot_id/api_key/regenerate',
  'POST /users/me/api_key/regenerate',
]
const WITH_A_PASSWORD = ['POST /fetch_api_key']
/** Its test is token-login.test.ts. */
const WITH_A_TOKEN = ['POST /jwt/fetch_api_key']

describe('logging in', () => {
  test('the ways in are known', () => {
    const giving = endpoints.filter(({ returns }) => 'api_key' in returns)
    expect(giving.map(({ route }) => route).toSorted()).toEqual([...WAYS_IN, ...FROM_INSIDE].toSorted())
    const looked = [...WITH_A_PASSWORD, ...WITH_A_TOKEN]
    expect(WAYS_IN.filter((route) => !looked.includes(route) && !/dev_|realms/.test(route))).toEqual([])
  })

  test('a wrong password is refused on every way in that asks for one', async () => {
    const { realm, dov } = await freshRealm()
    const right = dov.account.password
    const wrong = [
      '',
      ' ',
      'wrong',
      right.slice(1),
      `${right}x`,
      ` ${right}`,
      right.toUpperCase(),
      'null',
      'undefined',
      '[]',
    ]
    for (const route of WITH_A_PASSWORD) {
      const path = route.split(' ')[1]!
      succeeded(await realm.post(path, { username: dov.email, password: right }))
      for (const [nth, password] of wrong.entries()) {
        if (nth % 4 === 0) await writesTo(realm, 'DELETE FROM login_failures')
        expect(await realm.post(path, { username: dov.email, password }), password).toMatchObject({
          code: 'AUTHENTICATION_FAILED',
        })
      }
    }
  })

  test('fields that are objects, lists or files are no passwords', async () => {
    const { realm, dov } = await freshRealm()
    const odd = new FormData()
    odd.set('username', dov.email)
    odd.set('password', new File([dov.account.password], 'password.txt'))
    const answers = [
      await realm.request('/fetch_api_key', { method: 'POST', body: odd }),
      await realm.request('/fetch_api_key', {
        method: 'POST',
        body: formOf({ username: dov.email, password: { $ne: '' } }),
      }),
      await realm.request(`/fetch_api_key?username=${dov.email}&password[$ne]=x`, { method: 'POST' }),
    ]
    for (const answer of answers) expect([400, 401]).toContain(answer.status)
  })

  test('the ways of a development server are closed elsewhere', async () => {
    const { realm, dov } = await freshRealm()
    const fields = { username: dov.email, email: 'x@example.com', full_name: 'Gwen' }
    for (const path of ['/dev_fetch_api_key', '/dev_create_user']) {
      const request = () => new Request(`${realm.url}/api/v1${path}`, { method: 'POST', body: formOf(fields) })
      const elsewhere = await worker.fetch(request() as never, { ...env, DEVELOPMENT: 'false' })
      expect(await elsewhere.json()).toMatchObject({ msg: 'Endpoint not available in production.' })
      expect((await worker.fetch(request() as never, env)).status).toBe(200)
    }
  })
})

describe('an account that is deactivated', () => {
  test('is locked out at once, by key and by password, at every door', async () => {
    const { realm, dov, general } = await freshRealm()
    const queue = await dov.registers()
    const doors: (() => Promise<Json>)[] = [
      () => dov.get('/users/me'),
      () => dov.get('/users'),
      () => dov.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 }),
      () => dov.get('/events', { queue_id: queue.id, last_event_id: queue.lastEventId, dont_block: true }),
      () => dov.post('/register'),
      () => dov.post('/messages', { type: 'channel', to: general.name, topic: 'x', content: 'x' }),
      () => dov.post('/users/me/subscriptions', { subscriptions: [{ name: 'x' }] }),
      () => realm.post('/fetch_api_key', { username: dov.email, password: dov.account.password }),
      () => realm.post('/dev_fetch_api_key', { username: dov.email }),
    ]
    for (const door of doors) expect(await door()).toMatchObject({ result: 'success' })
    await deactivate(realm, dov)
    for (const door of doors) expect(await door()).toMatchObject({ result: 'error', code: 'USER_DEACTIVATED' })
  })
})

describe('fields that a request has no business saying', () => {
  test('change nothing, and are named in the answer', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    const extra = {
      user_id: ada.id,
      sender_id: ada.id,
      realm_id: 'other',
      role: 100,
      is_admin: true,
      is_owner: true,
      is_system_bot: true,
      creator_id: ada.id,
      password_hash: 'x',
      key_hash: 'x',
      __proto: 'x',
      constructor: 'x',
    } satisfies Record<string, FieldValue>
    const names = Object.keys(extra).toSorted()
    const asked: [string, Record<string, FieldValue>][] = [
      ['/messages', { type: 'channel', to: general.name, topic: 'x', content: 'x' }],
      ['/users/me/subscriptions', { subscriptions: [{ name: 'x' }] }],
      ['/register', {}],
    ]
    const before = succeeded(await dov.get('/users/me'))
    for (const [path, fields] of asked) {
      const answer = succeeded(await dov.post(path, { ...fields, ...extra }))
      expect(answer.ignored_parameters_unsupported.toSorted(), path).toEqual(names)
    }
    const fields = { username: dov.email, password: dov.account.password, ...extra }
    const login = succeeded(await realm.post('/fetch_api_key', fields))
    expect(login.user_id).toBe(dov.id)
    expect(login.ignored_parameters_unsupported.toSorted()).toEqual(names)
    const { max_message_id: _, ...after } = succeeded(await dov.get('/users/me'))
    expect({ ...before, max_message_id: undefined }).toEqual({ ...after, max_message_id: undefined })
    const { messages } = succeeded(await ada.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 }))
    expect(messages[0].sender_id).toBe(dov.id)
  })

  test('deep inside a list they are as little heeded', async () => {
    const { dov } = await freshRealm()
    const subscriptions = [{ name: 'pottery', creator_id: 1, invite_only: true, is_default: true, stream_id: 1 }]
    succeeded(await dov.post('/users/me/subscriptions', { subscriptions }))
    const { streams } = succeeded(await dov.get('/streams', { include_default: true }))
    const pottery = streams.find((channel: Json) => channel.name === 'pottery')
    expect(pottery).toMatchObject({ creator_id: dov.id, invite_only: false, is_default: false })
    expect(pottery.stream_id).not.toBe(1)
  })
})
