import { describe, expect, test } from 'vitest'
import { crash, evict, RESTARTS, ring } from '../support/faults'
import { refusal, SUCCESS } from '../support/answers'
import { changesNothing, receivedBy } from '../support/received-events'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm } from '../support/realm'
import { replays } from '../support/replays'
import { rowsWritten, stopClock } from '../support/tables'

const PATH = '/users/me/presence'
const NOW = 1_900_000_000
const DAY = 86_400

const pings = async (person: Person, fields: Record<string, FieldValue> = {}): Promise<Json> =>
  succeeded(await person.post(PATH, { status: 'active', last_update_id: -1, ...fields }))

const entry = (status: string, timestamp: number) => ({ client: 'website', status, timestamp })
const legacy = (status: string, timestamp: number) => ({
  aggregated: entry(status, timestamp),
  website: { ...entry(status, timestamp), pushable: false },
})
const here = (timestamp: number) => ({ active_timestamp: timestamp, idle_timestamp: timestamp })

/** A realm whose clock stands still. */
async function stillRealm() {
  const cast = await freshRealm()
  await stopClock(cast.realm, NOW)
  return cast
}

describe('POST /users/me/presence', () => {
  test('whoever comes is told of at once, to each client in its own form', async () => {
    const { ada, dov } = await stillRealm()
    const slim = await ada.registers({ slim_presence: true })
    const [hers, his] = await receivedBy([ada, dov], () => pings(dov))
    const { website } = legacy('active', NOW)
    const told = { type: 'presence', user_id: dov.id, server_timestamp: NOW, presence: { website } }
    expect(hers!.plain).toEqual([{ ...told, email: dov.email }])
    expect(hers!.able).toEqual([{ type: 'presence', presences: { [dov.id]: here(NOW) } }])
    expect(await slim.events()).toEqual([{ ...told, id: expect.any(Number) }])
    expect(his!.able).toEqual(hers!.able)
  })

  test('that they are still there is told to whoever asks', async () => {
    const { realm, ada, dov } = await stillRealm()
    await pings(dov)
    for (const seconds of [56, 112, 168]) {
      await stopClock(realm, NOW + seconds)
      const [hers] = await receivedBy([ada], () => pings(dov))
      expect([...hers!.plain, ...hers!.able]).toEqual([])
      expect((await pings(ada, { status: 'idle' })).presences[dov.id]).toEqual(here(NOW + seconds))
    }
    await stopClock(realm, NOW + 168 + 131)
    const [hers] = await receivedBy([ada], () => pings(dov))
    expect(hers!.able).toEqual([{ type: 'presence', presences: { [dov.id]: here(NOW + 299) } }])
  })

  test('who is only connected comes to nobody, and is idle', async () => {
    const { realm, ada, dov } = await stillRealm()
    const [hers] = await receivedBy([ada], () => pings(dov, { status: 'idle' }))
    expect(hers!.able).toEqual([])
    expect((await pings(ada)).presences).toEqual({ [dov.id]: { idle_timestamp: NOW }, [ada.id]: here(NOW) })
    await stopClock(realm, NOW + 80)
    await pings(ada, { status: 'idle' })
    expect((await pings(dov, { slim_presence: true })).presences[ada.id]).toEqual({
      active_timestamp: NOW,
      idle_timestamp: NOW + 80,
    })
  })

  test('answers in the form that is asked for', async () => {
    const { ada, dov } = await stillRealm()
    await pings(dov)
    const { presence_last_update_id: newest } = await pings(ada)
    const answers: [asked: Record<string, FieldValue>, answer: object][] = [
      [{}, { presences: { [dov.email]: legacy('active', NOW), [ada.email]: legacy('active', NOW) } }],
      [{ slim_presence: true }, { presences: { [dov.id]: here(NOW), [ada.id]: here(NOW) } }],
      [{ last_update_id: -1 }, { presences: { [dov.id]: here(NOW), [ada.id]: here(NOW) } }],
      [{ last_update_id: newest }, { presences: {} }],
    ]
    const always = { ...SUCCESS, server_timestamp: NOW, presence_last_update_id: newest, legacy_mirror_active: false }
    for (const [asked, answer] of answers)
      expect(await ada.post(PATH, { status: 'active', ...asked })).toMatchObject({ ...always, ...answer })
    const told = { ...SUCCESS, legacy_mirror_active: false }
    for (const [last_update_id, presence_last_update_id] of [
      [undefined, -1],
      [-1, -1],
      [7, 7],
    ])
      expect(await ada.post(PATH, { status: 'active', ping_only: true, last_update_id })).toMatchObject({
        ...told,
        presence_last_update_id,
      })
    const { presences, server_timestamp } = await pings(ada, { ping_only: true, new_user_input: true })
    expect([presences, server_timestamp]).toEqual([undefined, undefined])
  })

  test('who has heard of some is told of the others', async () => {
    const { realm, ada, ben, dov } = await stillRealm()
    await pings(dov)
    const { presence_last_update_id: known } = await pings(ada)
    await stopClock(realm, NOW + 60)
    await pings(ben)
    const { presences, presence_last_update_id: next } = await pings(ada, { status: 'idle', last_update_id: known })
    expect(presences).toEqual({
      [ben.id]: here(NOW + 60),
      [ada.id]: { active_timestamp: NOW, idle_timestamp: NOW + 60 },
    })
    expect(next).toBeGreaterThan(known)
    expect(await pings(ada, { status: 'idle', last_update_id: next })).toMatchObject({
      presences: {},
      presence_last_update_id: next,
    })
  })

  test('history goes back as far as is asked for, two weeks if that is not said', async () => {
    const { realm, ada, dov } = await stillRealm()
    await pings(dov)
    await stopClock(realm, NOW + 10 * DAY)
    const whom = async (fields: Record<string, FieldValue>) => Object.keys((await pings(ada, fields)).presences)
    expect(await whom({ history_limit_days: 9 })).toEqual([String(ada.id)])
    expect(await whom({})).toContain(String(dov.id))
    const { presence_last_update_id } = await pings(ada)
    // What is news is told however old it is.
    expect(await whom({ last_update_id: 1, history_limit_days: 0 })).toEqual([dov.id, ada.id].map(String).sort())
    expect(await whom({ last_update_id: presence_last_update_id })).toEqual([])
    await stopClock(realm, NOW + 15 * DAY)
    expect(await whom({})).toEqual([String(ada.id)])
    expect(await whom({ history_limit_days: 20 })).toContain(String(dov.id))
  })

  const BAD: [fields: Record<string, FieldValue>, msg: string][] = [
    [{ status: 'away' }, 'Invalid status: away'],
    [{ status: 'active', last_update_id: 'new' }, 'last_update_id is not valid JSON'],
    [{ status: 'active', history_limit_days: -1 }, 'history_limit_days is not a non-negative integer'],
    [{ status: 'active', ping_only: 1 }, 'ping_only is not a boolean'],
    [{ status: 'active', slim_presence: 'x' }, 'slim_presence is not valid JSON'],
  ]
  test('what is no ping is none, and bots have no presence', async () => {
    const { ada, dov, fig } = await stillRealm()
    await changesNothing([ada, dov], async () => {
      for (const [fields, msg] of BAD) expect(await dov.post(PATH, fields)).toEqual(refusal(msg))
      expect(await dov.post(PATH)).toMatchObject({ var_name: 'status' })
      expect(await fig.post(PATH, { status: 'active' })).toEqual(refusal('This endpoint does not accept bot requests.'))
    })
  })

  test('everybody learns of it, whichever client they have', async () => {
    const { ada, ben, dov, ezra, realm } = await stillRealm()
    await pings(ben)
    await replays([ada, dov, ezra], async () => {
      await pings(dov)
      await stopClock(realm, NOW + 60)
      await pings(ben)
      await pings(ezra, { status: 'idle' })
      await stopClock(realm, NOW + 200)
      await pings(dov)
      await pings(ezra)
    })
  })
})

describe('how it is kept', () => {
  test('a minute of pings is a row for a few hundred people', async () => {
    const { realm, ada } = await stillRealm()
    const names = Array.from({ length: 30 }, (_, nth) => `person${nth}`)
    const people = await Promise.all(names.map((name) => realm.newPerson(name)))
    for (const person of people) await pings(person)
    await ring(realm) // whatever else is due
    await stopClock(realm, NOW + 60)
    const before = await rowsWritten(realm)
    for (const person of people) await pings(person)
    expect((await rowsWritten(realm)) - before).toBeLessThanOrEqual(2)
    await stopClock(realm, NOW + 75)
    await ring(realm)
    expect((await rowsWritten(realm)) - before).toBeLessThanOrEqual(4)
    await crash(realm)
    await stopClock(realm, NOW + 76)
    const { presences } = await pings(ada, { slim_presence: true })
    for (const person of people) expect(presences[person.id]).toEqual(here(NOW + 60))
  })

  test.for(RESTARTS)('what was told is there when the object $how', async ({ restart }) => {
    const { realm, ada, dov, ezra } = await stillRealm()
    await pings(ada)
    await replays([ada, ezra], async () => {
      await pings(dov)
      await restart(realm)
      await stopClock(realm, NOW + 5)
    })
  })

  test('no change has the id of one that was lost', async () => {
    const { realm, ada, dov } = await stillRealm()
    await pings(dov)
    await pings(ada)
    await stopClock(realm, NOW + 60)
    await pings(ada)
    const { presence_last_update_id: lost } = await pings(dov) // not written yet
    await evict(realm)
    await stopClock(realm, NOW + 61)
    const { presences, presence_last_update_id } = await pings(dov, { last_update_id: lost })
    expect(presences).toEqual({ [dov.id]: here(NOW + 61) })
    expect(presence_last_update_id).toBeGreaterThan(lost)
  })
})

describe('who does not want to be seen', () => {
  const setting = (person: Person, presence_enabled: boolean) => person.patch('/settings', { presence_enabled })

  test('was last seen some minutes ago, and is seen no more until they want to', async () => {
    const { realm, ada, dov } = await stillRealm()
    await pings(dov)
    await replays([ada, dov], async () => succeeded(await setting(dov, false)))
    const gone = { idle_timestamp: NOW - 320 }
    expect((await pings(ada)).presences[dov.id]).toEqual(gone)
    await stopClock(realm, NOW + 100)
    await changesNothing([ada], async () => {
      await pings(dov)
    })
    expect((await pings(ada)).presences[dov.id]).toEqual(gone)
    const [hers] = await receivedBy([ada], async () => succeeded(await setting(dov, true)))
    expect(hers!.able).toContainEqual({ type: 'presence', presences: { [dov.id]: here(NOW + 100) } })
  })

  test('says so by being away as well', async () => {
    const { ada, dov } = await stillRealm()
    await pings(dov)
    await replays([ada, dov], async () => succeeded(await dov.post('/users/me/status', { away: true })))
    expect((await pings(ada)).presences[dov.id]).toEqual({ idle_timestamp: NOW - 320 })
    await replays([ada, dov], async () => succeeded(await dov.post('/users/me/status', { away: false })))
    expect((await pings(ada)).presences[dov.id]).toEqual(here(NOW))
  })

  test('a realm may want nobody to be seen', async () => {
    const { ada, dov } = await stillRealm()
    await pings(dov)
    await replays([ada, dov], async () => succeeded(await ada.patch('/realm', { presence_disabled: true })))
    const [hers] = await receivedBy([ada], () => pings(dov, { last_update_id: 3 }))
    expect(hers!.able).toEqual([])
    expect(await pings(ada, { last_update_id: 3 })).toMatchObject({ presences: {}, presence_last_update_id: 3 })
    expect((await ada.get('/realm/presence')).presences).toEqual({})
    expect(await ada.get(`/users/${dov.id}/presence`)).toEqual(refusal(`No presence data for ${dov.id}`))
    await replays([ada, dov], async () => succeeded(await ada.patch('/realm', { presence_disabled: false })))
    expect((await pings(ada)).presences[dov.id]).toEqual(here(NOW))
  })

  test('whose account is deactivated is nowhere', async () => {
    const { ada, dov } = await stillRealm()
    await pings(dov)
    await replays([ada], async () => succeeded(await ada.delete(`/users/${dov.id}`)))
    expect((await pings(ada)).presences[dov.id]).toBeUndefined()
    expect(await ada.get(`/users/${dov.id}/presence`)).toEqual(refusal('No such user'))
    await replays([ada], async () => succeeded(await ada.post(`/users/${dov.id}/reactivate`)))
  })
})

describe('a guest of a realm that limits them', () => {
  test('learns of those only whom they know, and of those whom they meet', async () => {
    const { ada, dov, ezra, general } = await stillRealm()
    succeeded(await ada.delete('/users/me/subscriptions', { subscriptions: [general.name], principals: [ezra.id] }))
    succeeded(await ada.patch('/realm', { can_access_all_users_group: { new: 6 } }))
    await pings(dov)
    await pings(ezra)
    const seen = async () => Object.keys((await pings(ezra, { slim_presence: true })).presences)
    expect(await seen()).toEqual([String(ezra.id)])
    const heard = await replays([ezra, ada], () => ada.subscribes(general, { principals: [ezra.id] }))
    expect(heard.flat().length).toBeGreaterThan(0)
    expect((await seen()).sort()).toEqual([dov.id, ezra.id].map(String).sort())
    await replays([ezra], async () =>
      ada.delete('/users/me/subscriptions', { subscriptions: [general.name], principals: [ezra.id] }),
    )
    expect(await seen()).toEqual([String(ezra.id)])
  })
})

describe('GET /users/:user_id_or_email/presence', () => {
  test('tells when somebody was there, by id or by address', async () => {
    const { realm, ada, dov, ezra } = await stillRealm()
    await pings(dov)
    const asked = async (person: Person, whom: number | string) =>
      succeeded(await person.get(`/users/${whom}/presence`)).presence
    const active = { status: 'active', timestamp: NOW }
    for (const whom of [dov.id, dov.email, encodeURIComponent(dov.email)])
      expect(await asked(ezra, whom)).toEqual({ aggregated: active, website: active })
    await stopClock(realm, NOW + 201)
    const gone = { aggregated: { ...active, status: 'offline' }, website: active }
    expect(await asked(ada, dov.id)).toEqual(gone)
  })

  test('bots, strangers and whoever never came have none to tell', async () => {
    const { ada, dov, fig } = await stillRealm()
    const refused: [whom: number | string, msg: string][] = [
      [dov.id, `No presence data for ${dov.id}`],
      [dov.email, `No presence data for ${dov.email}`],
      [fig.id, 'Presence is not supported for bot users.'],
      [9999, 'No such user'],
      ['nobody@example.com', 'No such user'],
    ]
    for (const [whom, msg] of refused) expect(await ada.get(`/users/${whom}/presence`)).toEqual(refusal(msg))
  })

  test('a hidden address finds nobody', async () => {
    const { ada, dov } = await stillRealm()
    succeeded(await dov.patch('/settings', { email_address_visibility: 4 }))
    await pings(dov)
    expect(await ada.get(`/users/${dov.email}/presence`)).toEqual(refusal('No such user'))
  })
})

test('GET /realm/presence tells of everyone, as older clients know it', async () => {
  const { ada, dov, fig } = await stillRealm()
  await pings(dov)
  await pings(ada, { status: 'idle' })
  expect(await fig.get('/realm/presence')).toEqual({
    ...SUCCESS,
    server_timestamp: NOW,
    presences: { [dov.email]: legacy('active', NOW), [ada.email]: legacy('idle', NOW) },
  })
})

describe('POST /register', () => {
  test('tells of it in the form that is asked for', async () => {
    const { realm, ada, dov } = await stillRealm()
    await pings(dov)
    const state = async (fields: Record<string, FieldValue>) =>
      (await ada.registers({ fetch_event_types: ['presence', 'realm'], ...fields })).state
    const { presence_last_update_id: newest } = await pings(dov)
    const always = { server_timestamp: NOW, presence_last_update_id: newest }
    expect(await state({})).toMatchObject({
      ...always,
      presences: { [dov.email]: legacy('active', NOW) },
      server_presence_ping_interval_seconds: 60,
      server_presence_offline_threshold_seconds: 200,
    })
    expect(await state({ slim_presence: true })).toMatchObject({ ...always, presences: { [dov.id]: here(NOW) } })
    expect((await state({ presence_last_update_id: newest })).presences).toEqual({})
    await stopClock(realm, NOW + 5 * DAY)
    expect((await state({ presence_history_limit_days: 4 })).presences).toEqual({})
    expect((await state({ presence_history_limit_days: 6 })).presences).toMatchObject({ [dov.email]: {} })
  })
})
