import { runInDurableObject } from 'cloudflare:test'
import { describe, expect, test } from 'vitest'
import { gatewayOf } from '../../src/events/gateways/queue-ids'
import { LEASE_MILLISECONDS } from '../../src/events/gateways/protocol'
import { advanceClock } from '../support/clock'
import { crash, evict, inStorage, parkedPolls, until, untilParked } from '../support/faults'
import {
  crashGateway,
  evictGateway,
  gatewaysOf,
  hostOf,
  realmWithoutGateways,
  realmWithGateways,
  recordCalls,
  replaceDeliver,
  runGatewayAlarms,
} from '../support/gateways'
import { socketListener, streamListener } from '../support/listening'
import { succeeded, type Queue } from '../support/person'
import type { TestRealm } from '../support/realm'
import { contentsIn } from '../support/received-events'

const ONLY_MESSAGES = { event_types: ['message'] }

/** Waits until something has happened in the objects of a realm. */
const untilTrue = (realm: TestRealm, condition: () => boolean): Promise<void> =>
  until(async () => (await parkedPolls(realm)) >= 0 && condition())

/** Waits until the gateway has so many events for a queue, which its client does not acknowledge. */
const untilWaiting = ({ person, id, lastEventId }: Queue, count: number): Promise<void> =>
  until(async () => {
    const answer = await person.get('/events', { queue_id: id, last_event_id: lastEventId, dont_block: true })
    return answer.events.length === count
  })

describe('GET /events of a queue in a gateway', () => {
  test('a queue has the number of its gateway in its id, and a full gateway receives no more', async () => {
    const { realm, dov } = await realmWithGateways(2)
    const queues = [await dov.registers(), await dov.registers(), await dov.registers()]
    expect(queues.map(({ id }) => id.slice(0, 3))).toEqual(['g1-', 'g1-', 'g2-'])
    expect(await gatewaysOf(realm)).toEqual([1, 2])
    succeeded(await dov.delete('/events', { queue_id: queues[0]!.id }))
    expect((await dov.registers()).id.slice(0, 3)).toBe('g1-')
  })

  test('returns the events of the queue, each once', async () => {
    const { dov, ezra, general } = await realmWithGateways(2)
    const queue = await ezra.registers(ONLY_MESSAGES)
    await dov.sends(general, 'lunch', 'one')
    expect(contentsIn(await queue.events())).toEqual(['one'])
    expect(await queue.events()).toEqual([])
    await dov.sends(general, 'lunch', 'two')
    await dov.sends(general, 'lunch', 'three')
    expect(contentsIn(await queue.events())).toEqual(['two', 'three'])
  })

  test('a poll, a WebSocket and an event stream wait in the gateway, and not in the realm', async () => {
    const { realm, dov, ezra, ben, ada, general } = await realmWithGateways(1)
    const queue = await ezra.registers(ONLY_MESSAGES)
    const [bens, adas] = [await ben.registers(ONLY_MESSAGES), await ada.registers(ONLY_MESSAGES)]
    const waiting = queue.poll()
    const socket = await socketListener(ben, bens, bens.lastEventId)
    const stream = await streamListener(ada, adas, adas.lastEventId)
    await untilParked(realm, 3)
    expect(await inStorage(realm, (state) => state.getWebSockets().length)).toBe(0)
    await dov.sends(general, 'lunch', 'one')
    for (const events of [await waiting, await socket.next(), await stream.next()])
      expect(contentsIn(events)).toEqual(['one'])
  })

  test('users of another gateway receive nothing, and the queue of another user is not found', async () => {
    const { realm, dov, ezra, ada, vault } = await realmWithGateways(1)
    const [ezras, adas] = [await ezra.registers(ONLY_MESSAGES), await ada.registers(ONLY_MESSAGES)]
    await ada.sends(vault, 'lunch', 'secret')
    expect(contentsIn(await adas.events())).toEqual(['secret'])
    expect(await ezras.events()).toEqual([])
    const refused = await dov.get('/events', { queue_id: adas.id, last_event_id: -1, dont_block: true })
    expect(refused).toMatchObject({ result: 'error', code: 'BAD_EVENT_QUEUE_ID' })
    expect(await gatewaysOf(realm)).toEqual([1, 2])
  })

  test('a queue of a gateway that does not exist is not found, and needs a valid key', async () => {
    const { realm, ezra } = await realmWithGateways(1)
    const query = 'queue_id=g7-1-x&last_event_id=-1'
    expect(await (await realm.request(`/events?${query}`)).json()).toMatchObject({ code: 'UNAUTHORIZED' })
    expect(await (await ezra.request(`/events?${query}`)).json()).toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' })
  })
})

describe('a deployment without gateways', () => {
  test('serves all queues in the realm', async () => {
    const { dov, ezra, general } = await realmWithoutGateways()
    const queue = await ezra.registers(ONLY_MESSAGES)
    expect(gatewayOf(queue.id)).toBe(undefined)
    await dov.sends(general, 'lunch', 'one')
    expect(contentsIn(await queue.events())).toEqual(['one'])
  })

  test('does not find the queue of a gateway', async () => {
    const { dov } = await realmWithoutGateways()
    const refused = await dov.get('/events', { queue_id: 'g1-1-x', last_event_id: -1, dont_block: true })
    expect(refused).toMatchObject({ result: 'error', code: 'BAD_EVENT_QUEUE_ID' })
  })
})

describe('a burst', () => {
  test('has one call in flight at a time, and names a long list of recipients once', async () => {
    const { realm, dov, ezra, general } = await realmWithGateways(1000)
    const first = await ezra.registers(ONLY_MESSAGES)
    for (let n = 1; n < 40; n++) await ezra.registers(ONLY_MESSAGES)
    await first.events()
    const batches = recordCalls(realm, 1)
    await Promise.all(Array.from({ length: 20 }, (_, n) => dov.sends(general, 'lunch', String(n))))
    expect(contentsIn(await first.events())).toHaveLength(20)
    const events = batches.flatMap((batch) => batch.events)
    expect(events).toHaveLength(20)
    expect(batches.length).toBeLessThanOrEqual(21)
    const lists = events.flatMap(({ recipients }) => recipients)
    expect(lists.filter((list) => !Array.isArray(list) && list.numbers !== undefined)).toHaveLength(1)
    expect(lists).toHaveLength(20)
    // A text is sent once, whatever the number of its recipients.
    expect(events.flatMap(({ texts }) => texts)).toHaveLength(20)
  })
})

describe('a gateway that fails', () => {
  for (const [how, fail] of [
    ['is evicted with the realm', evict],
    ['crashes with the realm', crash],
  ] as const)
    test(`when it ${how}, the queues keep their events`, async () => {
      const { realm, dov, ezra, general } = await realmWithGateways(2)
      const queue = await ezra.registers(ONLY_MESSAGES)
      await dov.sends(general, 'lunch', 'one')
      await queue.events()
      await dov.sends(general, 'lunch', 'two')
      await fail(realm)
      await dov.sends(general, 'lunch', 'three')
      expect(contentsIn(await queue.events())).toEqual(['two', 'three'])
      expect(await queue.events()).toEqual([])
    })

  test('when it crashes after it stored events, it has them, and the realm has trimmed its log', async () => {
    const { realm, dov, ezra, general } = await realmWithGateways(2)
    const queue = await ezra.registers(ONLY_MESSAGES)
    await dov.sends(general, 'lunch', 'one')
    await untilWaiting(queue, 1)
    await runGatewayAlarms(realm)
    await crashGateway(realm, 1)
    await inStorage(realm, ({ storage }) => storage.sql.exec('DELETE FROM events'))
    await evict(realm)
    expect(contentsIn(await queue.events())).toEqual(['one'])
  })

  test('when it can write only a part of what it stores, no event is lost or comes twice', async () => {
    const { realm, dov, ezra, general } = await realmWithGateways(2)
    const queue = await ezra.registers(ONLY_MESSAGES)
    await dov.sends(general, 'lunch', 'one')
    await untilWaiting(queue, 1)
    const inGateway = (sql: string) =>
      runInDurableObject(hostOf(realm, queue.id), (_, { storage }) => void storage.sql.exec(sql))
    await inGateway(
      `CREATE TRIGGER full BEFORE UPDATE OF stored_up_to ON gateway BEGIN SELECT RAISE(ABORT, 'full'); END`,
    )
    await expect(runGatewayAlarms(realm)).rejects.toThrow('full')
    await inGateway('DROP TRIGGER full')
    await crashGateway(realm, 1)
    await dov.sends(general, 'lunch', 'two')
    await untilWaiting(queue, 2)
    await runGatewayAlarms(realm)
    await crashGateway(realm, 1)
    expect(contentsIn(await queue.events())).toEqual(['one', 'two'])
  })

  test('when it loses its memory alone, it gets the events again that it had not stored', async () => {
    const { realm, dov, ezra, general } = await realmWithGateways(2)
    const queue = await ezra.registers(ONLY_MESSAGES)
    await dov.sends(general, 'lunch', 'one')
    await untilWaiting(queue, 1)
    await evictGateway(realm, 1)
    await dov.sends(general, 'lunch', 'two')
    expect(contentsIn(await queue.events())).toEqual(['one', 'two'])
  })

  test('when it sleeps while a poll waits, the poll receives nothing that its client has', async () => {
    const { realm, dov, ezra, general } = await realmWithGateways(2)
    const queue = await ezra.registers(ONLY_MESSAGES)
    await dov.sends(general, 'lunch', 'one')
    const received = await queue.events()
    expect(contentsIn(received)).toEqual(['one'])
    const waiting = ezra.get('/events', { queue_id: queue.id, last_event_id: received.at(-1)?.id })
    await untilParked(realm, 1)
    await evictGateway(realm, 1)
    await dov.sends(general, 'lunch', 'two')
    expect(contentsIn((await waiting).events)).toEqual(['two'])
  })

  test('when a call is lost, the next one brings its events', async () => {
    const { realm, dov, ezra, general } = await realmWithGateways(2)
    const queue = await ezra.registers(ONLY_MESSAGES)
    await queue.events()
    let lost = 0
    replaceDeliver(realm, 1, (deliver, batch) => {
      if (batch.events.length === 0 || lost++ > 0) return deliver(batch)
      throw new Error('A test loses this call')
    })
    await dov.sends(general, 'lunch', 'one')
    await untilTrue(realm, () => lost > 0)
    await dov.sends(general, 'lunch', 'two')
    expect(contentsIn(await queue.events())).toEqual(['one', 'two'])
  })

  test('when a call arrives twice, no event comes twice', async () => {
    const { realm, dov, ezra, general } = await realmWithGateways(2)
    const queue = await ezra.registers(ONLY_MESSAGES)
    replaceDeliver(realm, 1, (deliver, batch) => {
      deliver(structuredClone(batch))
      return deliver(batch)
    })
    await dov.sends(general, 'lunch', 'one')
    await dov.sends(general, 'lunch', 'two')
    expect(contentsIn(await queue.events())).toEqual(['one', 'two'])
  })

  test('when an answer is lost, no event comes twice', async () => {
    const { realm, dov, ezra, general } = await realmWithGateways(2)
    const queue = await ezra.registers(ONLY_MESSAGES)
    const socket = await socketListener(ezra, queue, queue.lastEventId)
    let lost = 0
    replaceDeliver(realm, 1, (deliver, batch) => {
      const reply = deliver(batch)
      if (batch.events.length > 0 && lost++ === 0) throw new Error('A test loses this answer')
      return reply
    })
    await dov.sends(general, 'lunch', 'one')
    expect(contentsIn(await socket.next())).toEqual(['one'])
    await dov.sends(general, 'lunch', 'two')
    expect(contentsIn(await socket.next())).toEqual(['two'])
  })
})

describe('a right that is taken away', () => {
  test('an old API key is refused as soon as its user has another, and the listeners end', async () => {
    const { realm, dov, ezra } = await realmWithGateways(2)
    const [queue, socketQueue] = [await dov.registers(), await dov.registers()]
    await ezra.registers()
    await queue.events()
    const socket = await socketListener(dov, socketQueue, socketQueue.lastEventId)
    succeeded(await dov.post('/users/me/api_key/regenerate', {}))
    expect(await parkedPolls(realm)).toBe(0)
    const refused = await dov.get('/events', { queue_id: queue.id, last_event_id: queue.lastEventId })
    expect(refused).toMatchObject({ result: 'error', code: 'INVALID_API_KEY' })
    expect(await socket.end()).toMatchObject({ code: 4001 })
  })

  test('a deactivated user is refused', async () => {
    const { ada, dov } = await realmWithGateways(2)
    const queue = await dov.registers()
    await queue.events()
    succeeded(await ada.delete(`/users/${dov.id}`))
    const refused = await dov.get('/events', { queue_id: queue.id, last_event_id: queue.lastEventId })
    expect(refused).toMatchObject({ result: 'error', code: 'USER_DEACTIVATED' })
  })

  test('the users of a deactivated organization are refused', async () => {
    const { ada, dov } = await realmWithGateways(2)
    const queue = await dov.registers()
    await queue.events()
    succeeded(await ada.post('/realm/deactivate', {}))
    const refused = await dov.get('/events', { queue_id: queue.id, last_event_id: queue.lastEventId })
    expect(refused).toMatchObject({ result: 'error', code: 'REALM_DEACTIVATED' })
  })

  test('a gateway that does not answer delays the response until its lease has ended', async () => {
    const { realm, dov, ezra } = await realmWithGateways(2)
    const queue = await dov.registers()
    await queue.events()
    let calls = 0
    replaceDeliver(realm, 1, () => {
      calls++
      throw new Error('A test cuts the gateway off')
    })
    let isAnswered = false
    const regenerated = dov.post('/users/me/api_key/regenerate', {}).finally(() => (isAnswered = true))
    await untilTrue(realm, () => calls > 0)
    succeeded(await ezra.get('/users/me'))
    expect(isAnswered).toBe(false)
    await advanceClock(realm, LEASE_MILLISECONDS / 1000 + 2)
    succeeded(await regenerated)
    const refused = await dov.get('/events', { queue_id: queue.id, last_event_id: queue.lastEventId })
    expect(refused.result).toBe('error')
  })

  test('messages of a channel that the user left do not arrive', async () => {
    const { ada, dov, ezra, general } = await realmWithGateways(2)
    const queue = await ezra.registers(ONLY_MESSAGES)
    await dov.sends(general, 'lunch', 'before')
    succeeded(await ada.delete('/users/me/subscriptions', { subscriptions: ['general'], principals: [ezra.id] }))
    await dov.sends(general, 'lunch', 'after')
    expect(contentsIn(await queue.events())).toEqual(['before'])
  })
})
