import { describe, expect, test } from 'vitest'
import { NOT_LOGGED_IN } from '../support/answers'
import { browserOf } from '../support/browser'
import { untilParked } from '../support/faults'
import { FakeProvider } from '../support/identity-provider'
import { listenOn } from '../support/listening'
import { sentEmails } from '../support/mail'
import { realmWithProviders, Visitor } from '../support/provider-login'
import { succeeded, type Json } from '../support/person'
import { freshRealm } from '../support/realm'
import { realmWithVariables } from '../support/realm-with-variables'
import { Directory, directoryOf, realmWithDirectory, scimError } from '../support/scim'
import { selectRows } from '../support/tables'

const WRONG_TOKEN = scimError(401, 'The bearer token is missing, wrong or revoked')
const OWNERS = scimError(403, 'This organization does not let its directory manage owners (parley_scim_manages_owners)')

describe('a request by SCIM', () => {
  test('needs a token of this realm: no other credential counts', async () => {
    const { realm, ada, directory } = await realmWithDirectory()
    const other = await realmWithDirectory()
    const browser = await browserOf(ada)
    const credentials: Record<string, string>[] = [
      { authorization: '' },
      { authorization: 'Bearer ' },
      { authorization: `Bearer ${'x'.repeat(48)}` },
      { authorization: `Bearer ${other.directory.token}` },
      { authorization: `Basic ${btoa(`${ada.email}:${ada.account.api_key}`)}` },
      { authorization: `Bearer ${ada.account.api_key}` },
      { authorization: '', cookie: browser.cookie!, 'sec-fetch-site': 'same-origin' },
    ]
    for (const headers of credentials)
      for (const [method, path] of [
        ['GET', '/Users'],
        ['POST', '/Users'],
        ['GET', '/ServiceProviderConfig'],
        ['DELETE', `/Users/${ada.id}`],
      ] as const) {
        const response = await new Directory(realm.url, '').request(
          method,
          path,
          method === 'POST' ? {} : undefined,
          headers,
        )
        expect([response.status, await response.json()]).toEqual([401, WRONG_TOKEN.body])
        expect(response.headers.get('www-authenticate')).toBe('Bearer realm="scim"')
      }
    expect((await directory.get('/Users')).status).toBe(200)
  })

  test('leaves no token in the storage', async () => {
    const { realm, directory } = await realmWithDirectory()
    for (const table of ['scim_tokens', 'audit_log'])
      expect(JSON.stringify(await selectRows(realm, `SELECT * FROM ${table}`))).not.toContain(directory.token)
  })

  test('with a token opens nothing but SCIM', async () => {
    const { realm, directory } = await realmWithDirectory()
    const headers = { authorization: `Bearer ${directory.token}` }
    for (const path of ['/users/me', '/realm/presence', '/parley/scim/tokens'])
      expect((await realm.request(path, { headers })).status).toBeGreaterThanOrEqual(400)
  })

  test('is refused after the realm was closed', async () => {
    const { ada, directory } = await realmWithDirectory()
    succeeded(await ada.post('/realm/deactivate'))
    expect(await directory.get('/Users')).toEqual(WRONG_TOKEN)
  })

  test('has a bounded body, which is read only for a directory', async () => {
    const { directory, realm } = await realmWithDirectory()
    const large = { userName: 'x'.repeat(1024 * 1024) }
    expect((await directory.post('/Users', large)).body).toMatchObject({ status: '413' })
    expect((await new Directory(realm.url, 'x').post('/Users', large)).status).toBe(401)
    for (const body of [[], 'x', 7, null])
      expect((await directory.post('/Users', body)).body.scimType).toBe('invalidSyntax')
    const deep = JSON.parse(`${'{"name":'.repeat(200)}{}${'}'.repeat(200)}`)
    expect((await directory.post('/Users', deep)).status).toBe(400)
  })

  test('counts against the limit of its address, and the refusal has the form of SCIM', async () => {
    const { ada } = await realmWithVariables({ RATE_LIMIT_BY_ADDRESS: '60:4' })
    const directory = await directoryOf(ada)
    const statuses = []
    for (let n = 0; n < 5; n++) statuses.push((await directory.get('/Schemas')).status)
    expect(statuses).toContain(200)
    expect(statuses.at(-1)).toBe(429)
    const response = await directory.request('GET', '/Schemas')
    expect([response.headers.has('retry-after'), (await response.json<Json>()).status]).toEqual([true, '429'])
  })
})

describe('the directory', () => {
  test('ends the sessions, sockets and keys of a user whom it deactivates, before it is answered', async () => {
    const { realm, dov, directory } = await realmWithDirectory()
    const browser = await browserOf(dov)
    const queue = succeeded(await browser.post('/register'))
    const socket = listenOn((await browser.openSocket(queue)).webSocket!)
    await untilParked(realm, 1)
    const off = await directory.patch(`/Users/${dov.id}`, { op: 'replace', value: { active: false } })
    expect(off.body.active).toBe(false)
    expect(await selectRows(realm, 'SELECT * FROM sessions WHERE user_id = ?', dov.id)).toEqual([])
    await untilParked(realm, 0)
    expect(await socket.end()).toMatchObject({ code: 4001 })
    expect(await browser.get('/users/me')).toEqual(NOT_LOGGED_IN)
    expect((await dov.get('/users/me')).code).toBe('USER_DEACTIVATED')
  })

  test('never removes the last owner: not by deactivation, deletion or another role', async () => {
    const { ada, directory } = await realmWithDirectory()
    succeeded(await ada.patch('/realm', { parley_scim_manages_owners: true }))
    const path = `/Users/${ada.id}`
    const attempts = [
      await directory.patch(path, { op: 'replace', value: { active: false } }),
      await directory.put(path, { userName: ada.email, active: false }),
      await directory.delete(path),
      await directory.patch(path, { op: 'replace', path: 'roles', value: [{ value: 'member' }] }),
    ]
    for (const { status } of attempts) expect(status).toBe(400)
    expect(succeeded(await ada.get('/users/me'))).toMatchObject({ role: 100, is_active: true })
  })

  test('creates no owners unless the organization permits it', async () => {
    const { ada, dov, directory } = await realmWithDirectory()
    const owner = [{ value: 'owner', primary: true }]
    const invalid = scimError(400, 'value must be one of the canonical values', 'invalidValue')
    expect(await directory.post('/Users', { userName: 'eve@corp.example', roles: owner })).toEqual(invalid)
    expect(await directory.patch(`/Users/${dov.id}`, { op: 'add', path: 'roles', value: owner })).toEqual(invalid)
    expect(await directory.put(`/Users/${dov.id}`, { userName: dov.email, roles: owner })).toEqual(invalid)
    expect(succeeded(await dov.get('/users/me')).role).toBe(400)
    succeeded(await ada.patch('/realm', { parley_scim_manages_owners: true }))
    expect((await directory.patch(`/Users/${dov.id}`, { op: 'add', path: 'roles', value: owner })).status).toBe(200)
    expect(succeeded(await dov.get('/users/me')).role).toBe(100)
  })

  test('does not take over owners by their address, their role or a return', async () => {
    const { ada, dov, directory } = await realmWithDirectory()
    succeeded(await ada.patch(`/users/${dov.id}`, { role: 100 }))
    const path = `/Users/${dov.id}`
    const emails = [{ value: 'eve@attacker.example', primary: true }]
    expect(await directory.patch(path, { op: 'replace', path: 'emails', value: emails })).toEqual(OWNERS)
    expect(await directory.put(path, { userName: 'eve@attacker.example' })).toEqual(OWNERS)
    expect(await directory.patch(path, { op: 'add', path: 'roles', value: [{ value: 'guest' }] })).toEqual(OWNERS)
    expect((await directory.patch(path, { op: 'replace', value: { active: false } })).status).toBe(200)
    expect(await directory.patch(path, { op: 'replace', value: { active: true } })).toEqual(OWNERS)
    expect((await directory.delete(path)).status).toBe(204)
    expect(await directory.post('/Users', { userName: dov.email })).toEqual(OWNERS)
    succeeded(await ada.patch('/realm', { parley_scim_manages_owners: true }))
    expect((await directory.post('/Users', { userName: dov.email })).status).toBe(201)
  })

  test('tells both addresses when it changes one, and ends the sessions', async () => {
    const { realm, dov, directory } = await realmWithDirectory()
    const browser = await browserOf(dov)
    const value = 'dov.new@corp.example'
    await directory.patch(`/Users/${dov.id}`, { op: 'replace', path: 'emails', value: [{ value, primary: true }] })
    expect((await sentEmails(realm)).map(({ to }) => to)).toEqual(expect.arrayContaining([dov.email, value]))
    expect(await browser.get('/users/me')).toEqual(NOT_LOGGED_IN)
  })

  test('sees no bots, and gives no account the address or the name of another', async () => {
    const { dov, cleo, fig, directory } = await realmWithDirectory()
    const { body } = await directory.get('/Users')
    expect(body.Resources.map(({ id }: Json) => id)).not.toContain(String(fig.id))
    expect((await directory.get(`/Users/${fig.id}`)).status).toBe(404)
    expect((await directory.delete(`/Users/${fig.id}`)).status).toBe(404)
    const address = scimError(409, 'An account has this address already', 'uniqueness')
    const name = scimError(409, 'A user has this userName already', 'uniqueness')
    const emails = [{ value: dov.email, primary: true }]
    expect(await directory.post('/Users', { userName: dov.email })).toEqual(name)
    expect(await directory.post('/Users', { userName: 'other', emails })).toEqual(address)
    expect(await directory.post('/Users', { userName: fig.email })).toEqual(address)
    const path = `/Users/${cleo.id}`
    expect(await directory.patch(path, { op: 'replace', path: 'emails', value: emails })).toEqual(address)
    expect(await directory.patch(path, { op: 'replace', path: 'userName', value: dov.email })).toEqual(name)
  })

  test('puts no bot and no unknown user into a group', async () => {
    const { fig, directory } = await realmWithDirectory()
    for (const value of [String(fig.id), '999999', 'x', '1; DROP TABLE users']) {
      const { status, body } = await directory.post('/Groups', { displayName: 'Sales', members: [{ value }] })
      expect([status, body.scimType]).toEqual([400, 'invalidValue'])
    }
    expect((await directory.get('/Groups')).body.totalResults).toBe(0)
  })

  test('does not change accounts of another realm', async () => {
    const { directory } = await realmWithDirectory()
    const there = await freshRealm()
    const stranger = await there.realm.newPerson('stranger')
    expect((await directory.get(`/Users?filter=userName eq "${stranger.email}"`)).body.totalResults).toBe(0)
  })

  test('opens a new account to a trusted provider, and not one that an attacker could have made', async () => {
    const provider = await FakeProvider.at()
    const { realm, ada } = await realmWithProviders([provider.configuration({ trusted_domains: ['corp.example'] })])
    const directory = await directoryOf(ada)
    const created = await directory.creates('zoe')
    const logsIn = async (email: string) => {
      const visitor = new Visitor(realm.url)
      await visitor.logsIn(provider, { sub: email, email, email_verified: true })
      return (await visitor.user())?.user_id
    }
    expect(await logsIn('zoe@corp.example')).toBe(Number(created.id))
    // An attacker made this account with a password. The directory adopts it, which proves nothing.
    const trap = await realm.newPerson('trap', { email: 'trap@corp.example' })
    await directory.put(`/Users/${trap.id}`, { userName: 'trap@corp.example', active: true })
    expect(await logsIn('trap@corp.example')).toBeUndefined()
  })

  test('is in the audit log as SCIM, without a user', async () => {
    const { ada, directory } = await realmWithDirectory()
    const { id } = await directory.creates('zoe')
    const { entries } = succeeded(await ada.get(`/parley/audit_log?kind=user_created&user_id=${id}`))
    expect(entries).toMatchObject([{ actor_id: null, client: 'SCIM', user_id: Number(id) }])
  })
})
