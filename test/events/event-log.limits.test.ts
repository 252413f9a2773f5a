import { env } from 'cloudflare:workers'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Variables } from '../../src/config'
import { alarmTime, doDueWork, preventAlarms, runAlarm, trimWhole } from '../support/alarms'
import { advanceClock, secondsFromNow, stopClock } from '../support/clock'
import { crash, evict, captureConsole, inStorage, untilParked } from '../support/faults'
import { ALL_QUEUES_ARE_IN_GATEWAYS } from '../support/gateways'
import { countRows, rowsRead, selectRows } from '../support/tables'
import { contentsIn } from '../support/received-events'
import { acknowledge, sentEvents, socketListener } from '../support/listening'
import { succeeded, type Json, type Person } from '../support/person'
import { freshRealm, newChannel, type Cast, type TestRealm } from '../support/realm'
import { EVERY_CAPABILITY, checkReplay } from '../support/replays'

/** Returns a realm whose event log has these limits. The object reads them when it starts. */
async function realmWith(variables: Variables): Promise<Cast> {
  const before = { ...env }
  Object.assign(env, variables)
  onTestFinished(() => void Object.assign(env, { EVENT_LOG_ROWS: '', EVENT_LOG_MIB: '', ...before }))
  return freshRealm()
}

/** Writes events for one user into the log, as the realm writes them, and evicts the realm. */
async function fillLog(realm: TestRealm, user: Person, count: number): Promise<void> {
  const audience = JSON.stringify({ parts: [{ kind: 'people', facts: { user_ids: [user.id] } }] })
  await inStorage(realm, ({ storage }) => {
    storage.sql.exec(
      `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count}),
        last AS (SELECT max(id) AS id, max(rows_so_far) AS rows, max(bytes_so_far) AS bytes FROM events)
      INSERT INTO events (id, rows_so_far, bytes_so_far, kind, audience, facts)
      SELECT
        last.id + n, rows + n, bytes + n * (9 + ${audience.length} + 2), 'typing/go', '${audience}', '{}'
      FROM numbers, last`,
    )
    storage.sql.exec(`UPDATE counters SET value = value + ${count} WHERE name = 'event'`)
  })
  await evict(realm)
}

describe('a poll without events for its queue', () => {
  test('reads only the new part of the log', async () => {
    const { realm, ada, ben, dov } = await freshRealm()
    const queue = await dov.registers()
    await ada.sendsDirectly([ben], 'psst')
    await fillLog(realm, ada, 10_000)
    const first = await rowsRead(realm, () => queue.events())
    expect(first).toBeGreaterThan(10_000)
    expect(first).toBeLessThan(10_300)
    const before = await rowsRead(realm, () => queue.events())
    expect(before).toBeLessThan(20)
    for (let n = 0; n < 5; n++) await ada.sendsDirectly([ben], String(n))
    expect(await rowsRead(realm, () => queue.events())).toBeLessThan(before + 30)
  })

  test('does not repeat the search after a restart', async () => {
    const { realm, ada, ben, dov } = await freshRealm()
    const queue = await dov.registers()
    await ada.sendsDirectly([ben], 'psst')
    await fillLog(realm, ada, 10_000)
    await queue.events()
    await crash(realm)
    expect(await rowsRead(realm, () => queue.events())).toBeLessThan(300)
  })

  test('does not read again the events of a time in which a poll waited', async () => {
    const { realm, ada, ben, dov } = await freshRealm()
    const queue = await dov.registers()
    const leaving = new AbortController()
    const query = `queue_id=${queue.id}&last_event_id=${queue.lastEventId}`
    const waiting = dov.request(`/events?${query}`, { signal: leaving.signal }).catch(() => undefined)
    await untilParked(realm, 1)
    // Memory does not have all events of this size, so a poll that needs them reads the log.
    for (let n = 0; n < 70; n++) await ada.sendsDirectly([ben], 'x'.repeat(9000))
    leaving.abort()
    await waiting
    await untilParked(realm, 0)
    expect(await rowsRead(realm, () => queue.events())).toBeLessThan(30)
  })

  test('lets the realm serve other requests while it searches a long log', async () => {
    const { realm, ada, ben, dov } = await freshRealm()
    const queue = await dov.registers()
    await ada.sendsDirectly([ben], 'psst')
    await fillLog(realm, ada, 60_000)
    const finished: string[] = []
    const search = queue.events().then(() => finished.push('search'))
    await Promise.resolve()
    const request = ben.get('/users/me').then(() => finished.push('request'))
    await Promise.all([search, request])
    expect(finished).toEqual(['request', 'search'])
  })
})

describe('a WebSocket', () => {
  test('acknowledges later events for other users together with its own event', async () => {
    const { realm, ada, dov, ezra } = await freshRealm()
    const queue = await dov.registers({ event_types: ['stream'], queue_lifespan_secs: 200 })
    const socket = await socketListener(dov, queue, queue.lastEventId)
    await untilParked(realm, 1)
    await newChannel(ada, 'kitchen', [ada, dov, ezra]) // the same transaction publishes more events, for other users
    await sentEvents(realm, queue, socket)
    await acknowledge(realm, queue, socket)
    await trimWhole(realm)
    expect(await countRows(realm, 'events')).toBe(0)
  })

  test('that disconnects in its second send window gets all unacknowledged events again', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    const queue = await dov.registers({ event_types: ['message'] })
    const socket = await socketListener(dov, queue, queue.lastEventId)
    await untilParked(realm, 1)
    const contents = Array.from({ length: 140 }, (_, index) => `${index} ${'x'.repeat(9000)}`)
    for (const content of contents) await ada.sends(general, 'flood', content)
    const window = await sentEvents(realm, queue, socket)
    expect(window.length).toBeLessThan(contents.length)
    const acknowledged: number = window[50].id
    socket.send(JSON.stringify({ last_event_id: acknowledged }))
    await socket.next()
    socket.leave()
    await untilParked(realm, 0)
    const again = await socketListener(dov, queue, acknowledged)
    expect(contentsIn(await again.next())).toEqual(contents.slice(51))
  })

  test('can return with its last event, although the log is trimmed beyond it', async () => {
    const { realm, ada, ben, dov, general } = await freshRealm()
    const queue = await dov.registers({ event_types: ['message'], queue_lifespan_secs: 200 })
    const socket = await socketListener(dov, queue, queue.lastEventId)
    await untilParked(realm, 1)
    await ada.sends(general, 'lunch', 'one')
    await socket.next()
    await acknowledge(realm, queue, socket)
    await ada.sendsDirectly([ben], 'psst')
    await trimWhole(realm)
    expect(await countRows(realm, 'events')).toBe(0)
    socket.leave()
    await untilParked(realm, 0)
    await ada.sends(general, 'lunch', 'two')
    const again = await socketListener(dov, queue, socket.lastEventId)
    expect(contentsIn(await again.next())).toEqual(['two'])
  })
})

describe('an event log above its limit', () => {
  const BAD_QUEUE = { code: 'BAD_EVENT_QUEUE_ID' }
  const poll = (person: Person, queue_id: string, last_event_id: number) =>
    person.get('/events', { queue_id, last_event_id, dont_block: true })

  test('of rows removes the slowest queue; the other queues get each event exactly once', async () => {
    captureConsole('warn')
    const { realm, ada, dov, ezra, general } = await realmWith({ EVENT_LOG_ROWS: '60' })
    const slow = await ezra.registers({ event_types: ['message'], queue_lifespan_secs: 604_800 })
    const live = await dov.registers({ event_types: ['message'], queue_lifespan_secs: 604_800 })
    const contents = Array.from({ length: 100 }, (_, n) => String(n))
    const received: string[] = []
    for (const content of contents) {
      await ada.sends(general, 'lunch', content)
      if (received.length + 20 > Number(content)) continue
      received.push(...contentsIn(await live.events()))
    }
    await runAlarm(realm)
    received.push(...contentsIn(await live.events()))
    expect(received).toEqual(contents)
    expect(await countRows(realm, 'events')).toBeLessThanOrEqual(60)
    expect(await poll(ezra, slow.id, slow.lastEventId)).toMatchObject({ ...BAD_QUEUE, queue_id: slow.id })
    expect(await selectRows(realm, 'SELECT queue_id FROM queues')).toEqual([{ queue_id: live.id }])
  })

  test('of bytes removes the slowest queue', async () => {
    captureConsole('warn')
    const { realm, ada, dov, ezra, general } = await realmWith({ EVENT_LOG_MIB: '0.05' })
    const slow = await ezra.registers({ event_types: ['message'] })
    const live = await dov.registers({ event_types: ['message'] })
    const received: Json[] = []
    for (let n = 0; n < 10; n++) {
      await ada.sends(general, 'lunch', 'x'.repeat(5000))
      received.push(...(await live.events()))
    }
    await runAlarm(realm)
    expect(received).toHaveLength(10)
    const [stored] = await selectRows(realm, 'SELECT sum(octet_length(facts)) AS bytes FROM events')
    expect(stored!.bytes).toBeLessThan(0.05 * 2 ** 20)
    expect(await poll(ezra, slow.id, slow.lastEventId)).toMatchObject(BAD_QUEUE)
    expect(await live.events()).toEqual([])
  })

  test('removes queues at once, without other due work', async () => {
    captureConsole('warn')
    const { realm, ada, dov, general } = await realmWith({ EVENT_LOG_ROWS: '60' })
    const { id } = await ada.sends(general, 'lunch', 'Pizza?')
    const star = async (n: number) =>
      succeeded(
        await dov.post('/messages/flags', { op: n % 2 === 0 ? 'add' : 'remove', flag: 'starred', messages: [id] }),
      )
    await runAlarm(realm)
    await evict(realm) // so memory knows that the alarm was postponed
    const now = secondsFromNow(1800)
    await stopClock(realm, now)
    const slow = await dov.registers({ queue_lifespan_secs: 604_800 })
    for (let n = 0; n < 40; n++) await star(n)
    expect(await alarmTime(realm)).toBeGreaterThan(now * 1000)
    for (let n = 0; n < 40; n++) await star(n)
    expect(await alarmTime(realm)).toBe(now * 1000)
    await runAlarm(realm)
    expect(await slow.isGone()).toBe(true)
  })

  test('keeps a queue that acknowledges, although crashes discard its position', async () => {
    captureConsole('warn')
    const { realm, ada, dov, ezra, general } = await realmWith({ EVENT_LOG_ROWS: '60' })
    await ezra.registers({ event_types: ['message'], queue_lifespan_secs: 604_800 })
    const live = await dov.registers({ event_types: ['message'] })
    const received: string[] = []
    for (let n = 0; n < 90; n++) {
      await ada.sends(general, 'lunch', String(n))
      if (n % 10 === 0) received.push(...contentsIn(await live.events()))
      if (n % 25 === 0) await crash(realm)
    }
    await runAlarm(realm)
    received.push(...contentsIn(await live.events()))
    expect(received).toEqual(Array.from({ length: 90 }, (_, n) => String(n)))
  })

  test('disconnects the listener of a queue that it removes', async () => {
    captureConsole('warn')
    const { realm, ada, ezra, general } = await realmWith({ EVENT_LOG_ROWS: '30' })
    const queue = await ezra.registers({ event_types: ['message'] })
    const socket = await socketListener(ezra, queue, queue.lastEventId)
    await untilParked(realm, 1)
    for (let n = 0; n < 60; n++) await ada.sends(general, 'lunch', String(n))
    await runAlarm(realm)
    expect(await socket.end()).toEqual({ code: 4004, reason: 'BAD_EVENT_QUEUE_ID' })
  })

  test('keeps the queue of a listener that has all its events', async () => {
    captureConsole('warn')
    const { realm, ada, ben, cleo, dov } = await realmWith({ EVENT_LOG_ROWS: '30' })
    const [unused, queue] = [await cleo.registers(), await dov.registers({ event_types: ['message'] })]
    const waiting = queue.poll()
    await untilParked(realm, 1)
    for (let n = 0; n < 60; n++) await ada.sendsDirectly([ben, cleo], String(n))
    await runAlarm(realm)
    expect(await unused.isGone()).toBe(true)
    expect(await countRows(realm, 'queues')).toBe(1)
    await ada.sendsDirectly([dov], 'psst')
    expect(contentsIn(await waiting)).toEqual(['psst'])
  })

  test('does not disturb the state of clients that register again, nor of other clients', async () => {
    captureConsole('warn')
    const { realm, ada, dov, ezra, general } = await realmWith({ EVENT_LOG_ROWS: '60' })
    const client = { client_capabilities: EVERY_CAPABILITY, queue_lifespan_secs: 604_800 }
    const slow = await ezra.registers(client)
    for (let n = 0; n < 80; n++) await ada.sends(general, 'lunch', String(n))
    await runAlarm(realm)
    expect(await slow.isGone()).toBe(true)
    const [again, other] = [await ezra.registers(client), await dov.registers(client)]
    const { id } = await ada.sends(general, 'lunch', 'Pizza, @**Ezra**?')
    succeeded(await ezra.post('/messages/flags', { op: 'add', flag: 'read', messages: [id] }))
    await newChannel(ada, 'kitchen', [ada, dov])
    expect(contentsIn((await checkReplay(ezra, client, again)).events)).toEqual(['Pizza, @**Ezra**?'])
    await checkReplay(dov, client, other)
  })

  test('is trimmed in batches, one after the other', async () => {
    const { realm, ada, ben, dov } = await freshRealm()
    const queue = await dov.registers()
    await ada.sendsDirectly([ben], 'psst')
    await fillLog(realm, ada, 25_000)
    await preventAlarms(realm)
    succeeded(await dov.delete('/events', { queue_id: queue.id }))
    const lengths: number[] = []
    for (let n = 0; n < 3; n++) {
      await doDueWork(realm)
      lengths.push(await countRows(realm, 'events'))
    }
    expect(lengths.at(0)).toBeGreaterThan(10_000)
    expect(lengths.at(-1)).toBe(0)
  })
})

describe('the tables beside the event log', () => {
  test('the visibility history of a channel lasts as long as an event needs it', async () => {
    const { realm, ada, ben, vault } = await freshRealm()
    const queue = await ben.registers({ queue_lifespan_secs: 20_000 })
    for (let n = 0; n < 6; n++) {
      succeeded(await ada.patch(`/streams/${vault.stream_id}`, { is_private: n % 2 === 1 }))
      await advanceClock(realm, 400)
      await queue.events()
      await queue.events()
      await advanceClock(realm, 400)
      await queue.events()
      await runAlarm(realm)
    }
    expect(await countRows(realm, 'channel_visibility_history')).toBe(1)
  })

  // A gateway keeps the texts of events, and needs no history.
  test.skipIf(ALL_QUEUES_ARE_IN_GATEWAYS)(
    'the member history of groups counts towards the size of the log',
    async () => {
      captureConsole('warn')
      const { realm, ada, ben, cleo, dov, ezra } = await realmWith({ EVENT_LOG_ROWS: '200' })
      const people = [ben.id, cleo.id, dov.id, ezra.id]
      succeeded(await ada.post('/user_groups/create', { name: 'team', description: '', members: people }))
      const slow = await ezra.registers({ queue_lifespan_secs: 604_800 })
      const { user_groups } = succeeded(await ada.get('/user_groups'))
      const { id } = user_groups.find((group: Json) => group.name === 'team')
      await preventAlarms(realm)
      for (let n = 0; n < 24; n++)
        succeeded(await ada.post(`/user_groups/${id}/members`, { [n % 2 === 0 ? 'delete' : 'add']: people }))
      expect(await countRows(realm, 'events')).toBeLessThan(200) // less than the limit without the history
      await doDueWork(realm)
      expect(await slow.isGone()).toBe(true)
    },
  )

  test('issuing a ticket does not read all tickets', async () => {
    const { realm, dov } = await freshRealm()
    const queue = await dov.registers()
    const issue = () => dov.post('/events/tickets', { queue_id: queue.id })
    await issue()
    const first = await rowsRead(realm, issue)
    for (let n = 0; n < 50; n++) await issue()
    expect(await rowsRead(realm, issue)).toBeLessThan(first + 5)
    await advanceClock(realm, 62)
    await issue()
    expect(await countRows(realm, 'tickets')).toBe(1)
  })
})
