import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { describe, expect, test } from 'vitest'
import { inBatches } from '../../src/api/batches'
import { RealmObject } from '../../src/realm-object'
import { refusal } from '../support/answers'
import { changesNothing, eventNames, receivedBy } from '../support/received-events'
import { subscribe } from '../support/subscriptions'
import { succeeded, type Json, type Person } from '../support/person'
import { freshRealm, newChannel, type TestRealm } from '../support/realm'
import { writesTo } from '../support/tables'

const FIRST = 1001

/** Accounts that nobody uses. Made by way of the API, this many would take longer than all other tests together. */
async function crowdIn(realm: TestRealm, size: number): Promise<number[]> {
  await writesTo(
    realm,
    `WITH RECURSIVE crowd (nth) AS (SELECT 0 UNION ALL SELECT nth + 1 FROM crowd WHERE nth + 1 < ?)
     INSERT INTO users (user_id, delivery_email, delivery_email_key, full_name, role, is_active, is_system_bot, can_create_users,
                        date_joined, timezone, avatar_source, avatar_version, avatar_hash, email_address_visibility)
     SELECT ${FIRST} + nth, 'x' || nth || '@example.com', 'x' || nth || '@example.com', 'X ' || nth, 400, 1, 0, 0, 1, '', 'G', 1, '', 1
     FROM crowd`,
    size,
  )
  return Array.from({ length: size }, (_, nth) => FIRST + nth)
}

const meterOf = (realm: TestRealm): Promise<{ read: number; written: number }> =>
  runInDurableObject(realm.stub, (object) => {
    if (object instanceof RealmObject) return object.meter()
    throw new Error('This is no realm')
  })

async function costOf(realm: TestRealm, act: () => Promise<unknown>) {
  // Awake, and with nothing left to do from before.
  await realm.request('/server_settings')
  await runDurableObjectAlarm(realm.stub)
  const before = await meterOf(realm)
  await act()
  const after = await meterOf(realm)
  return { read: after.read - before.read, written: after.written - before.written }
}

const unsubscribe = (person: Person, subscriptions: string[], principals: number[]) =>
  person.delete('/users/me/subscriptions', { subscriptions, principals })

const halls = Array.from({ length: 20 }, (_, nth) => `hall ${nth}`)

test('a channel of more than 5000 people is told without them to a client that said nothing of subscribers', async () => {
  const { realm, ada, ben, dov } = await freshRealm()
  const crowd = await crowdIn(realm, 5000)
  await subscribe(ada, ['hall'], { principals: crowd.slice(0, 4998) })
  const joined = async (person: Person, more = {}) => {
    const queue = await person.registers({ fetch_event_types: [], event_types: ['subscription'], ...more })
    await subscribe(person, ['hall'], {})
    return (await queue.events())[0].subscriptions[0].subscribers?.length
  }
  expect(await joined(ben)).toBe(4999)
  await subscribe(ada, ['hall'], { principals: crowd.slice(4998) })
  expect(await joined(dov)).toBeUndefined()
  succeeded(await unsubscribe(dov, ['hall'], [dov.id]))
  expect(await joined(dov, { include_subscribers: 'true' })).toBe(5002)
})

describe('two hundred and fifty people and twenty channels', () => {
  test(
    'come together, and part, at the cost of two rows for each in each, and a handful of events',
    { timeout: 60_000 },
    async () => {
      const { realm, ada, ben, dov, ezra } = await freshRealm()
      const crowd = [...(await crowdIn(realm, 249)), dov.id]
      let cost = { read: 0, written: 0 }
      const [hers, others, his, guest] = await receivedBy([ada, ben, dov, ezra], async () => {
        cost = await costOf(realm, async () => succeeded(await subscribe(ada, halls, { principals: crowd })))
      })
      const creations = halls.map(() => 'stream/create')
      for (const { plain, able } of [hers!, others!])
        for (const events of [plain, able]) {
          expect(eventNames(events)).toEqual([...creations, 'subscription/peer_add'])
          expect(events.at(-1).stream_ids).toHaveLength(20)
          expect(events.at(-1).user_ids).toHaveLength(250)
        }
      expect(eventNames(his!.able)).toEqual([...creations, 'subscription/add'])
      const { subscriptions } = his!.able.at(-1)
      expect(subscriptions.map(({ subscribers }: Json) => subscribers.length)).toEqual(halls.map(() => 250))
      expect(new Set(subscriptions.map(({ color }: Json) => color)).size).toBe(20)
      expect(guest).toEqual({ plain: [], able: [] })
      // For a channel its row, its name's and its count; for events their own, and a block of ids.
      const events = 20 + 1 + 1
      expect(cost.written).toBe(2 * 20 * 250 + 3 * 20 + events + 1)
      expect(cost.read).toBeLessThan(3 * 20 * 250)

      const again = await costOf(realm, async () => succeeded(await subscribe(ada, halls, { principals: crowd })))
      expect(again.written).toBe(0)

      const [left, he] = await receivedBy([ada, dov], async () => {
        cost = await costOf(realm, async () => succeeded(await unsubscribe(ada, halls, crowd)))
      })
      expect(eventNames(left!.plain)).toEqual(['subscription/peer_remove'])
      expect(eventNames(he!.plain)).toEqual(['subscription/remove', 'subscription/peer_remove'])
      expect(cost.written).toBe(2 * 20 * 250 + 20 + 2)
    },
  )

  test('who may see only some of the channels hears of those', async () => {
    const { ada, ben, cleo, dov, ezra, vault } = await freshRealm()
    const garden = await newChannel(ada, 'garden', [ada])
    const people = [ada, ben, cleo, dov, ezra]
    const heard = await receivedBy(people, async () => {
      const principals = [dov.id, ezra.id]
      const quiet = { principals, send_new_subscription_messages: false }
      succeeded(await subscribe(ada, ['garden', 'vault'], quiet))
      succeeded(await unsubscribe(ada, ['vault', 'garden'], principals))
    })
    const streamIds = ({ able }: { able: Json[] }) => able.map(({ stream_ids }) => stream_ids)
    const both = [garden.stream_id, vault.stream_id]
    expect(streamIds(heard[0]!)).toEqual([both, both.toReversed()])
    expect(streamIds(heard[1]!)).toEqual([both, both.toReversed()])
    expect(streamIds(heard[2]!)).toEqual([[garden.stream_id], [garden.stream_id]])
    const [, , , his, guest] = heard
    expect(eventNames(his!.able)).toEqual([
      'stream/create', // of the vault
      'subscription/add',
      'subscription/remove',
      'stream/delete',
      'subscription/peer_remove', // of the garden, where he may still know who is in it
    ])
    expect(his!.able.at(-1)).toMatchObject({ stream_ids: [garden.stream_id], user_ids: [ezra.id] })
    expect(his!.able[1].subscriptions.map((each: Json) => each.stream_id)).toEqual(both)
    const [created, deleted] = ['stream/create', 'stream/delete']
    expect(eventNames(guest!.able)).toEqual([
      created,
      created,
      'subscription/add',
      'subscription/remove',
      deleted,
      deleted,
    ])
  })
})

describe('a channel of fifteen thousand', () => {
  test(
    'is filled by three requests, and coming and going cost in it what they cost anywhere',
    { timeout: 60_000 },
    async () => {
      const { realm, ada, dov } = await freshRealm()
      await newChannel(ada, 'small', [ada])
      const crowd = await crowdIn(realm, 15_000)
      const queue = await ada.registers()
      for (const some of inBatches(crowd, 5000)) {
        const filling = await costOf(realm, async () =>
          succeeded(await subscribe(ada, ['large'], { principals: some })),
        )
        const creation = some[0] === FIRST ? 3 : 0
        expect(filling.written).toBeLessThanOrEqual(2 * 5000 + creation + 5)
      }
      const additions = Array.from({ length: 3 }, () => 'subscription/peer_add')
      expect(eventNames(await queue.events())).toEqual(['stream/create', ...additions])
      const costs: Json[] = []
      for (const name of ['small', 'large']) {
        const coming = await costOf(realm, async () => succeeded(await subscribe(dov, [name], {})))
        const going = await costOf(realm, async () => succeeded(await unsubscribe(dov, [name], [])))
        costs.push([coming, going].map(({ written }) => written))
      }
      const few = 2 + 1 + 2 // two rows, a count, and two events
      expect(costs).toEqual([
        [few, few],
        [few, few],
      ])
    },
  )

  test('is told in part to clients that want no more: of those who are gone only bots', async () => {
    const { realm, ada, ben } = await freshRealm()
    const crowd = await crowdIn(realm, 250)
    await writesTo(realm, `UPDATE users SET bot_type = 1 WHERE user_id IN (${FIRST}, ${FIRST + 1})`)
    succeeded(await subscribe(ada, ['large'], { principals: [ada.id, ...crowd] }))
    await newChannel(ada, 'small', [ada, ben])
    await writesTo(realm, `UPDATE users SET is_active = 0 WHERE user_id IN (${FIRST + 1}, ${FIRST + 2})`)
    const listed = async (include_subscribers: string) => {
      const { subscriptions } = succeeded(await ada.get('/users/me/subscriptions', { include_subscribers }))
      return subscriptions.find((each: Json) => each.name === 'large')
    }
    const all = [ada.id, ...crowd]
    expect((await listed('partial')).partial_subscribers).toEqual(all.filter((id) => id !== FIRST + 2))
    expect(await listed('partial')).not.toHaveProperty('subscribers')
    expect((await listed('true')).subscribers).toEqual(all)
    const { state } = await ada.registers({ include_subscribers: 'partial' })
    const small = state.subscriptions.find((each: Json) => each.name === 'small')
    expect(small.subscribers).toEqual([ada.id, ben.id]) // there is nothing to gain in leaving somebody out
  })
})

describe('one request', () => {
  test('changes at most 5000 subscriptions, and names at most 5000 users', async () => {
    const { realm, ada, dov } = await freshRealm()
    const crowd = await crowdIn(realm, 1000)
    const six = Array.from({ length: 6 }, (_, nth) => `hall ${nth}`)
    const tooMany = refusal('One request changes at most 5000 subscriptions: 1000 users in 6 channels are too many.')
    await changesNothing([ada, dov], async () => {
      expect(await subscribe(ada, six, { principals: crowd })).toEqual(tooMany)
      const many = Array.from({ length: 5001 }, () => dov.id)
      expect(await subscribe(ada, ['hall'], { principals: many })).toEqual(
        refusal('principals is too long (limit: 5000 items)'),
      )
      const names = Array.from({ length: 501 }, (_, nth) => `hall ${nth}`)
      expect(await subscribe(ada, names, {})).toEqual(refusal('subscriptions is too long (limit: 500 items)'))
    })
    // A user who is named again and again is one user.
    succeeded(await subscribe(ada, six, { principals: Array.from({ length: 5000 }, () => dov.id) }))
    succeeded(await subscribe(ada, six.slice(1), { principals: crowd }))
    await changesNothing([ada, dov], async () => expect(await unsubscribe(ada, six, crowd)).toEqual(tooMany))
  })
})
