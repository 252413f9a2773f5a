import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import type { RealmResult, RealmCall } from '../../src/api/realm-call'
import { hostOfRealm, trustedUrlOf, realmNameOf } from '../../src/api/hosts'
import { realmLocator } from '../../src/api/realm-locator'
import worker from '../../src/worker'
import { refusal } from '../support/answers'
import { formOf, Person, succeeded, type FieldValue, type Json } from '../support/person'
import { emptyRealm, TestRealm } from '../support/realm'
import { selectRows } from '../support/tables'

const WRONG_SECRET = refusal('Wrong or missing deployment secret', 'UNAUTHORIZED')
const NO_REALM = refusal('Invalid subdomain', 'NONEXISTENT_SUBDOMAIN')

const owner = { owner_email: 'ada@example.com', owner_full_name: 'Ada', owner_password: 'correct horse' }
const SECRET = `Bearer ${env.DEPLOYMENT_SECRET}`

let names = 0
const newName = () => `created${++names}`

async function postRealm(
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
  test('creates a realm with its owner, for the operator with the deployment secret', async () => {
    const name = newName()
    const { api_key, user_id, ...answer } = succeeded(await postRealm({ name, full_name: 'Acme, Inc.' }))
    expect(answer).toEqual({
      status: 200,
      result: 'success',
      msg: '',
      realm: name,
      realm_url: `http://${name}.parley.test`,
      email: owner.owner_email,
    })
    const account = { user_id, api_key, email: owner.owner_email, full_name: 'Ada', password: '' }
    const profile = succeeded(await new Person(answer.realm_url, account).get('/users/me'))
    expect(profile).toMatchObject({ user_id, role: 100, is_owner: true, is_admin: true, full_name: 'Ada' })
    const realm = new TestRealm(name)
    const login = await realm.post('/fetch_api_key', { username: owner.owner_email, password: owner.owner_password })
    expect(login).toMatchObject({ result: 'success', user_id })
    expect(await (await realm.request('/server_settings')).json()).toMatchObject({ realm_name: 'Acme, Inc.' })
  })

  test('gives the owner the right to create users, and creates the system bots', async () => {
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

  test('refuses all requests without the secret', async () => {
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
      expect(await postRealm({ name }, { authorization }), String(authorization)).toEqual({
        status: 401,
        ...WRONG_SECRET,
      })
    // If no secret is configured, every request is refused.
    for (const authorization of [null, 'Bearer ', 'Bearer undefined', SECRET]) {
      const variables = { DEPLOYMENT_SECRET: '' }
      expect(await postRealm({ name }, { authorization, variables })).toEqual({ status: 401, ...WRONG_SECRET })
    }
    expect((await new TestRealm(name).request('/server_settings')).status).toBe(404)
    expect((await postRealm({ name })).status).toBe(200)
  })

  test('refuses invalid requests, and creates nothing', async () => {
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
      [{ jurisdiction: 'eu' }, 'This server has no jurisdictions'], // neither do tests and development
      [{ jurisdiction: 'eu', location_hint: 'weur' }, 'A realm has a jurisdiction or a location hint, not both'],
      [{ owner_email: undefined }, "Missing 'owner_email' argument"],
    ]
    const realm = new TestRealm(name)
    for (const [fields, msg] of cases)
      expect(await postRealm({ name, ...fields }), JSON.stringify(fields)).toMatchObject({
        status: 400,
        result: 'error',
        msg,
      })
    expect(await selectRows(realm, 'SELECT name FROM sqlite_master')).toEqual([])
    expect((await realm.request('/server_settings')).status).toBe(404)
    expect((await postRealm({ name, location_hint: 'weur' })).status).toBe(200) // and the name is still free
  })

  test('refuses the name of an existing realm, and changes nothing', async () => {
    const { realm, ada } = await emptyRealm()
    const taken = { status: 409, ...refusal('A realm of this name already exists', 'REALM_ALREADY_EXISTS') }
    expect(await postRealm({ name: realm.name, owner_email: 'mallory@example.com' })).toEqual(taken)
    const { members } = succeeded(await ada.get('/users'))
    expect(members.map((user: Json) => user.email)).toEqual([ada.email])
    const name = newName()
    const answers = await Promise.all([postRealm({ name }), postRealm({ name })])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
  })

  test('reports unknown parameters as ignored', async () => {
    const answer = succeeded(
      await postRealm({ name: newName(), host: 'evil.example.com', password_hash: 'x', user_id: 1 }),
    )
    expect(answer.ignored_parameters_unsupported.toSorted()).toEqual(['host', 'password_hash', 'user_id'])
    expect(answer.realm_url).not.toContain('evil')
  })
})

describe('a realm that does not exist', () => {
  test('answers 404 to all requests, and stores nothing', async () => {
    const missingRealm = new TestRealm('nowhere')
    const credentials = { headers: { authorization: `Basic ${btoa(`ada@example.com:${'x'.repeat(32)}`)}` } }
    const requests: [string, RequestInit][] = [
      ['/server_settings', {}],
      ['/users/me', {}],
      ['/users/me', credentials],
      ['/events?queue_id=x&last_event_id=0', credentials],
      ['/fetch_api_key', { method: 'POST', body: formOf({ username: 'x', password: 'y' }) }],
      ['/dev_create_user', { method: 'POST', body: formOf({ email: 'a@b', full_name: 'Ada' }) }],
    ]
    for (const [path, init] of requests) {
      const response = await missingRealm.request(path, init)
      expect({ status: response.status, body: await response.json() }, path).toEqual({ status: 404, body: NO_REALM })
    }
    expect(await selectRows(missingRealm, 'SELECT name FROM sqlite_master')).toEqual([])
  })

  test('if the host names no realm and there is no default, no object is called', async () => {
    const request = new Request('http://parley.test/api/v1/users/me')
    const response = await worker.fetch(request as never, { ...env, DEFAULT_REALM: '', REALM: undefined } as never)
    // The Worker does not even use the namespace.
    expect({ status: response.status, body: await response.json() }).toEqual({ status: 404, body: NO_REALM })
  })
})

describe('hosts of realms', () => {
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
  ] as const)('the host %s, with %j, belongs to the realm %s', ([host, hosting, realm]) => {
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
  ] as const)('the realm %s, in a request to %s with %j, has the host %s', ([name, url, hosting, host]) => {
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
  ] as const)(
    'the realm %s, in a request to %s with %j, has the URL %s in emails',
    ([name, requestUrl, hosting, ownUrl]) => {
      const realm = { name, created_at: 'where.created.test' }
      expect(trustedUrlOf(realm, requestUrl, { ...hosting, development: false, development_url: '' })).toBe(ownUrl)
      const urlInDevelopment = trustedUrlOf(realm, 'http://evil.test:8787', {
        ...hosting,
        development: true,
        development_url: '',
      })
      expect(urlInDevelopment).toBe(`${ownUrl.replace('https', 'http')}:8787`)
      expect(trustedUrlOf(realm, '', { ...hosting, development: true, development_url: '' })).toBe(ownUrl)
    },
  )
})

/** Replaces the namespace of realm objects: the local runtime has no jurisdictions. Each has its own objects by name. */
class FakeJurisdictions {
  readonly calledIds: string[] = []
  readonly realms = new Set<string>()

  within(jurisdiction = ''): unknown {
    return {
      jurisdiction: (where: string) => this.within(where),
      idFromName: (name: string) => `${jurisdiction}/${name}`,
      get: (id: string) => ({
        ask: async (call: RealmCall) => this.#answer(id, call),
        exists: async () => this.realms.has(id),
      }),
    }
  }

  #answer(id: string, call: RealmCall): RealmResult {
    this.calledIds.push(id)
    if (call.creating) this.realms.add(id)
    if (this.realms.has(id)) return { ok: true, decision: id }
    return { ok: false, refusal: { code: 'NONEXISTENT_SUBDOMAIN', msg: '', fields: {}, status: 404 } }
  }
}

describe('jurisdictions of realms', () => {
  const call: RealmCall = { endpoint: 'GET /server_settings', params: {}, client: {} as RealmCall['client'] }
  const locatorOf = (jurisdictions: FakeJurisdictions) =>
    realmLocator(jurisdictions.within() as DurableObjectNamespace, env.GATEWAY)
  const create = (jurisdictions: FakeJurisdictions, name: string, jurisdiction?: string) => {
    const place = { name, jurisdiction, create: true }
    return locatorOf(jurisdictions).ask(place, { ...call, creating: place })
  }

  test('a realm is found in its jurisdiction, and called there directly from then on', async () => {
    const jurisdictions = new FakeJurisdictions()
    expect(await create(jurisdictions, 'hamburg', 'eu')).toMatchObject({ ok: true })
    expect(await locatorOf(jurisdictions).ask({ name: 'hamburg' }, call)).toMatchObject({
      ok: true,
      decision: 'eu/hamburg',
    })
    jurisdictions.calledIds.length = 0
    await locatorOf(jurisdictions).ask({ name: 'hamburg' }, call)
    expect(jurisdictions.calledIds).toEqual(['eu/hamburg'])
  })

  test('an unused name is looked up in each jurisdiction once, and then only outside of them', async () => {
    const jurisdictions = new FakeJurisdictions()
    for (let times = 0; times < 3; times++)
      expect(await locatorOf(jurisdictions).ask({ name: 'atlantis' }, call)).toMatchObject({ ok: false })
    expect(jurisdictions.calledIds).toEqual(['/atlantis', 'eu/atlantis', 'fedramp/atlantis', '/atlantis', '/atlantis'])
    expect(await create(jurisdictions, 'atlantis', 'fedramp')).toMatchObject({ ok: true })
    expect(await locatorOf(jurisdictions).ask({ name: 'atlantis' }, call)).toMatchObject({
      decision: 'fedramp/atlantis',
    })
  })

  test('the number of unused names in the cache is limited', async () => {
    const jurisdictions = new FakeJurisdictions()
    const lookUp = (name: string) => locatorOf(jurisdictions).ask({ name }, call)
    await lookUp('lemuria')
    for (let index = 0; index < 10_000; index++) await lookUp(`lemuria-${index}`)
    jurisdictions.calledIds.length = 0
    await lookUp('lemuria')
    expect(jurisdictions.calledIds).toEqual(['/lemuria', 'eu/lemuria', 'fedramp/lemuria'])
  })

  test('the name of a realm is taken in all jurisdictions', async () => {
    for (const [first, second] of [
      [undefined, 'eu'],
      ['eu', undefined],
      ['eu', 'fedramp'],
    ]) {
      const jurisdictions = new FakeJurisdictions()
      const name = `lisbon-${first}-${second}`
      expect(await create(jurisdictions, name, first)).toMatchObject({ ok: true })
      expect(await create(jurisdictions, name, second)).toMatchObject({
        ok: false,
        refusal: { code: 'REALM_ALREADY_EXISTS' },
      })
      expect(jurisdictions.realms.size).toBe(1)
    }
  })
})
