import { createHash } from 'node:crypto'
import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { methodOf } from '../../src/api/endpoint'
import { fullPathOf } from '../../src/api/routes'
import { mapTable } from '../../src/api/table'
import { endpoints } from '../../src/catalogue'
import { hashPassword, isPassword } from '../../src/domain/people/users/passwords'
import worker from '../../src/worker'
import { refusal } from '../support/answers'
import { advanceClock, stopClock } from '../support/clock'
import { evict } from '../support/faults'
import { selectRows, rowsWritten, executeSql } from '../support/tables'
import { formOf, Person, succeeded, type FieldValue, type Json } from '../support/person'
import { emptyRealm, freshRealm, newBot, type TestRealm } from '../support/realm'
import { send } from '../support/request'
import { sampleOf } from '../support/samples'

const WRONG = refusal('Your username or password is incorrect', 'AUTHENTICATION_FAILED')
const DEACTIVATED = refusal('Account is deactivated', 'USER_DEACTIVATED')

async function ask(realm: TestRealm, path: string, fields: Record<string, FieldValue>) {
  const response = await realm.request(path, { method: 'POST', body: formOf(fields) })
  const body: Json = await response.json()
  return { status: response.status, body, headers: response.headers }
}

const login = (realm: TestRealm, username: string, password: string) =>
  ask(realm, '/fetch_api_key', { username, password })

const withKey = (person: Person, api_key: string) => new Person(person.realm_url, { ...person.account, api_key })

describe('POST /fetch_api_key', () => {
  test('the right password gets a key that works', async () => {
    const { realm, dov } = await freshRealm()
    const { status, body } = await login(realm, dov.email, dov.account.password)
    expect(status).toBe(200)
    const api_key = expect.stringMatching(/^[A-Za-z0-9]{32}$/)
    expect(body).toEqual({ result: 'success', msg: '', api_key, email: dov.email, user_id: dov.id })
    expect(succeeded(await withKey(dov, body.api_key).get('/users/me')).user_id).toBe(dov.id)
  })

  test('the username is the address, in any case, or the address every account has', async () => {
    const { realm, dov } = await freshRealm()
    const dummy = `user${dov.id}@${new URL(realm.url).hostname}`
    for (const username of [dov.email.toUpperCase(), ` ${dov.email} `, dummy])
      expect((await login(realm, username, dov.account.password)).body, username).toMatchObject({ user_id: dov.id })
  })

  test('the same error refuses a wrong password, an unknown user, a bot and an account without a password', async () => {
    const { realm, ada, ezra, fig } = await freshRealm()
    await executeSql(realm, 'UPDATE users SET password_hash = NULL WHERE user_id = ?', ezra.id)
    await executeSql(realm, 'UPDATE users SET is_active = 0 WHERE user_id = ?', ada.id)
    const right = ezra.account.password
    const attempts: [string, string][] = [
      ['nobody@example.com', right],
      [fig.email, right],
      [fig.email, ''],
      [ezra.email, right],
      [ezra.email, ''],
      [ezra.email, 'null'],
      [ada.email, 'wrong'],
      [ada.email, `${right} `],
      [ada.email, right.toUpperCase()],
      ['', right],
      ["' OR 1=1 --", right],
    ]
    const responses = []
    for (const [username, password] of attempts) {
      const { status, body, headers } = await login(realm, username, password)
      responses.push({ status, body, headers: [...headers].filter(([name]) => name !== 'x-request-id') })
    }
    for (const response of responses) expect(response).toEqual(responses[0])
    expect(responses[0]).toMatchObject({ status: 401, body: WRONG })
  })

  test('the password of an unknown user costs as much work as that of an existing one', () => {
    expect(isPassword('secret', hashPassword('secret', 1024), 1024)).toBe(true)
    expect(isPassword('Secret', hashPassword('secret', 1024), 1024)).toBe(false)
    expect(isPassword('secret', null, 1024)).toBe(false)
    expect(isPassword('', null, 1024)).toBe(false)
    // The hash is computed for an unknown user too, at the usual cost: scrypt refuses a cost that is not a power of two.
    expect(() => isPassword('secret', null, 3)).toThrow(/./)
    expect(() => isPassword('secret', 'scrypt$1024', 1024)).toThrow('malformed')
  })

  test('a password matches in any Unicode normalization form', async () => {
    const { realm, ada } = await emptyRealm()
    const gwen = { email: 'gwen@example.com', full_name: 'Gwen', password: 'cafe\u0301 au lait' }
    succeeded(await ada.post('/users', gwen))
    expect((await login(realm, gwen.email, 'caf\u00e9 au lait')).status).toBe(200)
  })

  test('only the right password reveals that an account is deactivated', async () => {
    const { realm, dov } = await freshRealm()
    await executeSql(realm, 'UPDATE users SET is_active = 0 WHERE user_id = ?', dov.id)
    expect(await login(realm, dov.email, dov.account.password)).toMatchObject({ status: 401, body: DEACTIVATED })
    expect(await login(realm, dov.email, 'wrong')).toMatchObject({ status: 401, body: WRONG })
  })

  test('no user can log in to a deactivated realm', async () => {
    const { realm, dov } = await freshRealm()
    await executeSql(realm, 'UPDATE realm SET is_deactivated = 1')
    const closed = refusal('This organization has been deactivated', 'REALM_DEACTIVATED')
    expect(await login(realm, dov.email, dov.account.password)).toMatchObject({ status: 401, body: closed })
    expect(await dov.get('/users/me')).toEqual(closed)
  })

  test('after five failures in half an hour, even the right password is refused', async () => {
    const { realm, dov, ezra } = await freshRealm()
    await stopClock(realm, 1_900_000_000)
    for (let failures = 0; failures < 5; failures++)
      expect((await login(realm, dov.email, 'wrong')).status, `${failures}`).toBe(401)
    for (const username of [dov.email, dov.email.toUpperCase()]) {
      const { status, body, headers } = await login(realm, username, dov.account.password)
      expect({ status, body }).toEqual({
        status: 429,
        body: { ...refusal('API usage exceeded rate limit', 'RATE_LIMIT_HIT'), 'retry-after': 1800 },
      })
      expect(headers.get('retry-after')).toBe('1800')
    }
    expect((await login(realm, ezra.email, ezra.account.password)).status).toBe(200) // other users can log in
    await stopClock(realm, 1_900_000_000 + 1799)
    expect((await login(realm, dov.email, dov.account.password)).status).toBe(429)
    await stopClock(realm, 1_900_000_000 + 1800)
    expect((await login(realm, dov.email, dov.account.password)).status).toBe(200)
  })

  test('failures for an unknown username count too', async () => {
    const { realm } = await emptyRealm()
    for (let failures = 0; failures < 5; failures++)
      expect((await login(realm, 'nobody@example.com', 'wrong')).status).toBe(401)
    expect((await login(realm, 'nobody@example.com', 'wrong')).status).toBe(429)
  })

  test('a login deletes the earlier failures', async () => {
    const { realm, dov } = await freshRealm()
    for (let round = 0; round < 2; round++) {
      for (let failures = 0; failures < 4; failures++) expect((await login(realm, dov.email, 'wrong')).status).toBe(401)
      expect((await login(realm, dov.email, dov.account.password)).status).toBe(200)
    }
    expect(await selectRows(realm, "SELECT key FROM login_failures WHERE key NOT LIKE 'address %'")).toEqual([])
  })

  test('parallel guesses count one by one', async () => {
    const { realm, dov } = await freshRealm()
    const guesses = Array.from({ length: 12 }, () => login(realm, dov.email, 'wrong'))
    const statuses = (await Promise.all(guesses)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(7)
  })

  test('a failed attempt stores at most 254 characters of its username', async () => {
    const { realm } = await emptyRealm()
    expect((await login(realm, 'x'.repeat(1000), 'y'.repeat(1000))).status).toBe(401)
    const [{ size }] = await selectRows(realm, 'SELECT max(length(key)) AS size FROM login_failures')
    expect(size).toBe('name '.length + 254)
  })

  test('every login creates a key, and the newest twenty work', async () => {
    const { realm, dov } = await freshRealm()
    const keys = [dov.account.api_key]
    for (let logins = 0; logins < 20; logins++)
      keys.push((await login(realm, dov.email, dov.account.password)).body.api_key)
    expect(new Set(keys).size).toBe(21)
    expect(await withKey(dov, keys[0]!).get('/users/me')).toEqual(refusal('Invalid API key', 'INVALID_API_KEY'))
    for (const key of keys.slice(1)) succeeded(await withKey(dov, key).get('/users/me'))
  })

  test('one more login deletes the key that was used longest ago, not the oldest', async () => {
    const { realm, dov } = await freshRealm()
    const newKey = async () => (await login(realm, dov.email, dov.account.password)).body.api_key
    const phone = dov.account.api_key
    const unused = await newKey()
    for (let logins = 0; logins < 18; logins++) await newKey()
    await advanceClock(realm, 10)
    succeeded(await withKey(dov, phone).get('/users/me'))
    const newest = await newKey()
    for (const key of [phone, newest]) succeeded(await withKey(dov, key).get('/users/me'))
    expect(await withKey(dov, unused).get('/users/me')).toEqual(refusal('Invalid API key', 'INVALID_API_KEY'))
  })

  test('the last use of a key survives an eviction, to the hour', async () => {
    const { realm, dov } = await freshRealm()
    await advanceClock(realm, 2 * 3600)
    succeeded(await dov.get('/users/me'))
    await evict(realm)
    const [{ age }] = await selectRows(
      realm,
      'SELECT used_at - created_at AS age FROM api_keys WHERE user_id = ?',
      dov.id,
    )
    expect(age).toBeGreaterThanOrEqual(2 * 3600)
  })

  test('the realm writes at most one row in an hour for the uses of a key', async () => {
    const { realm, dov } = await freshRealm()
    const rowsOfRequests = async (count: number) => {
      const before = await rowsWritten(realm)
      for (let request = 0; request < count; request++) succeeded(await dov.get('/users/me'))
      return (await rowsWritten(realm)) - before
    }
    expect(await rowsOfRequests(5)).toBe(0)
    await advanceClock(realm, 3600)
    expect(await rowsOfRequests(5)).toBe(1)
    await advanceClock(realm, 3500)
    expect(await rowsOfRequests(5)).toBe(0)
  })

  test('the realm stores only hashes of keys', async () => {
    const { realm, dov } = await freshRealm()
    const { body } = await login(realm, dov.email, dov.account.password)
    const rows = await selectRows(realm, 'SELECT * FROM api_keys WHERE user_id = ? ORDER BY rowid', dov.id)
    const hashOf = (key: string) => createHash('sha256').update(key).digest('hex')
    expect(rows.map((row) => row.key_hash)).toEqual([dov.account.api_key, body.api_key].map(hashOf))
    const tables = await selectRows(
      realm,
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_%' ESCAPE '\\'",
    )
    for (const { name } of tables) {
      const everything = JSON.stringify(await selectRows(realm, `SELECT * FROM ${name}`))
      expect(everything, name).not.toContain(body.api_key)
      expect(everything, name).not.toContain(dov.account.password)
    }
  })

  test('the error names a missing parameter', async () => {
    const { realm } = await emptyRealm()
    expect(await realm.post('/fetch_api_key', { username: 'x' })).toMatchObject({ var_name: 'password' })
    expect(await realm.post('/fetch_api_key', { password: 'x' })).toMatchObject({ var_name: 'username' })
  })
})

describe('POST /dev_fetch_api_key', () => {
  const devFetch = async (realm: TestRealm, username: string, DEVELOPMENT: string): Promise<Json> => {
    const request = new Request(`${realm.url}/api/v1/dev_fetch_api_key`, { method: 'POST', body: formOf({ username }) })
    return (await worker.fetch(request as never, { ...env, DEVELOPMENT })).json()
  }

  test('on a development server an address is enough', async () => {
    const { realm, dov } = await freshRealm()
    const { api_key, ...response } = succeeded(await realm.post('/dev_fetch_api_key', { username: dov.email }))
    expect(response).toEqual({ result: 'success', msg: '', email: dov.email, user_id: dov.id })
    succeeded(await withKey(dov, api_key).get('/users/me'))
  })

  test('bots and unknown users get no key, and a deactivated user gets the reason', async () => {
    const { realm, dov, fig } = await freshRealm()
    for (const username of [fig.email, 'nobody@example.com'])
      expect(await realm.post('/dev_fetch_api_key', { username })).toEqual(WRONG)
    await executeSql(realm, 'UPDATE users SET is_active = 0 WHERE user_id = ?', dov.id)
    expect(await realm.post('/dev_fetch_api_key', { username: dov.email })).toEqual(DEACTIVATED)
  })

  test('on every other server the request is refused', async () => {
    const { realm, dov } = await freshRealm()
    expect(await devFetch(realm, dov.email, 'true')).toMatchObject({ result: 'success' })
    for (const development of ['', 'false', 'TRUE', '1'])
      for (const username of [dov.email, 'nobody@example.com'])
        expect(await devFetch(realm, username, development)).toEqual(refusal('Endpoint not available in production.'))
  })
})

describe('every endpoint that needs an account', () => {
  const MISSING = { status: 401, ...refusal('Missing authorization header for basic auth', 'UNAUTHORIZED') }
  const UNDECODABLE = { status: 401, ...refusal('Invalid authorization header for basic auth', 'UNAUTHORIZED') }
  const NOT_BASIC = { status: 400, ...refusal('This endpoint requires HTTP basic authentication.') }
  const MALFORMED = { status: 401, ...refusal('Malformed API key', 'INVALID_API_KEY') }
  const INVALID = { status: 401, ...refusal('Invalid API key', 'INVALID_API_KEY') }

  async function refused(realm: TestRealm, authorization: string | undefined, path = '/users/me') {
    const response = await realm.request(path, { headers: authorization === undefined ? {} : { authorization } })
    expect(response.headers.get('www-authenticate')).toBe(response.status === 401 ? 'Basic realm="svc"' : null)
    return { status: response.status, ...((await response.json()) as object) }
  }

  test('accepts both addresses of an account and the scheme in any case', async () => {
    const { realm, dov } = await freshRealm()
    const { api_key } = dov.account
    const dummy = `user${dov.id}@${new URL(realm.url).hostname}`
    for (const email of [dov.email, dov.email.toUpperCase(), ` ${dov.email} `, dummy])
      for (const scheme of ['Basic', 'basic', 'BASIC'])
        expect(await refused(realm, `${scheme} ${btoa(`${email}:${api_key}`)}`), email).toMatchObject({
          user_id: dov.id,
        })
  })

  test('refuses bad credentials with an error that says what is wrong', async () => {
    const { realm, ada, dov } = await freshRealm()
    const { api_key } = dov.account
    const basic = (text: string) => `Basic ${btoa(text)}`
    const cases: [string | undefined, object][] = [
      [undefined, MISSING],
      ['', MISSING],
      ['Bearer abc', NOT_BASIC],
      [`Digest username="${dov.email}"`, NOT_BASIC],
      [api_key, NOT_BASIC],
      ['Basic', UNDECODABLE],
      ['Basic !!!!', UNDECODABLE],
      ['Basic 4pyT4p', UNDECODABLE],
      [basic('no colon'), UNDECODABLE],
      [`Basic ${btoa('\xff\xfe:x')}`, UNDECODABLE],
      [basic(`${dov.email}:`), MALFORMED],
      [basic(`${dov.email}:${api_key.slice(1)}`), MALFORMED],
      [basic(`${dov.email}:${api_key}x`), MALFORMED],
      [basic(`${dov.email}:${dov.account.password}`), MALFORMED],
      [basic(`${dov.email}:${api_key.slice(1)}-`), MALFORMED],
      [basic(`${dov.email}:${'x'.repeat(32)}`), INVALID],
      [basic(`${dov.email}:${api_key.toLowerCase()}`), INVALID],
      [basic(`${dov.email}:${ada.account.api_key}`), INVALID],
      [basic(`nobody@example.com:${api_key}`), INVALID],
      [basic(`:${api_key}`), INVALID],
    ]
    for (const [authorization, expected] of cases)
      expect(await refused(realm, authorization), String(authorization)).toEqual(expected)
  })

  test('accepts an address with characters that are not Latin', async () => {
    const { realm } = await emptyRealm()
    const header = `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(`жанна@example.com:${'x'.repeat(32)}`)))}`
    expect(await refused(realm, header)).toEqual(INVALID)
  })

  test('refuses a request without credentials', async () => {
    const { realm } = await emptyRealm()
    // Logging out needs a session, and a page of the realm that sends the request. A secret in the path is a credential.
    const needing = endpoints.filter(
      ({ caller, isForOwnPages }) => caller.needs === 'account' && !caller.secretInPath && !isForOwnPages,
    )
    expect(needing.length).toBeGreaterThan(15)
    for (const endpoint of needing) {
      const { route, params } = endpoint
      const method = methodOf(endpoint)
      const address = realm.url + fullPathOf(endpoint).replace(/:\w+/g, '1')
      const query = formOf(mapTable(params, sampleOf))
      const bare = ['GET', 'HEAD', 'DELETE'].includes(method)
      const init = bare ? { method } : { method, body: query }
      const response = await send(new Request(bare ? `${address}?${query.toString()}` : address, init))
      expect({ route, status: response.status }).toEqual({ route, status: 401 })
    }
  })

  test('refuses the keys of a deactivated account, and accepts them again after its reactivation', async () => {
    const { realm, dov } = await freshRealm()
    const queue = await dov.registers()
    await executeSql(realm, 'UPDATE users SET is_active = 0 WHERE user_id = ?', dov.id)
    for (const path of ['/users/me', `/events?queue_id=${queue.id}&last_event_id=${queue.lastEventId}&dont_block=true`])
      expect(await dov.get(path)).toEqual(DEACTIVATED)
    expect(await dov.post('/register')).toEqual(DEACTIVATED)
    await executeSql(realm, 'UPDATE users SET is_active = 1 WHERE user_id = ?', dov.id)
    succeeded(await dov.get('/users/me'))
  })
})

describe('an incoming webhook bot', () => {
  test('can send messages, and nothing else', async () => {
    const { realm, dov, general } = await freshRealm()
    const hook = await newBot(dov, 'hook')
    await dov.subscribes(general, { principals: [hook.id] })
    succeeded(await hook.get('/users/me')) // a generic bot can
    await executeSql(realm, 'UPDATE users SET bot_type = 2 WHERE user_id = ?', hook.id)
    await hook.sends(general, 'builds', 'Green')
    const refused = refusal('This API is not available to incoming webhook bots.', 'UNAUTHORIZED')
    expect(await hook.get('/users/me')).toEqual(refused)
    expect(await hook.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 })).toEqual(refused)
    expect(await hook.post('/register')).toEqual(refused)
    expect(await hook.post('/users/me/subscriptions', { subscriptions: [{ name: 'general' }] })).toEqual(refused)
    const open = endpoints.filter(({ caller }) => caller.describes.includes('webhook'))
    expect(open.map(({ route }) => route)).toEqual(['POST /messages', 'POST /external/:service'])
  })
})
