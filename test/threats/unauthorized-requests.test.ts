import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { hashApiKey } from '../../src/api/callers'
import { endpoints } from '../../src/catalogue'
import worker from '../../src/worker'
import { formOf, succeeded, type Person, type FieldValue, type Json } from '../support/person'
import { freshRealm, type TestRealm } from '../support/realm'
import { executeSql } from '../support/tables'

const deactivate = (realm: TestRealm, { id }: Person) =>
  executeSql(realm, 'UPDATE users SET is_active = 0 WHERE user_id = ?', id)

describe('a later step of a request', () => {
  test('does not run for a request that names it', async () => {
    const { realm, dov } = await freshRealm()
    const hash = { old_hash: 'none', password_hash: 'none' }
    const fields = { username: dov.email, password: 'not the password', step: 'finish', user_id: dov.id, ...hash }
    expect(await realm.post('/fetch_api_key', fields)).toMatchObject({ code: 'AUTHENTICATION_FAILED' })
  })

  test('refuses a caller without a credential, and a user who was deactivated meanwhile', async () => {
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

/** All endpoints that return an API key for other credentials. The first test fails if a new one is not in this list. */
const LOGIN_ENDPOINTS = [
  'POST /fetch_api_key',
  'POST /jwt/fetch_api_key',
  'POST /dev_fetch_api_key',
  'POST /dev_create_user',
  'POST /realms',
]
/** Endpoints at which an authenticated user gets a new key: their own, or that of a bot of theirs. */
const KEY_ENDPOINTS_FOR_USERS = [
  'POST /bots',
  'GET /bots/:bot_id/api_key',
  'POST /bots/:bot_id/api_key/regenerate',
  'POST /users/me/api_key/regenerate',
]
const PASSWORD_ENDPOINTS = ['POST /fetch_api_key']
/** Tested in token-login.test.ts. */
const TOKEN_ENDPOINTS = ['POST /jwt/fetch_api_key']

describe('logging in', () => {
  test('each endpoint that returns an API key is in a list of this file', () => {
    const returningKeys = endpoints.filter(({ returns }) => 'api_key' in returns)
    expect(returningKeys.map(({ route }) => route).toSorted()).toEqual(
      [...LOGIN_ENDPOINTS, ...KEY_ENDPOINTS_FOR_USERS].toSorted(),
    )
    const tested = [...PASSWORD_ENDPOINTS, ...TOKEN_ENDPOINTS]
    expect(LOGIN_ENDPOINTS.filter((route) => !tested.includes(route) && !/dev_|realms/.test(route))).toEqual([])
  })

  test('a wrong password is refused by each endpoint that takes one', async () => {
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
    for (const route of PASSWORD_ENDPOINTS) {
      const path = route.split(' ')[1]!
      succeeded(await realm.post(path, { username: dov.email, password: right }))
      for (const [index, password] of wrong.entries()) {
        if (index % 4 === 0) await executeSql(realm, 'DELETE FROM login_failures')
        expect(await realm.post(path, { username: dov.email, password }), password).toMatchObject({
          code: 'AUTHENTICATION_FAILED',
        })
      }
    }
  })

  test('an object, a list or a file is not accepted as a password', async () => {
    const { realm, dov } = await freshRealm()
    const withFile = new FormData()
    withFile.set('username', dov.email)
    withFile.set('password', new File([dov.account.password], 'password.txt'))
    const answers = [
      await realm.request('/fetch_api_key', { method: 'POST', body: withFile }),
      await realm.request('/fetch_api_key', {
        method: 'POST',
        body: formOf({ username: dov.email, password: { $ne: '' } }),
      }),
      await realm.request(`/fetch_api_key?username=${dov.email}&password[$ne]=x`, { method: 'POST' }),
    ]
    for (const answer of answers) expect([400, 401]).toContain(answer.status)
  })

  test('the endpoints of a development server are not available in production', async () => {
    const { realm, dov } = await freshRealm()
    const fields = { username: dov.email, email: 'x@example.com', full_name: 'Gwen' }
    for (const path of ['/dev_fetch_api_key', '/dev_create_user']) {
      const request = () => new Request(`${realm.url}/api/v1${path}`, { method: 'POST', body: formOf(fields) })
      const production = await worker.fetch(request() as never, { ...env, DEVELOPMENT: 'false' })
      expect(await production.json()).toMatchObject({ msg: 'Endpoint not available in production.' })
      expect((await worker.fetch(request() as never, env)).status).toBe(200)
    }
  })
})

describe('a deactivated account', () => {
  test('is refused at once by every endpoint, with its key and with its password', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    const queue = await dov.registers()
    const requests: (() => Promise<Json>)[] = [
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
    for (const request of requests) expect(await request()).toMatchObject({ result: 'success' })
    succeeded(await ada.delete(`/users/${dov.id}`))
    for (const request of requests) expect(await request()).toMatchObject({ result: 'error', code: 'USER_DEACTIVATED' })
  })
})

describe('fields that a client must not set', () => {
  test('change nothing, and are listed in the response', async () => {
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
    const requests: [string, Record<string, FieldValue>][] = [
      ['/messages', { type: 'channel', to: general.name, topic: 'x', content: 'x' }],
      ['/users/me/subscriptions', { subscriptions: [{ name: 'x' }] }],
      ['/register', {}],
    ]
    const before = succeeded(await dov.get('/users/me'))
    for (const [path, fields] of requests) {
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

  test('change nothing inside a list', async () => {
    const { dov } = await freshRealm()
    const subscriptions = [{ name: 'pottery', creator_id: 1, invite_only: true, is_default: true, stream_id: 1 }]
    succeeded(await dov.post('/users/me/subscriptions', { subscriptions }))
    const { streams } = succeeded(await dov.get('/streams', { include_default: true }))
    const pottery = streams.find((channel: Json) => channel.name === 'pottery')
    expect(pottery).toMatchObject({ creator_id: dov.id, invite_only: false, is_default: false })
    expect(pottery.stream_id).not.toBe(1)
  })
})
