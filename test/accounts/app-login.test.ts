import { exports } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { stopClock } from '../support/clock'
import { FakeProvider } from '../support/identity-provider'
import { PasskeyLogin, withPasskey } from '../support/passkeys'
import { succeeded, type Person } from '../support/person'
import { realmWithProviders, Visitor } from '../support/provider-login'
import { countRows, executeSql } from '../support/tables'

const OTP = '0123456789abcdef'.repeat(4)
const OWN = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }

async function withProvider() {
  const provider = await FakeProvider.at()
  const cast = await realmWithProviders([provider.configuration()])
  const statement = 'INSERT INTO identities (issuer, subject, user_id, made_at, used_at) VALUES (?, ?, ?, 0, 0)'
  await executeSql(cast.realm, statement, provider.issuer, 'dov-at-idp', cast.dov.id)
  return { ...cast, provider, visitor: new Visitor(cast.realm.url) }
}

const tokenIn = (html: string) => /name="token" value="([^"]+)"/.exec(html)?.[1] ?? 'no token'

async function logsInWithPassword(visitor: Visitor, { email, account }: Person) {
  expect((await visitor.submit('/login', { username: email, password: account.password })).status).toBe(302)
}

/** What the app of a phone does with the address that it receives. */
function keyFrom(address: string, otp: string) {
  const url = new URL(address)
  expect([url.protocol, url.host]).toEqual(['zulip:', 'login'])
  const { otp_encrypted_api_key: hidden = '', ...others } = Object.fromEntries(url.searchParams)
  expect(hidden).toMatch(/^[0-9a-f]{64}$/)
  const digits = [...hidden].map((digit, place) =>
    (Number.parseInt(digit, 16) ^ Number.parseInt(otp[place]!, 16)).toString(16),
  )
  return { ...others, api_key: new TextDecoder().decode(Uint8Array.fromHex(digits.join(''))) }
}

/** Returns the token of a desktop app, which the app decrypts. */
async function sealedToken(visitor: Visitor) {
  const html = await (await visitor.open(`/accounts/login/social/browser?desktop_flow_otp=${OTP}`)).text()
  const bytes = Uint8Array.fromHex(/<code id="token">([0-9a-f]+)</.exec(html)![1]!)
  const key = await crypto.subtle.importKey('raw', Uint8Array.fromHex(OTP), 'AES-GCM', false, ['decrypt'])
  const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: bytes.slice(0, 12) }, key, bytes.slice(12))
  return new TextDecoder().decode(plain)
}

describe('GET /server_settings', () => {
  test('lists the providers, and always the login with a browser', async () => {
    const one = await FakeProvider.at()
    const google = { key: 'g', kind: 'google', client_id: 'c', client_secret: 's' }
    const second = { ...google, key: 'g2', display_name: 'Google of the school' }
    const { realm } = await realmWithProviders([one.configuration(), google, second])
    const settings = succeeded(await (await realm.request('/server_settings')).json())
    const path = (key: string, icon?: string) => ({
      login_url: `/accounts/login/social/${key}`,
      signup_url: `/accounts/register/social/${key}`,
      display_icon: icon === undefined ? null : `${realm.url}/providers/${icon}.png`,
    })
    expect(settings.external_authentication_methods).toEqual([
      { name: 'google', display_name: 'Google', ...path('g', 'google') },
      { name: 'google:g2', display_name: 'Google of the school', ...path('g2', 'google') },
      { name: 'oidc:idp', display_name: 'Idp', ...path('idp') },
      { name: 'browser', display_name: 'browser', ...path('browser'), signup_url: '/register' },
    ])
    expect(settings.authentication_methods).toMatchObject({ google: true, 'openid connect': true, github: false })
    const html = await (await new Visitor(realm.url).open('/login')).text()
    expect(html).toContain('href="/accounts/login/social/idp?next=%2F"')
    // The signs are in the page: it requests nothing of a provider.
    expect(html.match(/<svg class="icon"/g)).toHaveLength(3)
    expect(html).not.toMatch(/(?:src|href)="https?:/)
  })
})

describe('GET /accounts/login/social/:provider for a phone', () => {
  test('gives the app a hidden key after its user confirmed', async () => {
    const { realm, dov, provider, visitor } = await withProvider()
    const path = `/accounts/login/social/idp?mobile_flow_otp=${OTP}`
    const admitted = await visitor.logsIn(provider, { sub: 'dov-at-idp' }, path)
    const appPage = `/accounts/login/social/browser?mobile_flow_otp=${OTP}`
    expect([admitted.status, admitted.headers.get('location')]).toEqual([302, appPage])
    const page = await visitor.open(appPage)
    const html = await page.text()
    expect([page.status, html.includes(dov.email)]).toEqual([200, true])
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self' zulip:")
    const token = tokenIn(html)
    const confirmed = await visitor.submit('/accounts/login/app', { token })
    expect(confirmed.status).toBe(302)
    const { api_key, ...facts } = keyFrom(confirmed.headers.get('location')!, OTP)
    expect(facts).toEqual({ email: dov.email, user_id: String(dov.id), realm: realm.url })
    const authorization = `Basic ${btoa(`${dov.email}:${api_key}`)}`
    expect((await realm.request('/users/me', { headers: { authorization } })).status).toBe(200)
    expect((await visitor.submit('/accounts/login/app', { token })).status).toBe(400)
  })

  test('leads a user who signs up on the way back to the app', async () => {
    const provider = await FakeProvider.at()
    const { realm, ada } = await realmWithProviders([provider.configuration({ trusted_domains: ['*'] })])
    succeeded(await ada.patch('/realm', { invite_required: false, emails_restricted_to_domains: false }))
    const visitor = new Visitor(realm.url)
    const claims = { sub: 'zoe', email: 'zoe@corp.example', email_verified: true, name: 'Zoe' }
    const admitted = await visitor.logsIn(provider, claims, `/accounts/login/social/idp?mobile_flow_otp=${OTP}`)
    const appPage = `/accounts/login/social/browser?mobile_flow_otp=${OTP}`
    expect(admitted.headers.get('location')).toBe(appPage)
    const token = tokenIn(await (await visitor.open(appPage)).text())
    const confirmed = await visitor.submit('/accounts/login/app', { token })
    expect(keyFrom(confirmed.headers.get('location')!, OTP)).toMatchObject({ email: 'zoe@corp.example' })
  })

  test('accepts one key of 64 hexadecimal digits', async () => {
    const { visitor } = await withProvider()
    const refusalOf = async (query: string) => {
      const answers = ['idp', 'browser'].map(async (key) =>
        (await visitor.open(`/accounts/login/social/${key}?${query}`)).json<{ msg: string }>(),
      )
      return (await Promise.all(answers)).map(({ msg }) => msg)
    }
    for (const otp of ['', 'xyz', OTP.slice(1), `${OTP}0`])
      expect(await refusalOf(`mobile_flow_otp=${otp}`)).toEqual(['Invalid OTP', 'Invalid OTP'])
    const both = "Can't use both mobile_flow_otp and desktop_flow_otp together."
    expect(await refusalOf(`mobile_flow_otp=${OTP}&desktop_flow_otp=${OTP}`)).toEqual([both, both])
  })
})

describe('GET /accounts/login/social/browser', () => {
  test('logs in the app with the page of the realm, and asks before it does', async () => {
    const { dov, visitor } = await withProvider()
    const path = `/accounts/login/social/browser?mobile_flow_otp=${OTP}`
    const toLogin = await visitor.open(path)
    expect(toLogin.headers.get('location')).toBe(`/login?${new URLSearchParams({ next: path }).toString()}`)
    const { email, account } = dov
    const loggedIn = await visitor.submit('/login', { username: email, password: account.password, next: path })
    expect(loggedIn.headers.get('location')).toBe(path)
    const html = await (await visitor.open(path, OWN)).text()
    const confirmed = await visitor.submit('/accounts/login/app', { token: tokenIn(html) })
    expect(keyFrom(confirmed.headers.get('location')!, OTP)).toMatchObject({ user_id: String(dov.id) })
  })

  test('gives nothing to a page of another site, which can only open the page that asks', async () => {
    const { dov, visitor } = await withProvider()
    await logsInWithPassword(visitor, dov)
    const page = await visitor.open(`/accounts/login/social/browser?mobile_flow_otp=${OTP}`)
    expect([page.status, page.headers.get('location')]).toEqual([200, null])
    const token = tokenIn(await page.text())
    const init = { method: 'POST', body: new URLSearchParams({ token }), headers: { 'sec-fetch-site': 'same-site' } }
    const request = new Request(`${visitor.realm_url}/accounts/login/app`, init)
    expect((await exports.default.fetch(request)).status).toBe(403)
    expect((await visitor.submit('/accounts/login/app', { token })).status).toBe(302)
  })

  test('logs in the desktop app of a user with a passkey, who needs no second factor there', async () => {
    const { realm, dov, visitor } = await withProvider()
    const { browser, device } = await withPasskey(dov)
    succeeded(await browser.get('/users/me'))
    const login = new PasskeyLogin(realm.url)
    succeeded(await login.logsIn(device))
    for (const [name, value] of login.cookies) visitor.cookies.set(name, value)
    const token = await sealedToken(visitor)
    const app = new Visitor(realm.url, 'ZulipElectron/5.12.0 Mozilla/5.0')
    const opened = await app.open(`/accounts/login/subdomain/${token}`, OWN)
    expect([opened.status, opened.headers.get('location')]).toEqual([302, '/'])
    expect(await app.user()).toMatchObject({ user_id: dov.id })
  })

  test('keeps the ten newest logins of a user', async () => {
    const { realm, dov, visitor } = await withProvider()
    await logsInWithPassword(visitor, dov)
    for (let count = 0; count < 12; count++) await visitor.open(`/accounts/login/social/browser?mobile_flow_otp=${OTP}`)
    expect(await countRows(realm, 'app_logins')).toBe(10)
  })

  test('works for five minutes', async () => {
    const { realm, dov, visitor } = await withProvider()
    const now = Math.floor(Date.now() / 1000)
    await stopClock(realm, now)
    await logsInWithPassword(visitor, dov)
    const html = await (await visitor.open(`/accounts/login/social/browser?mobile_flow_otp=${OTP}`)).text()
    await stopClock(realm, now + 300)
    expect((await visitor.submit('/accounts/login/app', { token: tokenIn(html) })).status).toBe(400)
  })
})

describe('GET /accounts/login/subdomain/:token', () => {
  test('logs in the desktop app that can decrypt the token, once, within a minute', async () => {
    const { realm, dov, visitor } = await withProvider()
    const now = Math.floor(Date.now() / 1000)
    await stopClock(realm, now)
    await logsInWithPassword(visitor, dov)
    const token = await sealedToken(visitor)
    expect(token).toMatch(/^[A-Za-z0-9]{32}$/)
    const app = new Visitor(realm.url, 'ZulipElectron/5.12.0 Mozilla/5.0')
    expect((await app.open(`/accounts/login/subdomain/${token}`, OWN)).status).toBe(302)
    expect(await app.user()).toMatchObject({ user_id: dov.id })
    const other = new Visitor(realm.url)
    expect((await other.open(`/accounts/login/subdomain/${token}`, OWN)).status).toBe(400)
    const late = await sealedToken(visitor)
    await stopClock(realm, now + 60)
    expect((await other.open(`/accounts/login/subdomain/${late}`, OWN)).status).toBe(400)
    expect(await other.user()).toBeUndefined()
  })

  test('is not opened by another site, which would log the visitor in to the account of an attacker', async () => {
    const { realm, dov, visitor } = await withProvider()
    await logsInWithPassword(visitor, dov)
    const token = await sealedToken(visitor)
    const victim = new Visitor(realm.url)
    expect((await victim.open(`/accounts/login/subdomain/${token}`)).status).toBe(403)
    expect((await victim.open(`/accounts/login/subdomain/${token}`, OWN)).status).toBe(302)
  })

  test('a token of a phone does not open it, nor the other way round', async () => {
    const { dov, visitor } = await withProvider()
    await logsInWithPassword(visitor, dov)
    const html = await (await visitor.open(`/accounts/login/social/browser?mobile_flow_otp=${OTP}`)).text()
    expect((await visitor.open(`/accounts/login/subdomain/${tokenIn(html)}`, OWN)).status).toBe(400)
    expect((await visitor.submit('/accounts/login/app', { token: await sealedToken(visitor) })).status).toBe(400)
  })

  test('the desktop app shows a page that opens the browser, instead of a provider', async () => {
    const { realm } = await withProvider()
    const app = new Visitor(realm.url, 'Mozilla/5.0 ZulipElectron/5.12.0')
    for (const key of ['idp', 'browser']) {
      const page = await app.open(`/accounts/login/social/${key}`)
      expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('decrypt_clipboard')])
    }
  })
})

describe('GET /accounts/register/social/:provider', () => {
  test('begins at the same provider as a login', async () => {
    const { visitor, provider } = await withProvider()
    const at = await visitor.begins('/accounts/register/social/idp')
    expect([at.origin, at.searchParams.get('client_id')]).toEqual([provider.issuer, 'parley'])
  })
})

describe('POST /complete/:provider', () => {
  /** Submits the form of a page of another site, with which a browser sends no cookie. */
  const submitsForm = (visitor: Visitor, fields: Record<string, string>) =>
    new Visitor(visitor.realm_url).submit('/complete/idp/', fields, {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
      origin: 'https://appleid.apple.com',
    })

  test('takes the code and the state of a form to the address that reads the cookie, as Apple answers', async () => {
    const { dov, provider, visitor } = await withProvider()
    provider.metadata = { authorization_response_iss_parameter_supported: false }
    const at = await visitor.begins()
    provider.claims = { sub: 'dov-at-idp', nonce: at.searchParams.get('nonce') }
    const state = at.searchParams.get('state')!
    const name = '{"name":{"firstName":"Dov"}}'
    const forwarded = await submitsForm(visitor, { state, code: 'the code', user: name, id_token: 'x'.repeat(3000) })
    expect([forwarded.status, forwarded.headers.get('location')]).toEqual([
      303,
      `/complete/idp/?state=${state}&code=the+code&full_name=Dov`,
    ])
    expect(forwarded.headers.getSetCookie()).toEqual([])
    const response = await visitor.open(forwarded.headers.get('location')!)
    expect([response.status, response.headers.get('location')]).toEqual([302, '/'])
    expect(provider.requests.find(({ url }) => url.endsWith('/token'))!.body.get('code')).toBe('the code')
    expect(await visitor.user()).toMatchObject({ user_id: dov.id })
  })

  test('takes an error there too', async () => {
    const { visitor } = await withProvider()
    const forwarded = await submitsForm(visitor, { state: 'the state', error: 'user_cancelled_authorize' })
    expect(forwarded.headers.get('location')).toBe('/complete/idp/?state=the+state&error=user_cancelled_authorize')
  })

  test('refuses a large form, a long code and an unknown provider', async () => {
    const { visitor } = await withProvider()
    expect((await submitsForm(visitor, { state: 's', user: 'x'.repeat(65_536) })).status).toBe(413)
    expect((await submitsForm(visitor, { state: 's', code: 'x'.repeat(4001) })).status).toBe(400)
    expect((await visitor.submit('/complete/unknown/', { state: 's', code: 'c' })).status).toBe(404)
  })
})
