import { runDurableObjectAlarm } from 'cloudflare:test'
import { describe, expect, test } from 'vitest'
import { splitIntoBatches } from '../../src/api/batches'
import { refusal } from '../support/answers'
import { changesNothing, eventNames, receivedBy } from '../support/received-events'
import { subscribe, unsubscribe } from '../support/subscriptions'
import { succeeded, type Json, type Person } from '../support/person'
import { passMinute } from '../support/pings'
import { freshRealm, newChannel, type TestRealm } from '../support/realm'
import { meterOf } from '../support/meter'
import { executeSql } from '../support/tables'

const FIRST_ID = 1001

/** Inserts users without clients and returns their ids. Through the API, they would take longer than all other tests. */
async function insertUsers(realm: TestRealm, count: number): Promise<number[]> {
  await executeSql(
    realm,
    `WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < ?)
     INSERT INTO users (user_id, delivery_email, delivery_email_key, full_name, role, is_active, is_system_bot, can_create_users,
                        date_joined, timezone, avatar_source, avatar_version, avatar_hash, email_address_visibility)
     SELECT ${FIRST_ID} + n, 'x' || n || '@example.com', 'x' || n || '@example.com', 'X ' || n, 400, 1, 0, 0, 1, '', 'G', 1, '', 1
     FROM numbers`,
    count,
  )
  return Array.from({ length: count }, (_, index) => FIRST_ID + index)
}

/** Returns the rows that an action reads and writes. The realm is awake and has no due work when it starts. */
async function costOf(realm: TestRealm, act: () => Promise<unknown>) {
  await realm.request('/server_settings')
  await runDurableObjectAlarm(realm.stub)
  const before = await meterOf(realm)
  await act()
  const after = await meterOf(realm)
  return { read: after.read - before.read, written: after.written - before.written }
}

const unsubscribeUsers = (person: Person, subscriptions: string[], principals: number[]) =>
  unsubscribe(person, subscriptions, { principals })

const hallNames = Array.from({ length: 20 }, (_, index) => `hall ${index}`)

describe('POST /users/me/subscriptions with thousands of users', () => {
  test('the event for a channel of more than 5000 subscribers has them only for clients that request them', async () => {
    const { realm, ada, ben, dov } = await freshRealm()
    const userIds = await insertUsers(realm, 5000)
    await subscribe(ada, ['hall'], { principals: userIds.slice(0, 4998) })
    const subscriberCount = async (person: Person, fields = {}) => {
      const queue = await person.registers({ fetch_event_types: [], event_types: ['subscription'], ...fields })
      await subscribe(person, ['hall'], {})
      return (await queue.events())[0].subscriptions[0].subscribers?.length
    }
    expect(await subscriberCount(ben)).toBe(4999)
    await subscribe(ada, ['hall'], { principals: userIds.slice(4998) })
    expect(await subscriberCount(dov)).toBeUndefined()
    succeeded(await unsubscribeUsers(dov, ['hall'], [dov.id]))
    expect(await subscriberCount(dov, { include_subscribers: 'true' })).toBe(5002)
  })

  test('250 users subscribe to 20 channels and unsubscribe: two rows for each subscription, and a few events', async () => {
    const { realm, ada, ben, dov, ezra } = await freshRealm()
    const userIds = [...(await insertUsers(realm, 249)), dov.id]
    let cost = { read: 0, written: 0 }
    const [adaEvents, benEvents, dovEvents, ezraEvents] = await receivedBy([ada, ben, dov, ezra], async () => {
      cost = await costOf(realm, async () => succeeded(await subscribe(ada, hallNames, { principals: userIds })))
    })
    const creations = hallNames.map(() => 'stream/create')
    for (const { plain, able } of [adaEvents!, benEvents!])
      for (const events of [plain, able]) {
        expect(eventNames(events)).toEqual([...creations, 'subscription/peer_add'])
        expect(events.at(-1).stream_ids).toHaveLength(20)
        expect(events.at(-1).user_ids).toHaveLength(250)
      }
    expect(eventNames(dovEvents!.able)).toEqual([...creations, 'subscription/add'])
    const { subscriptions } = dovEvents!.able.at(-1)
    expect(subscriptions.map(({ subscribers }: Json) => subscribers.length)).toEqual(hallNames.map(() => 250))
    expect(new Set(subscriptions.map(({ color }: Json) => color)).size).toBe(20)
    expect(ezraEvents).toEqual({ plain: [], able: [] })
    // A channel writes its row, its name and its count. Events write their rows and one block of ids.
    const events = 20 + 1 + 1
    expect(cost.written).toBe(2 * 20 * 250 + 3 * 20 + events + 1)
    expect(cost.read).toBeLessThan(3 * 20 * 250)

    const again = await costOf(realm, async () => succeeded(await subscribe(ada, hallNames, { principals: userIds })))
    expect(again.written).toBe(0)

    const [adaEventsLater, dovEventsLater] = await receivedBy([ada, dov], async () => {
      cost = await costOf(realm, async () => succeeded(await unsubscribeUsers(ada, hallNames, userIds)))
    })
    expect(eventNames(adaEventsLater!.plain)).toEqual(['subscription/peer_remove'])
    expect(eventNames(dovEventsLater!.plain)).toEqual(['subscription/remove', 'subscription/peer_remove'])
    expect(cost.written).toBe(2 * 20 * 250 + 20 + 2)
  })

  test('a user who can see only some of the channels receives events only of these', async () => {
    const { ada, ben, cleo, dov, ezra, vault } = await freshRealm()
    const garden = await newChannel(ada, 'garden', [ada])
    const people = [ada, ben, cleo, dov, ezra]
    const received = await receivedBy(people, async () => {
      const principals = [dov.id, ezra.id]
      const fields = { principals, send_new_subscription_messages: false }
      succeeded(await subscribe(ada, ['garden', 'vault'], fields))
      succeeded(await unsubscribeUsers(ada, ['vault', 'garden'], principals))
    })
    const streamIds = ({ able }: { able: Json[] }) => able.map(({ stream_ids }) => stream_ids)
    const both = [garden.stream_id, vault.stream_id]
    expect(streamIds(received[0]!)).toEqual([both, both.toReversed()])
    expect(streamIds(received[1]!)).toEqual([both, both.toReversed()])
    expect(streamIds(received[2]!)).toEqual([[garden.stream_id], [garden.stream_id]])
    const [, , , dovEvents, ezraEvents] = received
    expect(eventNames(dovEvents!.able)).toEqual([
      'stream/create', // of the vault
      'subscription/add',
      'subscription/remove',
      'stream/delete',
      'subscription/peer_remove', // of the garden, whose subscribers dov can still see
    ])
    expect(dovEvents!.able.at(-1)).toMatchObject({ stream_ids: [garden.stream_id], user_ids: [ezra.id] })
    expect(dovEvents!.able[1].subscriptions.map((channel: Json) => channel.stream_id)).toEqual(both)
    const [created, deleted] = ['stream/create', 'stream/delete']
    expect(eventNames(ezraEvents!.able)).toEqual([
      created,
      created,
      'subscription/add',
      'subscription/remove',
      deleted,
      deleted,
    ])
  })

  test('a channel of 15,000 users is filled by three requests, and a change in it costs the same as elsewhere', async () => {
    const { realm, ada, dov } = await freshRealm()
    await newChannel(ada, 'small', [ada])
    const userIds = await insertUsers(realm, 15_000)
    // Clients learn that presences are not listed any more.
    await passMinute(realm)
    const queue = await ada.registers()
    for (const batch of splitIntoBatches(userIds, 5000)) {
      const filling = await costOf(realm, async () => succeeded(await subscribe(ada, ['large'], { principals: batch })))
      const creation = batch[0] === FIRST_ID ? 3 : 0
      expect(filling.written).toBeLessThanOrEqual(2 * 5000 + creation + 5)
    }
    const additions = Array.from({ length: 3 }, () => 'subscription/peer_add')
    expect(eventNames(await queue.events())).toEqual(['stream/create', ...additions])
    const costs: Json[] = []
    for (const name of ['small', 'large']) {
      const subscribing = await costOf(realm, async () => succeeded(await subscribe(dov, [name], {})))
      const unsubscribing = await costOf(realm, async () => succeeded(await unsubscribeUsers(dov, [name], [])))
      costs.push([subscribing, unsubscribing].map(({ written }) => written))
    }
    const rows = 2 + 1 + 2 // two rows, a count, and two events
    expect(costs).toEqual([
      [rows, rows],
      [rows, rows],
    ])
  })

  test('partial subscribers of a large channel are its bots and active users; a small channel has all subscribers', async () => {
    const { realm, ada, ben } = await freshRealm()
    const userIds = await insertUsers(realm, 250)
    await executeSql(realm, `UPDATE users SET bot_type = 1 WHERE user_id IN (${FIRST_ID}, ${FIRST_ID + 1})`)
    await executeSql(
      realm,
      `INSERT INTO bots (user_id, key_seed, default_all_public_streams, service_name, payload_url, interface, config_data)
       SELECT user_id, 'seed ' || user_id, 0, '', '', 1, '{}' FROM users WHERE user_id IN (${FIRST_ID}, ${FIRST_ID + 1})`,
    )
    succeeded(await subscribe(ada, ['large'], { principals: [ada.id, ...userIds] }))
    await newChannel(ada, 'small', [ada, ben])
    await executeSql(realm, `UPDATE users SET is_active = 0 WHERE user_id IN (${FIRST_ID + 1}, ${FIRST_ID + 2})`)
    const largeChannel = async (include_subscribers: string) => {
      const { subscriptions } = succeeded(await ada.get('/users/me/subscriptions', { include_subscribers }))
      return subscriptions.find((channel: Json) => channel.name === 'large')
    }
    const all = [ada.id, ...userIds]
    expect((await largeChannel('partial')).partial_subscribers).toEqual(all.filter((id) => id !== FIRST_ID + 2))
    expect(await largeChannel('partial')).not.toHaveProperty('subscribers')
    expect((await largeChannel('true')).subscribers).toEqual(all)
    const { state } = await ada.registers({ include_subscribers: 'partial' })
    const small = state.subscriptions.find((channel: Json) => channel.name === 'small')
    expect(small.subscribers).toEqual([ada.id, ben.id]) // leaving out subscribers would save nothing
  })

  test('one request changes at most 5000 subscriptions, and has at most 5000 users', async () => {
    const { realm, ada, dov } = await freshRealm()
    const userIds = await insertUsers(realm, 1000)
    const sixNames = Array.from({ length: 6 }, (_, index) => `hall ${index}`)
    const tooMany = refusal('One request changes at most 5000 subscriptions: 1000 users in 6 channels are too many.')
    await changesNothing([ada, dov], async () => {
      expect(await subscribe(ada, sixNames, { principals: userIds })).toEqual(tooMany)
      const principals = Array.from({ length: 5001 }, () => dov.id)
      expect(await subscribe(ada, ['hall'], { principals })).toEqual(
        refusal('principals is too long (limit: 5000 items)'),
      )
      const names = Array.from({ length: 501 }, (_, index) => `hall ${index}`)
      expect(await subscribe(ada, names, {})).toEqual(refusal('subscriptions is too long (limit: 500 items)'))
    })
    // A user who is listed many times counts once.
    succeeded(await subscribe(ada, sixNames, { principals: Array.from({ length: 5000 }, () => dov.id) }))
    succeeded(await subscribe(ada, sixNames.slice(1), { principals: userIds }))
    await changesNothing([ada, dov], async () =>
      expect(await unsubscribeUsers(ada, sixNames, userIds)).toEqual(tooMany),
    )
  })
})
