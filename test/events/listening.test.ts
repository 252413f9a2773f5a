import { describe, expect, test } from 'vitest'
import { runAlarm } from '../support/alarms'
import { advanceClock } from '../support/clock'
import { crash, evict, untilParked } from '../support/faults'
import { WAYS_TO_LISTEN } from '../support/listening'
import { succeeded, type Json } from '../support/person'
import { freshRealm, newChannel } from '../support/realm'
import { contentsIn } from '../support/received-events'
import { countRows } from '../support/tables'

describe.for(WAYS_TO_LISTEN)('a client that listens by $way', ({ listen, keepsAwake = false }) => {
  test('receives pending events at once, in the order of their ids', async () => {
    const { dov, ezra, general } = await freshRealm()
    const queue = await ezra.registers()
    for (const content of ['one', 'two', 'three']) await dov.sends(general, 'lunch', content)
    const listener = await listen(ezra, queue, queue.lastEventId)
    const events: Json[] = []
    // A gateway receives events after the realm has answered the sender, so its first answer may lack the newest.
    while (contentsIn(events).length < 3) events.push(...(await listener.next()))
    expect(contentsIn(events)).toEqual(['one', 'two', 'three'])
    const ids = events.map((event) => event.id)
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b))
  })

  test('waits for events again and again, and receives only those for its user', async () => {
    const { realm, ada, ben, dov, general, vault } = await freshRealm()
    const [bens, dovs] = [await ben.registers(), await dov.registers()]
    const benListener = await listen(ben, bens, bens.lastEventId)
    const dovListener = await listen(dov, dovs, dovs.lastEventId)
    await untilParked(realm, 2)
    await ada.sends(vault, 'keys', 'Under the mat')
    expect(contentsIn(await benListener.next())).toEqual(['Under the mat'])
    await untilParked(realm, 2)
    await ada.sends(general, 'lunch', 'Pizza?')
    expect(contentsIn(await dovListener.next())).toEqual(['Pizza?'])
    expect(contentsIn(await benListener.next())).toEqual(['Pizza?'])
    await untilParked(realm, 2)
    await ada.sends(general, 'lunch', 'Soup!')
    expect(contentsIn(await dovListener.next())).toEqual(['Soup!'])
    expect(contentsIn(await benListener.next())).toEqual(['Soup!'])
  })

  test('receives no events of other types, and no messages outside its narrow', async () => {
    const { realm, dov, ezra, general } = await freshRealm()
    const queue = await ezra.registers({ event_types: ['message'], narrow: [['topic', 'lunch']] })
    const listener = await listen(ezra, queue, queue.lastEventId)
    await untilParked(realm, 1)
    const { id } = await dov.sends(general, 'dinner', 'Soup?')
    succeeded(await ezra.post('/messages/flags', { op: 'add', flag: 'starred', messages: [id] }))
    await dov.sends(general, 'lunch', 'Pizza?')
    expect(contentsIn(await listener.next())).toEqual(['Pizza?'])
  })

  test('receives all events of one request together', async () => {
    const { realm, ada, dov } = await freshRealm()
    const queue = await dov.registers()
    const listener = await listen(dov, queue, queue.lastEventId)
    await untilParked(realm, 1)
    await ada.subscribes({ name: 'kitchen' }, { principals: [ada.id, dov.id] })
    const types = (await listener.next()).map((event) => `${event.type}/${event.op}`)
    expect(types).toEqual(expect.arrayContaining(['stream/create', 'subscription/add']))
  })

  test('receives the same events as a later poll of the same kind of client', async () => {
    const { realm, dov, ezra, general } = await freshRealm()
    const client = { apply_markdown: true, client_gravatar: false, client_capabilities: { empty_topic_name: true } }
    const [queue, late] = [await ezra.registers(client), await ezra.registers(client)]
    const listener = await listen(ezra, queue, queue.lastEventId)
    await untilParked(realm, 1)
    await dov.sends(general, '', 'Say **hello** to @**Ezra**')
    expect(await listener.next()).toEqual(await late.events())
  })

  test.skipIf(keepsAwake)('stays connected while the realm is evicted, and receives events afterwards', async () => {
    const { realm, dov, ezra, general } = await freshRealm()
    const queue = await ezra.registers()
    const listener = await listen(ezra, queue, queue.lastEventId)
    await untilParked(realm, 1)
    for (const content of ['one', 'two']) {
      await evict(realm)
      await dov.sends(general, 'lunch', content)
      expect(contentsIn(await listener.next())).toEqual([content])
      await untilParked(realm, 1)
    }
  })

  test('is disconnected when the realm crashes, and continues after its last event: it misses no event and gets none twice', async () => {
    const { realm, dov, ezra, general } = await freshRealm()
    const queue = await ezra.registers()
    const before = await listen(ezra, queue, queue.lastEventId)
    await untilParked(realm, 1)
    await dov.sends(general, 'lunch', 'one')
    const one = (await before.next()).at(-1)
    await untilParked(realm, 1)
    await crash(realm)
    await before.end()
    await dov.sends(general, 'lunch', 'two')
    const after = await listen(ezra, queue, one.id)
    expect(contentsIn(await after.next())).toEqual(['two'])
  })

  test('is disconnected when another client listens on the same queue', async () => {
    const { realm, dov, general } = await freshRealm()
    const queue = await dov.registers()
    const first = await listen(dov, queue, queue.lastEventId)
    await untilParked(realm, 1)
    const second = await listen(dov, queue, queue.lastEventId)
    expect([[], 'the stream ended', { code: 4009, reason: 'Another connection listens on this queue' }]).toContainEqual(
      await first.end(),
    )
    await untilParked(realm, 1)
    await dov.sends(general, 'lunch', 'Pizza?')
    expect(contentsIn(await second.next())).toEqual(['Pizza?'])
  })

  test('is disconnected when the queue is deleted', async () => {
    const { realm, dov } = await freshRealm()
    const queue = await dov.registers()
    const listener = await listen(dov, queue, queue.lastEventId)
    await untilParked(realm, 1)
    succeeded(await dov.delete('/events', { queue_id: queue.id }))
    expect([[], 'the stream ended', { code: 4004, reason: 'BAD_EVENT_QUEUE_ID' }]).toContainEqual(await listener.end())
  })

  test('leaves no socket when it disconnects, and gets the event in its next poll', async () => {
    const { realm, dov, ezra, general } = await freshRealm()
    const queue = await ezra.registers()
    const listener = await listen(ezra, queue, queue.lastEventId)
    await untilParked(realm, 1)
    listener.leave()
    await untilParked(realm, 0)
    await dov.sends(general, 'lunch', 'Pizza?')
    expect(contentsIn(await queue.events())).toEqual(['Pizza?'])
  })

  test('keeps its queue alive while it listens; the lifetime begins when it disconnects', async () => {
    const { realm, dov, general } = await freshRealm()
    const queue = await dov.registers()
    const listener = await listen(dov, queue, queue.lastEventId)
    await untilParked(realm, 1)
    await advanceClock(realm, 200)
    await runAlarm(realm)
    await dov.sends(general, 'lunch', 'Pizza?')
    expect(contentsIn(await listener.next())).toEqual(['Pizza?'])
    listener.leave()
    await untilParked(realm, 0)
    expect(contentsIn(await queue.events())).toEqual(['Pizza?'])
    await advanceClock(realm, 1000)
    await runAlarm(realm)
    expect(await countRows(realm, 'queues')).toBe(0)
  })

  test('receives no messages of a channel after its user unsubscribed', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    const cellar = await newChannel(ada, 'cellar', [ada, dov], { invite_only: true })
    const queue = await dov.registers({ event_types: ['message'] })
    const listener = await listen(dov, queue, queue.lastEventId)
    await untilParked(realm, 1)
    await ada.sends(cellar, 'keys', 'Where?')
    expect(contentsIn(await listener.next())).toEqual(['Where?'])
    await untilParked(realm, 1)
    succeeded(await dov.delete('/users/me/subscriptions', { subscriptions: ['cellar'] }))
    await ada.sends(cellar, 'keys', 'Under the mat')
    await ada.sends(general, 'lunch', 'Pizza?')
    expect(contentsIn(await listener.next())).toEqual(['Pizza?'])
  })
})
