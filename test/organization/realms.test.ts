import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import type { RealmResult, RealmCall } from '../../src/api/realm-call'
import { hostOfRealm, ownUrlOf, realmNameOf } from '../../src/api/hosts'
import { realmLocator } from '../../src/api/realm-locator'
import worker from '../../src/worker'
import { refusal } from '../support/answers'
import { formOf, Person, succeeded, type FieldValue, type Json } from '../support/person'
import { emptyRealm, TestRealm } from '../support/realm'
import { rowsIn } from '../support/tables'

const WRONG_SECRET = refusal('Wrong or missing deployment secret', 'UNAUTHORIZED')
const NO_REALM = refusal('Invalid subdomain', 'NONEXISTENT_SUBDOMAIN')

const owner = { owner_email: 'ada@example.com', owner_full_name: 'Ada', owner_password: 'correct horse' }
const SECRET = `Bearer ${env.DEPLOYMENT_SECRET}`

let names = 0
const newName = () => `founded${++names}`

async function found(
  fields: Record<string, FieldValue>,
  { authorization = SECRET, variables = {} }: { authorization?: string | null; variables?: object } = {},
): Promise<Json> {
  const headers = authorization === null ? undefined : { authorization }
  const body = formOf({ ...owner, ...fields })
  const request = new Request('http://parley.test/api/v1/realms', { method: 'POST', headers, body })
  const response = await worker.fetch(request as never, { ...env, ...variables })
  return { status: response.status, ...((await response.json()) as object) }
}

describe('POST /realms', () => {
  test('whoever holds the deployment’s secret founds a realm, and its owner gets in', async () => {
    const name = newName()
    const { api_key, user_id, ...told } = succeeded(await found({ name, full_name: 'Acme, Inc.' }))
    expect(told).toEqual({
      status: 200,
      result: 'success',
      msg: '',
      realm: name,
      realm_url: `http://${name}.parley.test`,
      email: owner.owner_email,
    })
    const account = { user_id, api_key, email: owner.owner_email, full_name: 'Ada', password: '' }
    const own = succeeded(await new Person(told.realm_url, account).get('/users/me'))
    expect(own).toMatchObject({ user_id, role: 100, is_owner: true, is_admin: true, full_name: 'Ada' })
    const realm = new TestRealm(name)
    const login = await realm.post('/fetch_api_key', { username: owner.owner_email, password: owner.owner_password })
    expect(login).toMatchObject({ result: 'success', user_id })
    expect(await (await realm.request('/server_settings')).json()).toMatchObject({ realm_name: 'Acme, Inc.' })
  })

  test('its owner may create users, and the bots that speak for the server are there', async () => {
    const { realm, ada } = await emptyRealm()
    const gwen = { email: 'gwen@example.com', full_name: 'Gwen', password: 'battery staple' }
    succeeded(await ada.post('/users', gwen))
    const { state } = await ada.registers({ fetch_event_types: ['realm_user'] })
    const host = new URL(realm.url).hostname
    expect(state.cross_realm_bots.map(({ email, is_system_bot }: Json) => [email, is_system_bot])).toEqual([
      [`notification-bot@${host}`, true],
      [`welcome-bot@${host}`, true],
      [`emailgateway@${host}`, true],
    ])
  })

  test('nobody else founds one', async () => {
    const name = newName()
    for (const authorization of [
      null,
      'Bearer',
      'Bearer wrong',
      `Bearer ${env.DEPLOYMENT_SECRET} `.toUpperCase(),
      `Bearer ${env.DEPLOYMENT_SECRET}x`,
      env.DEPLOYMENT_SECRET,
      `Basic ${btoa(`ada:${env.DEPLOYMENT_SECRET}`)}`,
    ])
      expect(await found({ name }, { authorization }), String(authorization)).toEqual({ status: 401, ...WRONG_SECRET })
    // Without a secret, nobody holds it.
    for (const authorization of [null, 'Bearer ', 'Bearer undefined', SECRET]) {
      const variables = { DEPLOYMENT_SECRET: '' }
      expect(await found({ name }, { authorization, variables })).toEqual({ status: 401, ...WRONG_SECRET })
    }
    expect((await new TestRealm(name).request('/server_settings')).status).toBe(404)
    expect((await found({ name })).status).toBe(200)
  })

  test('what is wrong with a request is said, and leaves no trace of a realm', async () => {
    const name = newName()
    const invalidName = expect.stringContaining('lowercase letters, digits and hyphens')
    const cases: [Record<string, FieldValue>, unknown][] = [
      ...['', 'Acme', 'acme.inc', '-acme', 'acme-', 'ac me', 'acmé', 'a'.repeat(41), '../acme', 'acme\n'].map(
        (bad): [Record<string, FieldValue>, unknown] => [{ name: bad }, invalidName],
      ),
      [{ owner_password: '12345' }, 'The password is too weak.'],
      [{ owner_email: 'ada' }, "Invalid email 'ada'"],
      [{ owner_email: `welcome-bot@${name}.parley.test` }, `Email 'welcome-bot@${name}.parley.test' already in use`],
      [{ owner_full_name: '' }, 'Bad name or username'],
      [{ owner_full_name: 'A*' }, 'Invalid characters in name!'],
      [{ full_name: 'x'.repeat(41) }, 'full_name is too long (limit: 40 characters)'],
      [{ jurisdiction: 'moon' }, 'Invalid jurisdiction'],
      [{ location_hint: 'moon' }, 'Invalid location_hint'],
      [{ jurisdiction: 'eu' }, 'This server runs where there are no jurisdictions'], // as tests and development do
      [{ jurisdiction: 'eu', location_hint: 'weur' }, 'A realm has a jurisdiction or a location hint, not both'],
      [{ owner_email: undefined }, "Missing 'owner_email' argument"],
    ]
    const realm = new TestRealm(name)
    for (const [fields, msg] of cases)
      expect(await found({ name, ...fields }), JSON.stringify(fields)).toMatchObject({
        status: 400,
        result: 'error',
        msg,
      })
    expect(await rowsIn(realm, 'SELECT name FROM sqlite_master')).toEqual([])
    expect((await realm.request('/server_settings')).status).toBe(404)
    expect((await found({ name, location_hint: 'weur' })).status).toBe(200) // and the name is still free
  })

  test('a name is taken once, and a second founding changes nothing', async () => {
    const { realm, ada } = await emptyRealm()
    const taken = { status: 409, ...refusal('A realm of this name already exists', 'REALM_ALREADY_EXISTS') }
    expect(await found({ name: realm.name, owner_email: 'mallory@example.com' })).toEqual(taken)
    const { members } = succeeded(await ada.get('/users'))
    expect(members.map((user: Json) => user.email)).toEqual([ada.email])
    const name = newName()
    const both = await Promise.all([found({ name }), found({ name })])
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]))
  })

  test('what it does not know is ignored, and said to be', async () => {
    const answer = succeeded(await found({ name: newName(), host: 'evil.example.com', password_hash: 'x', user_id: 1 }))
    expect(answer.ignored_parameters_unsupported.toSorted()).toEqual(['host', 'password_hash', 'user_id'])
    expect(answer.realm_url).not.toContain('evil')
  })
})

describe('a realm that does not exist', () => {
  test('is told of as such, whatever is asked of it, and nothing of it is stored', async () => {
    const nowhere = new TestRealm('nowhere')
    const credentials = { headers: { authorization: `Basic ${btoa(`ada@example.com:${'x'.repeat(32)}`)}` } }
    const asked: [string, RequestInit][] = [
      ['/server_settings', {}],
      ['/users/me', {}],
      ['/users/me', credentials],
      ['/events?queue_id=x&last_event_id=0', credentials],
      ['/fetch_api_key', { method: 'POST', body: formOf({ username: 'x', password: 'y' }) }],
      ['/dev_create_user', { method: 'POST', body: formOf({ email: 'a@b', full_name: 'Ada' }) }],
    ]
    for (const [path, init] of asked) {
      const response = await nowhere.request(path, init)
      expect({ status: response.status, body: await response.json() }, path).toEqual({ status: 404, body: NO_REALM })
    }
    expect(await rowsIn(nowhere, 'SELECT name FROM sqlite_master')).toEqual([])
  })

  test('where the host names none and there is no default, no object is asked', async () => {
    const request = new Request('http://parley.test/api/v1/users/me')
    const response = await worker.fetch(request as never, { ...env, DEFAULT_REALM: '', REALM: undefined } as never)
    // Not even the namespace is needed.
    expect({ status: response.status, body: await response.json() }).toEqual({ status: 404, body: NO_REALM })
  })
})

describe('which realm a host means', () => {
  const open = { root_host: '', default_realm: '' }
  const single = { root_host: '', default_realm: 'parley' }
  const rooted = { root_host: 'chat.example.com', default_realm: '' }
  const both = { root_host: 'chat.example.com', default_realm: 'parley' }
  test.for([
    ['acme.example.com', open, 'acme'],
    ['ACME.example.com', open, 'acme'],
    ['acme.example.com.', open, 'acme'],
    ['acme.chat.example.com', open, 'acme'],
    ['example.com', open, undefined],
    ['example.com', single, 'parley'],
    ['localhost', open, undefined],
    ['localhost', single, 'parley'],
    ['acme.localhost', single, 'acme'],
    ['127.0.0.1', single, 'parley'],
    ['127.0.0.1', open, undefined],
    ['[::1]', single, 'parley'],
    ['acme.chat.example.com', rooted, 'acme'],
    ['chat.example.com', rooted, undefined],
    ['chat.example.com', both, 'parley'],
    ['acme.example.com', rooted, undefined],
    ['acme.example.com', both, 'parley'],
    ['acme.evilchat.example.com', rooted, undefined],
    ['chat.example.com.evil.test', rooted, undefined],
    ['acme.beta.chat.example.com', both, undefined],
    ['localhost', both, 'parley'],
  ] as const)('%s, %j: %s', ([host, hosting, realm]) => {
    expect(realmNameOf(host, hosting)).toBe(realm)
  })

  test.for([
    ['acme', 'https://acme.example.com', open, 'acme.example.com'],
    ['beta', 'https://acme.example.com', open, 'beta.example.com'],
    ['beta', 'https://example.com', open, 'beta.example.com'],
    ['beta', 'http://localhost:8787', single, 'beta.localhost:8787'],
    ['beta', 'http://acme.localhost:8787', single, 'beta.localhost:8787'],
    ['parley', 'http://acme.localhost:8787', single, 'localhost:8787'],
    ['parley', 'http://127.0.0.1:8787', single, '127.0.0.1:8787'],
    ['beta', 'http://127.0.0.1:8787', single, 'beta.localhost:8787'],
    ['beta', 'http://[::1]:8787', single, 'beta.localhost:8787'],
    ['parley', 'https://acme.chat.example.com', single, 'parley.chat.example.com'],
    ['parley', 'https://acme.example.com', single, 'example.com'],
    ['beta', 'https://chat.example.com', both, 'beta.chat.example.com'],
    ['parley', 'https://acme.chat.example.com', both, 'chat.example.com'],
    ['beta', 'https://acme.chat.example.com:8443', rooted, 'beta.chat.example.com:8443'],
    ['beta', 'https://elsewhere.test', both, 'beta.chat.example.com'],
  ] as const)('%s, told from %s, %j: at %s', ([name, url, hosting, host]) => {
    expect(hostOfRealm(name, new URL(url), hosting)).toBe(host)
    expect(realmNameOf(new URL(`http://${host}`).hostname, hosting)).toBe(name)
  })

  test.for([
    ['acme', 'https://acme.evil.test', open, 'https://where.created.test'],
    ['acme', 'http://acme.evil.test:8443', single, 'https://where.created.test'],
    ['parley', 'https://evil.test', single, 'https://where.created.test'],
    ['acme', 'https://acme.evil.test', rooted, 'https://acme.chat.example.com'],
    ['acme', 'http://acme.chat.example.com:8443', rooted, 'https://acme.chat.example.com'],
    ['parley', 'https://evil.test', both, 'https://chat.example.com'],
    ['acme', 'https://acme.evil.test', both, 'https://acme.chat.example.com'],
    ['acme', '', both, 'https://acme.chat.example.com'],
  ] as const)('%s, asked at %s, %j: told to others as %s', ([name, said, hosting, own]) => {
    const realm = { name, created_at: 'where.created.test' }
    expect(ownUrlOf(realm, said, { ...hosting, development: false })).toBe(own)
    const developed = ownUrlOf(realm, 'http://evil.test:8787', { ...hosting, development: true })
    expect(developed).toBe(`${own.replace('https', 'http')}:8787`)
    expect(ownUrlOf(realm, '', { ...hosting, development: true })).toBe(own)
  })
})

/** Jurisdictions, which the local runtime does not know: each with objects of its own, by name. */
class Places {
  readonly asked: string[] = []
  readonly realms = new Set<string>()

  within(jurisdiction = ''): unknown {
    return {
      jurisdiction: (where: string) => this.within(where),
      idFromName: (name: string) => `${jurisdiction}/${name}`,
      get: (place: string) => ({
        ask: async (call: RealmCall) => this.#answer(place, call),
        exists: async () => this.realms.has(place),
      }),
    }
  }

  #answer(place: string, call: RealmCall): RealmResult {
    this.asked.push(place)
    if (call.creating) this.realms.add(place)
    if (this.realms.has(place)) return { ok: true, decision: place }
    return { ok: false, refusal: { code: 'NONEXISTENT_SUBDOMAIN', msg: '', fields: {}, status: 404 } }
  }
}

describe('where a realm lives', () => {
  const asking: RealmCall = { endpoint: 'GET /server_settings', params: {}, client: {} as RealmCall['client'] }
  const doorsOf = (places: Places) => realmLocator(places.within() as DurableObjectNamespace)
  const create = (places: Places, name: string, jurisdiction?: string) => {
    const place = { name, jurisdiction, create: true }
    return doorsOf(places).ask(place, { ...asking, creating: place })
  }

  test('a realm is found in the jurisdiction it was founded in, and asked there directly from then on', async () => {
    const places = new Places()
    expect(await create(places, 'hamburg', 'eu')).toMatchObject({ ok: true })
    expect(await doorsOf(places).ask({ name: 'hamburg' }, asking)).toMatchObject({ ok: true, decision: 'eu/hamburg' })
    places.asked.length = 0
    await doorsOf(places).ask({ name: 'hamburg' }, asking)
    expect(places.asked).toEqual(['eu/hamburg'])
  })

  test('a name that is nobody’s is looked for everywhere once, and then only in the ordinary place', async () => {
    const places = new Places()
    for (let times = 0; times < 3; times++)
      expect(await doorsOf(places).ask({ name: 'atlantis' }, asking)).toMatchObject({ ok: false })
    expect(places.asked).toEqual(['/atlantis', 'eu/atlantis', 'fedramp/atlantis', '/atlantis', '/atlantis'])
    expect(await create(places, 'atlantis', 'fedramp')).toMatchObject({ ok: true })
    expect(await doorsOf(places).ask({ name: 'atlantis' }, asking)).toMatchObject({ decision: 'fedramp/atlantis' })
  })

  test('of names of no realm only so many are remembered, however many are asked for', async () => {
    const places = new Places()
    const asks = (name: string) => doorsOf(places).ask({ name }, asking)
    await asks('lemuria')
    for (let nth = 0; nth < 10_000; nth++) await asks(`lemuria-${nth}`)
    places.asked.length = 0
    await asks('lemuria')
    expect(places.asked).toEqual(['/lemuria', 'eu/lemuria', 'fedramp/lemuria'])
  })

  test('a name is taken wherever its realm lives', async () => {
    for (const [first, second] of [
      [undefined, 'eu'],
      ['eu', undefined],
      ['eu', 'fedramp'],
    ]) {
      const places = new Places()
      const name = `lisbon-${first}-${second}`
      expect(await create(places, name, first)).toMatchObject({ ok: true })
      expect(await create(places, name, second)).toMatchObject({ ok: false, refusal: { code: 'REALM_ALREADY_EXISTS' } })
      expect(places.realms.size).toBe(1)
    }
  })
})
