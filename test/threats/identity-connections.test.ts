import { describe, expect, test } from 'vitest'
import { refusal } from '../support/answers'
import { browserOf } from '../support/browser'
import { advanceClock } from '../support/clock'
import { beginsToConnect, connects, visitorOf } from '../support/identities'
import { FakeProvider } from '../support/identity-provider'
import { sentEmails } from '../support/mail'
import { succeeded } from '../support/person'
import { realmWithProviders, Visitor } from '../support/provider-login'
import { executeSql, selectRows } from '../support/tables'

const CONFIRM = refusal('Confirm who you are first, in a browser that is logged in', 'PARLEY_CONFIRMATION_REQUIRED')
const CONNECT = '/parley/identities/connect'
const THIEF = { sub: 'thief' }

async function withProvider() {
  const provider = await FakeProvider.at()
  const cast = await realmWithProviders([provider.configuration({ trusted_domains: ['*'] })])
  const identities = () => selectRows(cast.realm, 'SELECT subject, user_id FROM identities')
  return { ...cast, provider, identities }
}

describe('an identity of an attacker', () => {
  test('is not connected with a stolen API key, nor in a session that was left open', async () => {
    const { realm, dov, identities } = await withProvider()
    expect(await dov.post(CONNECT, { provider: 'idp' })).toEqual(CONFIRM)
    const browser = await browserOf(dov)
    await advanceClock(realm, 900)
    expect(await browser.post(CONNECT, { provider: 'idp' })).toEqual(CONFIRM)
    succeeded(await browser.post('/parley/sessions/confirm', { password: dov.account.password }))
    succeeded(await browser.post(CONNECT, { provider: 'idp' }))
    expect(await identities()).toEqual([])
  })

  test('is not connected by a page of another site or of another realm', async () => {
    const { dov } = await withProvider()
    const browser = await browserOf(dov)
    for (const site of ['cross-site', 'same-site']) {
      const headers = { 'sec-fetch-site': site, 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }
      const response = await browser.request(`/json${CONNECT}`, {
        method: 'POST',
        fields: { provider: 'idp' },
        headers,
      })
      expect(response.status).toBe(403)
    }
    succeeded(await browser.post(CONNECT, { provider: 'idp' }))
  })

  test('is not connected with the account of a victim who opens the answer of the provider', async () => {
    const { dov, cleo, provider, identities } = await withProvider()
    // The attacker is dov. The victim is cleo, who opens the address with dov's code.
    const [attacker, victim] = [await visitorOf(dov), await visitorOf(cleo)]
    const at = await beginsToConnect(attacker)
    provider.claims = { ...THIEF, nonce: at.searchParams.get('nonce') }
    expect((await victim.returns(at)).status).toBe(400)
    expect(await identities()).toEqual([])
    expect((await attacker.returns(at)).status).toBe(302)
  })

  test('is not connected if another user logged in to this browser meanwhile', async () => {
    const { dov, cleo, provider, identities } = await withProvider()
    const visitor = await visitorOf(dov)
    const at = await beginsToConnect(visitor)
    provider.claims = { ...THIEF, nonce: at.searchParams.get('nonce') }
    await visitor.submit('/json/login', { username: cleo.email, password: cleo.account.password })
    expect((await visitor.returns(at)).status).toBe(403)
    expect(await identities()).toEqual([])
    expect(await visitor.user()).toMatchObject({ user_id: cleo.id })
  })

  test('is not connected after the session ended, nor logged in', async () => {
    const { realm, dov, provider, identities } = await withProvider()
    const visitor = await visitorOf(dov)
    const at = await beginsToConnect(visitor)
    provider.claims = { sub: 'd', email: dov.email, email_verified: true, nonce: at.searchParams.get('nonce') }
    await executeSql(realm, 'INSERT INTO proven_addresses (user_id, email_key) VALUES (?, ?)', dov.id, dov.email)
    await visitor.submit('/json/logout', {})
    expect((await visitor.returns(at)).status).toBe(403)
    expect([await identities(), await visitor.user()]).toEqual([[], undefined])
  })

  test('of one user is not moved to another account', async () => {
    const { dov, cleo, provider, identities } = await withProvider()
    await connects(await visitorOf(dov), provider, { sub: 'd' })
    expect((await connects(await visitorOf(cleo), provider, { sub: 'd' })).status).toBe(403)
    expect(await identities()).toEqual([{ subject: 'd', user_id: dov.id }])
  })

  test('proves no address, unless the provider is trusted for the address of the account', async () => {
    const { realm, dov, provider } = await withProvider()
    const proofs = () => selectRows(realm, 'SELECT user_id FROM proven_addresses')
    const visitor = await visitorOf(dov)
    await connects(visitor, provider, { sub: 'a', email: 'other@corp.example', email_verified: true })
    await connects(visitor, provider, { sub: 'b', email: dov.email, email_verified: false })
    expect(await proofs()).toEqual([])
    await connects(visitor, provider, { sub: 'c', email: dov.email, email_verified: true })
    expect(await proofs()).toEqual([{ user_id: dov.id }])
  })

  test('cannot be connected without an email to the user', async () => {
    const { realm, dov, provider } = await withProvider()
    const count = async () => (await sentEmails(realm)).filter(({ to }) => to === dov.email).length
    const visitor = await visitorOf(dov)
    const before = await count()
    await connects(visitor, provider, THIEF)
    expect(await count()).toBe(before + 1)
  })
})

describe('the identities of a user', () => {
  test('are not removed by a thief of an API key, nor by another user', async () => {
    const { dov, cleo, provider, identities } = await withProvider()
    await connects(await visitorOf(dov), provider, { sub: 'd' })
    const key = { issuer: provider.issuer, subject: 'd' }
    expect(await dov.delete('/parley/identities', key)).toEqual(CONFIRM)
    expect((await (await browserOf(cleo)).delete('/parley/identities', key)).msg).toBe(
      'Your account has no such identity',
    )
    expect(await identities()).toHaveLength(1)
    succeeded(await (await browserOf(dov)).delete('/parley/identities', key))
    expect((await new Visitor(dov.realm_url).logsIn(provider, { sub: 'd' })).status).toBe(403)
  })
})
