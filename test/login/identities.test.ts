import { describe, expect, test } from 'vitest'
import { refusal, SUCCESS } from '../support/answers'
import { browserOf } from '../support/browser'
import { FakeProvider } from '../support/identity-provider'
import { sentEmails } from '../support/mail'
import { addsPasskey } from '../support/passkeys'
import { succeeded, type Json, type Person } from '../support/person'
import { realmWithProviders, Visitor } from '../support/provider-login'
import { executeSql, selectRows } from '../support/tables'
import { connects, visitorOf } from '../support/identities'

const PATH = '/parley/identities'
const CONNECT = `${PATH}/connect`

async function withProvider(more: Json = {}) {
  const provider = await FakeProvider.at()
  const cast = await realmWithProviders([provider.configuration(more)])
  return { ...cast, provider }
}

const kindsIn = async (ada: Person, kind: string): Promise<Json[]> =>
  succeeded(await ada.get(`/parley/audit_log?kind=${kind}`)).entries

describe('POST /parley/identities/connect', () => {
  test('connects the identity that the provider confirms, whatever its address is', async () => {
    const { realm, ada, dov, provider } = await withProvider()
    const visitor = await visitorOf(dov)
    const answer = succeeded(await visitor.asBrowser().post(CONNECT, { provider: 'idp', next: '/#settings' }))
    expect(answer).toEqual({ ...SUCCESS, url: expect.stringContaining(`${provider.issuer}/authorize?`) })
    const response = await connects(visitor, provider, { sub: 'dov-at-idp', email: 'else@where.example' })
    expect([response.status, response.headers.get('location')]).toEqual([302, '/'])
    expect(await kindsIn(ada, 'identity_connected')).toMatchObject([
      { actor_id: null, user_id: dov.id, details: { issuer: provider.issuer } },
    ])
    const mail = (await sentEmails(realm)).filter(({ to }) => to === dov.email)
    expect(mail.at(-1)?.text).toContain('identity providers')
    const elsewhere = new Visitor(realm.url)
    await elsewhere.logsIn(provider, { sub: 'dov-at-idp' })
    expect(await elsewhere.user()).toMatchObject({ user_id: dov.id })
  })

  test('does nothing for an identity that the account has already', async () => {
    const { realm, dov, provider } = await withProvider()
    const visitor = await visitorOf(dov)
    for (let n = 0; n < 2; n++) expect((await connects(visitor, provider, { sub: 'd' })).status).toBe(302)
    expect(await selectRows(realm, 'SELECT user_id FROM identities')).toEqual([{ user_id: dov.id }])
  })

  test('is refused for the 21st identity, and for an unknown provider', async () => {
    const { dov, provider } = await withProvider()
    const visitor = await visitorOf(dov)
    for (let n = 0; n < 20; n++) expect((await connects(visitor, provider, { sub: `s${n}` })).status).toBe(302)
    expect((await connects(visitor, provider, { sub: 's20' })).status).toBe(403)
    expect(await visitor.asBrowser().post(CONNECT, { provider: 'none' })).toEqual(
      refusal('This organization has no such identity provider'),
    )
  })

  test('says so if the provider cannot be reached', async () => {
    const { dov, provider } = await withProvider()
    provider.answers['/.well-known/openid-configuration'] = () => new Response('', { status: 500 })
    const browser = await browserOf(dov)
    expect(await browser.post(CONNECT, { provider: 'idp' })).toEqual(refusal('Idp cannot be reached'))
  })
})

describe('GET /parley/identities', () => {
  test("returns the user's own identities", async () => {
    const { dov, cleo, provider } = await withProvider()
    await connects(await visitorOf(dov), provider, { sub: 'd', email: 'd@corp.example', email_verified: true })
    await connects(await visitorOf(cleo), provider, { sub: 'c' })
    const identity = { issuer: provider.issuer, subject: 'd', provider: 'idp', display_name: 'Idp' }
    const times = { date_connected: expect.any(Number), last_used: expect.any(Number) }
    expect(await dov.get(PATH)).toEqual({
      ...SUCCESS,
      identities: [{ ...identity, email: 'd@corp.example', ...times }],
    })
    expect((await cleo.get(PATH)).identities).toMatchObject([{ subject: 'c', email: null }])
  })
})

describe('DELETE /parley/identities', () => {
  test('removes an identity, and ends the other sessions that began with it', async () => {
    const { realm, ada, dov, provider } = await withProvider()
    await connects(await visitorOf(dov), provider, { sub: 'd' })
    const [one, two] = [new Visitor(realm.url), new Visitor(realm.url)]
    for (const visitor of [one, two]) await visitor.logsIn(provider, { sub: 'd' })
    const key = { issuer: provider.issuer, subject: 'd' }
    expect(await one.asBrowser().delete(PATH, key)).toEqual(SUCCESS)
    expect(await one.user()).toMatchObject({ user_id: dov.id })
    expect(await two.user()).toBeUndefined()
    expect((await two.logsIn(provider, { sub: 'd' })).status).toBe(403)
    expect(await one.asBrowser().delete(PATH, key)).toEqual(refusal('Your account has no such identity'))
    expect(await kindsIn(ada, 'identity_removed')).toMatchObject([
      { actor_id: dov.id, user_id: dov.id, details: { issuer: provider.issuer } },
    ])
  })

  test('never removes the last way to log in', async () => {
    const { realm, dov, provider } = await withProvider()
    const visitor = await visitorOf(dov)
    for (const sub of ['one', 'two']) await connects(visitor, provider, { sub })
    await executeSql(realm, 'UPDATE users SET password_hash = NULL WHERE user_id = ?', dov.id)
    const remove = (subject: string) => visitor.asBrowser().delete(PATH, { issuer: provider.issuer, subject })
    expect(await remove('one')).toEqual(SUCCESS)
    expect((await remove('two')).msg).toContain('the only way to log in')
    // An identity of a provider that the realm no longer has is no way to log in.
    await executeSql(
      realm,
      "INSERT INTO identities (issuer, subject, user_id, email_then, made_at, used_at) VALUES ('https://gone.example', 's', ?, NULL, 0, 0)",
      dov.id,
    )
    expect((await remove('two')).msg).toContain('the only way to log in')
  })

  test('removes the last identity of an account with a passkey', async () => {
    const { realm, dov, provider } = await withProvider()
    const visitor = await visitorOf(dov)
    await connects(visitor, provider, { sub: 'd' })
    const browser = visitor.asBrowser()
    await addsPasskey(browser)
    await executeSql(realm, 'UPDATE users SET password_hash = NULL WHERE user_id = ?', dov.id)
    expect(await browser.delete(PATH, { issuer: provider.issuer, subject: 'd' })).toEqual(SUCCESS)
  })

  test('does not count a password where the organization has disabled passwords', async () => {
    const { ada, dov, provider } = await withProvider()
    const visitor = await visitorOf(dov)
    await connects(visitor, provider, { sub: 'd' })
    const remove = () => visitor.asBrowser().delete(PATH, { issuer: provider.issuer, subject: 'd' })
    succeeded(await ada.patch('/realm', { authentication_methods: { Email: false, Dev: true } }))
    expect((await remove()).msg).toContain('the only way to log in')
    succeeded(await ada.patch('/realm', { authentication_methods: { Email: true, Dev: true } }))
    expect(await remove()).toEqual(SUCCESS)
  })
})
