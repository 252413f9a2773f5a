import { describe, expect, test } from 'vitest'
import { runAlarm } from '../support/alarms'
import { stopClock } from '../support/clock'
import { captureConsole, crash, evict, RESTARTS } from '../support/faults'
import { realmWithGateways } from '../support/gateways'
import { rowsWritten, selectRows } from '../support/tables'
import { refusal, SUCCESS } from '../support/answers'
import { changesNothing, receivedBy } from '../support/received-events'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm } from '../support/realm'
import { replays } from '../support/replays'

const PATH = '/users/me/presence'
const NOW = 1_900_000_000
const DAY = 86_400

const ping = async (user: Person, fields: Record<string, FieldValue> = {}): Promise<Json> =>
  succeeded(await user.post(PATH, { status: 'active', last_update_id: -1, ...fields }))

const entry = (status: string, timestamp: number) => ({ client: 'website', status, timestamp })
const legacyPresence = (status: string, timestamp: number) => ({
  aggregated: entry(status, timestamp),
  website: { ...entry(status, timestamp), pushable: false },
})
const activeAt = (timestamp: number) => ({ active_timestamp: timestamp, idle_timestamp: timestamp })

/** A realm with a stopped clock. */
async function realmWithStoppedClock(create = freshRealm) {
  const cast = await create()
  await stopClock(cast.realm, NOW)
  return cast
}

describe('POST /users/me/presence', () => {
  test.each([
    { queues: 'in the realm', create: freshRealm },
    { queues: 'in gateways', create: () => realmWithGateways(2) },
  ])(
    'a user who comes online is published at once, in the form that each client supports, with queues $queues',
    async ({ create }) => {
      const { ada, dov } = await realmWithStoppedClock(create)
      const slim = await ada.registers({ slim_presence: true })
      const simple = await ada.registers({ client_capabilities: { simplified_presence_events: true } })
      const [adasEvents, dovsEvents] = await receivedBy([ada, dov], () => ping(dov))
      const { website } = legacyPresence('active', NOW)
      const presenceEvent = { type: 'presence', user_id: dov.id, server_timestamp: NOW, presence: { website } }
      expect(adasEvents!.plain).toEqual([{ ...presenceEvent, email: dov.email }])
      expect(adasEvents!.able).toEqual([{ type: 'presence', presences: { [dov.id]: activeAt(NOW) } }])
      expect(await slim.events()).toEqual([{ ...presenceEvent, id: expect.any(Number) }])
      expect(await simple.events()).toEqual([{ ...adasEvents!.able[0], id: expect.any(Number) }])
      expect(dovsEvents!.able).toEqual(adasEvents!.able)
    },
  )

  test('later pings are not published, and a request returns the new presence', async () => {
    const { realm, ada, dov } = await realmWithStoppedClock()
    await ping(dov)
    for (const seconds of [56, 112, 168]) {
      await stopClock(realm, NOW + seconds)
      const [adasEvents] = await receivedBy([ada], () => ping(dov))
      expect([...adasEvents!.plain, ...adasEvents!.able]).toEqual([])
      expect((await ping(ada, { status: 'idle' })).presences[dov.id]).toEqual(activeAt(NOW + seconds))
    }
    await stopClock(realm, NOW + 168 + 131)
    const [adasEvents] = await receivedBy([ada], () => ping(dov))
    expect(adasEvents!.able).toEqual([{ type: 'presence', presences: { [dov.id]: activeAt(NOW + 299) } }])
  })

  test('a user who hides their presence has both times, in the list, the event and POST /register', async () => {
    const { ada, dov } = await realmWithStoppedClock()
    await ping(dov)
    const [adasEvents] = await receivedBy([ada], async () =>
      succeeded(await dov.patch('/settings', { presence_enabled: false })),
    )
    const hidden = { active_timestamp: expect.any(Number), idle_timestamp: NOW - 320 }
    expect(adasEvents!.able).toContainEqual({ type: 'presence', presences: { [dov.id]: hidden } })
    expect((await ping(ada)).presences[dov.id]).toEqual(hidden)
    const registered = await ada.post('/register', { slim_presence: true, fetch_event_types: '["presence"]' })
    expect(registered.presences[dov.id]).toEqual(hidden)
  })

  test('an idle user is not published, and was last active when they joined', async () => {
    const { realm, ada, dov } = await realmWithStoppedClock()
    const [adasEvents] = await receivedBy([ada], () => ping(dov, { status: 'idle' }))
    expect(adasEvents!.able).toEqual([])
    const { presences } = await ping(ada)
    expect(presences[ada.id]).toEqual(activeAt(NOW))
    const joined = Math.floor(Date.parse((await ada.get(`/users/${dov.id}`)).user.date_joined) / 1000)
    expect(presences[dov.id]).toEqual({ active_timestamp: Math.min(joined, NOW), idle_timestamp: NOW })
    await stopClock(realm, NOW + 80)
    await ping(ada, { status: 'idle' })
    expect((await ping(dov, { slim_presence: true })).presences[ada.id]).toEqual({
      active_timestamp: NOW,
      idle_timestamp: NOW + 80,
    })
  })

  test('responds in the form that the client requests', async () => {
    const { ada, dov } = await realmWithStoppedClock()
    await ping(dov)
    const { presence_last_update_id: newest } = await ping(ada)
    const responses: [params: Record<string, FieldValue>, response: object][] = [
      [{}, { presences: { [dov.email]: legacyPresence('active', NOW), [ada.email]: legacyPresence('active', NOW) } }],
      [{ slim_presence: true }, { presences: { [dov.id]: activeAt(NOW), [ada.id]: activeAt(NOW) } }],
      [{ last_update_id: -1 }, { presences: { [dov.id]: activeAt(NOW), [ada.id]: activeAt(NOW) } }],
      [{ last_update_id: newest }, { presences: {} }],
    ]
    const always = { ...SUCCESS, server_timestamp: NOW, presence_last_update_id: newest, legacy_mirror_active: false }
    for (const [params, response] of responses)
      expect(await ada.post(PATH, { status: 'active', ...params })).toMatchObject({ ...always, ...response })
    const pingResponse = { ...SUCCESS, legacy_mirror_active: false }
    for (const [last_update_id, presence_last_update_id] of [
      [undefined, -1],
      [-1, -1],
      [7, 7],
    ])
      expect(await ada.post(PATH, { status: 'active', ping_only: true, last_update_id })).toMatchObject({
        ...pingResponse,
        presence_last_update_id,
      })
    const { presences, server_timestamp } = await ping(ada, { ping_only: true, new_user_input: true })
    expect([presences, server_timestamp]).toEqual([undefined, undefined])
  })

  test('last_update_id selects the presences that changed since then', async () => {
    const { realm, ada, ben, dov } = await realmWithStoppedClock()
    await ping(dov)
    const { presence_last_update_id: last_update_id } = await ping(ada)
    await stopClock(realm, NOW + 60)
    await ping(ben)
    const { presences, presence_last_update_id: next } = await ping(ada, { status: 'idle', last_update_id })
    expect(presences).toEqual({
      [ben.id]: activeAt(NOW + 60),
      [ada.id]: { active_timestamp: NOW, idle_timestamp: NOW + 60 },
    })
    expect(next).toBeGreaterThan(last_update_id)
    expect(await ping(ada, { status: 'idle', last_update_id: next })).toMatchObject({
      presences: {},
      presence_last_update_id: next,
    })
  })

  test('history_limit_days limits the age of presences, to 14 days by default', async () => {
    const { realm, ada, dov } = await realmWithStoppedClock()
    await ping(dov)
    await stopClock(realm, NOW + 10 * DAY)
    const presentIds = async (fields: Record<string, FieldValue>) => Object.keys((await ping(ada, fields)).presences)
    expect(await presentIds({ history_limit_days: 9 })).toEqual([String(ada.id)])
    expect(await presentIds({})).toContain(String(dov.id))
    const { presence_last_update_id } = await ping(ada)
    // With last_update_id, the age of a presence does not matter.
    expect(await presentIds({ last_update_id: 1, history_limit_days: 0 })).toEqual([dov.id, ada.id].map(String).sort())
    expect(await presentIds({ last_update_id: presence_last_update_id })).toEqual([])
    await stopClock(realm, NOW + 15 * DAY)
    expect(await presentIds({})).toEqual([String(ada.id)])
    expect(await presentIds({ history_limit_days: 20 })).toContain(String(dov.id))
  })

  const INVALID: [fields: Record<string, FieldValue>, msg: string][] = [
    [{ status: 'away' }, 'Invalid status: away'],
    [{ status: 'active', last_update_id: 'new' }, 'last_update_id is not valid JSON'],
    [{ status: 'active', history_limit_days: -1 }, 'history_limit_days is not a non-negative integer'],
    [{ status: 'active', ping_only: 1 }, 'ping_only is not a boolean'],
    [{ status: 'active', slim_presence: 'x' }, 'slim_presence is not valid JSON'],
  ]
  test('an invalid request is refused, and so are bots', async () => {
    const { ada, dov, fig } = await realmWithStoppedClock()
    await changesNothing([ada, dov], async () => {
      for (const [fields, msg] of INVALID) expect(await dov.post(PATH, fields)).toEqual(refusal(msg))
      expect(await dov.post(PATH)).toMatchObject({ var_name: 'status' })
      expect(await fig.post(PATH, { status: 'active' })).toEqual(refusal('This endpoint does not accept bot requests.'))
    })
  })

  test('events and POST /register lead to the same state in every client', async () => {
    const { ada, ben, dov, ezra, realm } = await realmWithStoppedClock()
    await ping(ben)
    await replays([ada, dov, ezra], async () => {
      await ping(dov)
      await stopClock(realm, NOW + 60)
      await ping(ben)
      await ping(ezra, { status: 'idle' })
      await stopClock(realm, NOW + 200)
      await ping(dov)
      await ping(ezra)
    })
  })
})

describe('the storage of presences', () => {
  test('the pings of a minute write one row for a few hundred users', async () => {
    const { realm, ada } = await realmWithStoppedClock()
    const names = Array.from({ length: 30 }, (_, index) => `user${index}`)
    const users = await Promise.all(names.map((name) => realm.newPerson(name)))
    for (const user of users) await ping(user)
    await runAlarm(realm) // other due work
    await stopClock(realm, NOW + 60)
    const before = await rowsWritten(realm)
    for (const user of users) await ping(user)
    expect((await rowsWritten(realm)) - before).toBeLessThanOrEqual(2)
    await stopClock(realm, NOW + 75)
    await runAlarm(realm)
    expect((await rowsWritten(realm)) - before).toBeLessThanOrEqual(4)
    await crash(realm)
    await stopClock(realm, NOW + 76)
    const { presences } = await ping(ada, { slim_presence: true })
    for (const user of users) expect(presences[user.id]).toEqual(activeAt(NOW + 60))
  })

  test.for(RESTARTS)('a published presence is stored when the object $how', async ({ restart }) => {
    const { realm, ada, dov, ezra } = await realmWithStoppedClock()
    await ping(ada)
    await replays([ada, ezra], async () => {
      await ping(dov)
      await restart(realm)
      await stopClock(realm, NOW + 5)
    })
  })

  test('a new change never has the id of a lost one', async () => {
    const { realm, ada, dov } = await realmWithStoppedClock()
    await ping(dov)
    await ping(ada)
    await stopClock(realm, NOW + 60)
    await ping(ada)
    const { presence_last_update_id: lostId } = await ping(dov) // not written yet
    await evict(realm)
    await stopClock(realm, NOW + 61)
    const { presences, presence_last_update_id } = await ping(dov, { last_update_id: lostId })
    expect(presences).toEqual({ [dov.id]: activeAt(NOW + 61) })
    expect(presence_last_update_id).toBeGreaterThan(lostId)
  })
})

describe('a user who hides their presence', () => {
  const setPresenceEnabled = (user: Person, presence_enabled: boolean) => user.patch('/settings', { presence_enabled })

  test('was last online some minutes ago, until they show their presence again', async () => {
    const { realm, ada, dov } = await realmWithStoppedClock()
    await ping(dov)
    await replays([ada, dov], async () => succeeded(await setPresenceEnabled(dov, false)))
    const hidden = { active_timestamp: expect.any(Number), idle_timestamp: NOW - 320 }
    expect((await ping(ada)).presences[dov.id]).toEqual(hidden)
    await stopClock(realm, NOW + 100)
    await changesNothing([ada], async () => {
      await ping(dov)
    })
    expect((await ping(ada)).presences[dov.id]).toEqual(hidden)
    const [adasEvents] = await receivedBy([ada], async () => succeeded(await setPresenceEnabled(dov, true)))
    expect(adasEvents!.able).toContainEqual({ type: 'presence', presences: { [dov.id]: activeAt(NOW + 100) } })
  })

  test('stays hidden if the request to show it fails', async () => {
    const logged = captureConsole('error')
    const { realm, ada, dov } = await realmWithStoppedClock()
    await ping(dov)
    succeeded(await setPresenceEnabled(dov, false))
    const hidden = (await ping(ada)).presences[dov.id]
    // The event follows the change of the presence.
    await selectRows(
      realm,
      "CREATE TRIGGER bug BEFORE INSERT ON events WHEN NEW.kind = 'user_status' BEGIN SELECT RAISE(ABORT, 'a bug'); END",
    )
    expect(await setPresenceEnabled(dov, true)).toMatchObject({ code: 'INTERNAL_SERVER_ERROR' })
    await selectRows(realm, 'DROP TRIGGER bug')
    expect(logged.join()).toContain('a bug')
    expect((await ping(ada)).presences[dov.id]).toEqual(hidden)
  })

  test('can also do so with the status away', async () => {
    const { ada, dov } = await realmWithStoppedClock()
    await ping(dov)
    await replays([ada, dov], async () => succeeded(await dov.post('/users/me/status', { away: true })))
    expect((await ping(ada)).presences[dov.id]).toEqual({
      active_timestamp: expect.any(Number),
      idle_timestamp: NOW - 320,
    })
    await replays([ada, dov], async () => succeeded(await dov.post('/users/me/status', { away: false })))
    expect((await ping(ada)).presences[dov.id]).toEqual(activeAt(NOW))
  })

  test('and presence_disabled, which hides all users of a realm', async () => {
    const { ada, dov } = await realmWithStoppedClock()
    await ping(dov)
    await replays([ada, dov], async () => succeeded(await ada.patch('/realm', { presence_disabled: true })))
    const [adasEvents] = await receivedBy([ada], () => ping(dov, { last_update_id: 3 }))
    expect(adasEvents!.able).toEqual([])
    expect(await ping(ada, { last_update_id: 3 })).toMatchObject({ presences: {}, presence_last_update_id: 3 })
    expect((await ada.get('/realm/presence')).presences).toEqual({})
    expect(await ada.get(`/users/${dov.id}/presence`)).toEqual(refusal(`No presence data for ${dov.id}`))
    await replays([ada, dov], async () => succeeded(await ada.patch('/realm', { presence_disabled: false })))
    expect((await ping(ada)).presences[dov.id]).toEqual(activeAt(NOW))
  })

  test('and a deactivated user, who has no presence', async () => {
    const { ada, dov } = await realmWithStoppedClock()
    await ping(dov)
    await replays([ada], async () => succeeded(await ada.delete(`/users/${dov.id}`)))
    expect((await ping(ada)).presences[dov.id]).toBeUndefined()
    expect(await ada.get(`/users/${dov.id}/presence`)).toEqual(refusal('No such user'))
    await replays([ada], async () => succeeded(await ada.post(`/users/${dov.id}/reactivate`)))
  })
})

describe('a limited guest', () => {
  test('receives only the presence of users whom they can see, also when these change', async () => {
    const { ada, dov, ezra, general } = await realmWithStoppedClock()
    succeeded(await ada.delete('/users/me/subscriptions', { subscriptions: [general.name], principals: [ezra.id] }))
    succeeded(await ada.patch('/realm', { can_access_all_users_group: { new: 6 } }))
    await ping(dov)
    await ping(ezra)
    const presentIds = async () => Object.keys((await ping(ezra, { slim_presence: true })).presences)
    expect(await presentIds()).toEqual([String(ezra.id)])
    const received = await replays([ezra, ada], () => ada.subscribes(general, { principals: [ezra.id] }))
    expect(received.flat().length).toBeGreaterThan(0)
    expect((await presentIds()).sort()).toEqual([dov.id, ezra.id].map(String).sort())
    await replays([ezra], async () =>
      ada.delete('/users/me/subscriptions', { subscriptions: [general.name], principals: [ezra.id] }),
    )
    expect(await presentIds()).toEqual([String(ezra.id)])
  })
})

describe('GET /users/:user_id_or_email/presence', () => {
  test('returns the presence of a user, by id or by address', async () => {
    const { realm, ada, dov, ezra } = await realmWithStoppedClock()
    await ping(dov)
    const answerFor = async (viewer: Person, idOrEmail: number | string) =>
      succeeded(await viewer.get(`/users/${idOrEmail}/presence`))
    const active = { status: 'active', timestamp: NOW }
    for (const idOrEmail of [dov.id, dov.email, encodeURIComponent(dov.email)])
      expect(await answerFor(ezra, idOrEmail)).toEqual({
        ...SUCCESS,
        presence: { ...activeAt(NOW), aggregated: active, website: active },
        server_timestamp: NOW,
      })
    await stopClock(realm, NOW + 201)
    const offline = { aggregated: { ...active, status: 'offline' }, website: active }
    expect(await answerFor(ada, dov.id)).toMatchObject({ presence: offline, server_timestamp: NOW + 201 })
    await ping(dov, { status: 'idle' })
    const both = { active_timestamp: NOW, idle_timestamp: NOW + 201 }
    expect(await answerFor(ada, dov.id)).toMatchObject({ presence: both })
  })

  test('bots, unknown users, and users who were never online are refused', async () => {
    const { ada, dov, fig } = await realmWithStoppedClock()
    const INVALID: [idOrEmail: number | string, msg: string][] = [
      [dov.id, `No presence data for ${dov.id}`],
      [dov.email, `No presence data for ${dov.email}`],
      [fig.id, 'Presence is not supported for bot users.'],
      [9999, 'No such user'],
      ['nobody@example.com', 'No such user'],
    ]
    for (const [idOrEmail, msg] of INVALID) expect(await ada.get(`/users/${idOrEmail}/presence`)).toEqual(refusal(msg))
  })

  test('a hidden address is refused', async () => {
    const { ada, dov } = await realmWithStoppedClock()
    succeeded(await dov.patch('/settings', { email_address_visibility: 4 }))
    await ping(dov)
    expect(await ada.get(`/users/${dov.email}/presence`)).toEqual(refusal('No such user'))
  })
})

test('GET /realm/presence returns all presences in the legacy form', async () => {
  const { ada, dov, fig } = await realmWithStoppedClock()
  await ping(dov)
  await ping(ada, { status: 'idle' })
  expect(await fig.get('/realm/presence')).toEqual({
    ...SUCCESS,
    server_timestamp: NOW,
    presences: { [dov.email]: legacyPresence('active', NOW), [ada.email]: legacyPresence('idle', NOW) },
  })
})

describe('POST /register', () => {
  test('has the presences in the form that the client requests', async () => {
    const { realm, ada, dov } = await realmWithStoppedClock()
    await ping(dov)
    const state = async (fields: Record<string, FieldValue>) =>
      (await ada.registers({ fetch_event_types: ['presence', 'realm'], ...fields })).state
    const { presence_last_update_id: newest } = await ping(dov)
    const always = { server_timestamp: NOW, presence_last_update_id: newest }
    expect(await state({})).toMatchObject({
      ...always,
      presences: { [dov.email]: legacyPresence('active', NOW) },
      server_presence_ping_interval_seconds: 60,
      server_presence_offline_threshold_seconds: 200,
    })
    expect(await state({ slim_presence: true })).toMatchObject({ ...always, presences: { [dov.id]: activeAt(NOW) } })
    expect((await state({ presence_last_update_id: newest })).presences).toEqual({})
    await stopClock(realm, NOW + 5 * DAY)
    expect((await state({ presence_history_limit_days: 4 })).presences).toEqual({})
    expect((await state({ presence_history_limit_days: 6 })).presences).toMatchObject({ [dov.email]: {} })
  })
})
