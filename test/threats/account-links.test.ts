import { describe, expect, test } from 'vitest'
import { FakeProvider } from '../support/identity-provider'
import { emailTo, sentEmails } from '../support/mail'
import { succeeded, type Json, type Person } from '../support/person'
import { realmWithProviders, Visitor } from '../support/provider-login'
import type { TestRealm } from '../support/realm'
import { executeSql, selectRows } from '../support/tables'

const NEWCOMER = 'zoe@corp.example'

async function withProvider(more: Json = {}) {
  const provider = await FakeProvider.at()
  const trusted = { trusted_domains: ['corp.example'], ...more }
  const cast = await realmWithProviders([provider.configuration(trusted)])
  return { ...cast, provider }
}

/** The user opened a link that was sent to the address of the account. */
const proves = (realm: TestRealm, { id, email }: Person) =>
  executeSql(realm, 'INSERT INTO proven_addresses (user_id, email_key) VALUES (?, ?)', id, email.toLowerCase())

const identities = (realm: TestRealm) => selectRows(realm, 'SELECT subject, user_id FROM identities ORDER BY subject')

const claimsOf = ({ email }: Pick<Person, 'email'>, more: Json = {}) => ({
  sub: 'at-idp',
  email,
  email_verified: true,
  ...more,
})

async function logsIn(realm: TestRealm, provider: FakeProvider, claims: Json) {
  const visitor = new Visitor(realm.url)
  const response = await visitor.logsIn(provider, claims)
  return { status: response.status, html: await response.text(), user: await visitor.user() }
}

describe('an identity that no account has', () => {
  test('is linked to the account with its address, if the provider confirmed it, is trusted for it, and the account proved it', async () => {
    const { realm, dov, provider } = await withProvider({ trusted_domains: ['*'] })
    await proves(realm, dov)
    expect(await logsIn(realm, provider, claimsOf(dov))).toMatchObject({ status: 302, user: { user_id: dov.id } })
    expect(await identities(realm)).toEqual([{ subject: 'at-idp', user_id: dov.id }])
    expect((await emailTo(realm, dov.email)).subject).toContain('Idp now opens your account')
  })

  test('is not linked to an account that an attacker created with the address of the victim', async () => {
    const { realm, provider } = await withProvider({ trusted_domains: ['*'] })
    // An administrator or an import made the account with a password. No link was ever opened at this address.
    const trap = await realm.newPerson('victim')
    const { status, html, user } = await logsIn(realm, provider, claimsOf(trap))
    expect([status, user]).toEqual([403, undefined])
    expect(html).toContain('never confirmed')
    expect(await identities(realm)).toEqual([])
    await proves(realm, trap)
    expect(await logsIn(realm, provider, claimsOf(trap))).toMatchObject({ status: 302, user: { user_id: trap.id } })
  })

  test('is not linked by an address that was proven before the account had another one', async () => {
    const { realm, dov, provider } = await withProvider({ trusted_domains: ['*'] })
    await proves(realm, { id: dov.id, email: 'earlier@corp.example' } as Person)
    expect((await logsIn(realm, provider, claimsOf(dov))).status).toBe(403)
  })

  test('is not linked to an account without a proven address, although no user can log in to it', async () => {
    const { realm, provider } = await withProvider({ trusted_domains: ['*'] })
    const hana = await realm.newPerson('hana')
    await executeSql(realm, 'UPDATE users SET password_hash = NULL WHERE user_id = ?', hana.id)
    await executeSql(realm, 'DELETE FROM api_keys WHERE user_id = ?', hana.id)
    const { status, html, user } = await logsIn(realm, provider, claimsOf(hana))
    expect([status, user]).toEqual([403, undefined])
    expect(html).toContain('never confirmed')
    expect(await identities(realm)).toEqual([])
  })

  const UNCONFIRMED: [what: string, claims: Json][] = [
    ['says that it is not confirmed', { email_verified: false }],
    ['does not say that it is confirmed', { email_verified: undefined }],
    ['says so in a text', { email_verified: 'true' }],
    ['says so in a number', { email_verified: 1 }],
  ]
  test.for(UNCONFIRMED)('is not linked if the provider %s', async ([, claims]) => {
    const { realm, dov, provider } = await withProvider({ trusted_domains: ['*'] })
    await proves(realm, dov)
    expect((await logsIn(realm, provider, claimsOf(dov, claims))).status).toBe(403)
    expect(await identities(realm)).toEqual([])
    expect((await logsIn(realm, provider, claimsOf(dov))).status).toBe(302)
  })

  test('is not linked if the address is in one answer, and the confirmation of another address in the other', async () => {
    const { realm, dov, provider } = await withProvider({ trusted_domains: ['*'] })
    await proves(realm, dov)
    provider.userInfo = { sub: 'at-idp', email: dov.email }
    expect((await logsIn(realm, provider, { sub: 'at-idp', email_verified: true })).status).toBe(403)
    provider.userInfo = { sub: 'at-idp', email_verified: true }
    expect((await logsIn(realm, provider, claimsOf(dov, { email_verified: undefined }))).status).toBe(403)
    // The user info of another user does not count at all.
    provider.userInfo = { sub: 'another', email: dov.email, email_verified: true }
    expect((await logsIn(realm, provider, { sub: 'at-idp' })).status).toBe(502)
    provider.userInfo = { sub: 'at-idp', email: dov.email, email_verified: true }
    expect((await logsIn(realm, provider, { sub: 'at-idp' })).status).toBe(302)
  })

  test('is not linked for a domain for which the owner does not trust the provider, and does not learn of the account', async () => {
    const { realm, dov, provider } = await withProvider()
    await proves(realm, dov)
    const ofAccount = await logsIn(realm, provider, claimsOf(dov))
    const unknown = await logsIn(realm, provider, claimsOf({ email: 'nobody@elsewhere.example' }))
    expect([ofAccount.status, ofAccount.user]).toEqual([403, undefined])
    expect(ofAccount).toEqual(unknown)
  })

  test('is not linked by the address that other users see instead of the real one', async () => {
    const { realm, dov, provider } = await withProvider({ trusted_domains: ['*'] })
    await proves(realm, dov)
    const apiEmail = `user${dov.id}@${new URL(realm.url).hostname}`
    expect((await logsIn(realm, provider, claimsOf({ email: apiEmail }))).user).toBeUndefined()
    expect(await identities(realm)).toEqual([])
  })

  test('is linked to no bot and to no deactivated account', async () => {
    const { realm, ada, dov, fig, provider } = await withProvider({ trusted_domains: ['*'] })
    await proves(realm, dov)
    await proves(realm, fig)
    succeeded(await ada.delete(`/users/${dov.id}`))
    for (const person of [dov, fig]) expect((await logsIn(realm, provider, claimsOf(person))).status).toBe(403)
    expect(await identities(realm)).toEqual([])
  })
})

describe('an identity that an account has', () => {
  test('opens this account, although its address is that of another account by now', async () => {
    const { realm, dov, cleo, provider } = await withProvider({ trusted_domains: ['*'] })
    await proves(realm, dov)
    await proves(realm, cleo)
    expect((await logsIn(realm, provider, claimsOf(dov))).user).toMatchObject({ user_id: dov.id })
    expect((await logsIn(realm, provider, claimsOf(cleo))).user).toMatchObject({ user_id: dov.id })
    expect(await identities(realm)).toEqual([{ subject: 'at-idp', user_id: dov.id }])
  })

  test('is of one issuer: the same subject at another provider opens nothing', async () => {
    const [one, two] = [await FakeProvider.at(), await FakeProvider.at()]
    const { realm, dov } = await realmWithProviders([
      one.configuration({ trusted_domains: ['*'] }),
      two.configuration({ key: 'second' }),
    ])
    await proves(realm, dov)
    expect((await logsIn(realm, one, claimsOf(dov))).status).toBe(302)
    const visitor = new Visitor(realm.url)
    const response = await visitor.logsIn(two, { sub: 'at-idp' }, '/accounts/login/social/second')
    expect([response.status, await visitor.user()]).toEqual([403, undefined])
  })
})

describe('a visitor whose identity and address no account has', () => {
  test('signs up where the organization is open, and is logged in', async () => {
    const { realm, ada, provider } = await withProvider()
    succeeded(await ada.patch('/realm', { invite_required: false, emails_restricted_to_domains: false }))
    const { status, user } = await logsIn(realm, provider, claimsOf({ email: NEWCOMER }, { name: 'Zoe Zimmer' }))
    expect([status, user?.full_name, user?.delivery_email]).toEqual([302, 'Zoe Zimmer', NEWCOMER])
    expect((await logsIn(realm, provider, { sub: 'at-idp' })).user?.user_id).toBe(user!.user_id)
    expect((await sentEmails(realm)).map(({ to }) => to)).toContain(NEWCOMER)
  })

  test('needs an invitation to this address where the organization requires invitations', async () => {
    const { realm, ada, general, provider } = await withProvider()
    const zoe = claimsOf({ email: NEWCOMER }, { name: 'Zoe' })
    expect(await logsIn(realm, provider, zoe)).toMatchObject({ status: 403, user: undefined })
    const invite = { invite_as: 400, stream_ids: [general.stream_id] }
    succeeded(await ada.post('/invites', { ...invite, invitee_emails: 'other@corp.example' }))
    expect((await logsIn(realm, provider, zoe)).status).toBe(403)
    succeeded(await ada.post('/invites', { ...invite, invitee_emails: NEWCOMER }))
    expect(await logsIn(realm, provider, zoe)).toMatchObject({ status: 302, user: { full_name: 'Zoe' } })
  })

  test('may use a link for any number of users, also through the provider', async () => {
    const { realm, ada, provider } = await withProvider()
    const { invite_link } = succeeded(await ada.post('/invites/multiuse', { invite_as: 400, stream_ids: [] }))
    const key = /([0-9a-f]{40})/.exec(invite_link)![1]!
    const visitor = new Visitor(realm.url)
    const zoe = claimsOf({ email: NEWCOMER }, { name: 'Zoe' })
    const start = (secret: string) => `/accounts/register/social/idp?multiuse_object_key=${secret}`
    expect((await visitor.logsIn(provider, zoe, start('0'.repeat(40)))).status).toBe(403)
    expect((await visitor.logsIn(provider, zoe, start(key))).status).toBe(302)
    expect(await visitor.user()).toMatchObject({ delivery_email: NEWCOMER })
  })

  test('is refused outside the allowed domains, and with an address that the provider did not confirm', async () => {
    const { realm, ada, provider } = await withProvider({ trusted_domains: ['*'] })
    succeeded(await ada.post('/realm/domains', { domain: 'corp.example', allow_subdomains: false }))
    succeeded(await ada.patch('/realm', { invite_required: false, emails_restricted_to_domains: true }))
    const elsewhere = claimsOf({ email: 'zoe@elsewhere.example' }, { name: 'Zoe' })
    expect(await logsIn(realm, provider, elsewhere)).toMatchObject({ status: 400, user: undefined })
    const unconfirmed = claimsOf({ email: NEWCOMER }, { name: 'Zoe', email_verified: false })
    expect((await logsIn(realm, provider, unconfirmed)).status).toBe(403)
    expect(await identities(realm)).toEqual([])
    expect((await logsIn(realm, provider, claimsOf({ email: NEWCOMER }, { name: 'Zoe' }))).status).toBe(302)
  })
})
