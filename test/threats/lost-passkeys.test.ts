import { describe, expect, test } from 'vitest'
import { Browser, OWN_PAGE } from '../support/browser'
import { connects, visitorOf } from '../support/identities'
import { FakeProvider } from '../support/identity-provider'
import { emailTo } from '../support/mail'
import { addsPasskey, withPasskey } from '../support/passkeys'
import { succeeded, type Json, type Person } from '../support/person'
import { realmWithProviders } from '../support/provider-login'
import { freshRealm } from '../support/realm'
import { codeNow } from '../support/second-factor'

const PATH = '/login/recovery'
const WITHOUT_PASSWORDS = { authentication_methods: { Email: false, Dev: true } }

/** Submits the page in a browser that is not logged in. */
async function recovers({ realm_url, email }: Person, code: string, headers: Record<string, string> = OWN_PAGE) {
  const browser = new Browser(realm_url)
  const response = await browser.request(PATH, { method: 'POST', fields: { username: email, code }, headers })
  const { status } = response
  return { browser, status, location: response.headers.get('location'), html: await response.text() }
}

/** Returns a user of an organization without passwords, who has a passkey and recovery codes. */
async function withoutPasswords() {
  const cast = await freshRealm()
  const { recovery_codes, browser } = await withPasskey(cast.dov)
  succeeded(await cast.ada.patch('/realm', WITHOUT_PASSWORDS))
  return { ...cast, recovery_codes, browser }
}

describe('GET site:/login/recovery', () => {
  test('is for organizations without passwords, whose page to log in leads there', async () => {
    const { realm, ada } = await freshRealm()
    const open = async (path: string) => new Browser(realm.url).request(path, { headers: OWN_PAGE })
    expect((await open(PATH)).headers.get('location')).toBe('/login')
    expect(await (await open('/login')).text()).not.toContain(PATH)
    succeeded(await ada.patch('/realm', WITHOUT_PASSWORDS))
    expect(await (await open(PATH)).text()).toContain('name="code"')
    expect(await (await open('/login')).text()).toContain(`href="${PATH}"`)
  })
})

describe('POST site:/login/recovery', () => {
  test('logs in a user who lost the passkeys, once for each code, and leads to the page that adds one', async () => {
    const { realm, dov, recovery_codes } = await withoutPasswords()
    const [code = ''] = recovery_codes
    const first = await recovers(dov, code)
    expect([first.status, first.location]).toEqual([302, '/accounts/passkeys'])
    const { sessions } = succeeded(await first.browser.get('/parley/sessions'))
    expect(sessions.find(({ is_current }: Json) => is_current)).toMatchObject({ method: 'recovery_code' })
    await addsPasskey(first.browser)
    expect((await emailTo(realm, dov.email)).text).toMatch(/passkeys of your account|recovery code was used/)
    expect((await recovers(dov, code)).status).toBe(403)
  })
})

describe('a recovery code alone', () => {
  test('logs in to no account that has another way', async () => {
    const provider = await FakeProvider.at()
    const { ada, dov } = await realmWithProviders([provider.configuration()])
    const visitor = await visitorOf(dov)
    await connects(visitor, provider, { sub: 's' })
    const browser = visitor.asBrowser()
    const { recovery_codes } = await addsPasskey(browser)
    const [code = ''] = recovery_codes
    expect((await recovers(dov, code)).location).toBe('/login')
    succeeded(await ada.patch('/realm', WITHOUT_PASSWORDS))
    expect((await recovers(dov, code)).status).toBe(403)
    const key = { issuer: provider.issuer, subject: 's' }
    succeeded(await browser.delete('/parley/identities', key))
    expect((await recovers(dov, code)).status).toBe(302)
  })

  test('is not guessed: attempts count as those of passwords', async () => {
    const { realm, dov, recovery_codes } = await withoutPasswords()
    for (let attempt = 0; attempt < 5; attempt++) expect((await recovers(dov, 'aaaa-bbbb-cccc-dddd')).status).toBe(403)
    const blocked = await recovers(dov, recovery_codes[0] ?? '')
    expect(blocked.status).toBe(429)
    const otherName = `user${dov.id}@${new URL(realm.url).hostname}`
    const fields = { username: otherName, code: recovery_codes[0] ?? '' }
    const answer = await new Browser(realm.url).request(PATH, { method: 'POST', fields, headers: OWN_PAGE })
    expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining('recovery code is incorrect')])
  })

  test('is no code of an app, and counts for its own account only', async () => {
    const { realm, dov, ezra, browser } = await withoutPasswords()
    const { secret } = succeeded(await browser.post('/parley/factors/totp'))
    const started = await codeNow(realm, secret, -1)
    const { recovery_codes } = succeeded(await browser.post('/parley/factors/totp/confirm', { code: started }))
    expect((await recovers(dov, await codeNow(realm, secret))).status).toBe(403)
    expect((await recovers(ezra, recovery_codes[0])).status).toBe(403)
    expect((await recovers(dov, recovery_codes[0])).status).toBe(302)
  })

  test('is refused from a page of another site', async () => {
    const { dov, recovery_codes } = await withoutPasswords()
    const answer = await recovers(dov, recovery_codes[0] ?? '', { 'sec-fetch-site': 'same-site' })
    expect([answer.status, answer.browser.cookie]).toEqual([403, undefined])
  })
})
