import { describe, expect, test } from 'vitest'
import { Browser, browserOf, OWN_PAGE } from '../support/browser'
import { advanceClock } from '../support/clock'
import { sentEmails } from '../support/mail'
import { addsPasskey } from '../support/passkeys'
import { succeeded, type FieldValue } from '../support/person'
import { freshRealm } from '../support/realm'
import { realmWithVariables } from '../support/realm-with-variables'
import { codeNow, waitingBrowser, withCodes } from '../support/second-factor'
import { executeSql } from '../support/tables'

const PAGE = '/accounts/one-time-codes'

/** Opens the page, or submits one of its forms. */
async function visit(browser: Browser, fields?: Record<string, FieldValue>, path = PAGE) {
  const method = fields === undefined ? 'GET' : 'POST'
  const response = await browser.request(path, { method, fields, headers: OWN_PAGE })
  return { status: response.status, location: response.headers.get('location'), html: await response.text() }
}

const secretIn = (html: string): string => /\?secret=([A-Z2-7]{32})/.exec(html)?.[1] ?? ''
const codesIn = (html: string): string[] => [...html.matchAll(/<li>([a-z0-9-]{19})<\/li>/g)].map(([, code]) => code!)

describe('GET site:/accounts/one-time-codes', () => {
  test('shows whether codes are on, and lets a user with a recent login change them', async () => {
    const { realm, dov } = await freshRealm()
    const browser = await browserOf(dov)
    const off = await visit(browser)
    expect([off.status, off.html.includes('value="start"'), off.html.includes('<script')]).toEqual([200, true, false])
    const { browser: other } = await withCodes(realm, dov)
    const on = await visit(other)
    expect(on.html).toContain('Recovery codes left: 10.')
    expect(on.html).toMatch(/value="renew"[^]*value="turn_off"/)
    await advanceClock(realm, 900)
    const later = await visit(other)
    expect(later.html).toContain('action="/accounts/confirm"')
    expect(later.html).not.toMatch(/value="(?:renew|turn_off)"/)
  })

  test('asks a visitor to log in first, and offers a passkey to confirm who uses the session', async () => {
    const { realm, dov } = await freshRealm()
    expect(await visit(new Browser(realm.url))).toMatchObject({
      status: 302,
      location: '/login?next=%2Faccounts%2Fone-time-codes',
    })
    const browser = await browserOf(dov)
    await addsPasskey(browser)
    await advanceClock(realm, 900)
    expect((await visit(browser)).html).toContain('data-part="confirm"')
  })

  test('lets a user log in again who has nothing else to confirm with', async () => {
    const { realm, dov } = await freshRealm()
    const browser = await browserOf(dov)
    await executeSql(realm, 'UPDATE users SET password_hash = NULL WHERE user_id = ?', dov.id)
    await advanceClock(realm, 900)
    expect((await visit(browser)).html).toMatch(/action="\/accounts\/confirm"[^]*Log in/)
    const again = await visit(browser, { next: PAGE }, '/accounts/confirm')
    expect(again.location).toBe('/login?next=%2Faccounts%2Fone-time-codes')
    expect((await visit(browser)).location).toBe(again.location)
  })
})

describe('POST site:/accounts/one-time-codes', () => {
  test('sets codes up without a script: a picture with the key, the first code, recovery codes', async () => {
    const { realm, dov } = await freshRealm()
    const browser = await browserOf(dov)
    const started = await visit(browser, { step: 'start' })
    const secret = secretIn(started.html)
    expect(secret).not.toBe('')
    expect(started.html).toContain('<svg class="qr"')
    expect(started.html.replaceAll(' ', '')).toContain(`<code>${secret}</code>`)
    const wrong = await visit(browser, { step: 'turn_on', code: '000000' })
    expect([wrong.status, secretIn(wrong.html)]).toEqual([403, secret])
    expect(wrong.html).toContain('This code is wrong')
    const done = await visit(browser, { step: 'turn_on', code: await codeNow(realm, secret) })
    const codes = codesIn(done.html)
    expect([done.status, new Set(codes).size]).toEqual([200, 10])
    const shownAgain = (await visit(browser)).html
    for (const text of [secret, ...codes]) expect(shownAgain).not.toContain(text)
    succeeded(await (await waitingBrowser(dov)).post('/login/second_factor', { code: codes[0]! }))
    expect((await sentEmails(realm)).some(({ to, text }) => to === dov.email && text.includes('one-time codes'))).toBe(
      true,
    )
  })

  test('renews the recovery codes, and turns codes off', async () => {
    const { realm, dov } = await freshRealm()
    const { browser, recovery_codes } = await withCodes(realm, dov)
    const added = codesIn((await visit(browser, { step: 'renew' })).html)
    expect(added).toHaveLength(10)
    for (const code of recovery_codes) expect(added).not.toContain(code)
    expect(await visit(browser, { step: 'turn_off' })).toMatchObject({ status: 302, location: PAGE })
    expect((await browser.get('/parley/factors')).totp_since).toBeNull()
    for (const step of ['renew', 'turn_off'])
      expect(await visit(browser, { step })).toMatchObject({ status: 302, location: PAGE })
  })

  test('changes nothing without a recent login, and replaces no codes that are on', async () => {
    const { realm, dov } = await freshRealm()
    const { browser } = await withCodes(realm, dov)
    expect(await visit(browser, { step: 'start' })).toMatchObject({ status: 302, location: PAGE })
    await advanceClock(realm, 900)
    for (const step of ['renew', 'turn_off']) {
      const page = await visit(browser, { step })
      expect([page.status, codesIn(page.html)]).toEqual([200, []])
      expect(page.html).toContain('action="/accounts/confirm"')
    }
    expect(await browser.get('/parley/factors')).toMatchObject({
      totp_since: expect.any(Number),
      recovery_codes_left: 10,
    })
  })

  test('says that the deployment cannot encrypt', async () => {
    const { ada } = await realmWithVariables({ ENCRYPTION_SECRET: '' })
    const page = await visit(await browserOf(ada), { step: 'start' })
    expect(page.html).toContain('no ENCRYPTION_SECRET')
  })
})

describe('POST site:/accounts/confirm', () => {
  test('confirms the password and leads back, with a new token of the session', async () => {
    const { realm, dov } = await freshRealm()
    const { browser } = await withCodes(realm, dov)
    await advanceClock(realm, 900)
    const before = browser.cookie
    const confirm = (password: string, next = PAGE) => visit(browser, { password, next }, '/accounts/confirm')
    const wrong = await confirm('wrong')
    expect([wrong.status, wrong.html.includes('Wrong password!'), wrong.html.includes(`value="${PAGE}"`)]).toEqual([
      400,
      true,
      true,
    ])
    expect(browser.cookie).toBe(before)
    expect(await confirm(dov.account.password)).toMatchObject({ status: 302, location: PAGE })
    expect(browser.cookie).not.toBe(before)
    expect((await visit(browser)).html).toContain('value="turn_off"')
    expect(await confirm(dov.account.password, 'https://evil.example/')).toMatchObject({ location: '/' })
  })

  test('counts wrong passwords with those of logins', async () => {
    const { dov } = await freshRealm()
    const browser = await browserOf(dov)
    const confirm = (password: string) => visit(browser, { password }, '/accounts/confirm')
    for (let attempt = 0; attempt < 5; attempt++) expect((await confirm('wrong')).status).toBe(400)
    const blocked = await confirm(dov.account.password)
    expect([blocked.status, blocked.html.includes('rate limit')]).toEqual([429, true])
  })

  test('asks a visitor to log in first', async () => {
    const { realm } = await freshRealm()
    const answer = await visit(new Browser(realm.url), { password: 'x', next: PAGE }, '/accounts/confirm')
    expect(answer).toMatchObject({ status: 302, location: '/login?next=%2Faccounts%2Fone-time-codes' })
  })
})
