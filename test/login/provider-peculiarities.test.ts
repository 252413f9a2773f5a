import { describe, expect, test } from 'vitest'
import { browserOf } from '../support/browser'
import { FakeApple } from '../support/apple'
import { FakeGithub } from '../support/github'
import { formOf, succeeded, type Json } from '../support/person'
import { NAVIGATION, realmWithProviders, Visitor } from '../support/provider-login'
import { send } from '../support/request'
import { executeSql } from '../support/tables'

const ADDRESS = 'zoe@corp.example'
const ADDRESSES = [
  { email: 'old@corp.example', primary: false, verified: true },
  { email: ADDRESS, primary: true, verified: true },
]

const opened = async ({ ada }: Awaited<ReturnType<typeof realmWithProviders>>) =>
  void succeeded(await ada.patch('/realm', { invite_required: false, emails_restricted_to_domains: false }))

describe('a login with GitHub', () => {
  async function withGithub() {
    const github = await FakeGithub.start()
    const cast = await realmWithProviders([github.configuration])
    await opened(cast)
    const logsIn = async () => {
      const visitor = new Visitor(cast.realm.url)
      const at = await visitor.begins('/accounts/login/social/github')
      const response = await visitor.open(github.sendsBack(at))
      return { at, status: response.status, user: await visitor.user() }
    }
    return { ...cast, github, logsIn }
  }

  test('creates an account with the primary address that GitHub confirmed, and needs no ID token', async () => {
    const { realm, github, logsIn } = await withGithub()
    github.addresses = ADDRESSES
    const { at, status, user } = await logsIn()
    expect(at.origin + at.pathname).toBe('https://github.com/login/oauth/authorize')
    expect(Object.fromEntries(at.searchParams)).toEqual({
      response_type: 'code',
      client_id: 'parley',
      redirect_uri: `${realm.url}/complete/github/`,
      scope: 'read:user user:email',
      state: expect.any(String),
      code_challenge: expect.any(String),
      code_challenge_method: 'S256',
    })
    expect([status, user?.full_name, user?.delivery_email]).toEqual([302, 'Zoe Zimmer', ADDRESS])
  })

  test('creates an account in the language of the browser, or of the organization if the server has no texts in it', async () => {
    const { ada, realm, github } = await withGithub()
    succeeded(await ada.patch('/realm', { default_language: 'fr' }))
    for (const [id, languages, language] of [
      [1, 'sw, de-AT;q=0.9, es;q=0.5', 'de'],
      [2, 'sw', 'fr'],
    ] as const) {
      github.user = { id, login: `zoe${id}`, name: 'Zoe Zimmer' }
      github.addresses = [{ email: `zoe${id}@corp.example`, primary: true, verified: true }]
      const visitor = new Visitor(realm.url)
      const at = await visitor.begins('/accounts/login/social/github')
      await visitor.open(github.sendsBack(at), { ...NAVIGATION, 'accept-language': languages })
      const { user_settings } = await visitor.asBrowser().post('/register', { fetch_event_types: ['user_settings'] })
      expect(user_settings.default_language).toBe(language)
    }
  })

  test('opens the same account after the user was renamed, and after another user took the name', async () => {
    const { github, logsIn } = await withGithub()
    github.addresses = ADDRESSES
    const { user } = await logsIn()
    github.user = { id: 4711, login: 'zoe-new', name: null }
    github.addresses = []
    expect((await logsIn()).user?.user_id).toBe(user?.user_id)
    github.user = { id: 4712, login: 'zoe-z', name: 'Zoe Zimmer' }
    expect(await logsIn()).toMatchObject({ status: 403, user: undefined })
  })

  const WITHOUT_ADDRESS: [what: string, addresses: FakeGithub['addresses']][] = [
    ['is not confirmed', [{ email: ADDRESS, primary: true, verified: false }]],
    ['is not the primary one', [{ email: ADDRESS, primary: false, verified: true }]],
    ['hides another one', [{ email: '1+zoe@users.noreply.github.com', primary: true, verified: true }]],
    ['is in no answer', []],
  ]
  test.for(WITHOUT_ADDRESS)('creates no account if the address %s', async ([, addresses]) => {
    const { github, logsIn } = await withGithub()
    github.addresses = addresses
    expect(await logsIn()).toMatchObject({ status: 403, user: undefined })
    github.addresses = ADDRESSES
    expect((await logsIn()).status).toBe(302)
  })

  test('fails if GitHub refuses the code or the token', async () => {
    const { github, logsIn } = await withGithub()
    const { answers } = github.provider
    github.addresses = ADDRESSES
    for (const path of ['/login/oauth/access_token', 'https://api.github.com/user']) {
      github.provider.answers = { ...answers, [path]: () => Response.json({ error: 'bad_verification_code' }) }
      expect(await logsIn()).toMatchObject({ status: 502, user: undefined })
    }
    github.provider.answers = answers
    expect((await logsIn()).status).toBe(302)
  })

  test('is tested with a code that does not exist', async () => {
    const { ada, github } = await withGithub()
    const browser = await browserOf(ada)
    const { key: _, ...configuration } = github.configuration
    succeeded(await browser.post('/parley/providers', { provider: 'own', ...configuration }))
    expect(succeeded(await ada.post('/parley/providers/own/test')).problem).toBeNull()
    github.provider.answers['/login/oauth/access_token'] = () =>
      Response.json({ error: 'incorrect_client_credentials' })
    expect(succeeded(await ada.post('/parley/providers/own/test')).problem).toBe(
      'It refused the client: incorrect_client_credentials',
    )
  })
})

describe('a login with Apple', () => {
  async function withApple() {
    const apple = await FakeApple.start()
    const cast = await realmWithProviders([apple.configuration])
    await opened(cast)
    /** Apple's page sends the form, so the browser adds no cookie. */
    const logsIn = async (claims: Json, user?: Json) => {
      const visitor = new Visitor(cast.realm.url)
      const at = await visitor.begins('/accounts/login/social/apple')
      const form = apple.sendsBack(at, claims, user)
      const address = `${cast.realm.url}/complete/apple/`
      const headers = { origin: 'https://appleid.apple.com', 'sec-fetch-site': 'cross-site' }
      const init = { method: 'POST', body: formOf(form), headers, redirect: 'manual' as const }
      const forwarded = await send(new Request(address, init))
      expect([forwarded.status, forwarded.headers.getSetCookie()]).toEqual([303, []])
      const response = await visitor.open(forwarded.headers.get('location')!)
      return { at, status: response.status, user: await visitor.user() }
    }
    return { ...cast, apple, logsIn }
  }

  const CLAIMS = { sub: '000123.abc', email: ADDRESS, email_verified: 'true' }
  const NAME = { name: { firstName: 'Zoe', lastName: 'Zimmer' }, email: ADDRESS }

  test('takes the name from the form of the first login, and signs its client secret', async () => {
    const { apple, logsIn } = await withApple()
    const { at, status, user } = await logsIn(CLAIMS, NAME)
    expect(at.searchParams.get('response_mode')).toBe('form_post')
    expect(apple.complaints).toEqual([])
    expect([status, user?.full_name, user?.delivery_email]).toEqual([302, 'Zoe Zimmer', ADDRESS])
    const later = await logsIn({ ...CLAIMS, email: undefined })
    expect(later.user).toMatchObject({ user_id: user!.user_id, full_name: 'Zoe Zimmer' })
  })

  test('trusts nothing else in the form: not its address, and not its name for an account that exists', async () => {
    const { realm, dov, logsIn } = await withApple()
    await executeSql(realm, 'INSERT INTO proven_addresses (user_id, email_key) VALUES (?, ?)', dov.id, dov.email)
    const attack = { name: { firstName: 'Eve', lastName: '' }, email: dov.email }
    expect(await logsIn({ ...CLAIMS, email: undefined }, attack)).toMatchObject({ status: 403, user: undefined })
    const { user } = await logsIn({ ...CLAIMS, email: dov.email }, attack)
    expect(user).toMatchObject({ user_id: dov.id, full_name: dov.account.full_name })
  })

  test('creates an account also with a form that is malformed', async () => {
    const { realm, logsIn, apple } = await withApple()
    for (const [n, user] of ['{', '[]', '{"name":7}', '{"name":{}}'].entries()) {
      const visitor = new Visitor(realm.url)
      const at = await visitor.begins('/accounts/login/social/apple')
      const email = `zoe${n}@corp.example`
      const form = { ...apple.sendsBack(at, { ...CLAIMS, sub: `s${n}`, email }), user }
      const response = await visitor.submit('/complete/apple/', form)
      expect((await visitor.open(response.headers.get('location')!)).status).toBe(302)
      expect(await visitor.user()).toMatchObject({ full_name: `zoe${n}` })
    }
    expect((await logsIn({ ...CLAIMS, email_verified: 'false' })).status).toBe(403)
  })
})
