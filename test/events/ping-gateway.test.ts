import { describe, expect, test, vi } from 'vitest'
import { RealmObject } from '../../src/realm-object'
import { NOT_LOGGED_IN } from '../support/answers'
import { browserOf } from '../support/browser'
import { captureConsole } from '../support/faults'
import {
  alignClocks,
  crashGateway,
  evictGateway,
  gatewaysOf,
  realmWithGateways,
  runGatewayAlarms,
} from '../support/gateways'
import { succeeded, type Json, type Person, type Queue } from '../support/person'
import { countPings, makeLarge, openGateways, passMinute, ping, PING, realmWithPingGateway } from '../support/pings'
import { freshRealm, type Cast } from '../support/realm'
import { executeSql } from '../support/tables'

const GUEST = 600

const idsIn = ({ presences }: Json): number[] => Object.keys(presences).map(Number)
const statusOf = async (viewer: Person, user: Person): Promise<string> =>
  (await viewer.get(`/users/${user.id}/presence`)).presence?.aggregated.status

describe('a gateway answers pings', () => {
  test('of API keys and of sessions, and asks the realm once about each', async () => {
    const { realm, ben, dov } = await realmWithPingGateway()
    const browser = await browserOf(dov)
    const counts = countPings(realm)
    for (let round = 0; round < 3; round++) {
      expect(idsIn(await ping(ben, dov))).toEqual(round === 0 ? [] : [dov.id])
      expect(idsIn(await ping(browser, ben))).toEqual([ben.id])
    }
    expect(counts).toEqual({ ofRealm: 0, ofGateway: 6 })
  })

  test('with the same refusals as the realm', async () => {
    const { realm, ben, fig } = await realmWithPingGateway()
    const other = await freshRealm()
    const counts = countPings(realm)
    expect(await ben.post(PING, { status: 'away' })).toMatchObject({ msg: 'Invalid status: away' })
    expect(await ben.post(PING)).toMatchObject({ var_name: 'status' })
    expect(await fig.post(PING, { status: 'active' })).toMatchObject({ result: 'error' })
    const headers = { authorization: `Basic ${btoa(`${other.ben.email}:${other.ben.account.api_key}`)}` }
    expect(await realm.post(PING, { status: 'active' }, { headers })).toMatchObject({ code: 'INVALID_API_KEY' })
    expect(counts.ofGateway).toBe(3)
    expect(await ben.post(PING, { status: 'active', ping_only: true, last_update_id: 5 })).toMatchObject({
      presence_last_update_id: 5,
    })
  })

  test('and tells the realm who was there', async () => {
    const { realm, ada, ben } = await realmWithPingGateway()
    await ping(ben)
    await runGatewayAlarms(realm)
    expect(await statusOf(ada, ben)).toBe('active')
  })

  test('if the realm does not answer a report, the next one has it', async () => {
    captureConsole('warn')
    const { realm, ada, ben } = await realmWithPingGateway()
    await ping(ben)
    const spy = vi.spyOn(RealmObject.prototype, 'exchangePresences').mockImplementation(() => {
      throw new Error('A test loses this call')
    })
    await runGatewayAlarms(realm)
    expect(await ada.get(`/users/${ben.id}/presence`)).toMatchObject({ msg: `No presence data for ${ben.id}` })
    spy.mockRestore()
    await runGatewayAlarms(realm)
    expect(await statusOf(ada, ben)).toBe('active')
  })

  for (const [how, restart] of [
    ['is evicted', evictGateway],
    ['crashes', crashGateway],
  ] as const)
    test(`when it ${how}, it learns from the realm who was there, and clients ping again`, async () => {
      captureConsole('warn')
      const { realm, ada, ben, cleo } = await realmWithPingGateway()
      await ping(ben)
      await runGatewayAlarms(realm)
      await ping(cleo)
      await restart(realm, 0)
      await alignClocks(realm)
      expect(idsIn(await ping(ada, ben, cleo))).toEqual([ben.id])
      await ping(cleo)
      expect(idsIn(await ping(ada, ben, cleo)).toSorted((a, b) => a - b)).toEqual(
        [ben.id, cleo.id].toSorted((a, b) => a - b),
      )
    })
})

describe('the realm answers the pings', () => {
  test('of a limited guest, who receives only what they may see', async () => {
    const { realm, ada, ben, dov, ezra, general } = await realmWithPingGateway()
    await ping(ezra)
    succeeded(await ada.delete('/users/me/subscriptions', { subscriptions: [general.name], principals: [ezra.id] }))
    succeeded(await ada.patch('/realm', { can_access_all_users_group: { new: 6 } }))
    await ping(dov)
    await runGatewayAlarms(realm)
    expect(idsIn(await ping(ben, dov))).toEqual([dov.id])
    succeeded(await ada.patch(`/users/${ben.id}`, { role: GUEST }))
    succeeded(await ada.delete('/users/me/subscriptions', { subscriptions: [general.name], principals: [ben.id] }))
    const counts = countPings(realm)
    expect(idsIn(await ping(ben, dov))).toEqual([])
    for (let round = 0; round < 2; round++) expect(idsIn(await ping(ezra, dov))).toEqual([])
    expect(counts).toEqual({ ofRealm: 3, ofGateway: 0 })
    // Members see that the guest is there.
    await runGatewayAlarms(realm)
    expect(idsIn(await ping(ada, ezra))).toEqual([ezra.id])
  })

  test('if the organization hides all presences', async () => {
    const { ada, ben } = await realmWithPingGateway()
    await ping(ben)
    expect(idsIn(await ping(ada, ben))).toEqual([ben.id])
    succeeded(await ada.patch('/realm', { presence_disabled: true }))
    expect(idsIn(await ping(ada, ben))).toEqual([])
  })

  test('of a session that needs another token, because the role of its user changed', async () => {
    const { ada, dov } = await realmWithPingGateway()
    const browser = await browserOf(dov)
    const thief = browser.copy()
    await ping(browser)
    const { cookie } = browser
    succeeded(await ada.patch(`/users/${dov.id}`, { role: 300 }))
    await ping(browser)
    expect(browser.cookie).not.toBe(cookie)
    await ping(browser)
    succeeded(await thief.post(PING, { status: 'active' }))
  })
})

describe('a user who hides their presence', () => {
  test('is offline for all at once, and their pings change nothing', async () => {
    const { realm, ada, ben } = await realmWithPingGateway()
    await ping(ben)
    const before = (await ping(ada, ben)).presences[ben.id].idle_timestamp
    succeeded(await ben.patch('/settings', { presence_enabled: false }))
    const hidden = (await ping(ada, ben)).presences[ben.id]
    expect(hidden.active_timestamp).toBe(0)
    expect(hidden.idle_timestamp).toBeLessThan(before)
    await ping(ben)
    await runGatewayAlarms(realm)
    expect((await ping(ada, ben)).presences[ben.id]).toEqual(hidden)
    expect(await statusOf(ada, ben)).toBe('offline')
    succeeded(await ben.patch('/settings', { presence_enabled: true }))
    expect((await ping(ada, ben)).presences[ben.id].active_timestamp).toBeGreaterThan(hidden.idle_timestamp)
  })

  test('and what a gateway has not reported to the realm yet is forgotten', async () => {
    const { realm, ada, ben } = await realmWithPingGateway()
    await ping(ben)
    await executeSql(
      realm,
      `INSERT INTO user_settings (user_id, name, value) VALUES (?, 'presence_enabled', 'false')`,
      ben.id,
    )
    await alignClocks(realm)
    await runGatewayAlarms(realm)
    expect(await ada.get(`/users/${ben.id}/presence`)).toMatchObject({ msg: `No presence data for ${ben.id}` })
  })

  test('and a deactivated user, who has no presence', async () => {
    const { ada, ben } = await realmWithPingGateway()
    await ping(ben)
    expect(idsIn(await ping(ada, ben))).toEqual([ben.id])
    succeeded(await ada.delete(`/users/${ben.id}`))
    expect(idsIn(await ping(ada, ben))).toEqual([])
  })
})

const FORMS: { form: string; open: () => Promise<Cast> }[] = [
  { form: 'the realm itself', open: largeRealm },
  { form: 'a gateway', open: realmWithPingGateway },
]

async function largeRealm(): Promise<Cast> {
  const cast = await freshRealm()
  await makeLarge(cast)
  return cast
}

describe.for(FORMS)('when $form answers pings', ({ open }) => {
  test('an old API key is refused as soon as its user has another', async () => {
    const { dov } = await open()
    for (let round = 0; round < 2; round++) await ping(dov)
    succeeded(await dov.post('/users/me/api_key/regenerate', {}))
    expect(await dov.post(PING, { status: 'active' })).toMatchObject({ code: 'INVALID_API_KEY' })
  })

  test('a session that ended is refused, and the others are not', async () => {
    const { dov } = await open()
    const [browser, other] = [await browserOf(dov), await browserOf(dov)]
    const thief = browser.copy()
    for (const each of [thief, other]) await ping(each)
    succeeded(await browser.post('/logout'))
    expect(await thief.post(PING, { status: 'active' })).toEqual(NOT_LOGGED_IN)
    await ping(other)
  })

  test('the old token of a session is refused after its user changed the password', async () => {
    const { dov } = await open()
    const browser = await browserOf(dov)
    const thief = browser.copy()
    await ping(thief)
    succeeded(
      await browser.patch('/settings', { old_password: dov.account.password, new_password: 'another horse battery' }),
    )
    expect(await thief.post(PING, { status: 'active' })).toEqual(NOT_LOGGED_IN)
    await ping(browser)
  })

  test('a deactivated user is refused', async () => {
    const { ada, dov } = await open()
    await ping(dov)
    succeeded(await ada.delete(`/users/${dov.id}`))
    expect(await dov.post(PING, { status: 'active' })).toMatchObject({ code: 'USER_DEACTIVATED' })
  })

  test('the users of a deactivated organization are refused', async () => {
    const { ada, dov } = await open()
    await ping(dov)
    succeeded(await ada.post('/realm/deactivate', {}))
    expect(await dov.post(PING, { status: 'active' })).toMatchObject({ code: 'REALM_DEACTIVATED' })
  })
})

/** The last queue ends, so the gateways end. */
async function close({ realm, ada }: Cast, queue: Queue): Promise<void> {
  succeeded(await ada.delete('/events', { queue_id: queue.id }))
  for (let minutes = 0; minutes < 3; minutes++) await passMinute(realm)
}

describe('an organization that grows and shrinks', () => {
  test('sends pings to the realm, then to a gateway, and to the realm again', async () => {
    const cast = await realmWithGateways(100)
    const { realm, ada, ben } = cast
    await makeLarge(cast)
    const counts = countPings(realm)
    await ping(ben)
    expect(await gatewaysOf(realm)).toEqual([])
    const queue = await openGateways(cast)
    expect(await gatewaysOf(realm)).toEqual([0, 1])
    expect(idsIn(await ping(ada, ben))).toEqual([ben.id])
    expect(counts.ofGateway).toBe(1)
    await close(cast, queue)
    expect(await gatewaysOf(realm)).toEqual([])
    expect(idsIn(await ping(ada, ben))).toEqual([ben.id])
    expect(counts.ofGateway).toBe(1)
  })

  test('does not remember credentials from an earlier time', async () => {
    const cast = await realmWithGateways(100)
    const { realm, dov } = cast
    await makeLarge(cast)
    const queue = await openGateways(cast)
    await ping(dov)
    await close(cast, queue)
    succeeded(await dov.post('/users/me/api_key/regenerate', {}))
    await openGateways(cast)
    expect(await gatewaysOf(realm)).toEqual([0, 1])
    expect(await dov.post(PING, { status: 'active' })).toMatchObject({ code: 'INVALID_API_KEY' })
  })
})
