import { describe, expect, test } from 'vitest'
import { refusal } from '../support/answers'
import { RESTARTS } from '../support/faults'
import { copyUser, FIRST_COPY } from '../support/many-users'
import { succeeded, type Json } from '../support/person'
import { makeLarge, passMinute, ping, PING } from '../support/pings'
import { freshRealm, type Cast, type TestRealm } from '../support/realm'
import { receivedBy } from '../support/received-events'
import { replays } from '../support/replays'
import { executeSql, selectRows } from '../support/tables'

const MAX_LISTED = 3000
const LISTED_AGAIN = 2700

async function largeRealm(): Promise<Cast> {
  const cast = await freshRealm()
  await makeLarge(cast)
  return cast
}

async function peopleIn(realm: TestRealm): Promise<number> {
  const [row] = await selectRows(realm, 'SELECT count(*) AS n FROM users WHERE is_active = 1 AND bot_type IS NULL')
  return Number(row!.n)
}

const stateOf = async ({ ada }: Cast): Promise<Json> =>
  (await ada.registers({ fetch_event_types: ['presence', 'realm'], event_types: [], slim_presence: true })).state

describe('the number of people', () => {
  test('up to 3,000, clients receive the presence of all users, and from 3,001 on of those whom they name', async () => {
    const cast = await freshRealm()
    const { realm, ada, ben } = cast
    await copyUser(realm, ben, MAX_LISTED - (await peopleIn(realm)))
    await passMinute(realm)
    await ping(ben)
    expect(
      Object.keys((await ping(ada)).presences)
        .map(Number)
        .toSorted((a, b) => a - b),
    ).toEqual([ada.id, ben.id].toSorted((a, b) => a - b))
    expect((await stateOf(cast)).realm_presence_disabled).toBe(false)

    await realm.newPerson('last')
    const [events] = await receivedBy([ada], () => passMinute(realm))
    expect(events!.able).toContainEqual({ type: 'realm', op: 'update', property: 'presence_disabled', value: true })
    expect(await ping(ada)).toMatchObject({ presences: {}, parley_by_request: true })
    expect(Object.keys((await ping(ada, ben)).presences)).toEqual([String(ben.id)])
    expect(await stateOf(cast)).toMatchObject({ realm_presence_disabled: true, presences: {} })
  })

  test('below 2,700, clients receive the presence of all users again, with all that changed meanwhile', async () => {
    const cast = await freshRealm()
    const { realm, ada, ben } = cast
    const { presence_last_update_id: last_update_id } = await ada.post(PING, { status: 'active', last_update_id: -1 })
    await makeLarge(cast)
    await ping(ben)
    const tooMany = (await peopleIn(realm)) - LISTED_AGAIN
    await executeSql(
      realm,
      'UPDATE users SET is_active = 0 WHERE user_id >= ? AND user_id < ?',
      FIRST_COPY,
      FIRST_COPY + tooMany - 1,
    )
    await passMinute(realm)
    expect(await ping(ada)).toMatchObject({ parley_by_request: true })
    await executeSql(realm, 'UPDATE users SET is_active = 0 WHERE user_id = ?', FIRST_COPY + tooMany - 1)
    await passMinute(realm)
    const { presences, parley_by_request } = succeeded(await ada.post(PING, { status: 'active', last_update_id }))
    expect(presences[ben.id]).toBeDefined()
    expect(parley_by_request).toBe(undefined)
    expect((await stateOf(cast)).realm_presence_disabled).toBe(false)
  })

  test('when it passes the bound, events and POST /register lead to the same state', async () => {
    const { realm, ada, ben } = await freshRealm()
    await copyUser(realm, ben, MAX_LISTED - (await peopleIn(realm)))
    await replays([ada], async () => {
      await realm.newPerson('last')
      await passMinute(realm)
    })
  })
})

describe('a client that names users', () => {
  test('receives the presence of those who were there, in the form by id, and at most 500', async () => {
    const { ada, ben, dov, cleo } = await largeRealm()
    await ping(ben)
    await ada.post(PING, { status: 'idle' })
    const answer = succeeded(
      await dov.post(PING, { status: 'active', last_update_id: 7, parley_user_ids: [ada.id, ben.id, cleo.id, 99_999] }),
    )
    expect(answer).toMatchObject({ presence_last_update_id: 7, parley_by_request: true, legacy_mirror_active: false })
    const active = { active_timestamp: expect.any(Number), idle_timestamp: expect.any(Number) }
    expect(answer.presences).toEqual({
      [ada.id]: { active_timestamp: 0, idle_timestamp: expect.any(Number) },
      [ben.id]: active,
    })
    const tooMany = Array.from({ length: 501 }, (_, index) => index + 1)
    expect(await dov.post(PING, { status: 'active', parley_user_ids: tooMany })).toMatchObject({ code: 'BAD_REQUEST' })
  })

  test('receives no presence of users whom a limited guest cannot see', async () => {
    const { ada, dov, ezra, general } = await largeRealm()
    succeeded(await ada.delete('/users/me/subscriptions', { subscriptions: [general.name], principals: [ezra.id] }))
    succeeded(await ada.patch('/realm', { can_access_all_users_group: { new: 6 } }))
    await ping(dov)
    expect(Object.keys((await ping(ezra, dov, ezra)).presences)).toEqual([String(ezra.id)])
  })

  test.for(RESTARTS)('receives nothing newer of a user who hid before the object $how', async ({ restart }) => {
    const { realm, ada, ben } = await largeRealm()
    await ping(ben)
    await passMinute(realm) // its presence is stored
    const active = (await ping(ada, ben)).presences
    succeeded(await ben.patch('/settings', { presence_enabled: false }))
    const { presences: hidden } = await ping(ada, ben)
    expect(hidden).not.toEqual(active)
    await restart(realm)
    expect((await ping(ada, ben)).presences).toEqual(hidden)
  })

  test('receives none if the organization hides all', async () => {
    const { ada, ben } = await largeRealm()
    await ping(ben)
    succeeded(await ada.patch('/realm', { presence_disabled: true }))
    expect((await ping(ada, ben)).presences).toEqual({})
    const [events] = await receivedBy([ada], async () =>
      succeeded(await ada.patch('/realm', { presence_disabled: false })),
    )
    // Clients that do not name users still must not show who is active.
    expect(events!.able).toContainEqual({ type: 'realm', op: 'update', property: 'presence_disabled', value: true })
    expect(Object.keys((await ping(ada, ben)).presences)).toEqual([String(ben.id)])
  })
})

test('clients learn what a large organization chose, and not only what they must show', async () => {
  const cast = await largeRealm()
  const { ada, dov } = cast
  const [hides, shows] = [true, false].map((value) => ({ property: 'parley_presence_disabled', value }))
  expect(await stateOf(cast)).toMatchObject({
    realm_presence_disabled: true,
    realm_parley_presence_disabled: false,
  })
  await replays([ada, dov], async () => {
    const [events] = await receivedBy([dov], async () =>
      succeeded(await ada.patch('/realm', { presence_disabled: true })),
    )
    expect(events!.able).toContainEqual({ type: 'realm', op: 'update', ...hides })
  })
  expect(await stateOf(cast)).toMatchObject({ realm_presence_disabled: true, realm_parley_presence_disabled: true })
  await replays([ada, dov], async () => {
    const [events] = await receivedBy([dov], async () =>
      succeeded(await ada.patch('/realm', { presence_disabled: false })),
    )
    expect(events!.able).toContainEqual({ type: 'realm', op: 'update', ...shows })
  })
  expect(await stateOf(cast)).toMatchObject({ realm_presence_disabled: true, realm_parley_presence_disabled: false })
})

test('the other ways to ask return no list of all users either', async () => {
  const cast = await largeRealm()
  const { ada, ben } = cast
  await ping(ben)
  expect((await ada.get('/realm/presence')).presences).toEqual({})
  expect((await stateOf(cast)).presences).toEqual({})
  expect((await ada.get(`/users/${ben.id}/presence`)).presence.aggregated.status).toBe('active')
  expect(await ada.get('/users/99999/presence')).toEqual(refusal('No such user'))
})
