import { describe, expect, test } from 'vitest'
import { NOT_LOGGED_IN, refusal } from '../support/answers'
import { Authenticator, type Lies } from '../support/authenticator'
import { browserOf } from '../support/browser'
import { advanceClock } from '../support/clock'
import { addsPasskey, PasskeyLogin, withPasskey } from '../support/passkeys'
import { succeeded } from '../support/person'
import { freshRealm } from '../support/realm'
import { waitingBrowser } from '../support/second-factor'
import { countRows, selectRows } from '../support/tables'

const NOT_ACCEPTED = refusal('This passkey was not accepted', 'AUTHENTICATION_FAILED')
const NOT_ADDED = refusal('The new passkey was not accepted. Try again.')

describe('a login with a passkey', () => {
  test.for<[string, Lies]>([
    ['a signature that another key made', { isBogus: true }],
    ['a page of another origin', { origin: 'http://evil.example' }],
    ['a page of a sibling realm', { origin: 'http://evil.parley.test' }],
    ['a page of the same host at another port', { origin: 'http://realm.parley.test:8080' }],
    ['a passkey of the host above', { rp_id: 'parley.test' }],
    ['a passkey of a sibling realm', { rp_id: 'evil.parley.test' }],
    ['the data of a registration', { type: 'webauthn.create' }],
    ['a page that another site embeds', { crossOrigin: true }],
    ['a device that nobody touched', { isPresent: false }],
    ['a device that did not verify its user', { isVerified: false }],
    ['a passkey that became one of several devices', { isBackupEligible: true }],
    ['a copy of a passkey that has no copies', { isBackedUp: true }],
    ['a challenge that the server did not make', { challenge: 'A'.repeat(43) }],
    ['a passkey without the number of its account', { userHandle: null }],
    ['the number of another account', { userHandle: 'B'.repeat(43) }],
    ['the id of no passkey', { id: 'C'.repeat(43) }],
  ])('is refused with %s', async ([, lies]) => {
    const { dov } = await freshRealm()
    const { device } = await withPasskey(dov)
    const login = new PasskeyLogin(dov.realm_url)
    expect(await login.logsIn(device, lies)).toEqual(NOT_ACCEPTED)
    expect(await login.get('/users/me')).toEqual(NOT_LOGGED_IN)
    succeeded(await login.logsIn(device))
  })

  test('is refused with a challenge that was used, by a success and by a failure', async () => {
    const { dov } = await freshRealm()
    const { device } = await withPasskey(dov)
    const login = new PasskeyLogin(dov.realm_url)
    const credential = await device.signs(await login.options())
    succeeded(await login.post('/login/passkey', { credential }))
    expect(await login.post('/login/passkey', { credential })).toEqual(NOT_ACCEPTED)
    const options = await login.options()
    const bogus = await device.signs(options, { isBogus: true })
    expect(await login.post('/login/passkey', { credential: bogus })).toEqual(NOT_ACCEPTED)
    const right = await device.signs(options)
    expect(await login.post('/login/passkey', { credential: right })).toEqual(NOT_ACCEPTED)
  })

  test('is refused with a challenge of another browser, of another purpose, and after five minutes', async () => {
    const { realm, dov } = await freshRealm()
    const { browser, device } = await withPasskey(dov)
    const [login, thief] = [new PasskeyLogin(realm.url), new PasskeyLogin(realm.url)]
    const seen = await device.signs(await login.options())
    expect(await thief.post('/login/passkey', { credential: seen })).toEqual(NOT_ACCEPTED)
    await thief.options()
    expect(await thief.post('/login/passkey', { credential: seen })).toEqual(NOT_ACCEPTED)
    succeeded(await login.post('/login/passkey', { credential: seen }))
    const { options } = succeeded(await browser.post('/parley/sessions/confirm/passkey/start'))
    expect(await login.post('/login/passkey', { credential: await device.signs(options) })).toEqual(NOT_ACCEPTED)
    const late = await device.signs(await login.options())
    await advanceClock(realm, 300)
    expect(await login.post('/login/passkey', { credential: late })).toEqual(NOT_ACCEPTED)
  })

  test('is refused when the count of the device does not rise, as that of a copied device', async () => {
    const { dov } = await freshRealm()
    const { device } = await withPasskey(dov, { counts: true })
    const login = new PasskeyLogin(dov.realm_url)
    succeeded(await login.logsIn(device, { sign_count: 7 }))
    for (const sign_count of [7, 6, 0]) expect(await login.logsIn(device, { sign_count })).toEqual(NOT_ACCEPTED)
    succeeded(await login.logsIn(device, { sign_count: 8 }))
  })

  test('is refused with a passkey of another realm', async () => {
    const [one, other] = [await freshRealm(), await freshRealm()]
    const { device } = await withPasskey(one.dov)
    const login = new PasskeyLogin(other.realm.url)
    expect(await login.logsIn(device)).toEqual(NOT_ACCEPTED)
    expect(await login.logsIn(device, { origin: other.realm.url, rp_id: new URL(other.realm.url).hostname })).toEqual(
      NOT_ACCEPTED,
    )
    succeeded(await new PasskeyLogin(one.realm.url).logsIn(device))
  })

  test('is refused to a deactivated account', async () => {
    const { ada, dov } = await freshRealm()
    const { device } = await withPasskey(dov)
    const login = new PasskeyLogin(dov.realm_url)
    const waiting = await waitingBrowser(dov)
    const { options } = succeeded(await waiting.post('/login/second_factor/passkey/start'))
    succeeded(await ada.delete(`/users/${dov.id}`))
    expect(await login.logsIn(device)).toEqual(refusal('Account is deactivated', 'USER_DEACTIVATED'))
    expect(await login.get('/users/me')).toEqual(NOT_LOGGED_IN)
    const credential = await device.signs(options)
    expect((await waiting.post('/login/second_factor/passkey', { credential })).code).toBe('UNAUTHORIZED')
  })

  test('is refused to a page of another site, which would log the visitor in to the account of an attacker', async () => {
    const { dov } = await freshRealm()
    const { device } = await withPasskey(dov)
    const login = new PasskeyLogin(dov.realm_url)
    const credential = await device.signs(await login.options())
    const other = new PasskeyLogin(dov.realm_url, { 'sec-fetch-site': 'same-site' })
    for (const [name, value] of login.cookies) other.cookies.set(name, value)
    expect((await other.post('/login/passkey', { credential })).code).toBe('CSRF_FAILED')
    expect((await other.post('/login/passkey/start')).code).toBe('CSRF_FAILED')
    succeeded(await login.post('/login/passkey', { credential }))
  })
})

describe('a passkey as the second factor', () => {
  test('counts only for the account whose password was right', async () => {
    const { dov, ezra } = await freshRealm()
    const { device } = await withPasskey(dov)
    const { device: own } = await withPasskey(ezra)
    const waiting = await waitingBrowser(ezra)
    const start = async () => succeeded(await waiting.post('/login/second_factor/passkey/start')).options
    expect(
      await waiting.post('/login/second_factor/passkey', { credential: await device.signs(await start()) }),
    ).toEqual(NOT_ACCEPTED)
    expect(await waiting.get('/users/me')).toEqual(NOT_LOGGED_IN)
    succeeded(await waiting.post('/login/second_factor/passkey', { credential: await own.signs(await start()) }))
  })

  test('signs for nothing else: its challenge confirms no session', async () => {
    const { dov } = await freshRealm()
    const { device } = await withPasskey(dov)
    const waiting = await waitingBrowser(dov)
    const start = async () => succeeded(await waiting.post('/login/second_factor/passkey/start')).options
    const [first, second] = [await device.signs(await start()), await device.signs(await start())]
    succeeded(await waiting.post('/login/second_factor/passkey', { credential: first }))
    expect(await waiting.post('/parley/sessions/confirm/passkey', { credential: second })).toEqual(
      refusal('This passkey was not accepted'),
    )
  })

  test('is needed with a password: the password alone opens nothing', async () => {
    const { realm, dov } = await freshRealm()
    await withPasskey(dov)
    expect(await (await waitingBrowser(dov)).get('/users/me')).toEqual(NOT_LOGGED_IN)
    const login = { username: dov.email, password: dov.account.password }
    expect((await realm.post('/fetch_api_key', login)).code).toBe('PARLEY_SECOND_FACTOR_REQUIRED')
  })
})

describe('a new passkey', () => {
  test.for<[string, Lies]>([
    ['a page of another origin', { origin: 'http://evil.parley.test' }],
    ['the host above', { rp_id: 'parley.test' }],
    ['a signature for a login', { type: 'webauthn.get' }],
    ['another challenge', { challenge: 'A'.repeat(43) }],
    ['a device that nobody touched', { isPresent: false }],
    ['an id that is not the one in its data', { id: 'C'.repeat(43) }],
  ])('is refused with %s', async ([, lies]) => {
    const { realm, dov } = await freshRealm()
    const browser = await browserOf(dov)
    const { options } = succeeded(await browser.post('/parley/passkeys/start'))
    const credential = (await Authenticator.at(dov.realm_url)).registers(options, lies)
    expect(await browser.post('/parley/passkeys', { name: 'Bad', credential })).toEqual(NOT_ADDED)
    expect(await countRows(realm, 'passkeys')).toBe(0)
    await addsPasskey(browser)
  })

  test('is refused with the challenge of another session, and with one that was used', async () => {
    const { realm, dov, ezra } = await freshRealm()
    const [browser, thief] = [await browserOf(dov), await browserOf(ezra)]
    const device = await Authenticator.at(realm.url)
    const { options } = succeeded(await browser.post('/parley/passkeys/start'))
    const fields = { name: 'Key', credential: device.registers(options) }
    expect(await thief.post('/parley/passkeys', fields)).toEqual(NOT_ADDED)
    succeeded(await browser.post('/parley/passkeys', fields))
    expect(await browser.post('/parley/passkeys', fields)).toEqual(NOT_ADDED)
  })

  test('has an id that no other account has, so one device does not open two accounts', async () => {
    const { realm, dov, ezra } = await freshRealm()
    const { device } = await withPasskey(dov)
    const other = await browserOf(ezra)
    const { options } = succeeded(await other.post('/parley/passkeys/start'))
    const handle = device.handle
    expect(await other.post('/parley/passkeys', { name: 'Key', credential: device.registers(options) })).toEqual(
      NOT_ADDED,
    )
    expect(await countRows(realm, 'passkeys')).toBe(1)
    device.handle = handle
    succeeded(await new PasskeyLogin(realm.url).logsIn(device))
  })

  test('ends the other sessions if it is the first factor, because one of them may be of a thief', async () => {
    const { dov } = await freshRealm()
    const thief = await browserOf(dov)
    const { browser } = await withPasskey(dov)
    expect(await thief.get('/users/me')).toEqual(NOT_LOGGED_IN)
    succeeded(await browser.get('/users/me'))
  })

  test('is added and removed by no API key and no old session, only after a recent proof', async () => {
    const { realm, dov } = await freshRealm()
    const { browser, passkey_id } = await withPasskey(dov)
    const needsProof = 'PARLEY_CONFIRMATION_REQUIRED'
    expect((await dov.delete(`/parley/passkeys/${passkey_id}`)).code).toBe(needsProof)
    expect((await dov.post('/parley/passkeys/start')).code).toBe(needsProof)
    const { options } = succeeded(await browser.post('/parley/passkeys/start'))
    const fields = { name: 'Key', credential: (await Authenticator.at(realm.url)).registers(options) }
    expect((await dov.post('/parley/passkeys', fields)).code).toBe(needsProof)
    await advanceClock(realm, 901)
    expect((await browser.post('/parley/passkeys', fields)).code).toBe(needsProof)
    expect((await browser.delete(`/parley/passkeys/${passkey_id}`)).code).toBe(needsProof)
  })
})

describe('the database', () => {
  test('has challenges only as hashes, and the number of an account says nothing about the account', async () => {
    const { realm, dov } = await freshRealm()
    const { browser } = await withPasskey(dov)
    const { options } = succeeded(await browser.post('/parley/passkeys/start'))
    const rows = JSON.stringify(await selectRows(realm, 'SELECT * FROM passkey_challenges'))
    expect([rows.includes('add'), rows.includes(options.challenge)]).toEqual([true, false])
    const handle = Buffer.from(options.user.id, 'base64url')
    expect([handle.length, handle.toString('latin1').includes(dov.email)]).toEqual([32, false])
  })
})
