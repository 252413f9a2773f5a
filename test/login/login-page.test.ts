import { describe, expect, test } from 'vitest'
import { Browser, browserOf, OWN_PAGE } from '../support/browser'
import { succeeded } from '../support/person'
import { freshRealm } from '../support/realm'

const NAVIGATION = { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
const FORM_OF_PAGE = { ...OWN_PAGE, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }

const submit = (browser: Browser, username: string, password: string) =>
  browser.request('/login', { method: 'POST', fields: { username, password }, headers: FORM_OF_PAGE })

describe('GET site:/login', () => {
  test('shows a form that works without its script, and that password managers understand', async () => {
    const { realm } = await freshRealm()
    const response = await new Browser(realm.url).request('/login', { headers: NAVIGATION })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'; script-src http:\/\/[\w.-]+\/pages\/passkeys\.js; connect-src 'self'; style-src 'sha256-[^']+'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'$/,
      ),
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cache-control': 'private, no-store',
    })
    const html = await response.text()
    expect(html).toContain('<form method="post" action="/login">')
    expect(html).toContain('autocomplete="username webauthn"')
    expect(html).toContain('autocomplete="current-password"')
    expect(html.match(/<script[^>]*>/g)).toEqual(['<script type="module" src="/pages/passkeys.js">'])
  })

  test('has no script and offers no passkeys where owners turned them off', async () => {
    const { realm, ada } = await freshRealm()
    succeeded(await ada.patch('/realm', { parley_passkey_login: false }))
    const response = await new Browser(realm.url).request('/login', { headers: NAVIGATION })
    expect(response.headers.get('content-security-policy')).not.toContain('script-src')
    const html = await response.text()
    expect([html.includes('<script'), html.includes('webauthn')]).toEqual([false, false])
  })

  test('redirects a browser that is logged in', async () => {
    const { dov } = await freshRealm()
    const response = await (await browserOf(dov)).request('/login', { headers: NAVIGATION })
    expect([response.status, response.headers.get('location')]).toEqual([302, '/'])
  })

  test('shows the form to a browser whose session has ended', async () => {
    const { dov } = await freshRealm()
    const browser = await browserOf(dov)
    const before = browser.copy()
    succeeded(await browser.post('/logout'))
    expect((await before.request('/login', { headers: NAVIGATION })).status).toBe(200)
  })

  test('says that no password logs in, if that is so', async () => {
    const { realm, ada } = await freshRealm()
    succeeded(await ada.patch('/realm', { authentication_methods: { Email: false, Dev: true } }))
    const passkeys = await (await new Browser(realm.url).request('/login', { headers: NAVIGATION })).text()
    expect([passkeys.includes('Log in with a passkey'), passkeys.includes('<form')]).toEqual([true, false])
    succeeded(await ada.patch('/realm', { parley_passkey_login: false }))
    const response = await new Browser(realm.url).request('/login', { headers: NAVIGATION })
    const html = await response.text()
    expect([response.status, html.includes('<form')]).toEqual([403, false])
    expect(html).toContain('Password authentication is disabled in this organization.')
  })
})

describe('POST site:/login', () => {
  test('logs in and redirects to the organization', async () => {
    const { dov } = await freshRealm()
    const browser = new Browser(dov.realm_url)
    const response = await submit(browser, dov.email, dov.account.password)
    expect([response.status, response.headers.get('location')]).toEqual([302, '/'])
    expect((await browser.get('/users/me')).user_id).toBe(dov.id)
  })

  test('shows the form again after a wrong password, with the address and the reason', async () => {
    const { realm } = await freshRealm()
    const browser = new Browser(realm.url)
    const response = await submit(browser, '"><b>@example.com', 'wrong')
    const html = await response.text()
    expect([response.status, browser.cookie]).toEqual([403, undefined])
    expect(html).toContain('<p role="alert">Your username or password is incorrect</p>')
    expect(html).toContain('value="&#34;&#62;&#60;b&#62;@example.com"')
    expect(html).not.toContain('wrong"')
  })

  test('says that there were too many attempts', async () => {
    const { realm, dov } = await freshRealm()
    const browser = new Browser(realm.url)
    for (let attempts = 0; attempts < 5; attempts++) await submit(browser, dov.email, 'wrong')
    const response = await submit(browser, dov.email, dov.account.password)
    expect([response.status, browser.cookie]).toEqual([429, undefined])
    expect(await response.text()).toContain('API usage exceeded rate limit')
  })
})
