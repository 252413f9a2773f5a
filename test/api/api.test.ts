import { env, exports } from 'cloudflare:workers'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { PATH_PARAM, methodOf } from '../../src/api/endpoint'
import { addressOf } from '../../src/api/routes'
import { endpoints } from '../../src/catalogue'
import type { Variables } from '../../src/config'
import worker from '../../src/worker'
import { passTime, rowsIn } from '../support/faults'
import { limitedRealm } from '../support/limited'
import { formOf, succeeded, type Json, type Person } from '../support/person'
import { emptyRealm, freshRealm, newChannel, TestRealm } from '../support/realm'
import { stopClock } from '../support/tables'

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const ORIGIN = { origin: 'https://elsewhere.example' }

/** Straight to the Worker, as a deployment with other variables would have it. The realm keeps its own. */
const asked = (request: Request, variables: Variables & { REALM?: unknown }): Promise<Response> =>
  worker.fetch(request as Parameters<typeof worker.fetch>[0], { ...env, ...variables } as never)

const credentialsOf = ({ email, account }: Person) => ({
  authorization: `Basic ${btoa(`${email}:${account.api_key}`)}`,
})

const jsonOf = async (response: Response): Promise<Json> => ({
  status: response.status,
  ...(await response.json<object>()),
})

const outcomeOf = async (response: Response) => [response.status, ((await response.json()) as Json).msg]

/** A body of 4 MB without a declared length, and how much of it was read. */
class Undeclared {
  given = 0
  readonly stream = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        if (this.given >= 4 * 1024 * 1024) return controller.close()
        this.given += 65_536
        controller.enqueue(new Uint8Array(65_536).fill(0x61))
      },
    },
    { highWaterMark: 0 },
  )
}

describe('what is asked for', () => {
  test.each(['/api/v1/nothing', '/api/v1/', '/api/v2/users', '/api/v1/users/1/2/3', '/API/v1/users', '/api/v1/%'])(
    'nothing is at %s',
    async (path) => {
      const response = await exports.default.fetch(`http://nobody.parley.test${path}`)
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
      expect(await jsonOf(response)).toEqual({ status: 404, result: 'error', msg: 'No such path', code: 'NOT_FOUND' })
    },
  )

  test('the root shows where to read on', async () => {
    const response = await exports.default.fetch('http://nobody.parley.test/', { redirect: 'manual' })
    expect([response.status, response.headers.get('location')]).toEqual([302, '/api'])
  })

  test('what is malformed in a path is nowhere; what is encoded in it is read', async () => {
    const { ada } = await emptyRealm()
    for (const path of ['/users/%', '/users/%ff', '/users/%e0%a4%a', '/users/%zz'])
      expect(await jsonOf(await ada.request(path)), path).toMatchObject({ status: 404, msg: 'No such path' })
    expect(succeeded(await ada.get(`/users/${encodeURIComponent(ada.email)}`)).user.user_id).toBe(ada.id)
    for (const path of [
      '/users/..%2Fme',
      '/users/a%2Fb',
      '/users/%00',
      '/users/%F0%9F%98%80',
      `/users/${'x'.repeat(1000)}`,
    ])
      expect(await jsonOf(await ada.request(path)), path).toMatchObject({ status: 400, msg: 'No such user' })
  })

  test('a number’s place holds only a number that could be one', async () => {
    const { ada, general } = await freshRealm()
    expect(succeeded(await ada.get(`/streams/${general.stream_id}`)).stream.name).toBe('general')
    for (const id of ['general', '-1', '1.5', '0x1', '1e3', '%20', '１'])
      expect(await jsonOf(await ada.request(`/streams/${id}`)), id).toMatchObject({ status: 404, msg: 'No such path' })
    expect(await outcomeOf(await ada.request('/streams/99999999999999999999'))).toEqual([
      400,
      'stream_id is not an integer',
    ])
  })

  test('a wrong method is told which are right', async () => {
    const { realm } = await emptyRealm()
    const response = await realm.request('/users/me/subscriptions', { method: 'PUT' })
    const allowed_methods = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST']
    expect(response.headers.get('allow')).toBe(allowed_methods.join(', '))
    expect(await jsonOf(response)).toEqual({
      status: 405,
      result: 'error',
      msg: 'Method Not Allowed',
      code: 'METHOD_NOT_ALLOWED',
      allowed_methods,
    })
  })

  test('where nothing is to be got, HEAD is a wrong method too', async () => {
    const response = await new TestRealm('nobody').request('/fetch_api_key', { method: 'HEAD' })
    expect([response.status, await response.text()]).toEqual([405, ''])
    expect(response.headers.get('allow')).toBe('OPTIONS, POST')
  })

  test('HEAD is GET without its body', async () => {
    const { ada } = await emptyRealm()
    const [get, head] = [await ada.request('/users/me'), await ada.request('/users/me', { method: 'HEAD' })]
    const headersOf = ({ headers }: Response) =>
      [...headers.keys()].filter((name) => name !== 'content-length').toSorted()
    expect(await head.text()).toBe('')
    expect([head.status, headersOf(head)]).toEqual([get.status, headersOf(get)])
    expect(await get.json()).toMatchObject({ user_id: ada.id })
    const refused = await ada.request('/users/0', { method: 'HEAD' })
    expect([refused.status, await refused.text()]).toEqual([400, ''])
  })
})

describe('browsers', () => {
  test('anyone may ask what may be asked', async () => {
    const response = await new TestRealm('nobody').request('/messages', { method: 'OPTIONS' })
    expect([response.status, await response.text()]).toEqual([204, ''])
    expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS, POST')
    expect(response.headers.has('access-control-allow-origin')).toBe(false)
  })

  test('a page of another origin may ask, and read what is told', async () => {
    const preflight = await new TestRealm('nobody').request('/messages', {
      method: 'OPTIONS',
      headers: {
        ...ORIGIN,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type',
      },
    })
    expect(preflight.status).toBe(204)
    expect(Object.fromEntries(preflight.headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD, OPTIONS, POST',
      'access-control-allow-headers': expect.stringMatching(/authorization.*content-type/i),
    })
    const { ada } = await emptyRealm()
    for (const [path, status] of [
      ['/users/me', 200],
      ['/users/0', 400],
      ['/nothing', 404],
    ] as const) {
      const response = await ada.request(path, { headers: ORIGIN })
      expect(response.status).toBe(status)
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
      expect(response.headers.get('access-control-expose-headers')).toContain('Retry-After')
      // A browser would add cookies to what it may: there is nothing here that it may.
      expect(response.headers.has('access-control-allow-credentials')).toBe(false)
      await response.body?.cancel()
    }
    expect((await ada.request('/users/me')).headers.has('access-control-allow-origin')).toBe(false)
  })

  const PAGE_OR_JSON = /^(?:application\/json|text\/html); charset=utf-8$/

  test('what is private is kept by nobody on the way, whatever is asked and however it is answered', async () => {
    const { realm, ada } = await freshRealm()
    const wrong = { authorization: `Basic ${btoa(`${ada.email}:${'x'.repeat(32)}`)}` }
    // What is the same for everyone is no secret, and is kept gladly.
    for (const endpoint of endpoints.filter(({ kind }) => kind !== 'public'))
      for (const headers of [credentialsOf(ada), wrong, {}]) {
        const path = addressOf(endpoint).replaceAll(PATH_PARAM, '1')
        const request = new Request(`${realm.url}${path}`, { method: methodOf(endpoint), headers })
        // What succeeds here is not looked at, so it must not count as looked at.
        const response = await asked(request, { CHECK_DECLARATIONS: '' })
        expect(response.status, endpoint.route).toBeLessThan(500)
        expect(Object.fromEntries(response.headers), endpoint.route).toMatchObject({
          'cache-control': 'private, no-store',
          vary: 'Authorization, Origin',
          'x-content-type-options': 'nosniff',
          'content-security-policy': expect.stringMatching(/^default-src 'none';.* frame-ancestors 'none'$/),
          'referrer-policy': 'no-referrer',
          'strict-transport-security': 'max-age=31536000',
          'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
        })
        const type = response.headers.get('content-type')
        expect(response.status === 302 || PAGE_OR_JSON.test(String(type)), endpoint.route).toBe(true)
        expect(response.headers.get('www-authenticate') !== null, endpoint.route).toBe(response.status === 401)
        await response.body?.cancel()
      }
  })
})

describe('fields', () => {
  const ignoredBy = async (person: Person, path: string) => {
    const answer = succeeded(await (await person.request(path)).json())
    return 'ignored_parameters_unsupported' in answer ? answer.ignored_parameters_unsupported : 'nothing said'
  }

  test('those that an endpoint does not know are named, and only where there are some', async () => {
    const { ada } = await emptyRealm()
    expect(await ignoredBy(ada, '/users/me')).toBe('nothing said')
    expect(await ignoredBy(ada, '/users/me?client=website')).toBe('nothing said')
    expect(await ignoredBy(ada, '/users?client_gravatar=false&colour=red')).toEqual(['colour'])
    expect(await ignoredBy(ada, '/users/me?client_gravatar=false&a=1&a=2&%F0%9F%98%80=')).toEqual([
      'client_gravatar',
      'a',
      '😀',
    ])
    const { queue_id, last_event_id } = succeeded(await ada.post('/register'))
    const poll = `/events?queue_id=${queue_id}&last_event_id=${last_event_id}&dont_block=true`
    expect(await ignoredBy(ada, poll)).toBe('nothing said')
    expect(await ignoredBy(ada, `${poll}&colour=red`)).toEqual(['colour'])
    const refused = await ada.get('/users/0', { colour: 'red' })
    expect(refused).toEqual({ result: 'error', msg: 'No such user', code: 'BAD_REQUEST' })
  })

  test.each<[string, Record<string, string>, string, string, object]>([
    ['none at all', {}, 'REQUEST_VARIABLE_MISSING', "Missing 'type' argument", { var_name: 'type' }],
    [
      'a required one missing',
      { type: 'direct', to: '[1]' },
      'REQUEST_VARIABLE_MISSING',
      "Missing 'content' argument",
      { var_name: 'content' },
    ],
    [
      'one by two names',
      { type: 'channel', to: 'a', content: 'x', topic: 'a', subject: 'b' },
      'REQUEST_CONFUSING_VAR',
      "Can't decide between 'topic' and 'subject' arguments",
      { var_name1: 'topic', var_name2: 'subject' },
    ],
    ['no such choice', { type: 'smoke', to: 'a', content: 'x' }, 'BAD_REQUEST', 'Invalid type', {}],
    [
      'no JSON',
      { type: 'channel', to: 'a', content: 'x', read_by_sender: 'yes' },
      'BAD_REQUEST',
      'read_by_sender is not valid JSON',
      {},
    ],
    [
      'the wrong kind',
      { type: 'channel', to: 'a', content: 'x', read_by_sender: '1' },
      'BAD_REQUEST',
      'read_by_sender is not a boolean',
      {},
    ],
  ])('%s is told', async (_, fields, code, msg, more) => {
    const { ada } = await emptyRealm()
    const response = await ada.request('/messages', { method: 'POST', body: new URLSearchParams(fields) })
    expect(await jsonOf(response)).toEqual({ status: 400, result: 'error', msg, code, ...more })
  })

  test('a wrong one deep inside is told with its place', async () => {
    const { ada } = await emptyRealm()
    const told = async (subscriptions: object) => (await ada.post('/users/me/subscriptions', { subscriptions })).msg
    expect(await told([{ name: 'a' }, { name: 5 }])).toBe('subscriptions[1]["name"] is not a string')
    expect(await told([{}])).toBe('name key is missing from subscriptions[0]')
    expect(await told({})).toBe('subscriptions is not a list')
  })

  test('a DELETE’s come in the query or in the form, whichever a client sends; the form is nearer', async () => {
    const { ada } = await emptyRealm()
    for (const name of ['one', 'two', 'three']) await newChannel(ada, name, [ada])
    const remove = async (query: object, form?: object): Promise<Json> => {
      const path = `/users/me/subscriptions?${formOf({ ...query }).toString()}`
      return (await ada.request(path, { method: 'DELETE', ...(form ? { body: formOf({ ...form }) } : {}) })).json()
    }
    expect(await remove({ subscriptions: ['one'] })).toMatchObject({ removed: ['one'] })
    expect(await remove({}, { subscriptions: ['two'] })).toMatchObject({ removed: ['two'] })
    expect(await remove({ subscriptions: ['one'] }, { subscriptions: ['three'] })).toMatchObject({ removed: ['three'] })
  })
})

describe('bodies', () => {
  const LIMIT = 1024 * 1024
  const settings = (body: BodyInit, headers: Record<string, string> = {}, ada?: Person) =>
    (ada ?? new TestRealm('nobody')).request('/messages', { method: 'POST', body, headers })

  test('a form may come in parts', async () => {
    const { ada } = await emptyRealm()
    const form = new FormData()
    for (const [name, value] of Object.entries({ type: 'direct', to: `[${ada.id}]`, content: 'Grüße\n"&="' }))
      form.set(name, value)
    const { id } = succeeded(await (await settings(form, {}, ada)).json())
    expect(succeeded(await ada.get(`/messages/${id}`)).raw_content).toBe('Grüße\n"&="')
  })

  test('a file is no text', async () => {
    const { ada } = await emptyRealm()
    const form = new FormData()
    form.set('type', 'direct')
    form.set('to', `[${ada.id}]`)
    form.set('content', new File(['x'], 'x.txt'))
    expect(await outcomeOf(await settings(form, {}, ada))).toEqual([400, 'content is not a string'])
  })

  test.each<[string, BodyInit, Record<string, string>, string]>([
    [
      'parts without a boundary',
      'a=b',
      { 'content-type': 'multipart/form-data' },
      'The request body could not be read',
    ],
    [
      'parts that are none',
      'a=b',
      { 'content-type': 'multipart/form-data; boundary=x' },
      'The request body could not be read',
    ],
    [
      'parts that never end',
      '--x\r\ncontent-disposition: form-data; name="type"\r\n\r\ndirect',
      { 'content-type': 'multipart/form-data; boundary=x' },
      'The request body could not be read',
    ],
    ['JSON', '{"type":"direct"}', { 'content-type': 'application/json' }, "Missing 'type' argument"],
    ['a type that is none', 'type=smoke', { 'content-type': '; ;;' }, 'Invalid type'],
    ['no type', 'type=smoke', {}, 'Invalid type'],
    [
      'a type in capitals',
      'type=smoke',
      { 'content-type': 'APPLICATION/X-WWW-FORM-URLENCODED; CHARSET=UTF-8' },
      'Invalid type',
    ],
    ['bytes that are no text', new Uint8Array([0xff, 0xfe, 0x3d, 0xff]), FORM, "Missing 'type' argument"],
    ['escapes that are none', 'type=%zz%', FORM, 'Invalid type'],
    ['nothing', '', FORM, "Missing 'type' argument"],
    ['a name alone', 'type', FORM, 'Invalid type'],
    ['a name that every object has', '__proto__=1&constructor=2', FORM, "Missing 'type' argument"],
  ])('%s is read as far as it can be', async (_, body, headers, msg) => {
    const { ada } = await emptyRealm()
    expect(await outcomeOf(await settings(body, headers, ada))).toEqual([400, msg])
  })

  test('what is wrong with a request is told only to whoever may ask at all', async () => {
    const { realm, ada } = await emptyRealm()
    const senseless = { method: 'POST', body: formOf({ type: 'smoke' }) }
    expect((await ada.request('/messages', senseless)).status).toBe(400)
    expect((await realm.request('/messages', senseless)).status).toBe(401)
    expect((await new TestRealm('nobody').request('/messages', senseless)).status).toBe(404)
    const dov = await realm.newPerson('dov')
    expect(await dov.post('/users', {})).toMatchObject({ code: 'UNAUTHORIZED_PRINCIPAL' })
    expect(await ada.post('/users', {})).toMatchObject({ code: 'REQUEST_VARIABLE_MISSING' })
  })

  test('text that is not well-formed becomes text that is', async () => {
    const { ada } = await emptyRealm()
    const { id } = succeeded(await (await settings(`type=direct&to=[${ada.id}]&content=a%ffb`, FORM, ada)).json())
    expect(succeeded(await ada.get(`/messages/${id}`)).raw_content).toBe('a\ufffdb')
  })

  test('a body that says it is too large is not read', async () => {
    const { ada } = await emptyRealm()
    const response = await settings('x'.repeat(LIMIT + 1), FORM, ada)
    expect(await jsonOf(response)).toEqual({
      status: 413,
      result: 'error',
      msg: `The request is larger than ${LIMIT} bytes`,
      code: 'REQUEST_TOO_LARGE',
      limit: LIMIT,
    })
  })

  test('a body that does not say so is read no further than it may be', async () => {
    const { ada } = await emptyRealm()
    const body = new Undeclared()
    expect((await settings(body.stream, FORM, ada)).status).toBe(413)
    expect(body.given).toBeLessThan(LIMIT + 10 * 65_536)
  })

  test('a body with too many fields is refused', async () => {
    const { ada } = await emptyRealm()
    const response = await settings('x=&'.repeat(1000), FORM, ada)
    expect(await outcomeOf(response)).toEqual([400, 'The request has more than 1000 fields'])
    expect(await outcomeOf(await ada.request(`/users/me?${'x&'.repeat(1000)}`))).toEqual([
      400,
      'The request has more than 1000 fields',
    ])
  })

  test('who may not ask is refused before the body is read', async () => {
    const { realm, ada } = await emptyRealm()
    const wrongKey = { authorization: `Basic ${btoa(`${ada.email}:${'x'.repeat(32)}`)}` }
    const outcome = async (url: string, path: string, headers: Record<string, string>) => {
      const body = new Undeclared()
      const request = new Request(`${url}/api/v1${path}`, { method: 'POST', body: body.stream, headers })
      const { status } = await asked(request, {})
      return [status, body.given > 0]
    }
    expect(await outcome(realm.url, '/messages', {})).toEqual([401, false])
    expect(await outcome(realm.url, '/messages', { 'content-length': '100' })).toEqual([401, false])
    expect(await outcome(realm.url, '/messages', { authorization: 'Basic ???' })).toEqual([401, false])
    expect(await outcome(realm.url, '/messages', wrongKey)).toEqual([401, false])
    expect(await outcome(realm.url, '/messages', { ...wrongKey, 'content-length': '200000' })).toEqual([401, false])
    expect(await outcome(realm.url, '/realms', { authorization: 'Bearer wrong' })).toEqual([401, false])
    expect(await outcome('http://nobody.parley.test', '/fetch_api_key', {})).toEqual([404, false])
    expect(await outcome(realm.url, '/messages', credentialsOf(ada))).toEqual([413, true])
    expect(await outcome(realm.url, '/fetch_api_key', {})).toEqual([413, true])
  })

  test('a body as large as it may be is read', async () => {
    const { ada } = await emptyRealm()
    const response = await settings(`type=smoke&x=${'y'.repeat(LIMIT - 13)}`, FORM, ada)
    expect(await outcomeOf(response)).toEqual([400, 'Invalid type'])
  })
})

describe('the vendor’s names', () => {
  const settingsOf = async (variables: Variables) => {
    const { realm } = await emptyRealm()
    return jsonOf(await asked(new Request(`${realm.url}/api/v1/server_settings`), variables))
  }

  test('are told beside ours, with the same values', async () => {
    const told = await settingsOf({})
    expect(told).toMatchObject({ status: 200, svc_version: expect.any(String) })
    for (const name of ['version', 'merge_base', 'feature_level'])
      expect(told[`zulip_${name}`], name).toBe(told[`svc_${name}`])
  })

  test('are told wherever a name of ours is, however deep', async () => {
    const { ada } = await emptyRealm()
    const state = succeeded(await ada.post('/register', { fetch_event_types: ['realm'] }))
    expect(state.zulip_plan_is_not_limited).toBe(state.svc_plan_is_not_limited)
    expect(state.zulip_feature_level).toBe(state.svc_feature_level)
  })

  test('are not told where the deployment has none', async () => {
    const told = await settingsOf({ VENDOR_ALIAS: '' })
    expect(told).toMatchObject({ status: 200, svc_version: expect.any(String) })
    expect(Object.keys(told).filter((name) => name.includes('zulip'))).toEqual([])
  })
})

describe('what nobody expected', () => {
  /** What was logged, instead of logging it. */
  function logged(): unknown[][] {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    onTestFinished(() => log.mockRestore())
    return log.mock.calls
  }

  test('in the realm: is logged whole, and told only as an id', async () => {
    const { realm, ada } = await emptyRealm()
    await rowsIn(realm, 'ALTER TABLE queues RENAME TO stolen_queues')
    onTestFinished(async () => void (await rowsIn(realm, 'ALTER TABLE stolen_queues RENAME TO queues')))
    const calls = logged()
    const response = await ada.request('/register', { method: 'POST' })
    const request_id = response.headers.get('x-request-id')
    expect(await jsonOf(response)).toEqual({
      status: 500,
      result: 'error',
      msg: 'Internal server error',
      code: 'INTERNAL_SERVER_ERROR',
      request_id,
    })
    expect(calls).toHaveLength(1)
    expect(calls[0]![0]).toBe(`Request ${request_id}: POST /register failed in the realm`)
    expect(String(calls[0]![1])).toContain('no such table')
    succeeded(await ada.get('/users/me'))
  })

  test('at the edge: is logged whole, and told only as an id', async () => {
    const { realm, ada } = await emptyRealm()
    const calls = logged()
    const lost = {
      idFromName: () => {
        throw new Error('The namespace and its secrets are lost')
      },
    }
    const request = new Request(`${realm.url}/api/v1/users/me?password=x`, {
      headers: { ...credentialsOf(ada), ...ORIGIN },
    })
    const response = await asked(request, { REALM: lost })
    const request_id = response.headers.get('x-request-id')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(await jsonOf(response)).toEqual({
      status: 500,
      result: 'error',
      msg: 'Internal server error',
      code: 'INTERNAL_SERVER_ERROR',
      request_id,
    })
    expect(calls).toEqual([[`Request ${request_id}: GET /api/v1/users/me failed at the edge`, expect.any(Error)]])
  })

  test('each request has an id of its own, whatever becomes of it', async () => {
    const { ada } = await emptyRealm()
    const ids = new Set<string | null>()
    for (const path of ['/users/me', '/users/me', '/users/0', '/nothing']) {
      const response = await ada.request(path)
      ids.add(response.headers.get('x-request-id'))
      await response.body?.cancel()
    }
    expect([ids.size, ids.has(null)]).toEqual([4, false])
  })
})

describe('rate limits', () => {
  const limitsIn = ({ headers }: Response) =>
    ['x-ratelimit-limit', 'x-ratelimit-remaining', 'retry-after'].map((name) => headers.get(name))

  test('a person may ask so often, is told how often still, and then when to come again', async () => {
    const { realm, ada } = await limitedRealm({ RATE_LIMIT_BY_USER: '60:3' })
    const now = Math.floor(Date.now() / 1000)
    await stopClock(realm, now)
    for (const remaining of ['2', '1', '0']) {
      const response = await ada.request('/users/me')
      expect([response.status, ...limitsIn(response)]).toEqual([200, '3', remaining, null])
      expect(Number(response.headers.get('x-ratelimit-reset'))).toBeGreaterThan(now)
      await response.body?.cancel()
    }
    const refused = await ada.request('/users/me', { headers: ORIGIN })
    expect(limitsIn(refused)).toEqual(['3', '0', '60'])
    const answer = await jsonOf(refused)
    expect(answer).toEqual({
      status: 429,
      result: 'error',
      msg: 'API usage exceeded rate limit',
      code: 'RATE_LIMIT_HIT',
      'retry-after': 60,
    })

    await passTime(realm, 60)
    succeeded(await ada.get('/users/me'))
  })

  test('what is refused for what it says counts as asked', async () => {
    const { ada } = await limitedRealm({ RATE_LIMIT_BY_USER: '60:2' })
    expect((await ada.get('/users/0')).msg).toBe('No such user')
    expect((await ada.get('/users/0')).msg).toBe('No such user')
    expect((await ada.get('/users/0')).code).toBe('RATE_LIMIT_HIT')
  })

  test('a request counts even if its body cannot be read', async () => {
    const { ada } = await limitedRealm({ RATE_LIMIT_BY_USER: '60:2' })
    const unreadable = { method: 'POST', body: 'x', headers: { 'content-type': 'multipart/form-data; boundary=x' } }
    for (const status of [400, 400, 429]) expect((await ada.request('/messages', unreadable)).status).toBe(status)
  })

  test('a login counts once, and above the limit its body is not read', async () => {
    const { realm } = await limitedRealm({ RATE_LIMIT_BY_ADDRESS: '60:2' })
    const login = (body: BodyInit) =>
      asked(new Request(`${realm.url}/api/v1/fetch_api_key`, { method: 'POST', body, headers: FORM }), {})
    for (const _ of [1, 2]) expect((await login('username=nobody@parley.test&password=wrong')).status).toBe(401)
    const body = new Undeclared()
    const refused = await login(body.stream)
    expect([refused.status, ...limitsIn(refused), body.given]).toEqual([429, '2', '0', '60', 0])
    await refused.body?.cancel()
  })

  test('a large request counts once, too', async () => {
    const { ada } = await limitedRealm({ RATE_LIMIT_BY_USER: '60:2' })
    const large = { method: 'POST', body: `status_text=x&y=${'y'.repeat(200_000)}`, headers: FORM }
    for (const status of [200, 200, 429]) expect((await ada.request('/users/me/status', large)).status).toBe(status)
  })

  test('one person’s asking is not another’s', async () => {
    const { realm, ada } = await limitedRealm({ RATE_LIMIT_BY_USER: '60:1' })
    const ben = await realm.newPerson('ben')
    succeeded(await ada.get('/users/me'))
    expect((await ada.get('/users/me')).code).toBe('RATE_LIMIT_HIT')
    succeeded(await ben.get('/users/me'))
  })

  test('polls are limited too', async () => {
    const { ada } = await limitedRealm({ RATE_LIMIT_BY_USER: '60:2' })
    const { queue_id, last_event_id } = succeeded(await ada.post('/register'))
    const poll = { queue_id, last_event_id, dont_block: true }
    succeeded(await ada.get('/events', poll))
    const refused = await ada.request(`/events?${formOf(poll).toString()}`)
    expect([refused.status, ...limitsIn(refused)]).toEqual([429, '2', '0', '60'])
    await refused.body?.cancel()
  })

  test('without an account it is the address that is limited, and a wrong key is no account', async () => {
    const { realm, ada } = await limitedRealm({ RATE_LIMIT_BY_ADDRESS: '60:2' })
    const from = (address: string, more = {}) =>
      realm.request('/server_settings', { headers: { 'cf-connecting-ip': address, ...more } })
    const wrong = { authorization: `Basic ${btoa(`${ada.email}:${'x'.repeat(32)}`)}` }
    const statuses = []
    for (const headers of [{}, wrong, {}, wrong]) {
      const response = await from('192.0.2.1', headers)
      statuses.push(response.status)
      await response.body?.cancel()
    }
    expect(statuses.slice(2)).toEqual([429, 429])
    expect((await from('192.0.2.2')).status).toBe(200)
    succeeded(await ada.get('/users/me'))
    const network = []
    for (const address of ['2001:db8::1', '2001:db8::2', '2001:db8:0:0:ffff::3', '2001:db8:0:1::1'])
      network.push((await from(address)).status)
    expect(network).toEqual([200, 200, 429, 200])
  })
})
