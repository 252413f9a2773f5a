import { env } from 'cloudflare:workers'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Variables } from '../../src/config'
import { RealmObject } from '../../src/realm-object'
import { runInDurableObject } from 'cloudflare:test'
import {
  countIn,
  crash,
  evict,
  holdAlarms,
  hush,
  inStorage,
  keepAlarmQuiet,
  passTime,
  ring,
  ringByHand,
  rowsIn,
  untilParked,
} from '../support/faults'
import { contentsIn } from '../support/received-events'
import { acknowledges, sentEvents, socketListener } from '../support/listening'
import { succeeded, type Json, type Person } from '../support/person'
import { freshRealm, newChannel, type Cast, type TestRealm } from '../support/realm'
import { EVERY_CAPABILITY, obeysTheLaw } from '../support/replays'

/** A realm whose event log has these limits: the object reads them when it wakes. */
async function realmWith(variables: Variables): Promise<Cast> {
  const before = { ...env }
  Object.assign(env, variables)
  onTestFinished(() => void Object.assign(env, { EVENT_LOG_ROWS: '', EVENT_LOG_MIB: '', ...before }))
  return freshRealm()
}

/** Rows that the realm read while this was done. */
async function rowsReadBy(realm: TestRealm, act: () => Promise<unknown>): Promise<number> {
  const meter = () =>
    runInDurableObject(realm.stub, (object) => {
      if (!(object instanceof RealmObject)) throw new Error('Something else lives where the realm should')
      return object.meter().read
    })
  const before = await meter()
  await act()
  return (await meter()) - before
}

/** Events for another person only, written as the realm would write them. The realm sleeps meanwhile. */
async function fillsLog(realm: TestRealm, user: Person, count: number): Promise<void> {
  await keepAlarmQuiet(realm)
  const audience = JSON.stringify({ parts: [{ kind: 'people', facts: { user_ids: [user.id] } }] })
  await inStorage(realm, ({ storage }) => {
    storage.sql.exec(
      `WITH RECURSIVE nth(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM nth WHERE n < ${count}),
        last AS (SELECT max(id) AS id, max(rows_so_far) AS rows, max(bytes_so_far) AS bytes FROM events)
      INSERT INTO events (id, rows_so_far, bytes_so_far, kind, audience, facts)
      SELECT
        last.id + n, rows + n, bytes + n * (9 + ${audience.length} + 2), 'typing/go', '${audience}', '{}'
      FROM nth, last`,
    )
    storage.sql.exec(`UPDATE counters SET reserved = reserved + ${count} WHERE name = 'event'`)
  })
  await evict(realm)
}

describe('a poll with nothing for it', () => {
  test('reads what is new and nothing else, however long the log is', async () => {
    const { realm, ada, ben, dov } = await freshRealm()
    const queue = await dov.registers()
    await ada.sendsDirectly([ben], 'psst')
    await fillsLog(realm, ada, 10_000)
    const first = await rowsReadBy(realm, () => queue.events())
    expect(first).toBeGreaterThan(10_000)
    expect(first).toBeLessThan(10_300)
    const before = await rowsReadBy(realm, () => queue.events())
    expect(before).toBeLessThan(20)
    for (let n = 0; n < 5; n++) await ada.sendsDirectly([ben], String(n))
    expect(await rowsReadBy(realm, () => queue.events())).toBeLessThan(before + 30)
  })

  test('does not search the log again after a restart', async () => {
    const { realm, ada, ben, dov } = await freshRealm()
    const queue = await dov.registers()
    await ada.sendsDirectly([ben], 'psst')
    await fillsLog(realm, ada, 10_000)
    await queue.events()
    await crash(realm)
    expect(await rowsReadBy(realm, () => queue.events())).toBeLessThan(300)
  })

  test('does not read again what came while a poll waited for events', async () => {
    const { realm, ada, ben, dov } = await freshRealm()
    const queue = await dov.registers()
    const leaving = new AbortController()
    const query = `queue_id=${queue.id}&last_event_id=${queue.lastEventId}`
    const waiting = dov.request(`/events?${query}`, { signal: leaving.signal }).catch(() => undefined)
    await untilParked(realm, 1)
    for (let n = 0; n < 30; n++) await ada.sendsDirectly([ben], String(n))
    leaving.abort()
    await waiting
    await untilParked(realm, 0)
    expect(await rowsReadBy(realm, () => queue.events())).toBeLessThan(30)
  })

  test('serves others while it searches a long log', async () => {
    const { realm, ada, ben, dov } = await freshRealm()
    const queue = await dov.registers()
    await ada.sendsDirectly([ben], 'psst')
    await fillsLog(realm, ada, 60_000)
    const done: string[] = []
    const searches = queue.events().then(() => done.push('searched'))
    await Promise.resolve()
    const asks = ben.get('/users/me').then(() => done.push('asked'))
    await Promise.all([searches, asks])
    expect(done).toEqual(['asked', 'searched'])
  })
})

describe('a WebSocket', () => {
  test('that was told something for it alone has acknowledged all of it with that event’s id', async () => {
    const { realm, ada, dov, ezra } = await freshRealm()
    const queue = await dov.registers({ event_types: ['stream'], queue_lifespan_secs: 200 })
    const socket = await socketListener(dov, queue, queue.lastEventId)
    await untilParked(realm, 1)
    await newChannel(ada, 'kitchen', [ada, dov, ezra]) // other events come after it in the same transaction
    await sentEvents(realm, queue, socket)
    await acknowledges(realm, queue, socket)
    await passTime(realm, 120)
    await ring(realm)
    expect(await countIn(realm, 'events')).toBe(0)
  })

  test('that took a second window and is gone is told all again that it did not acknowledge', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    const queue = await dov.registers({ event_types: ['message'] })
    const socket = await socketListener(dov, queue, queue.lastEventId)
    await untilParked(realm, 1)
    const said = Array.from({ length: 140 }, (_, nth) => `${nth} ${'x'.repeat(9000)}`)
    for (const content of said) await ada.sends(general, 'flood', content)
    const window = await sentEvents(realm, queue, socket)
    expect(window.length).toBeLessThan(said.length)
    const acknowledged: number = window[50].id
    socket.says(JSON.stringify({ last_event_id: acknowledged }))
    await socket.next()
    socket.leave()
    await untilParked(realm, 0)
    const again = await socketListener(dov, queue, acknowledged)
    expect(contentsIn(await again.next())).toEqual(said.slice(51))
  })

  test('may come back with the last event it has, although the log went on without it', async () => {
    const { realm, ada, ben, dov, general } = await freshRealm()
    const queue = await dov.registers({ event_types: ['message'], queue_lifespan_secs: 200 })
    const socket = await socketListener(dov, queue, queue.lastEventId)
    await untilParked(realm, 1)
    await ada.sends(general, 'lunch', 'one')
    await socket.next()
    await acknowledges(realm, queue, socket)
    await ada.sendsDirectly([ben], 'psst')
    await passTime(realm, 120)
    await ring(realm)
    expect(await countIn(realm, 'events')).toBe(0)
    socket.leave()
    await untilParked(realm, 0)
    await ada.sends(general, 'lunch', 'two')
    const again = await socketListener(dov, queue, socket.heard)
    expect(contentsIn(await again.next())).toEqual(['two'])
  })
})

describe('beyond its limit', () => {
  const badQueue = { code: 'BAD_EVENT_QUEUE_ID' }
  const ask = (person: Person, queue_id: string, last_event_id: number) =>
    person.get('/events', { queue_id, last_event_id, dont_block: true })

  test('in rows, the log lets the slowest queue expire; the others lose nothing and hear nothing twice', async () => {
    hush('warn')
    const { realm, ada, dov, ezra, general } = await realmWith({ EVENT_LOG_ROWS: '60' })
    const slow = await ezra.registers({ event_types: ['message'], queue_lifespan_secs: 604_800 })
    const live = await dov.registers({ event_types: ['message'], queue_lifespan_secs: 604_800 })
    const said = Array.from({ length: 100 }, (_, n) => String(n))
    const heard: string[] = []
    for (const content of said) {
      await ada.sends(general, 'lunch', content)
      if (heard.length + 20 > Number(content)) continue
      heard.push(...contentsIn(await live.events()))
    }
    await ring(realm)
    heard.push(...contentsIn(await live.events()))
    expect(heard).toEqual(said)
    expect(await countIn(realm, 'events')).toBeLessThanOrEqual(60)
    expect(await ask(ezra, slow.id, slow.lastEventId)).toMatchObject({ ...badQueue, queue_id: slow.id })
    expect(await rowsIn(realm, 'SELECT queue_id FROM queues')).toEqual([{ queue_id: live.id }])
  })

  test('in bytes, the same', async () => {
    hush('warn')
    const { realm, ada, dov, ezra, general } = await realmWith({ EVENT_LOG_MIB: '0.05' })
    const slow = await ezra.registers({ event_types: ['message'] })
    const live = await dov.registers({ event_types: ['message'] })
    const heard: Json[] = []
    for (let n = 0; n < 10; n++) {
      await ada.sends(general, 'lunch', 'x'.repeat(5000))
      heard.push(...(await live.events()))
    }
    await ring(realm)
    expect(heard).toHaveLength(10)
    const [kept] = await rowsIn(realm, 'SELECT sum(octet_length(facts)) AS bytes FROM events')
    expect(kept!.bytes).toBeLessThan(0.05 * 2 ** 20)
    expect(await ask(ezra, slow.id, slow.lastEventId)).toMatchObject(badQueue)
    expect(await live.events()).toEqual([])
  })

  test('does not wait for other work to come due', async () => {
    hush('warn')
    const { ada, dov, ezra, general } = await realmWith({ EVENT_LOG_ROWS: '30' })
    const slow = await ezra.registers({ queue_lifespan_secs: 604_800 })
    const { id } = await ada.sends(general, 'lunch', 'Pizza?')
    for (let n = 0; n < 40; n++)
      succeeded(
        await dov.post('/messages/flags', { op: n % 2 === 0 ? 'add' : 'remove', flag: 'starred', messages: [id] }),
      )
    await vi.waitFor(async () => expect(await slow.isGone()).toBe(true), { timeout: 4000 })
  })

  test('a queue within it survives a crash that forgets how far it is', async () => {
    hush('warn')
    const { realm, ada, dov, ezra, general } = await realmWith({ EVENT_LOG_ROWS: '60' })
    await ezra.registers({ event_types: ['message'], queue_lifespan_secs: 604_800 })
    const live = await dov.registers({ event_types: ['message'] })
    const heard: string[] = []
    for (let n = 0; n < 90; n++) {
      await ada.sends(general, 'lunch', String(n))
      if (n % 10 === 0) heard.push(...contentsIn(await live.events()))
      if (n % 25 === 0) await crash(realm)
    }
    await ring(realm)
    heard.push(...contentsIn(await live.events()))
    expect(heard).toEqual(Array.from({ length: 90 }, (_, n) => String(n)))
  })

  test('a listener whose queue expired is told so', async () => {
    hush('warn')
    const { realm, ada, ezra, general } = await realmWith({ EVENT_LOG_ROWS: '30' })
    const queue = await ezra.registers({ event_types: ['message'] })
    const socket = await socketListener(ezra, queue, queue.lastEventId)
    await untilParked(realm, 1)
    for (let n = 0; n < 60; n++) await ada.sends(general, 'lunch', String(n))
    await ring(realm)
    expect(await socket.end()).toEqual({ code: 4004, reason: 'BAD_EVENT_QUEUE_ID' })
  })

  test('a listener that has everything keeps its queue, however much was for others', async () => {
    hush('warn')
    const { realm, ada, ben, cleo, dov } = await realmWith({ EVENT_LOG_ROWS: '30' })
    const [forsaken, queue] = [await cleo.registers(), await dov.registers({ event_types: ['message'] })]
    const waiting = queue.poll()
    await untilParked(realm, 1)
    for (let n = 0; n < 60; n++) await ada.sendsDirectly([ben], String(n))
    await ring(realm)
    expect(await forsaken.isGone()).toBe(true)
    expect(await countIn(realm, 'queues')).toBe(1)
    await ada.sendsDirectly([dov], 'psst')
    expect(contentsIn(await waiting)).toEqual(['psst'])
  })

  test('whose queue expired registers again, and the law holds from there, as it does for the others', async () => {
    hush('warn')
    const { realm, ada, dov, ezra, general } = await realmWith({ EVENT_LOG_ROWS: '60' })
    const client = { client_capabilities: EVERY_CAPABILITY, queue_lifespan_secs: 604_800 }
    const slow = await ezra.registers(client)
    for (let n = 0; n < 80; n++) await ada.sends(general, 'lunch', String(n))
    await ring(realm)
    expect(await slow.isGone()).toBe(true)
    const [again, other] = [await ezra.registers(client), await dov.registers(client)]
    const { id } = await ada.sends(general, 'lunch', 'Pizza, @**Ezra**?')
    succeeded(await ezra.post('/messages/flags', { op: 'add', flag: 'read', messages: [id] }))
    await newChannel(ada, 'kitchen', [ada, dov])
    expect(contentsIn((await obeysTheLaw(ezra, client, again)).events)).toEqual(['Pizza, @**Ezra**?'])
    await obeysTheLaw(dov, client, other)
  })

  test('the log is trimmed in bites, and the realm comes back at once for the rest', async () => {
    const { realm, ada, ben, dov } = await freshRealm()
    const queue = await dov.registers()
    await ada.sendsDirectly([ben], 'psst')
    await fillsLog(realm, ada, 25_000)
    await holdAlarms(realm)
    succeeded(await dov.delete('/events', { queue_id: queue.id }))
    const lengths: number[] = []
    for (let n = 0; n < 3; n++) {
      await ringByHand(realm)
      lengths.push(await countIn(realm, 'events'))
    }
    expect(lengths.at(0)).toBeGreaterThan(10_000)
    expect(lengths.at(-1)).toBe(0)
  })
})

describe('what is kept beside the log', () => {
  test('how a channel was, as long as an event needs it', async () => {
    const { realm, ada, ben, vault } = await freshRealm()
    const queue = await ben.registers({ queue_lifespan_secs: 20_000 })
    for (let n = 0; n < 6; n++) {
      succeeded(await ada.patch(`/streams/${vault.stream_id}`, { is_private: n % 2 === 1 }))
      await passTime(realm, 400)
      await queue.events()
      await queue.events()
      await passTime(realm, 400)
      await queue.events()
      await ring(realm)
    }
    expect(await countIn(realm, 'channel_visibility_history')).toBe(1)
  })

  test('who was in a group counts as part of the log, which keeps it', async () => {
    hush('warn')
    const { realm, ada, ben, cleo, dov, ezra } = await realmWith({ EVENT_LOG_ROWS: '80' })
    const people = [ben.id, cleo.id, dov.id, ezra.id]
    succeeded(await ada.post('/user_groups/create', { name: 'team', description: '', members: people }))
    const slow = await ezra.registers({ queue_lifespan_secs: 604_800 })
    const { user_groups } = succeeded(await ada.get('/user_groups'))
    const { id } = user_groups.find((group: Json) => group.name === 'team')
    const before = await countIn(realm, 'events')
    for (let n = 0; n < 24; n++)
      succeeded(await ada.post(`/user_groups/${id}/members`, { [n % 2 === 0 ? 'delete' : 'add']: people }))
    expect(before + 24).toBeLessThan(80)
    await ring(realm)
    expect(await slow.isGone()).toBe(true)
  })

  test('a ticket is issued without looking at all others', async () => {
    const { realm, dov } = await freshRealm()
    const queue = await dov.registers()
    const issues = () => dov.post('/events/tickets', { queue_id: queue.id })
    await issues()
    const first = await rowsReadBy(realm, issues)
    for (let n = 0; n < 50; n++) await issues()
    expect(await rowsReadBy(realm, issues)).toBeLessThan(first + 5)
    await passTime(realm, 62)
    await issues()
    expect(await countIn(realm, 'tickets')).toBe(1)
  })
})
