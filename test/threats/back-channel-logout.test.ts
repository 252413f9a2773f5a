import { describe, expect, test } from 'vitest'
import { stopClock } from '../support/clock'
import { untilParked } from '../support/faults'
import { connects, visitorOf } from '../support/identities'
import { FakeProvider } from '../support/identity-provider'
import { listenOn } from '../support/listening'
import { formOf, succeeded, type Json } from '../support/person'
import { realmWithProviders, Visitor } from '../support/provider-login'
import { send } from '../support/request'
import { selectRows } from '../support/tables'

const EVENT = { 'http://schemas.openid.net/event/backchannel-logout': {} }
const nowInSeconds = () => Math.floor(Date.now() / 1000)

/** dov is logged in with two sessions of the provider, and with a password. */
async function withSessions() {
  const provider = await FakeProvider.at()
  const cast = await realmWithProviders([
    provider.configuration(),
    provider.configuration({ key: 'other', client_id: 'o' }),
  ])
  const { realm, dov } = cast
  const byPassword = await visitorOf(dov)
  await connects(byPassword, provider, { sub: 'd' })
  const [one, two] = [new Visitor(realm.url), new Visitor(realm.url)]
  await one.logsIn(provider, { sub: 'd', sid: 'session-1' })
  await two.logsIn(provider, { sub: 'd', sid: 'session-2' })
  const claims = { iss: provider.issuer, aud: 'parley', iat: nowInSeconds(), jti: 'j', sub: 'd', events: EVENT }
  const logsOut = async (logout_token: string, key = 'idp') =>
    send(new Request(`${realm.url}/complete/${key}/logout`, { method: 'POST', body: formOf({ logout_token }) }))
  const open = async () =>
    (await Promise.all([one, two, byPassword].map((visitor) => visitor.user()))).map((user) => user !== undefined)
  return { ...cast, provider, one, two, claims, logsOut, open }
}

describe('POST site:/complete/:provider/logout', () => {
  test('ends the sessions of the identity before it is answered, and no others', async () => {
    const { realm, ada, dov, provider, one, claims, logsOut, open } = await withSessions()
    const browser = one.asBrowser()
    const queue = succeeded(await browser.post('/register'))
    const socket = listenOn((await browser.openSocket(queue)).webSocket!)
    await untilParked(realm, 1)
    expect(await open()).toEqual([true, true, true])
    const response = await logsOut(await provider.sign(claims))
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    expect(await selectRows(realm, 'SELECT method FROM sessions')).toEqual([{ method: 'password' }])
    expect(await selectRows(realm, 'SELECT * FROM identity_sessions')).toEqual([])
    await untilParked(realm, 0)
    expect(await socket.end()).toMatchObject({ code: 4001 })
    expect(await open()).toEqual([false, false, true])
    const { entries } = succeeded(await ada.get('/parley/audit_log?kind=provider_logged_out'))
    expect(entries).toMatchObject([{ actor_id: null, user_id: dov.id, details: { issuer: provider.issuer } }])
  })

  test('ends one session if the token names it', async () => {
    const { provider, claims, logsOut, open } = await withSessions()
    expect((await logsOut(await provider.sign({ ...claims, sub: undefined, sid: 'session-2' }))).status).toBe(200)
    expect(await open()).toEqual([true, false, true])
    expect((await logsOut(await provider.sign({ ...claims, sub: 'another', sid: 'session-1' }))).status).toBe(200)
    expect(await open()).toEqual([true, false, true])
  })

  const now = nowInSeconds()
  const FORGERIES: [what: string, claims: Json][] = [
    ['is of another issuer', { iss: 'https://attacker.example.com' }],
    ['is for another client', { aud: 'another' }],
    ['is old', { iat: now - 400 }],
    ['is of the future', { iat: now + 400 }],
    ['has expired', { exp: now - 100 }],
    ['is an ID token: it has a nonce', { nonce: 'n' }],
    ['is an ID token: it has no event', { events: undefined }],
    ['has another event', { events: { 'https://example.com/event': {} } }],
    ['names nobody', { sub: undefined }],
    ['has no number of its own', { jti: undefined }],
  ]
  test.for(FORGERIES)('does not count if the token %s', async ([, change]) => {
    const { provider, claims, logsOut, open } = await withSessions()
    const response = await logsOut(await provider.sign({ ...claims, ...change }))
    expect([response.status, await response.json()]).toEqual([400, { error: 'invalid_request' }])
    expect(await open()).toEqual([true, true, true])
    expect((await logsOut(await provider.sign(claims))).status).toBe(200)
  })

  test('does not count if another key signed the token, or none', async () => {
    const { provider, claims, logsOut, open } = await withSessions()
    const thief = await FakeProvider.at()
    const none = (await provider.sign(claims, { header: { alg: 'none' } })).replace(/[^.]+$/, '')
    const forged = [
      await thief.sign(claims),
      none,
      await provider.sign(claims, { header: { alg: 'HS256' } }),
      await provider.sign(claims, { header: { typ: 'at+jwt' } }),
      'a.b',
      '',
    ]
    for (const token of forged) expect((await logsOut(token)).status, token).toBe(400)
    expect((await logsOut(await provider.sign(claims), 'none')).status).toBe(404)
    expect((await logsOut(await provider.sign(claims), 'other')).status).toBe(400)
    expect(await open()).toEqual([true, true, true])
    expect((await logsOut(await provider.sign(claims, { header: { typ: 'logout+jwt' } }))).status).toBe(200)
  })

  test('asks for the keys at most once in a minute, also for unknown ones', async () => {
    const { realm, provider, claims, logsOut } = await withSessions()
    await stopClock(realm, nowInSeconds())
    const keyRequests = () => provider.requests.filter(({ url }) => url.endsWith('/keys')).length
    const before = keyRequests()
    for (let n = 0; n < 5; n++) await logsOut(await provider.sign(claims, { header: { kid: `unknown-${n}` } }))
    expect(keyRequests() - before).toBeLessThanOrEqual(1)
  })
})
