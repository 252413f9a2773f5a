import { describe, expect, test } from 'vitest'
import { Browser, browserOf } from '../support/browser'
import { invite, NEW_USER } from '../support/invitations'
import { emailTo, linkIn, submitPage } from '../support/mail'
import { Person, succeeded } from '../support/person'
import { freshRealm, type TestRealm } from '../support/realm'

const GWEN = 'gwen@example.com'

/** Submits the form to which the link in the newest email to an address leads. */
async function submitLink(browser: Browser, realm: TestRealm, email: string, fields: Record<string, string>) {
  const { pathname } = new URL(linkIn(await emailTo(realm, email)))
  return browser.request(pathname, { method: 'POST', fields })
}

describe('POST site:/join/:confirmation_key', () => {
  test('logs the new user in, and leads to the first channel of the invitation', async () => {
    const { realm, ada, general, vault } = await freshRealm()
    succeeded(await ada.post('/default_streams', { stream_id: general.stream_id }))
    succeeded(await invite(ada, { stream_ids: [vault.stream_id], include_realm_default_subscriptions: true }))
    const browser = new Browser(realm.url)
    const joined = await submitLink(browser, realm, GWEN, NEW_USER)
    expect([joined.status, joined.headers.get('location')]).toEqual([302, `/#narrow/channel/${vault.stream_id}`])
    expect(await browser.get('/users/me')).toMatchObject({ full_name: 'Gwen', delivery_email: GWEN })
    expect((await browser.get('/parley/sessions')).sessions).toMatchObject([{ method: 'sign_up', is_current: true }])
  })

  test('leads to a default channel, or to the start without one', async () => {
    const { realm, ada, general } = await freshRealm()
    const locationFor = async (email: string) => {
      succeeded(await invite(ada, { invitee_emails: email, include_realm_default_subscriptions: true }))
      const response = await submitLink(new Browser(realm.url), realm, email, NEW_USER)
      return response.headers.get('location')
    }
    expect(await locationFor('hal@example.com')).toBe('/')
    succeeded(await ada.post('/default_streams', { stream_id: general.stream_id }))
    expect(await locationFor(GWEN)).toBe(`/#narrow/channel/${general.stream_id}`)
  })

  test('shows the form again without a session, if the realm refuses the account', async () => {
    const { realm, ada } = await freshRealm()
    succeeded(await invite(ada, {}))
    const browser = new Browser(realm.url)
    for (const fields of [
      { ...NEW_USER, password: 'short' },
      { ...NEW_USER, full_name: '@' },
    ])
      expect((await submitLink(browser, realm, GWEN, fields)).status).toBe(400)
    expect(browser.cookie).toBeUndefined()
  })
})

describe('POST site:/accounts/password/reset/:confirmation_key', () => {
  test('logs the user in with the new password, and ends the session of the browser before', async () => {
    const { realm, dov } = await freshRealm()
    const browser = await browserOf(dov)
    const before = browser.copy()
    await submitPage(`${realm.url}/accounts/password/reset/`, { email: dov.email })
    const response = await submitLink(browser, realm, dov.email, { password: 'quite another' })
    expect([response.status, response.headers.get('location')]).toEqual([302, '/'])
    expect((await browser.get('/users/me')).user_id).toBe(dov.id)
    expect((await browser.get('/parley/sessions')).sessions).toMatchObject([{ method: 'password_reset' }])
    expect((await before.get('/users/me')).code).toBe('UNAUTHORIZED')
  })
})

describe('POST site:/accounts/confirm_new_email/:confirmation_key', () => {
  test('keeps the session that confirms its own address with a new token, and logs no other browser in', async () => {
    const { realm, dov, cleo } = await freshRealm()
    let address = dov.email
    for (const [email, confirms, user_id, keeps] of [
      ['dov2@example.com', await browserOf(dov), dov.id, undefined],
      ['dov3@example.com', await browserOf(cleo), cleo.id, cleo.id],
      ['dov4@example.com', new Browser(realm.url), undefined, undefined],
    ] as const) {
      const owner = new Person(realm.url, { ...dov.account, email: address })
      const other = await browserOf(owner)
      const before = confirms.copy()
      succeeded(await owner.patch('/settings', { email }))
      expect((await submitLink(confirms, realm, email, {})).status).toBe(200)
      expect((await other.get('/users/me')).code).toBe('UNAUTHORIZED')
      expect((await confirms.get('/users/me')).user_id).toBe(user_id)
      address = email
      expect((await before.get('/users/me')).user_id).toBe(keeps)
    }
  })
})

describe('the pages', () => {
  test('have the language that the browser asks for, and the own icon of the organization', async () => {
    const { realm } = await freshRealm()
    const open = async (language: string) =>
      (await new Browser(realm.url).request('/login', { headers: { 'accept-language': language } })).text()
    expect(await open('de-DE')).toContain('<html lang="de" dir="ltr">')
    expect(await open('de-DE')).toContain('Passwort vergessen?')
    expect(await open('fr-CA')).toContain('Mot de passe oublié')
    expect(await open('tlh')).toContain('Forgot your password?')
    // The default icon belongs to another host.
    expect(await open('tlh')).not.toContain('<img')
  })
})
