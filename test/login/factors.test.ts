import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { NOT_LOGGED_IN, refusal, SUCCESS } from '../support/answers'
import { Browser, browserOf, OWN_PAGE } from '../support/browser'
import { advanceClock } from '../support/clock'
import { addsPasskey, PasskeyLogin } from '../support/passkeys'
import { succeeded } from '../support/person'
import { freshRealm } from '../support/realm'
import { realmWithVariables } from '../support/realm-with-variables'
import { codeNow, waitingBrowser, withCodes } from '../support/second-factor'
import { countRows } from '../support/tables'

const WRONG_CODE = refusal('This code is wrong, or was used before', 'AUTHENTICATION_FAILED')
const CONFIRM = refusal('Confirm who you are first, in a browser that is logged in', 'PARLEY_CONFIRMATION_REQUIRED')
const NO_CODES = refusal('This account has no one-time codes')
const NO_FACTOR = refusal('This account has no second factor')

describe('POST /parley/factors/totp', () => {
  test('returns a secret, which is no factor before its first code', async () => {
    const { realm, dov } = await freshRealm()
    const browser = await browserOf(dov)
    const { secret, otpauth_url } = succeeded(await browser.post('/parley/factors/totp'))
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(otpauth_url).toContain(`secret=${secret}&issuer=`)
    succeeded(await (await waitingBrowser(dov)).get('/users/me'))
    expect(await browser.get('/parley/factors')).toEqual({
      ...SUCCESS,
      has_password: true,
      passkeys: 0,
      totp_since: null,
      recovery_codes_left: 0,
    })
    expect(await browser.post('/parley/factors/totp/confirm', { code: '000000' })).toEqual(WRONG_CODE)
    const code = await codeNow(realm, secret)
    expect(succeeded(await browser.post('/parley/factors/totp/confirm', { code })).recovery_codes).toHaveLength(10)
    expect(await browser.post('/parley/factors/totp')).toEqual(
      refusal('This account has one-time codes. Remove them first.'),
    )
  })

  test('is refused where the deployment cannot encrypt', async () => {
    const { ada } = await realmWithVariables({ ENCRYPTION_SECRET: '' })
    expect((await (await browserOf(ada)).post('/parley/factors/totp')).msg).toContain('no ENCRYPTION_SECRET')
  })
})

describe('POST /parley/factors/totp/confirm', () => {
  test('turns codes on, and returns ten recovery codes', async () => {
    const { realm, dov } = await freshRealm()
    const { browser, recovery_codes } = await withCodes(realm, dov)
    expect(new Set(recovery_codes).size).toBe(10)
    for (const code of recovery_codes) expect(code).toMatch(/^([a-z0-9]{4}-){3}[a-z0-9]{4}$/)
    expect(await browser.get('/parley/factors')).toEqual({
      ...SUCCESS,
      has_password: true,
      passkeys: 0,
      totp_since: expect.any(Number),
      recovery_codes_left: 10,
    })
    expect(await browser.post('/parley/factors/totp/confirm', { code: '000000' })).toEqual(WRONG_CODE)
  })
})

describe('POST site:/json/login/second_factor', () => {
  test('logs the browser in with a one-time code', async () => {
    const { realm, dov } = await freshRealm()
    const { secret } = await withCodes(realm, dov)
    const browser = new Browser(dov.realm_url)
    const answer = await browser.post('/login', { username: dov.email, password: dov.account.password })
    expect(answer).toEqual({ ...SUCCESS, parley_second_factor: ['totp', 'recovery_code'] })
    expect(await browser.get('/users/me')).toEqual(NOT_LOGGED_IN)
    expect(await browser.post('/login/second_factor', { code: '12' })).toEqual(WRONG_CODE)
    expect(await browser.post('/login/second_factor', { code: await codeNow(realm, secret) })).toEqual(SUCCESS)
    const { sessions } = succeeded(await browser.get('/parley/sessions'))
    expect(sessions.at(-1)).toMatchObject({ method: 'password', second_factor: 'totp', is_current: true })
  })

  test('accepts a recovery code once', async () => {
    const { realm, dov } = await freshRealm()
    const { recovery_codes } = await withCodes(realm, dov)
    const [code] = recovery_codes
    const [first, second] = [await waitingBrowser(dov), await waitingBrowser(dov)]
    succeeded(await first.post('/login/second_factor', { code: code!.toUpperCase() }))
    expect(await second.post('/login/second_factor', { code: code! })).toEqual(WRONG_CODE)
    expect((await first.get('/parley/factors')).recovery_codes_left).toBe(9)
  })

  test('is refused without a login that waits, and after ten minutes', async () => {
    const { realm, dov } = await freshRealm()
    const { recovery_codes } = await withCodes(realm, dov)
    const [code = ''] = recovery_codes
    const none = refusal('Log in first: no login waits for a second factor', 'UNAUTHORIZED')
    expect(await new Browser(dov.realm_url).post('/login/second_factor', { code })).toEqual(none)
    const browser = await waitingBrowser(dov)
    await advanceClock(realm, 600)
    expect(await browser.post('/login/second_factor', { code })).toEqual(none)
  })
})

describe('GET site:/login/second-factor', () => {
  test('asks a browser whose login waits, and no other', async () => {
    const { realm, dov } = await freshRealm()
    await withCodes(realm, dov)
    const browser = new Browser(dov.realm_url)
    const fields = { username: dov.email, password: dov.account.password, next: '/#narrow/is/starred' }
    const submitted = await browser.request('/login', { method: 'POST', fields })
    expect(submitted.headers.get('location')).toBe('/login/second-factor?next=%2F%23narrow%2Fis%2Fstarred')
    const page = await browser.request(submitted.headers.get('location')!)
    expect(await page.text()).toContain('autocomplete="one-time-code"')
    const other = await new Browser(dov.realm_url).request('/login/second-factor')
    expect(other.headers.get('location')).toBe('/login')
  })
})

describe('POST site:/login/second-factor', () => {
  test('logs in and redirects, or shows the form again', async () => {
    const { realm, dov } = await freshRealm()
    const { secret } = await withCodes(realm, dov)
    const browser = await waitingBrowser(dov)
    const submit = (code: string, next = '/#a') =>
      browser.request('/login/second-factor', { method: 'POST', fields: { code, next }, headers: OWN_PAGE })
    const wrong = await submit('000000')
    expect([wrong.status, await wrong.text()]).toEqual([403, expect.stringContaining('This code is wrong')])
    const right = await submit(await codeNow(realm, secret))
    expect([right.status, right.headers.get('location')]).toEqual([302, '/#a'])
    succeeded(await browser.get('/users/me'))
  })
})

describe('DELETE /parley/factors/totp', () => {
  test('turns codes off, after a confirmation of the password', async () => {
    const { realm, dov } = await freshRealm()
    const { browser } = await withCodes(realm, dov)
    await advanceClock(realm, 900)
    expect(await browser.delete('/parley/factors/totp')).toEqual(CONFIRM)
    expect(await browser.post('/parley/sessions/confirm', { password: 'wrong' })).toEqual(refusal('Wrong password!'))
    succeeded(await browser.post('/parley/sessions/confirm', { password: dov.account.password }))
    expect(await browser.delete('/parley/factors/totp')).toEqual(SUCCESS)
    expect(await browser.delete('/parley/factors/totp')).toEqual(NO_CODES)
    expect([await countRows(realm, 'secrets'), await countRows(realm, 'recovery_codes')]).toEqual([0, 0])
    succeeded(await (await waitingBrowser(dov)).get('/users/me'))
  })
})

describe('POST /parley/factors/recovery_codes', () => {
  test('replaces the recovery codes', async () => {
    const { realm, dov, ezra } = await freshRealm()
    const { browser, recovery_codes } = await withCodes(realm, dov)
    const { recovery_codes: added } = succeeded(await browser.post('/parley/factors/recovery_codes'))
    const waiting = await waitingBrowser(dov)
    expect(await waiting.post('/login/second_factor', { code: recovery_codes[0]! })).toEqual(WRONG_CODE)
    succeeded(await waiting.post('/login/second_factor', { code: added[0] }))
    expect(await (await browserOf(ezra)).post('/parley/factors/recovery_codes')).toEqual(NO_FACTOR)
  })
})

describe('POST /parley/sessions/confirm', () => {
  test('gives the session a new token', async () => {
    const { dov } = await freshRealm()
    const browser = await browserOf(dov)
    const before = browser.copy()
    expect(await browser.post('/parley/sessions/confirm', { password: dov.account.password })).toEqual(SUCCESS)
    expect(browser.cookie).not.toBe(before.cookie)
  })
})

describe('POST /realm/factors/reset', () => {
  const authorization = `Bearer ${env.DEPLOYMENT_SECRET}`

  test('removes the factors of an account, for the operator with the deployment secret', async () => {
    const { realm, ada, dov } = await freshRealm()
    const { browser } = await withCodes(realm, dov)
    const { device } = await addsPasskey(browser)
    const reset = (headers: HeadersInit = {}) => realm.post('/realm/factors/reset', { email: dov.email }, { headers })
    const refused = refusal('Wrong or missing deployment secret', 'UNAUTHORIZED')
    expect(await reset()).toEqual(refused)
    expect(await ada.post('/realm/factors/reset', { email: dov.email })).toEqual(refused)
    expect(await reset({ authorization })).toEqual({ ...SUCCESS, sent_login_link: false })
    expect(await reset({ authorization })).toEqual(NO_FACTOR)
    expect(await browser.get('/users/me')).toEqual(NOT_LOGGED_IN)
    expect((await dov.get('/users/me')).code).toBe('INVALID_API_KEY')
    expect((await new PasskeyLogin(realm.url).logsIn(device)).code).toBe('AUTHENTICATION_FAILED')
    succeeded(await (await waitingBrowser(dov)).get('/users/me'))
    const { entries } = succeeded(await ada.get('/parley/audit_log', { kind: 'factors_reset' }))
    expect(entries).toMatchObject([{ user_id: dov.id, actor_id: null }])
  })
})
