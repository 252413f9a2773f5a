import { exports } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { emailTo, linkIn, sentEmails, openPage, submitPage } from '../support/mail'
import { Person, succeeded, type Json } from '../support/person'
import { freshRealm, type TestRealm } from '../support/realm'

const NEW_ACCOUNT = { full_name: 'Gwen', password: 'battery staple' }
const FORGED_HEADERS = { 'x-forwarded-host': 'evil.test', forwarded: 'host=evil.test', origin: 'http://evil.test' }

/** Returns an address of the realm with a host that is not its own. */
const forgedUrl = (realm: TestRealm) => `http://${realm.name}.evil.test`
const withForgedHost = (person: Person, realm: TestRealm) => new Person(forgedUrl(realm), person.account)

function expectLinksToRealm(realm: TestRealm, emails: readonly Json[]) {
  expect(emails.length).toBeGreaterThan(0)
  for (const { text, html } of emails) expect(`${text} ${html}`).not.toContain('evil')
  for (const email of emails) expect(linkIn(email)).toMatch(new RegExp(`^(no link|${realm.url}/)`))
}

describe('a link in an email, after a request with a forged host', () => {
  test('of a password reset leads to the realm', async () => {
    const { realm, dov } = await freshRealm()
    const page = await submitPage(`${forgedUrl(realm)}/accounts/password/reset/`, { email: dov.email })
    expect(page.status).toBe(200)
    const message = await emailTo(realm, dov.email)
    expectLinksToRealm(realm, [message])
    expect((await openPage(linkIn(message))).html).toContain('name="password"') // and the link works
  })

  test('leads to the realm with forged headers too', async () => {
    const { realm, dov } = await freshRealm()
    const body = new URLSearchParams({ email: dov.email })
    const request = new Request(`${realm.url}/accounts/password/reset/`, {
      method: 'POST',
      body,
      headers: FORGED_HEADERS,
    })
    expect((await exports.default.fetch(request)).status).toBe(200)
    expectLinksToRealm(realm, [await emailTo(realm, dov.email)])
  })

  test('of an invitation, a sign-up or a new account leads to the realm', async () => {
    const { realm, ada } = await freshRealm()
    const forger = withForgedHost(ada, realm)
    succeeded(await ada.patch('/realm', { invite_required: false }))
    succeeded(await forger.post('/invites', { invitee_emails: 'gwen@example.com', stream_ids: [] }))
    const { invites } = succeeded(await forger.get('/invites'))
    succeeded(await forger.post(`/invites/${invites[0].id}/resend`))
    const { invite_link } = succeeded(await forger.post('/invites/multiuse', { stream_ids: [] }))
    expect(invite_link).toMatch(new RegExp(`^${realm.url}/join/`))
    expect((await submitPage(`${forgedUrl(realm)}/register/`, { email: 'hal@example.com' })).status).toBe(200)
    const link = linkIn(await emailTo(realm, 'hal@example.com'))
    expect((await submitPage(link.replace(realm.url, forgedUrl(realm)), NEW_ACCOUNT)).status).toBe(302)
    expect(
      (await submitPage(`${forgedUrl(realm)}/register/`, { email: 'hal@example.com' }, 'another address')).status,
    ).toBe(200)
    const emails = await sentEmails(realm)
    const count = (address: string) => emails.filter(({ to }) => to === address).length
    expect([count('gwen@example.com'), count('hal@example.com')]).toEqual([2, 3])
    expectLinksToRealm(realm, emails)
  })

  test('of a new email address leads to the realm', async () => {
    const { realm, dov } = await freshRealm()
    succeeded(await withForgedHost(dov, realm).patch('/settings', { email: 'dov@elsewhere.test' }))
    const message = await emailTo(realm, 'dov@elsewhere.test')
    expectLinksToRealm(realm, [message])
    await submitPage(linkIn(message).replace(realm.url, forgedUrl(realm)))
    const emails = await sentEmails(realm)
    expect(emails.map(({ to }) => to)).toEqual([dov.email, 'dov@elsewhere.test']) // so the address changed
    expectLinksToRealm(realm, emails)
  })
})
