import { describe, expect, test } from 'vitest'
import { refusal, SUCCESS } from '../support/answers'
import { browserOf } from '../support/browser'
import { advanceClock } from '../support/clock'
import { FakeProvider } from '../support/identity-provider'
import { succeeded, type Json } from '../support/person'
import { realmWithProviders, Visitor } from '../support/provider-login'
import { receivedBy } from '../support/received-events'
import { replays } from '../support/replays'
import { selectRows } from '../support/tables'

const PATH = '/parley/providers'
const CONFIRM = refusal('Confirm who you are first, in a browser that is logged in', 'PARLEY_CONFIRMATION_REQUIRED')
const NO_SUCH = refusal('This organization configured no such identity provider')
const SECRET = 'the client secret of corp'

/** A realm whose deployment has the provider `shared`, and a provider that the owner may configure. */
async function withOwner() {
  const provider = await FakeProvider.at()
  const cast = await realmWithProviders([
    provider.configuration({ key: 'shared', display_name: 'Shared', issuer: 'https://shared.example.com' }),
  ])
  const browser = await browserOf(cast.ada)
  const fields = { kind: 'oidc', display_name: 'Corp', issuer: provider.issuer, client_id: 'parley' }
  const corp = { provider: 'corp', ...fields, client_secret: SECRET }
  return { ...cast, provider, browser, corp }
}

const listed = (...keys: [key: string, name: string][]) =>
  keys.map(([provider, display_name]) => ({
    provider,
    kind: 'oidc',
    display_name,
    login_url: `/accounts/login/social/${provider}`,
  }))

const entriesOf = async (person: { get(path: string): Promise<Json> }, kind: string): Promise<Json[]> =>
  succeeded(await person.get(`/parley/audit_log?kind=${kind}`)).entries.map(({ details }: Json) => details)

describe('POST /parley/providers', () => {
  test('lets users log in at a provider of the organization', async () => {
    const { realm, ada, dov, ezra, browser, provider, corp } = await withOwner()
    const received = await receivedBy([dov, ezra], async () => {
      expect(await browser.post(PATH, { ...corp, trusted_domains: ['*'] })).toEqual(SUCCESS)
    })
    const parley_providers = listed(['shared', 'Shared'], ['corp', 'Corp'])
    for (const { plain } of received) expect(plain).toEqual([{ type: 'parley_providers', parley_providers }])
    const settings = succeeded(await ada.get('/server_settings'))
    expect(settings.external_authentication_methods).toContainEqual({
      name: 'oidc:corp',
      display_name: 'Corp',
      display_icon: null,
      login_url: '/accounts/login/social/corp',
      signup_url: '/accounts/register/social/corp',
    })
    succeeded(await ada.patch('/realm', { invite_required: false, emails_restricted_to_domains: false }))
    const visitor = new Visitor(realm.url)
    const claims = { sub: 'zoe', email: 'zoe@corp.example', email_verified: true, name: 'Zoe' }
    expect((await visitor.logsIn(provider, claims, '/accounts/login/social/corp')).status).toBe(302)
    expect(await visitor.user()).toMatchObject({ full_name: 'Zoe' })
    const { authorization } = provider.requests.find(({ url }) => url.endsWith('/token'))!
    expect(authorization).toBe(`Basic ${btoa(`parley:${SECRET.replaceAll(' ', '+')}`)}`)
  })

  test('adds up with the state of clients', async () => {
    const { dov, ezra, browser, corp } = await withOwner()
    await replays([dov, ezra], async () => {
      succeeded(await browser.post(PATH, corp))
      succeeded(await browser.patch(`${PATH}/corp`, { display_name: 'Corp Ltd' }))
    })
    await replays([dov, ezra], async () => void succeeded(await browser.delete(`${PATH}/corp`)))
  })

  test('is recorded in the audit log, without the secret', async () => {
    const { ada, browser, provider, corp } = await withOwner()
    succeeded(await browser.post(PATH, corp))
    expect(await entriesOf(ada, 'provider_created')).toEqual([
      { provider: 'corp', kind: 'oidc', issuer: provider.issuer, trusted_domains: [] },
    ])
  })

  const BAD: [change: Json, problem: string][] = [
    [{ provider: 'Corp' }, 'key: must be lower-case letters, digits and hyphens'],
    [{ provider: 'browser' }, 'key: is reserved'],
    [{ issuer: undefined }, 'issuer: must be the address of the provider'],
    [{ issuer: 'https://localhost' }, 'issuer: must be a public https address'],
    [{ issuer: 'http://idp.example.com' }, 'issuer: must be a public https address'],
    [{ issuer: 'https://10.0.0.1' }, 'issuer: must be a public https address'],
    [{ issuer: 'https://accounts.google.com' }, 'issuer: use the kind google for Google'],
    [{ issuer: 'https://login.microsoftonline.com/common/v2.0' }, 'issuer: use the kind entra for Microsoft'],
    [{ kind: 'apple', issuer: undefined }, 'team_id, key_id: Apple needs both'],
  ]
  test.for(BAD)('with %j is refused', async ([change, problem]) => {
    const { browser, corp } = await withOwner()
    expect(await browser.post(PATH, { ...corp, ...change })).toEqual(refusal(problem))
    expect(await browser.post(PATH, corp)).toEqual(SUCCESS)
  })

  test('is refused for a key that exists, also in the deployment, and for more than 20', async () => {
    const { browser, corp } = await withOwner()
    const exists = refusal('An identity provider with this key exists already')
    expect(await browser.post(PATH, { ...corp, provider: 'shared' })).toEqual(exists)
    for (let n = 0; n < 20; n++) succeeded(await browser.post(PATH, { ...corp, provider: `corp-${n}` }))
    expect(await browser.post(PATH, { ...corp, provider: 'corp-1' })).toEqual(exists)
    expect(await browser.post(PATH, { ...corp, provider: 'corp-20' })).toEqual(
      refusal('An organization has at most 20 identity providers'),
    )
  })

  test('is refused where the deployment cannot encrypt', async () => {
    const { ada } = await realmWithProviders([], { ENCRYPTION_SECRET: '' })
    const corp = { provider: 'corp', kind: 'github', client_id: 'parley', client_secret: SECRET }
    expect((await (await browserOf(ada)).post(PATH, corp)).msg).toContain('no ENCRYPTION_SECRET')
  })
})

describe('GET /parley/providers', () => {
  test('returns all providers with their addresses, for owners', async () => {
    const { realm, ada, ben, browser, provider, corp } = await withOwner()
    succeeded(await browser.post(PATH, { ...corp, trusted_domains: ['corp.example'] }))
    const answer = succeeded(await ada.get(PATH))
    expect(answer.providers[1]).toEqual({
      provider: 'corp',
      kind: 'oidc',
      display_name: 'Corp',
      issuer: provider.issuer,
      client_id: 'parley',
      team_id: '',
      key_id: '',
      trusted_domains: ['corp.example'],
      is_from_deployment: false,
      redirect_url: `${realm.url}/complete/corp/`,
      logout_url: `${realm.url}/complete/corp/logout`,
    })
    expect(answer.providers[0]).toMatchObject({ provider: 'shared', is_from_deployment: true })
    expect(JSON.stringify(answer)).not.toContain('secret')
    expect((await ben.get(PATH)).msg).toBe('Must be an organization owner')
  })
})

describe('PATCH /parley/providers/:provider', () => {
  test('changes what is stated, and keeps the secret', async () => {
    const { realm, ada, browser, provider, corp } = await withOwner()
    succeeded(await browser.post(PATH, corp))
    expect(await browser.patch(`${PATH}/corp`, { client_id: 'other', trusted_domains: ['corp.example'] })).toEqual(
      SUCCESS,
    )
    expect(await entriesOf(ada, 'provider_changed')).toEqual([
      {
        provider: 'corp',
        changed: ['client_id', 'trusted_domains'],
        issuer: provider.issuer,
        trusted_domains: ['corp.example'],
      },
    ])
    const visitor = new Visitor(realm.url)
    const path = '/accounts/login/social/corp'
    expect((await visitor.logsIn(provider, { sub: 'dov', aud: 'other' }, path)).status).toBe(403)
    const { authorization } = provider.requests.find(({ url }) => url.endsWith('/token'))!
    expect(authorization).toBe(`Basic ${btoa(`other:${SECRET.replaceAll(' ', '+')}`)}`)
  })

  test('is refused for a provider of the deployment, and for an unknown one', async () => {
    const { browser, corp } = await withOwner()
    for (const key of ['shared', 'unknown'])
      expect(await browser.patch(`${PATH}/${key}`, { client_id: 'x' })).toEqual(NO_SUCH)
    succeeded(await browser.post(PATH, corp))
    expect(await browser.patch(`${PATH}/corp`, { client_id: '' })).toMatchObject({ result: 'error' })
  })
})

describe('DELETE /parley/providers/:provider', () => {
  test('removes the provider and its secret', async () => {
    const { realm, ada, browser, provider, corp } = await withOwner()
    succeeded(await browser.post(PATH, corp))
    const visitor = new Visitor(realm.url)
    const at = await visitor.begins('/accounts/login/social/corp')
    expect(await browser.delete(`${PATH}/corp`)).toEqual(SUCCESS)
    expect((await visitor.returns(at)).status).toBe(404)
    expect(await selectRows(realm, 'SELECT name FROM secrets')).toEqual([])
    expect(await browser.delete(`${PATH}/corp`)).toEqual(NO_SUCH)
    expect(await entriesOf(ada, 'provider_deleted')).toEqual([{ provider: 'corp', issuer: provider.issuer }])
  })
})

describe('POST /parley/providers/:provider/test', () => {
  test('tells whether the provider answers and accepts the secret', async () => {
    const { ada, browser, provider, corp } = await withOwner()
    succeeded(await browser.post(PATH, corp))
    const answers = (error: string) => {
      provider.answers['/token'] = () => Response.json({ error }, { status: 400 })
    }
    const result = async () => succeeded(await ada.post(`${PATH}/corp/test`)).problem
    answers('invalid_grant')
    expect(await ada.post(`${PATH}/corp/test`)).toEqual({ ...SUCCESS, problem: null })
    answers('invalid_client')
    expect(await result()).toBe('It refused the client: invalid_client')
    provider.answers['/token'] = () => new Response('<h1>Hello</h1>')
    expect(await result()).toBe('It gave no answer of OAuth')
    provider.answers['/token'] = () => Response.error()
    expect(await result()).toContain('It cannot be reached')
    expect(await ada.post(`${PATH}/shared/test`)).toEqual(NO_SUCH)
  })
})

describe('a change of the identity providers', () => {
  test('needs an owner who proved a short time ago who they are', async () => {
    const { realm, ada, ben, browser, corp } = await withOwner()
    const asAdministrator = await browserOf(ben)
    expect((await asAdministrator.post(PATH, corp)).msg).toBe('Must be an organization owner')
    // A stolen API key is not enough.
    expect(await ada.post(PATH, corp)).toEqual(CONFIRM)
    succeeded(await browser.post(PATH, corp))
    await advanceClock(realm, 900)
    expect(await browser.post(PATH, { ...corp, provider: 'other' })).toEqual(CONFIRM)
    expect(await browser.patch(`${PATH}/corp`, { trusted_domains: ['*'] })).toEqual(CONFIRM)
    expect(await browser.delete(`${PATH}/corp`)).toEqual(CONFIRM)
    succeeded(await browser.post('/parley/sessions/confirm', { password: ada.account.password }))
    succeeded(await browser.patch(`${PATH}/corp`, { trusted_domains: ['*'] }))
  })

  test('sends no secret of one server to another one', async () => {
    const { browser, corp } = await withOwner()
    succeeded(await browser.post(PATH, corp))
    const elsewhere = { issuer: 'https://attacker.example.com' }
    expect(await browser.patch(`${PATH}/corp`, elsewhere)).toEqual(
      refusal('client_secret: another issuer needs its own client secret'),
    )
    succeeded(await browser.patch(`${PATH}/corp`, { ...elsewhere, client_secret: 'another' }))
  })

  test('leaves no client secret readable in the storage', async () => {
    const { realm, browser, corp } = await withOwner()
    succeeded(await browser.post(PATH, corp))
    const [row] = await selectRows(realm, 'SELECT name, value FROM secrets')
    expect(row!.name).toBe('client secret of provider corp')
    const stored = new TextDecoder().decode(row!.value)
    expect(stored).not.toContain(SECRET)
    for (const table of ['realm_providers', 'audit_log', 'events'])
      expect(JSON.stringify(await selectRows(realm, `SELECT * FROM ${table}`)), table).not.toContain(SECRET)
  })
})
