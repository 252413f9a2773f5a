import { describe, expect, test } from 'vitest'
import { NOT_LOGGED_IN, refusal } from '../support/answers'
import { browserOf } from '../support/browser'
import { advanceClock } from '../support/clock'
import { succeeded } from '../support/person'
import { freshRealm } from '../support/realm'
import { codeNow, waitingBrowser, withCodes } from '../support/second-factor'
import { countRows, selectRows } from '../support/tables'

const WRONG_CODE = refusal('This code is wrong, or was used before', 'AUTHENTICATION_FAILED')

describe('a password alone', () => {
  test('opens nothing of an account with a second factor', async () => {
    const { realm, dov } = await freshRealm()
    await withCodes(realm, dov)
    const waiting = await waitingBrowser(dov)
    for (const path of ['/users/me', '/parley/sessions', '/parley/factors'])
      expect(await waiting.get(path)).toEqual(NOT_LOGGED_IN)
    for (const path of ['/parley/factors/recovery_codes', '/parley/sessions/confirm', '/logout'])
      expect(await waiting.post(path, { password: dov.account.password })).toEqual(NOT_LOGGED_IN)
    expect((await waiting.post('/register')).code).toBe('UNAUTHORIZED')
    expect((await waiting.openSocket({ queue_id: 'x', last_event_id: -1 })).status).toBe(401)
    const login = { username: dov.email, password: dov.account.password }
    expect(await realm.post('/fetch_api_key', login)).toEqual(
      refusal('This account has a second factor. Log in with the browser.', 'PARLEY_SECOND_FACTOR_REQUIRED'),
    )
  })

  test('does not end the sessions of the user, however often a thief logs in', async () => {
    const { realm, dov } = await freshRealm()
    const { browser } = await withCodes(realm, dov)
    for (let login = 0; login < 25; login++) await waitingBrowser(dov)
    succeeded(await browser.get('/users/me'))
    expect(await countRows(realm, 'sessions')).toBe(6)
  })
})

describe('a one-time code', () => {
  test('is never accepted twice, not even in another browser', async () => {
    const { realm, dov } = await freshRealm()
    const { secret, used } = await withCodes(realm, dov)
    const [first, second] = [await waitingBrowser(dov), await waitingBrowser(dov)]
    const code = await codeNow(realm, secret)
    expect(await first.post('/login/second_factor', { code: used })).toEqual(WRONG_CODE)
    succeeded(await first.post('/login/second_factor', { code }))
    expect(await second.post('/login/second_factor', { code })).toEqual(WRONG_CODE)
    await advanceClock(realm, 30)
    expect(await second.post('/login/second_factor', { code })).toEqual(WRONG_CODE)
    succeeded(await second.post('/login/second_factor', { code: await codeNow(realm, secret) }))
  })

  test('is not guessed: after five wrong codes the account accepts none for fifteen minutes', async () => {
    const { realm, dov } = await freshRealm()
    const { recovery_codes } = await withCodes(realm, dov)
    for (let guess = 0; guess < 5; guess++) {
      const thief = await waitingBrowser(dov)
      expect(await thief.post('/login/second_factor', { code: '000000' })).toEqual(WRONG_CODE)
    }
    const [code = ''] = recovery_codes
    const refused = await (await waitingBrowser(dov)).post('/login/second_factor', { code })
    expect(refused).toMatchObject({ code: 'RATE_LIMIT_HIT', 'retry-after': expect.any(Number) })
    await advanceClock(realm, 901)
    succeeded(await (await waitingBrowser(dov)).post('/login/second_factor', { code }))
  })

  test('has a secret that is stored encrypted, and recovery codes that are stored as hashes', async () => {
    const { realm, dov } = await freshRealm()
    const { secret, recovery_codes } = await withCodes(realm, dov)
    const rows = await Promise.all(
      ['one_time_codes', 'recovery_codes', 'secrets', 'events', 'outbox'].map((table) =>
        selectRows(realm, `SELECT * FROM ${table}`),
      ),
    )
    const [{ value }] = await selectRows(realm, 'SELECT value FROM secrets')
    const stored = JSON.stringify(rows) + new TextDecoder('latin1').decode(value)
    expect(stored).toContain('one-time codes of user')
    for (const text of [secret, ...recovery_codes, ...recovery_codes.map((code) => code.replaceAll('-', ''))])
      expect(stored).not.toContain(text)
  })
})

describe('the second factor', () => {
  test('gives the session a new token: a token from before it is not valid', async () => {
    const { realm, dov } = await freshRealm()
    const { secret } = await withCodes(realm, dov)
    const browser = await waitingBrowser(dov)
    const stolen = browser.copy()
    succeeded(await browser.post('/login/second_factor', { code: await codeNow(realm, secret) }))
    expect(browser.cookie).not.toBe(stolen.cookie)
    expect(await stolen.get('/users/me')).toEqual(NOT_LOGGED_IN)
  })

  test('ends the other sessions when it is turned on, because one of them may be of a thief', async () => {
    const { realm, dov } = await freshRealm()
    const thief = await browserOf(dov)
    const { browser } = await withCodes(realm, dov)
    expect(await thief.get('/users/me')).toEqual(NOT_LOGGED_IN)
    succeeded(await browser.get('/users/me'))
  })

  test('is changed by no API key and no old session, only after a recent proof', async () => {
    const { realm, dov } = await freshRealm()
    const { browser } = await withCodes(realm, dov)
    expect((await dov.delete('/parley/factors/totp')).code).toBe('PARLEY_CONFIRMATION_REQUIRED')
    succeeded(await dov.post('/parley/sessions/confirm', { password: dov.account.password }))
    for (const path of ['/parley/factors/totp', '/parley/factors/recovery_codes'])
      expect((await dov.post(path)).code).toBe('PARLEY_CONFIRMATION_REQUIRED')
    await advanceClock(realm, 901)
    expect((await browser.delete('/parley/factors/totp')).code).toBe('PARLEY_CONFIRMATION_REQUIRED')
  })
})
