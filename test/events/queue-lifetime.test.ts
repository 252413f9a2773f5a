import { describe, expect, test } from 'vitest'
import { badQueue } from '../support/answers'
import { runAlarm } from '../support/alarms'
import { advanceClock } from '../support/clock'
import { RESTARTS, untilParked } from '../support/faults'
import { rowsOfHost } from '../support/gateways'
import { listenOn, openSocket, pollNow } from '../support/listening'
import { succeeded } from '../support/person'
import { freshRealm } from '../support/realm'
import { contentsIn } from '../support/received-events'
import { countRows, selectRows } from '../support/tables'

describe('DELETE /events', () => {
  test('deletes the queue, and ends a poll that waits on it', async () => {
    const { realm, dov, ezra } = await freshRealm()
    const queue = await dov.registers()
    const waiting = queue.poll()
    await untilParked(realm, 1)
    expect(await ezra.delete('/events', { queue_id: queue.id })).toEqual(badQueue(queue.id))

    expect(await dov.delete('/events', { queue_id: queue.id })).toEqual({ result: 'success', msg: '' })

    expect(await waiting).toEqual([])
    expect(await pollNow(dov, { queue_id: queue.id, last_event_id: -1 })).toEqual(badQueue(queue.id))
    expect(await dov.delete('/events', { queue_id: queue.id })).toEqual(badQueue(queue.id))
    expect(await countRows(realm, 'queues')).toBe(0)
  })
})

describe('the lifetime of a queue', () => {
  test('a queue without polls is deleted after its lifetime', async () => {
    const { realm, dov, ezra } = await freshRealm()
    const [idle, other] = [await dov.registers(), await ezra.registers()]
    await advanceClock(realm, 500)
    await other.events()
    await advanceClock(realm, 500)

    await runAlarm(realm)

    expect(await selectRows(realm, 'SELECT queue_id FROM queues')).toEqual([{ queue_id: other.id }])
    expect(await pollNow(dov, { queue_id: idle.id, last_event_id: -1 })).toEqual(badQueue(idle.id))
    await other.events()
  })

  test('an expired queue returns an error, even before its deletion', async () => {
    const { realm, dov } = await freshRealm()
    const queue = await dov.registers()
    await queue.events()
    await advanceClock(realm, 500)
    await queue.events()
    await advanceClock(realm, 601)
    expect(await pollNow(dov, { queue_id: queue.id, last_event_id: -1 })).toEqual(badQueue(queue.id))
  })

  test('a queue does not expire while a client waits on it', async () => {
    const { realm, dov, general } = await freshRealm()
    const queue = await dov.registers()
    const waiting = queue.poll()
    await untilParked(realm, 1)
    await advanceClock(realm, 100_000)

    await runAlarm(realm)
    await dov.sends(general, 'lunch', 'Pizza?')

    expect(contentsIn(await waiting)).toEqual(['Pizza?'])
    expect(await queue.events()).toEqual([]) // its lifetime begins when the wait ends
  })

  test('queue_lifespan_secs sets the lifetime, up to a week', async () => {
    const { realm, dov } = await freshRealm()
    const register = async (seconds: number) => (await dov.registers({ queue_lifespan_secs: seconds })).id
    const queues = {
      short: await register(60),
      usual: await register(0),
      long: await register(86_400),
      longest: await register(10 ** 9),
    }
    const remaining = async () => {
      const rows = await selectRows(realm, 'SELECT queue_id FROM queues')
      return Object.entries(queues).flatMap(([name, id]) => (rows.some((row) => row.queue_id === id) ? [name] : []))
    }
    await advanceClock(realm, 120)
    await runAlarm(realm)
    expect(await remaining()).toEqual(['usual', 'long', 'longest'])
    await advanceClock(realm, 80_000)
    await runAlarm(realm)
    expect(await remaining()).toEqual(['long', 'longest'])
    await advanceClock(realm, 6 * 86_400)
    await runAlarm(realm)
    expect(await remaining()).toEqual(['longest'])
    await advanceClock(realm, 80_000)
    await runAlarm(realm)
    expect(await remaining()).toEqual([])
  })

  test('a queue survives a poll that is longer than its lifetime', async () => {
    const { realm, dov } = await freshRealm()
    const queue = await dov.registers({ queue_lifespan_secs: 45 })
    const leaving = new AbortController()
    const query = `queue_id=${queue.id}&last_event_id=${queue.lastEventId}`
    const waiting = dov.request(`/events?${query}`, { signal: leaving.signal }).catch(() => undefined)
    await untilParked(realm, 1)
    await advanceClock(realm, 50)
    leaving.abort()
    await waiting
    await untilParked(realm, 0)
    expect(await queue.events()).toEqual([])
  })

  for (const { how, restart } of RESTARTS)
    test(`a queue that polls does not expire when the object ${how} between two polls`, async () => {
      const { realm, dov } = await freshRealm()
      const queue = await dov.registers()
      await advanceClock(realm, 290)
      await queue.events() // its time is in memory, not in a row
      await restart(realm)
      await advanceClock(realm, 290 + 550)
      expect(await queue.events()).toEqual([])
    })

  test('most polls write no row', async () => {
    const { realm, dov } = await freshRealm()
    const queue = await dov.registers()
    const readPosition = () => rowsOfHost(realm, queue, 'SELECT last_seen_at, acknowledged FROM queues')
    await queue.events()
    const before = await readPosition()
    for (let n = 0; n < 5; n++) {
      await advanceClock(realm, 10)
      await queue.events()
    }
    expect(await readPosition()).toEqual(before)
    await advanceClock(realm, 300)
    await queue.events()
    expect(await readPosition()).not.toEqual(before)
  })

  test('the event log keeps exactly the events that a queue still needs', async () => {
    const { realm, dov, ezra, general } = await freshRealm()
    const [ahead, behind] = [await dov.registers(), await ezra.registers({ queue_lifespan_secs: 10_000 })]
    for (let n = 0; n < 10; n++) await dov.sends(general, 'lunch', String(n))
    await ahead.events()
    await advanceClock(realm, 400)
    await ahead.events()

    await runAlarm(realm)
    expect(contentsIn(await behind.events())).toHaveLength(10)

    await advanceClock(realm, 400)
    await Promise.all([ahead.events(), behind.events()])
    await advanceClock(realm, 400)
    await Promise.all([ahead.events(), behind.events()])
    await runAlarm(realm)
    expect(await countRows(realm, 'events')).toBe(0)

    await dov.sends(general, 'lunch', 'last')
    expect(contentsIn(await ahead.events())).toEqual(['last'])
    expect(contentsIn(await behind.events())).toEqual(['last'])
  })

  test('without queues the event log is empty', async () => {
    const { realm, dov, general } = await freshRealm()
    const queue = await dov.registers()
    await dov.sends(general, 'lunch', 'Pizza?')
    succeeded(await dov.delete('/events', { queue_id: queue.id }))
    await advanceClock(realm, 700)
    await runAlarm(realm)
    expect(await countRows(realm, 'events')).toBe(0)
  })
})

describe('the number of queues', () => {
  test('a user has at most 100 queues: a new one replaces the oldest that no client listens to', async () => {
    const { realm, dov, ezra } = await freshRealm()
    const connected = await dov.registers({ fetch_event_types: [] })
    listenOn((await openSocket(dov, connected, connected.lastEventId)).webSocket!)
    const oldest = await dov.registers({ fetch_event_types: [] })
    const others = await ezra.registers({ fetch_event_types: [] })
    await advanceClock(realm, 1)
    for (let count = 0; count < 100; count++) await dov.registers({ fetch_event_types: [] })
    expect(await countRows(realm, 'queues')).toBe(101)
    expect(await dov.get('/events', { queue_id: oldest.id, last_event_id: -1, dont_block: true })).toMatchObject({
      code: 'BAD_EVENT_QUEUE_ID',
    })
    for (const queue of [connected, others])
      expect(await selectRows(realm, `SELECT user_id FROM queues WHERE queue_id = '${queue.id}'`)).toHaveLength(1)
  })
})
