import { describe, expect, test } from 'vitest'
import { Browser } from '../support/browser'
import { advanceClock, stopClock } from '../support/clock'
import { emailTo, linkIn, openPage, sentEmails, submitPage } from '../support/mail'
import { addsPasskey } from '../support/passkeys'
import { succeeded, type Json, type Person } from '../support/person'
import { freshRealm, type Cast } from '../support/realm'
import { send } from '../support/request'
import { waitingBrowser, withCodes } from '../support/second-factor'
import { countRows } from '../support/tables'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36'
const DAY = 86_400

const logInFrom = (person: Person, agent: string, address: string) =>
  new Browser(person.realm_url, { 'user-agent': agent, 'cf-connecting-ip': address }).logIn(person)

const subjectsTo = async ({ realm }: Cast, address: string): Promise<string[]> =>
  (await sentEmails(realm)).filter(({ to }: Json) => to === address).map(({ subject }) => subject)

describe('a login', () => {
  test('from an unknown device sends an email, and from a known one sends none', async () => {
    const cast = await freshRealm()
    const { realm, dov } = cast
    await logInFrom(dov, FIREFOX, '192.0.2.7')
    await logInFrom(dov, FIREFOX, '192.0.2.8')
    expect(await subjectsTo(cast, dov.email)).toEqual([])
    await logInFrom(dov, CHROME, '192.0.2.7')
    expect(await subjectsTo(cast, dov.email)).toEqual([
      expect.stringMatching(/^New login to .* from Chrome on Windows$/),
    ])
    expect((await emailTo(realm, dov.email)).text).toContain('192.0.2.7')
    await logInFrom(dov, FIREFOX, '198.51.100.7')
    expect(await subjectsTo(cast, dov.email)).toHaveLength(2)
    const agent = { 'user-agent': 'ZulipMobile/1.0', 'cf-connecting-ip': '192.0.2.7' }
    const body = new URLSearchParams({ username: dov.email, password: dov.account.password })
    expect((await realm.request('/fetch_api_key', { method: 'POST', body, headers: agent })).status).toBe(200)
    expect(await subjectsTo(cast, dov.email)).toHaveLength(3)
  })

  test('has its time in the language and the time zone of the user', async () => {
    const { realm, dov } = await freshRealm()
    succeeded(await dov.patch('/settings', { default_language: 'de', timezone: 'Asia/Kolkata' }))
    await stopClock(realm, 1_900_022_400) // 18 March 2030, 00:00 UTC
    await logInFrom(dov, FIREFOX, '192.0.2.7')
    await logInFrom(dov, CHROME, '192.0.2.7')
    expect((await emailTo(realm, dov.email)).text).toContain('18. März 2030 um 05:30 GMT+5:30')
  })

  test('from a device that was not used for half a year sends an email', async () => {
    const cast = await freshRealm()
    const { realm, dov } = cast
    await logInFrom(dov, FIREFOX, '192.0.2.7')
    await advanceClock(realm, 180 * DAY)
    await logInFrom(dov, FIREFOX, '192.0.2.7')
    expect(await subjectsTo(cast, dov.email)).toHaveLength(1)
  })

  test('with a wrong password sends none, and an account has a bounded number of devices', async () => {
    const cast = await freshRealm()
    const { realm, dov } = cast
    succeeded(await dov.patch('/settings', { enable_login_emails: false }))
    for (let network = 0; network < 52; network++) await logInFrom(dov, FIREFOX, `192.0.${network}.7`)
    expect(await countRows(realm, 'known_devices')).toBe(50)
    const browser = new Browser(realm.url, { 'user-agent': CHROME })
    await browser.post('/login', { username: dov.email, password: 'wrong' })
    expect(await subjectsTo(cast, dov.email)).toEqual([])
  })
})

describe('site:/accounts/unsubscribe/:email_type/:confirmation_key', () => {
  test('stops the emails without a login, when the user confirms it or a mail program asks', async () => {
    const cast = await freshRealm()
    const { realm, dov } = cast
    await logInFrom(dov, FIREFOX, '192.0.2.7')
    await logInFrom(dov, CHROME, '192.0.2.7')
    const link = linkIn(await emailTo(realm, dov.email))
    expect(link).toContain('/accounts/unsubscribe/login/')
    const page = await openPage(link)
    expect([page.status, page.html.includes('<button>')]).toEqual([200, true])
    const setting = async (name: string) =>
      (await dov.registers({ fetch_event_types: ['user_settings'] })).state.user_settings[name]
    expect(await setting('enable_login_emails')).toBe(true)
    const oneClick = new Request(link, {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    })
    expect((await send(oneClick)).status).toBe(200)
    expect(await setting('enable_login_emails')).toBe(false)
    await logInFrom(dov, FIREFOX, '198.51.100.7')
    expect(await subjectsTo(cast, dov.email)).toHaveLength(1)
    expect((await submitPage(link.replace('/login/', '/digest/'))).status).toBe(200)
    expect(await setting('enable_digest_emails')).toBe(false)
  })

  test('refuses a secret that is wrong, of another realm or of a deactivated user', async () => {
    const cast = await freshRealm()
    const { realm, ada, dov } = cast
    await logInFrom(dov, FIREFOX, '192.0.2.7')
    await logInFrom(dov, CHROME, '192.0.2.7')
    const link = linkIn(await emailTo(realm, dov.email))
    const other = await freshRealm()
    const wrong = link.replace(/[0-9a-f]{40}/, '0'.repeat(40))
    for (const address of [wrong, link.replace(realm.url, other.realm.url)])
      for (const { status } of [await openPage(address), await submitPage(address)]) expect(status).toBe(404)
    expect((await submitPage(link)).status).toBe(200)
    succeeded(await ada.delete(`/users/${dov.id}`))
    expect((await submitPage(link)).status).toBe(404)
  })
})

describe('an email', () => {
  test('is in the language of its user, and of the organization for an address without an account', async () => {
    const cast = await freshRealm()
    const { realm, ada, dov } = cast
    succeeded(await dov.patch('/settings', { default_language: 'de' }))
    const ask = (email: string) => submitPage(`${realm.url}/accounts/password/reset/`, { email })
    await ask(dov.email)
    expect((await emailTo(realm, dov.email)).subject).toBe(`Ihr Passwort bei ${realm.name}`)
    await ask(ada.email)
    expect((await emailTo(realm, ada.email)).subject).toBe(`Your password on ${realm.name}`)
    succeeded(await ada.patch('/realm', { default_language: 'de' }))
    await ask('nobody@example.com')
    expect((await emailTo(realm, 'nobody@example.com')).text).toContain('kein Konto mit dieser Adresse')
  })
})

describe('a change of how an account logs in', () => {
  test('sends an email after each change of passkeys, codes and recovery codes', async () => {
    const { realm, dov } = await freshRealm()
    const newest = async () => (await sentEmails(realm)).find(({ to }) => to === dov.email)?.text ?? ''
    const { browser } = await withCodes(realm, dov)
    expect(await newest()).toContain('one-time codes of your account were changed')
    const { passkey_id } = await addsPasskey(browser)
    expect(await newest()).toContain('passkeys of your account were changed')
    const { recovery_codes } = succeeded(await browser.post('/parley/factors/recovery_codes'))
    expect(await newest()).toContain('recovery codes of your account were replaced')
    const waiting = await waitingBrowser(dov)
    succeeded(await waiting.post('/login/second_factor', { code: recovery_codes[0] }))
    expect(await newest()).toContain('A recovery code was used to log in')
    succeeded(await browser.delete(`/parley/passkeys/${passkey_id}`))
    expect(await newest()).toContain('passkeys of your account were changed')
    succeeded(await browser.delete('/parley/factors/totp'))
    expect(await newest()).toContain('one-time codes of your account were changed')
  })

  test('sends an email after a changed password', async () => {
    const cast = await freshRealm()
    const { dov } = cast
    const change = { old_password: dov.account.password, new_password: 'quite another battery' }
    succeeded(await dov.patch('/settings', change))
    expect(await subjectsTo(cast, dov.email)).toEqual([expect.stringMatching(/^A change of your account on /)])
    expect((await dov.patch('/settings', change)).result).toBe('error')
    expect(await subjectsTo(cast, dov.email)).toHaveLength(1)
  })

  test('sends an email to the previous and to the new address, after an administrator changed the address', async () => {
    const cast = await freshRealm()
    const { ada, dov } = cast
    succeeded(await ada.patch(`/parley/users/${ada.id}/rights`, { can_change_user_emails: true }))
    succeeded(await ada.patch(`/users/${dov.id}`, { new_email: 'dov2@example.com' }))
    for (const address of [dov.email, 'dov2@example.com'])
      expect(await subjectsTo(cast, address)).toEqual([expect.stringMatching(/^A change of your account on /)])
  })
})
