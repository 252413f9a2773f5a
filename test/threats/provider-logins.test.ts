import { describe, expect, test } from 'vitest'
import { stopClock } from '../support/clock'
import { FakeProvider } from '../support/identity-provider'
import { succeeded, type Json } from '../support/person'
import { realmWithProviders, Visitor } from '../support/provider-login'
import { executeSql, selectRows } from '../support/tables'

const DOV = { sub: 'dov-at-idp' }

/** A realm with one provider, at which dov has logged in before. */
async function withProvider(more: Json = {}) {
  const provider = await FakeProvider.at()
  const cast = await realmWithProviders([provider.configuration(more), provider.configuration({ key: 'other' })])
  await executeSql(
    cast.realm,
    "INSERT INTO identities (issuer, subject, user_id, email_then, made_at, used_at) VALUES (?, 'dov-at-idp', ?, NULL, 0, 0)",
    provider.issuer,
    cast.dov.id,
  )
  return { ...cast, provider, visitor: new Visitor(cast.realm.url) }
}

describe('a login at an identity provider', () => {
  test('logs in the user of the identity, with a session', async () => {
    const { dov, provider, visitor } = await withProvider()
    const response = await visitor.logsIn(provider, DOV, '/accounts/login/social/idp?next=/%23inbox')
    expect([response.status, response.headers.get('location')]).toEqual([302, '/#inbox'])
    expect(await visitor.user()).toMatchObject({ user_id: dov.id })
    expect([...visitor.cookies.keys()]).toEqual(['session', 'session_number'])
  })

  test('asks with a challenge, a state and a nonce that are new each time, at its own address', async () => {
    const { realm, visitor, provider } = await withProvider()
    const addresses = [await visitor.begins(), await visitor.begins()]
    for (const name of ['state', 'nonce', 'code_challenge']) {
      const [one, two] = addresses.map(({ searchParams }) => searchParams.get(name)!)
      expect(one!.length).toBeGreaterThanOrEqual(43)
      expect(one).not.toBe(two)
    }
    expect(Object.fromEntries(addresses[0]!.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'parley',
      code_challenge_method: 'S256',
      redirect_uri: `${realm.url}/complete/idp/`,
    })
    provider.claims = { ...DOV, nonce: addresses[0]!.searchParams.get('nonce') }
    expect((await visitor.returns(addresses[0]!)).status).toBe(302)
    const { body } = provider.requests.find(({ url }) => url.endsWith('/token'))!
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(body.get('code_verifier')!))
    const challenge = new Uint8Array(digest).toBase64({ alphabet: 'base64url', omitPadding: true })
    expect(challenge).toBe(addresses[0]!.searchParams.get('code_challenge'))
  })

  test('does not count in another browser than the one that began it', async () => {
    const { realm, provider, visitor } = await withProvider()
    const at = await visitor.begins()
    provider.claims = { ...DOV, nonce: at.searchParams.get('nonce') }
    const victim = new Visitor(realm.url)
    expect((await victim.returns(at)).status).toBe(400)
    expect(victim.cookies.size).toBe(0)
    // A cookie of another login does not help.
    await victim.begins()
    expect((await victim.returns(at)).status).toBe(400)
    expect(provider.requests.filter(({ url }) => url.endsWith('/token'))).toEqual([])
    expect((await visitor.returns(at)).status).toBe(302)
  })

  test('counts once: the answer of the provider cannot be repeated', async () => {
    const { provider, visitor } = await withProvider()
    const at = await visitor.begins()
    const cookies = new Map(visitor.cookies)
    provider.claims = { ...DOV, nonce: at.searchParams.get('nonce') }
    expect((await visitor.returns(at)).status).toBe(302)
    for (const [name, value] of cookies) visitor.cookies.set(name, value)
    expect((await visitor.returns(at)).status).toBe(400)
  })

  test('ends after ten minutes', async () => {
    const { realm, provider, visitor } = await withProvider()
    const now = Math.floor(Date.now() / 1000)
    await stopClock(realm, now)
    const at = await visitor.begins()
    provider.claims = { ...DOV, nonce: at.searchParams.get('nonce') }
    await stopClock(realm, now + 601)
    expect((await visitor.returns(at)).status).toBe(400)
  })

  test('is not completed by another provider, nor by the answer of another provider', async () => {
    const { realm, provider, visitor } = await withProvider()
    const at = await visitor.begins()
    provider.claims = { ...DOV, nonce: at.searchParams.get('nonce') }
    const state = at.searchParams.get('state')!
    const query = `code=c&state=${state}&iss=${encodeURIComponent(provider.issuer)}`
    expect((await visitor.open(`${realm.url}/complete/other/?${query}`)).status).toBe(400)
    expect((await visitor.returns(at, { iss: 'https://attacker.example.com' })).status).toBe(502)
    expect(provider.requests.filter(({ url }) => url.endsWith('/token'))).toEqual([])
  })

  const FORGERIES: [what: string, claims: Json][] = [
    ['another nonce', { nonce: 'x'.repeat(43) }],
    ['no nonce', { nonce: undefined }],
    ['another audience', { aud: 'another-client' }],
    ['another issuer', { iss: 'https://attacker.example.com' }],
    ['an issuer that is almost the same', { iss: 'https://idp.example.com/' }],
    ['a time that has passed', { exp: 1_600_000_000, iat: 1_599_999_000 }],
    ['no subject', { sub: undefined }],
  ]
  test.for(FORGERIES)('does not count if the token has %s', async ([, claims]) => {
    const { provider, visitor } = await withProvider()
    expect((await visitor.logsIn(provider, { ...DOV, ...claims })).status).toBe(502)
    expect(await visitor.user()).toBeUndefined()
    expect((await visitor.logsIn(provider, DOV)).status).toBe(302)
  })

  test('does not count if another key signed the token, or none', async () => {
    const { provider, visitor } = await withProvider()
    const thief = await FakeProvider.at()
    provider.answers['/token'] = async () =>
      Response.json(await provider.tokens(provider.claims, thief.keys.privateKey))
    expect((await visitor.logsIn(provider, DOV)).status).toBe(502)
    provider.answers['/token'] = async () => {
      const { id_token, ...others } = await provider.tokens(provider.claims)
      const [, claims] = id_token.split('.')
      const header = new TextEncoder().encode('{"alg":"none"}').toBase64({ alphabet: 'base64url', omitPadding: true })
      return Response.json({ ...others, id_token: `${header}.${claims}.` })
    }
    expect((await visitor.logsIn(provider, DOV)).status).toBe(502)
    provider.answers = {}
    expect((await visitor.logsIn(provider, DOV)).status).toBe(302)
  })

  test('leads to no page of another site', async () => {
    const { provider, visitor } = await withProvider()
    for (const next of ['https://attacker.example.com/', '//attacker.example.com', '/\\attacker.example.com']) {
      const path = `/accounts/login/social/idp?next=${encodeURIComponent(next)}`
      const response = await visitor.logsIn(provider, DOV, path)
      expect(response.headers.get('location')).toBe('/')
    }
  })

  test('is refused for a deactivated account, and after the realm was closed', async () => {
    const { ada, dov, provider, visitor } = await withProvider()
    succeeded(await ada.delete(`/users/${dov.id}`))
    expect((await visitor.logsIn(provider, DOV)).status).toBe(403)
    succeeded(await ada.post(`/users/${dov.id}/reactivate`))
    expect((await visitor.logsIn(provider, DOV)).status).toBe(302)
    succeeded(await ada.post('/realm/deactivate'))
    expect((await visitor.open('/accounts/login/social/idp')).status).toBe(401)
  })

  test('leaves no secret in the storage', async () => {
    const { realm, provider, visitor } = await withProvider()
    const at = await visitor.begins()
    const rows = JSON.stringify(await selectRows(realm, 'SELECT * FROM provider_logins'))
    expect(rows).toContain('idp')
    const secrets = ['state', 'nonce', 'code_challenge'].map((name) => at.searchParams.get(name)!)
    for (const secret of [...secrets, ...visitor.cookies.values()]) expect(rows).not.toContain(secret)
    provider.claims = { ...DOV, nonce: at.searchParams.get('nonce') }
    expect((await visitor.returns(at)).status).toBe(302)
    expect(await selectRows(realm, 'SELECT * FROM provider_logins')).toEqual([])
  })

  test('needs no client secret in a page: the server sends it to the provider itself', async () => {
    const { provider, visitor } = await withProvider({ client_secret: 'the client secret' })
    const at = await visitor.begins()
    expect(at.href).not.toContain('secret')
    provider.claims = { ...DOV, nonce: at.searchParams.get('nonce') }
    expect(await (await visitor.returns(at)).text()).not.toContain('secret')
    const { authorization } = provider.requests.find(({ url }) => url.endsWith('/token'))!
    expect(authorization).toBe(`Basic ${btoa('parley:the+client+secret')}`)
  })
})
