import { exports } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { letterTo, linkIn, mailFrom, opens, submits } from '../support/mail'
import { Person, succeeded, type Json } from '../support/person'
import { freshRealm, type TestRealm } from '../support/realm'

const WHO = { full_name: 'Gwen', password: 'battery staple' }
const FORGED_HEADERS = { 'x-forwarded-host': 'evil.test', forwarded: 'host=evil.test', origin: 'http://evil.test' }

/** The same realm, by a host that is not its own. */
const asked = (realm: TestRealm) => `http://${realm.name}.evil.test`
const askedBy = (person: Person, realm: TestRealm) => new Person(asked(realm), person.account)

function lead(realm: TestRealm, letters: readonly Json[]) {
  expect(letters.length).toBeGreaterThan(0)
  for (const { text, html } of letters) expect(`${text} ${html}`).not.toContain('evil')
  for (const letter of letters) expect(linkIn(letter)).toMatch(new RegExp(`^(no link|${realm.url}/)`))
}

describe('a letter that somebody has sent to somebody else, by a host of their choice', () => {
  test('leads whoever forgot a password to the realm and nowhere else', async () => {
    const { realm, dov } = await freshRealm()
    const page = await submits(`${asked(realm)}/accounts/password/reset/`, { email: dov.email })
    expect(page.status).toBe(200)
    const letter = await letterTo(realm, dov.email)
    lead(realm, [letter])
    expect((await opens(linkIn(letter))).html).toContain('name="password"') // and the door opens
  })

  test('does so whatever other headers say', async () => {
    const { realm, dov } = await freshRealm()
    const body = new URLSearchParams({ email: dov.email })
    const request = new Request(`${realm.url}/accounts/password/reset/`, {
      method: 'POST',
      body,
      headers: FORGED_HEADERS,
    })
    expect((await exports.default.fetch(request)).status).toBe(200)
    lead(realm, [await letterTo(realm, dov.email)])
  })

  test('leads the invited, those who sign up, and newcomers there', async () => {
    const { realm, ada } = await freshRealm()
    const forging = askedBy(ada, realm)
    succeeded(await ada.patch('/realm', { invite_required: false }))
    succeeded(await forging.post('/invites', { invitee_emails: 'gwen@example.com', stream_ids: [] }))
    const { invites } = succeeded(await forging.get('/invites'))
    succeeded(await forging.post(`/invites/${invites[0].id}/resend`))
    const { invite_link } = succeeded(await forging.post('/invites/multiuse', { stream_ids: [] }))
    expect(invite_link).toMatch(new RegExp(`^${realm.url}/join/`))
    expect((await submits(`${asked(realm)}/register/`, { email: 'hal@example.com' })).status).toBe(200)
    const link = linkIn(await letterTo(realm, 'hal@example.com'))
    expect((await submits(link.replace(realm.url, asked(realm)), WHO)).status).toBe(200)
    expect((await submits(`${asked(realm)}/register/`, { email: 'hal@example.com' }, 'there')).status).toBe(200)
    const letters = await mailFrom(realm)
    for (const [to, times] of [
      ['gwen@example.com', 2],
      ['hal@example.com', 3],
    ])
      expect(
        letters.filter((letter) => letter.to === to),
        `to ${to}`,
      ).toHaveLength(Number(times))
    lead(realm, letters)
  })

  test('leads there whose address is to change', async () => {
    const { realm, dov } = await freshRealm()
    succeeded(await askedBy(dov, realm).patch('/settings', { email: 'dov@elsewhere.test' }))
    const letter = await letterTo(realm, 'dov@elsewhere.test')
    lead(realm, [letter])
    await submits(linkIn(letter).replace(realm.url, asked(realm)))
    const letters = await mailFrom(realm)
    expect(letters.map(({ to }) => to)).toEqual([dov.email, 'dov@elsewhere.test']) // it did change
    lead(realm, letters)
  })
})
