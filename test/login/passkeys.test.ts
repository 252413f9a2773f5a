import { describe, expect, test } from 'vitest'
import { NOT_LOGGED_IN, refusal, SUCCESS } from '../support/answers'
import { Authenticator } from '../support/authenticator'
import { Browser, browserOf } from '../support/browser'
import { advanceClock } from '../support/clock'
import { sentEmails } from '../support/mail'
import { addsPasskey, PasskeyLogin, withPasskey } from '../support/passkeys'
import { succeeded } from '../support/person'
import { freshRealm } from '../support/realm'
import { codeNow, waitingBrowser, withCodes } from '../support/second-factor'
import { countRows } from '../support/tables'

const CONFIRM = refusal('Confirm who you are first, in a browser that is logged in', 'PARLEY_CONFIRMATION_REQUIRED')
const NOT_ACCEPTED = refusal('This passkey was not accepted', 'AUTHENTICATION_FAILED')
const NO_PASSKEY = refusal('Passkey does not exist')

const NAVIGATION = { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
const partsOf = (html: string) => [...html.matchAll(/data-part="([\w-]+)"/g)].map(([, part]) => part)

describe('POST /parley/passkeys/start', () => {
  test('returns what a browser needs to make a passkey of this host', async () => {
    const { realm, dov } = await freshRealm()
    const browser = await browserOf(dov)
    const { options } = succeeded(await browser.post('/parley/passkeys/start'))
    expect(options).toEqual({
      rp: { id: `${realm.name}.parley.test`, name: expect.any(String) },
      user: { id: expect.stringMatching(/^[\w-]{43}$/), name: dov.email, displayName: 'Dov' },
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      pubKeyCredParams: [-8, -7, -257].map((alg) => ({ type: 'public-key', alg })),
      timeout: 300_000,
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'preferred' },
      attestation: 'none',
    })
    const { device } = await addsPasskey(browser)
    const later = succeeded(await browser.post('/parley/passkeys/start')).options
    expect(later.excludeCredentials).toEqual([{ type: 'public-key', id: device.id, transports: ['internal'] }])
    expect([later.user.id, later.challenge]).toEqual([options.user.id, expect.not.stringContaining(options.challenge)])
  })

  test('needs a recent login, and no API key is one', async () => {
    const { realm, dov } = await freshRealm()
    const browser = await browserOf(dov)
    expect(await dov.post('/parley/passkeys/start')).toEqual(CONFIRM)
    await advanceClock(realm, 900)
    expect(await browser.post('/parley/passkeys/start')).toEqual(CONFIRM)
    succeeded(await browser.post('/parley/sessions/confirm', { password: dov.account.password }))
    succeeded(await browser.post('/parley/passkeys/start'))
  })
})

describe('POST /parley/passkeys', () => {
  test.for(['-7', '-8', '-257'] as const)(
    'adds a passkey with the algorithm %s, which then logs in',
    async (algorithm) => {
      const { dov } = await freshRealm()
      const { browser, device, passkey_id } = await withPasskey(dov, { algorithm, name: ' Phone ' })
      expect(await browser.get('/parley/passkeys')).toEqual({
        ...SUCCESS,
        passkeys: [
          { passkey_id, name: 'Phone', date_created: expect.any(Number), last_used: null, is_backed_up: false },
        ],
      })
      expect(await new PasskeyLogin(dov.realm_url).logsIn(device)).toEqual({ ...SUCCESS, location: '/' })
    },
  )

  test('makes recovery codes with the first factor of an account, and no others later', async () => {
    const { realm, dov, ezra } = await freshRealm()
    const { browser, recovery_codes } = await withPasskey(dov)
    expect(recovery_codes).toHaveLength(10)
    expect((await addsPasskey(browser)).recovery_codes).toEqual([])
    expect((await browser.get('/parley/factors')).recovery_codes_left).toBe(10)
    const codes = await withCodes(realm, ezra)
    expect((await addsPasskey(codes.browser)).recovery_codes).toEqual([])
  })

  test('tells the user by email, and the owner in the audit log', async () => {
    const { realm, ada, dov } = await freshRealm()
    const { browser, passkey_id } = await withPasskey(dov)
    succeeded(await browser.delete(`/parley/passkeys/${passkey_id}`))
    const texts = (await sentEmails(realm)).filter(({ to }) => to === dov.email).map((email) => JSON.stringify(email))
    expect(texts.filter((text) => text.includes('The passkeys of your account were changed'))).toHaveLength(2)
    const { entries } = succeeded(await ada.get('/parley/audit_log', { user_id: dov.id, limit: 2 }))
    expect(entries.map((entry: { kind: string; details: unknown }) => [entry.kind, entry.details])).toEqual([
      ['passkey_removed', { passkey_id, name: 'Laptop' }],
      ['passkey_added', { passkey_id, name: 'Laptop' }],
    ])
  })

  test('accepts at most ten passkeys, each with a name', async () => {
    const { dov } = await freshRealm()
    const { browser } = await withPasskey(dov)
    const { options } = succeeded(await browser.post('/parley/passkeys/start'))
    const last = (await Authenticator.at(dov.realm_url)).registers(options)
    expect((await browser.post('/parley/passkeys', { name: ' ', credential: last })).code).toBe('BAD_REQUEST')
    for (let count = 1; count < 10; count++) await addsPasskey(browser)
    const most = refusal('An account has at most 10 passkeys')
    expect(await browser.post('/parley/passkeys', { name: 'Last', credential: last })).toEqual(most)
    expect(await browser.post('/parley/passkeys/start')).toEqual(most)
  })
})

describe('PATCH /parley/passkeys/:passkey_id', () => {
  test('renames a passkey of the user, and of no other user', async () => {
    const { dov, ezra } = await freshRealm()
    const { browser, passkey_id } = await withPasskey(dov)
    expect(await browser.patch(`/parley/passkeys/${passkey_id}`, { name: 'Key' })).toEqual(SUCCESS)
    expect((await browser.get('/parley/passkeys')).passkeys).toMatchObject([{ name: 'Key' }])
    expect(await (await browserOf(ezra)).patch(`/parley/passkeys/${passkey_id}`, { name: 'Mine' })).toEqual(NO_PASSKEY)
  })
})

describe('DELETE /parley/passkeys/:passkey_id', () => {
  test('removes a passkey, which then logs in no user', async () => {
    const { realm, dov, ezra } = await freshRealm()
    const { browser, device, passkey_id } = await withPasskey(dov)
    expect(await (await browserOf(ezra)).delete(`/parley/passkeys/${passkey_id}`)).toEqual(NO_PASSKEY)
    succeeded(await new PasskeyLogin(dov.realm_url).logsIn(device))
    expect(await browser.delete(`/parley/passkeys/${passkey_id}`)).toEqual(SUCCESS)
    expect(await new PasskeyLogin(dov.realm_url).logsIn(device)).toEqual(NOT_ACCEPTED)
    expect([await countRows(realm, 'passkeys'), await countRows(realm, 'recovery_codes')]).toEqual([0, 0])
    succeeded(await (await waitingBrowser(dov)).get('/users/me'))
  })

  test('keeps the recovery codes while another factor is left', async () => {
    const { realm, dov } = await freshRealm()
    const { browser } = await withCodes(realm, dov)
    const { passkey_id } = await addsPasskey(browser)
    succeeded(await browser.delete(`/parley/passkeys/${passkey_id}`))
    expect((await browser.get('/parley/factors')).recovery_codes_left).toBe(10)
  })
})

describe('GET site:/accounts/passkeys', () => {
  const open = async (browser: Browser) => {
    const response = await browser.request('/accounts/passkeys', { headers: NAVIGATION })
    return { status: response.status, location: response.headers.get('location'), html: await response.text() }
  }

  test('shows the passkeys, and lets a user with a recent login change them', async () => {
    const { realm, dov } = await freshRealm()
    const { browser } = await withPasskey(dov, { name: '<b>' })
    const { status, html } = await open(browser)
    expect([status, html.includes('<strong>&#60;b&#62;</strong>')]).toEqual([200, true])
    expect(partsOf(html)).toEqual(['unsupported', 'problem', 'changes', 'rename', 'remove', 'add', 'added', 'codes'])
    await advanceClock(realm, 900)
    const later = await open(browser)
    expect(partsOf(later.html)).toEqual(['unsupported', 'problem', 'confirm', 'added', 'codes'])
    expect(later.html).toContain('action="/accounts/confirm"')
  })

  test('asks a visitor to log in first', async () => {
    const { realm } = await freshRealm()
    const { status, location } = await open(new Browser(realm.url))
    expect([status, location]).toEqual([302, '/login?next=%2Faccounts%2Fpasskeys'])
  })
})

describe('POST site:/json/login/passkey/start', () => {
  test('returns a challenge for any passkey of this host', async () => {
    const { realm } = await freshRealm()
    expect(await new PasskeyLogin(realm.url).post('/login/passkey/start')).toEqual({
      ...SUCCESS,
      options: {
        challenge: expect.stringMatching(/^[\w-]{43}$/),
        timeout: 300_000,
        rpId: `${realm.name}.parley.test`,
        allowCredentials: [],
        userVerification: 'required',
      },
    })
  })

  test('keeps a bounded number of challenges of one browser', async () => {
    const { realm } = await freshRealm()
    const login = new PasskeyLogin(realm.url)
    for (let tab = 0; tab < 8; tab++) await login.options()
    expect(await countRows(realm, 'passkey_challenges')).toBe(5)
  })
})

describe('POST site:/json/login/passkey', () => {
  test('logs in without an address and without another factor', async () => {
    const { realm, ada, dov } = await freshRealm()
    const { device } = await withPasskey(dov)
    const login = new PasskeyLogin(realm.url, { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' })
    expect(await login.logsIn(device, {}, { next: '/#inbox' })).toEqual({ ...SUCCESS, location: '/#inbox' })
    expect((await login.get('/users/me')).user_id).toBe(dov.id)
    expect((await login.get('/parley/sessions')).sessions.at(-1)).toMatchObject({
      method: 'passkey',
      second_factor: null,
      is_current: true,
    })
    expect((await login.get('/parley/passkeys')).passkeys).toMatchObject([{ last_used: expect.any(Number) }])
    const { entries } = succeeded(await ada.get('/parley/audit_log', { user_id: dov.id, limit: 1 }))
    expect(entries).toMatchObject([{ kind: 'logged_in', details: { method: 'passkey' } }])
  })

  test('leads to a path of the organization only', async () => {
    const { dov } = await freshRealm()
    const { device } = await withPasskey(dov)
    const answer = await new PasskeyLogin(dov.realm_url).logsIn(device, {}, { next: 'https://evil.example/' })
    expect(answer.location).toBe('/')
  })

  test('is refused where owners turned it off', async () => {
    const { ada, dov } = await freshRealm()
    const { device } = await withPasskey(dov)
    const login = new PasskeyLogin(dov.realm_url)
    const credential = await device.signs(await login.options())
    succeeded(await ada.patch('/realm', { parley_passkey_login: false }))
    const off = refusal('This organization allows no login with a passkey', 'AUTHENTICATION_FAILED')
    expect(await login.post('/login/passkey', { credential })).toEqual(off)
    expect(await login.post('/login/passkey/start')).toEqual(off)
  })
})

describe('GET site:/login/second-factor', () => {
  test('offers a passkey, and recovery codes for a user without the device', async () => {
    const { dov } = await freshRealm()
    await withPasskey(dov)
    const waiting = await waitingBrowser(dov)
    const html = await (await waiting.request('/login/second-factor', { headers: NAVIGATION })).text()
    expect([partsOf(html), html.includes('recovery codes')]).toEqual([['second-factor', 'problem'], true])
    expect(html).not.toContain('the code that your app shows')
  })
})

describe('POST site:/json/login/second_factor/passkey/start', () => {
  test('names the passkeys of the user whose password was right', async () => {
    const { dov } = await freshRealm()
    const { device } = await withPasskey(dov)
    const waiting = await waitingBrowser(dov)
    const { options } = succeeded(await waiting.post('/login/second_factor/passkey/start'))
    expect(options).toMatchObject({
      allowCredentials: [{ type: 'public-key', id: device.id, transports: ['internal'] }],
      userVerification: 'preferred',
    })
  })
})

describe('POST site:/json/login/second_factor/passkey', () => {
  test('completes a login with a password, also with a device that does not verify its user', async () => {
    const { ada, dov } = await freshRealm()
    const { device } = await withPasskey(dov)
    const waiting = await waitingBrowser(dov)
    expect(await waiting.get('/users/me')).toEqual(NOT_LOGGED_IN)
    const { options } = succeeded(await waiting.post('/login/second_factor/passkey/start'))
    const credential = await device.signs(options, { isVerified: false, userHandle: null })
    expect(await waiting.post('/login/second_factor/passkey', { credential })).toEqual(SUCCESS)
    const { sessions } = succeeded(await waiting.get('/parley/sessions'))
    expect(sessions.at(-1)).toMatchObject({ method: 'password', second_factor: 'passkey' })
    const { entries } = succeeded(await ada.get('/parley/audit_log', { user_id: dov.id, limit: 1 }))
    expect(entries).toMatchObject([{ kind: 'logged_in', details: { method: 'password', second_factor: 'passkey' } }])
  })

  test('stands beside one-time codes and recovery codes', async () => {
    const { realm, dov } = await freshRealm()
    const { browser, secret, recovery_codes } = await withCodes(realm, dov)
    await addsPasskey(browser)
    const [first, second] = [await waitingBrowser(dov), await waitingBrowser(dov)]
    succeeded(await first.post('/login/second_factor', { code: await codeNow(realm, secret) }))
    succeeded(await second.post('/login/second_factor', { code: recovery_codes[0]! }))
    const answer = await second.post('/login', { username: dov.email, password: dov.account.password })
    expect(answer.parley_second_factor).toEqual(['passkey', 'totp', 'recovery_code'])
  })

  test('is refused without a login that waits', async () => {
    const { dov } = await freshRealm()
    const { browser, device } = await withPasskey(dov)
    const none = refusal('Log in first: no login waits for a second factor', 'UNAUTHORIZED')
    expect(await browser.post('/login/second_factor/passkey/start')).toEqual(none)
    const credential = await device.signs({ challenge: 'x' })
    expect(await browser.post('/login/second_factor/passkey', { credential })).toEqual(none)
  })
})

describe('POST /parley/sessions/confirm/passkey/start', () => {
  test('is for a browser of an account that has a passkey', async () => {
    const { dov } = await freshRealm()
    const browser = await browserOf(dov)
    expect(await browser.post('/parley/sessions/confirm/passkey/start')).toEqual(
      refusal('This account has no passkeys'),
    )
    expect(await dov.post('/parley/sessions/confirm/passkey/start')).toEqual(
      refusal('Only a browser that is logged in can confirm a passkey'),
    )
    await addsPasskey(browser)
    const { options } = succeeded(await browser.post('/parley/sessions/confirm/passkey/start'))
    expect([options.allowCredentials.length, options.userVerification]).toEqual([1, 'required'])
  })
})

describe('POST /parley/sessions/confirm/passkey', () => {
  test('confirms who uses the session, as the password does', async () => {
    const { realm, dov } = await freshRealm()
    const { browser, device } = await withPasskey(dov)
    await advanceClock(realm, 900)
    expect(await browser.post('/parley/passkeys/start')).toEqual(CONFIRM)
    const start = async () => succeeded(await browser.post('/parley/sessions/confirm/passkey/start')).options
    const refused = refusal('This passkey was not accepted')
    const unverified = await device.signs(await start(), { isVerified: false })
    expect(await browser.post('/parley/sessions/confirm/passkey', { credential: unverified })).toEqual(refused)
    const credential = await device.signs(await start())
    expect(await browser.post('/parley/sessions/confirm/passkey', { credential })).toEqual(SUCCESS)
    succeeded(await browser.post('/parley/passkeys/start'))
  })
})
