import { env } from 'cloudflare:workers'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { migrations } from '../../src/catalogue'
import { messagesInD1 } from '../../src/domain/messages/message-index/bodies-in-d1'
import { Bodies } from '../../src/store/bodies'
import { causeOf } from '../../src/store/d1-errors'
import { d1Writer } from '../../src/store/d1-tables'
import { Outbox } from '../../src/store/outbox'
import type { OutboxRow } from '../../src/store/outbox-row'
import { realmSql } from '../../src/store/realm-sql'
import {
  alarmOf,
  answerLost,
  breakD1,
  countIn,
  crash,
  evict,
  failingMidway,
  hush,
  inStorage,
  keepAlarmQuiet,
  refused,
  RESTARTS,
  ring,
  rowsIn,
  slow,
  working,
} from '../support/faults'
import { socketListener } from '../support/listening'
import { newestMessages } from '../support/messages'
import { succeeded, type Json, type Person } from '../support/person'
import { freshRealm, newChannel, TestRealm, type Channel } from '../support/realm'

/** What D1 knows of a realm's messages, oldest first. */
async function inD1(realm_id: string): Promise<{ id: number; content: string }[]> {
  const { results } = await env.DB.prepare('SELECT id, content FROM messages WHERE realm_id = ? ORDER BY id')
    .bind(realm_id)
    .all<{ id: number; content: string }>()
  return results
}

/** A realm whose outbox is empty, and is not drained by itself. */
async function settledRealm() {
  const cast = await freshRealm()
  await ring(cast.realm)
  await keepAlarmQuiet(cast.realm)
  expect(await countIn(cast.realm, 'outbox')).toBe(0)
  return cast
}

async function sends(person: Person, channel: Channel, contents: string[]) {
  const sent: { id: number; content: string }[] = []
  for (const content of contents) sent.push({ id: (await person.sends(channel, 'lunch', content)).id, content })
  return sent
}

/** An outbox in an object of its own, with nothing around it. */
async function withOutbox(
  name: string,
  act: (outbox: Outbox) => void | Promise<void>,
  write: (rows: readonly OutboxRow[]) => Promise<void> = async () => undefined,
): Promise<void> {
  await inStorage(new TestRealm(name), async ({ storage }) => {
    for (const { owner, steps } of migrations) if (owner === 'store') for (const step of steps) storage.sql.exec(step)
    const clock = { now: () => Math.floor(Date.now() / 1000), wakeAt: () => undefined }
    await act(new Outbox(realmSql(storage.sql), { write, causeOf, isAvailable: async () => true }, clock))
  })
}

const bodiesOf = (messages: Json[]) => messages.map(({ id, content }) => ({ id, content }))

describe('while D1 is away', () => {
  test('sending, hearing, recent history and flags go on, and all of it arrives when D1 is back', async () => {
    hush('warn')
    const { realm, dov, ezra, general } = await settledRealm()
    const queue = await ezra.registers({ event_types: ['message'] })
    const d1 = breakD1(realm, refused)

    const sent = await sends(dov, general, ['one', 'two', 'three'])
    await ring(realm)
    await ring(realm)

    expect((await queue.events()).map(({ message: { id, content } }) => ({ id, content }))).toEqual(sent)
    expect(bodiesOf(await newestMessages(ezra, 3))).toEqual(sent)
    succeeded(await ezra.post('/messages/flags', { op: 'add', flag: 'starred', messages: [sent[0]!.id] }))
    expect((await newestMessages(ezra, 3))[0].flags).toContain('starred')
    expect(await countIn(realm, 'outbox')).toBe(3)
    expect(d1.calls).toHaveLength(2)

    d1.mend()
    expect(await inD1(realm.name)).toEqual([])
    await ring(realm)

    expect(await inD1(realm.name)).toEqual(sent)
    expect(await countIn(realm, 'outbox')).toBe(0)
  })

  for (const { how, restart } of RESTARTS)
    test(`and the object ${how}, what was sent is still read and still arrives`, async () => {
      hush('warn')
      const { realm, dov, ezra, general } = await settledRealm()
      const d1 = breakD1(realm, refused)
      const sent = await sends(dov, general, ['one', 'two'])
      await ring(realm)

      await restart(realm)

      expect(bodiesOf(await newestMessages(ezra, 2))).toEqual(sent)
      d1.mend()
      await ring(realm)
      expect(await inD1(realm.name)).toEqual(sent)
      expect(bodiesOf(await newestMessages(ezra, 2))).toEqual(sent)
    })

  test('what is no longer at hand is said to be out of reach, and the rest of the realm is not', async () => {
    hush('error')
    const { realm, dov, general } = await settledRealm()
    const [old] = await sends(dov, general, ['long ago'])
    await ring(realm)
    await evict(realm) // and with it, the bodies in memory
    const d1 = breakD1(realm, refused)

    expect(await dov.get(`/messages/${old!.id}`)).toMatchObject({ result: 'error', code: 'STORE_UNAVAILABLE' })
    const [now] = await sends(dov, general, ['just now'])
    expect(await dov.get(`/messages/${now!.id}`)).toMatchObject({ result: 'success' })

    d1.mend()
    expect(await dov.get(`/messages/${old!.id}`)).toMatchObject({ message: { content: '<p>long ago</p>' } })
  })

  test('it is tried again, ever less often, however much is said meanwhile', async () => {
    hush('warn')
    const { realm, dov, general } = await settledRealm()
    breakD1(realm, refused)
    const waits: number[] = []
    await dov.sends(general, 'lunch', 'Pizza?')
    for (let attempt = 0; attempt < 6; attempt++) {
      await ring(realm)
      await dov.sends(general, 'lunch', 'Still?')
      waits.push(Math.round(((await alarmOf(realm))! - Date.now()) / 1000))
    }
    for (const [nth, wait] of [2, 5, 15, 60, 60, 60].entries()) expect(waits[nth]! - wait).toBeOneOf([-1, 0])
  })
})

describe('what goes to D1', () => {
  test('many rows take few calls, with few statements for each table', async () => {
    const { realm, dov, general } = await settledRealm()
    const sent = await sends(
      dov,
      general,
      Array.from({ length: 30 }, (_, n) => `number ${n}`),
    )
    await realm.newPerson('gus')
    const d1 = breakD1(realm, working)

    await ring(realm)

    expect(d1.calls).toEqual([5]) // messages, the realm's number, their words taken out and put in, and users
    expect(await inD1(realm.name)).toEqual(sent)
    expect(await countIn(realm, 'outbox')).toBe(0)
  })

  test('more than one call can carry goes in several, in order, and each is forgotten when it is confirmed', async () => {
    const calls: number[][] = []
    await withOutbox(
      'outbox-large',
      async (outbox) => {
        for (let key = 1; key <= 1200; key++) outbox.put('messages', key, key, {})
        await Promise.all([outbox.drain(), outbox.drain()]) // whoever asks meanwhile waits for the same
        expect(outbox.waiting).toBe(0)
      },
      async (rows) => void calls.push(rows.map((row) => row.key)),
    )
    expect(calls.map((keys) => keys.length)).toEqual([500, 500, 200])
    expect(calls.flat()).toEqual(Array.from({ length: 1200 }, (_, n) => n + 1))
  })

  test('large rows go a few at a time, and one that is larger than a batch alone', async () => {
    const calls: number[][] = []
    await withOutbox(
      'outbox-bytes',
      async (outbox) => {
        for (let key = 1; key <= 20; key++) outbox.put('messages', key, key, { content: 'x'.repeat(200_000) })
        outbox.put('messages', 21, 21, { content: '世'.repeat(600_000) })
        outbox.put('messages', 22, 22, { content: 'x'.repeat(1_990_000) })
        outbox.put('messages', 23, 23, {})
        await outbox.drain()
        expect(outbox.waiting).toBe(0)
      },
      async (rows) => void calls.push(rows.map((row) => row.body.length)),
    )
    const total = (lengths: number[]) => lengths.reduce((sum, length) => sum + length, 0)
    for (const lengths of calls) expect(total(lengths)).toBeLessThan(2.1 * 1024 * 1024)
    expect(calls.map((lengths) => lengths.length)).toEqual([10, 10, 1, 2])
  })

  test('a D1 that says nothing is given up, and asked again', async () => {
    hush('warn')
    const answers = [new Promise<void>(() => {}), Promise.resolve()]
    let asked = 0
    await withOutbox(
      'outbox-silent',
      async (outbox) => {
        outbox.put('messages', 1, 1, {})
        vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
        onTestFinished(() => void vi.useRealTimers())
        const draining = outbox.drain()
        await vi.advanceTimersByTimeAsync(10_000)
        await draining
        expect(outbox.waiting).toBe(1)
        await outbox.drain()
        expect(outbox.waiting).toBe(0)
        expect(vi.getTimerCount()).toBe(0)
      },
      () => answers[asked++]!,
    )
    expect(asked).toBe(2)
  })

  test('a batch whose answer was lost is sent again, and changes nothing', async () => {
    hush('warn')
    const { realm, dov, general } = await settledRealm()
    const sent = await sends(dov, general, ['one', 'two'])
    const d1 = breakD1(realm, answerLost)
    await ring(realm)
    expect(await inD1(realm.name)).toEqual(sent)
    expect(await countIn(realm, 'outbox')).toBe(2)

    d1.mend()
    await ring(realm)

    expect(await inD1(realm.name)).toEqual(sent)
    expect(await countIn(realm, 'outbox')).toBe(0)
  })

  test('a batch that fails midway is not taken at all, and stays', async () => {
    hush('warn')
    const { realm, dov, general } = await settledRealm()
    const sent = await sends(dov, general, ['one', 'two'])
    const d1 = breakD1(realm, failingMidway)
    await ring(realm)
    expect(await inD1(realm.name)).toEqual([])
    expect(await countIn(realm, 'outbox')).toBe(2)

    d1.mend()
    await ring(realm)

    expect(await inD1(realm.name)).toEqual(sent)
  })

  test('nobody waits for a slow D1, and what is said meanwhile goes with the next batch', async () => {
    const { realm, dov, ezra, general } = await settledRealm()
    const [first] = await sends(dov, general, ['one'])
    const { promise, resolve } = Promise.withResolvers<void>()
    const d1 = breakD1(realm, slow(promise))
    const draining = ring(realm)
    await vi.waitFor(() => expect(d1.calls).toHaveLength(1), { interval: 1 })

    const more = await sends(dov, general, ['two', 'three'])
    expect(bodiesOf(await newestMessages(ezra, 3))).toEqual([first, ...more])
    expect(await countIn(realm, 'outbox')).toBe(3)

    resolve()
    await draining
    expect(await inD1(realm.name)).toEqual([first, ...more])
    expect(await countIn(realm, 'outbox')).toBe(0)
  })

  test('the object may die while D1 is at it', async () => {
    hush('warn')
    const { realm, dov, general } = await settledRealm()
    const sent = await sends(dov, general, ['one', 'two'])
    const { promise, resolve } = Promise.withResolvers<void>()
    const d1 = breakD1(realm, slow(promise))
    const draining = ring(realm).catch(() => undefined)
    await vi.waitFor(() => expect(d1.calls).toHaveLength(1), { interval: 1 })

    await RESTARTS[1].restart(realm)
    resolve()
    await draining
    d1.mend()
    sent.push(...(await sends(dov, general, ['three'])))
    await ring(realm)

    expect(await inD1(realm.name)).toEqual(sent)
    expect(await countIn(realm, 'outbox')).toBe(0)
  })

  test("realms do not meet: the same id is another message in another's", async () => {
    const [one, two] = [await settledRealm(), await settledRealm()]
    const [sentInOne, sentInTwo] = [
      await sends(one.dov, one.general, ['one']),
      await sends(two.dov, two.general, ['two']),
    ]
    expect(sentInOne[0]!.id).toBe(sentInTwo[0]!.id)
    await Promise.all([ring(one.realm), ring(two.realm)])
    expect(await inD1(one.realm.name)).toEqual(sentInOne)
    expect(await inD1(two.realm.name)).toEqual(sentInTwo)
  })
})

describe('writing to D1', () => {
  const row = (key: number, version: number, content: string): OutboxRow => {
    const body = { content, rendered_content: `<p>${content}</p>`, client: 'test', is_me_message: false }
    return { seq: version, target: 'messages', key, version, body: JSON.stringify(body) }
  }
  const writer = (realm_id: string) => d1Writer(env.DB, realm_id, [messagesInD1]).write

  test('an older version never replaces a newer one, in one batch or in several', async () => {
    const write = writer('versions')
    await write([row(1, 5, 'fifth'), row(2, 1, 'other')])
    await write([row(1, 3, 'third')])
    expect(await inD1('versions')).toEqual([
      { id: 1, content: 'fifth' },
      { id: 2, content: 'other' },
    ])
    await write([row(1, 8, 'eighth'), row(1, 7, 'seventh'), row(2, 2, 'second'), row(2, 3, 'third')])
    expect(await inD1('versions')).toEqual([
      { id: 1, content: 'eighth' },
      { id: 2, content: 'third' },
    ])
  })

  test('every character arrives as it was', async () => {
    const contents = [
      '',
      'Grüße, 世界 🌍',
      '"quoted" \\ \n\t',
      "Robert'); DROP TABLE messages;--",
      'null',
      '17',
      '🧑‍🚀'.repeat(500),
    ]
    await writer('characters')(contents.map((content, n) => row(n, 1, content)))
    expect((await inD1('characters')).map(({ content }) => content)).toEqual(contents)
  })

  test('no statement carries more than D1 takes, whatever it is written in', async () => {
    const bound: string[] = []
    const prepare = (text: string) => {
      const statement = env.DB.prepare(text)
      return { bind: (...values: string[]) => (bound.push(...values.slice(1)), statement.bind(...values)) }
    }
    const database = { prepare, batch: (all: D1PreparedStatement[]) => env.DB.batch(all) } as unknown as D1Database
    const rows = Array.from({ length: 120 }, (_, n) => row(n, 1, '世界'.repeat(5000)))

    await d1Writer(database, 'large', [messagesInD1]).write(rows)

    expect(bound.length).toBeGreaterThan(1)
    for (const slice of bound) expect(new TextEncoder().encode(slice).length).toBeLessThan(1_000_000)
    expect(await inD1('large')).toHaveLength(120)
  })

  test('what one message takes does not grow with all that were written before', async () => {
    let read = 0
    const batch = async (all: D1PreparedStatement[]) => {
      const results = await env.DB.batch(all)
      read = results.reduce((sum, { meta }) => sum + meta.rows_read, 0)
      return results
    }
    const database = { prepare: (text: string) => env.DB.prepare(text), batch } as unknown as D1Database
    const { write } = d1Writer(database, 'growing', [messagesInD1])
    const readFor = async (rows: OutboxRow[]) => (await write(rows), read)

    const first = await readFor([row(1, 1, 'one message')])
    for (let from = 2; from < 2000; from += 500)
      await write(Array.from({ length: 500 }, (_, n) => row(from + n, 1, 'one of many messages')))
    expect(await readFor([row(3000, 1, 'one message more')])).toBeLessThan(first + 20)
    expect(await readFor([row(3000, 2, 'the same, in other words')])).toBeLessThan(first + 20)
  })
})

describe('bodies at hand', () => {
  const PLENTY = 1_000_000

  type Load = (ids: readonly number[]) => Promise<Map<number, { text: string }>>
  const kept = (load: Load) => ({
    target: 'messages',
    sizeOf: ({ text }: { text: string }) => text.length,
    load: async (ids: readonly number[]) => ({ found: await load(ids), within: ids.length }),
    tombstone: { text: '', is_deleted: true as const },
  })

  const withBodies = (
    name: string,
    act: (bodies: Bodies<{ text: string }>, outbox: Outbox) => void | Promise<void>,
    load = async (_: readonly number[]) => new Map<number, { text: string }>(),
  ) => withOutbox(name, (outbox) => act(new Bodies(outbox, kept(load), 100), outbox))

  test('the newest stay in memory up to a bound; the oldest make room', () =>
    withBodies('bodies-bounded', async (bodies, outbox) => {
      for (let id = 1; id <= 50; id++) bodies.put(id, id, { text: String(id).padStart(10, '.') })
      expect(bodies.available([1, 50], PLENTY).found.size).toBe(2) // the older of the two by way of the outbox
      await outbox.drain()
      expect([
        ...bodies
          .available(
            Array.from({ length: 50 }, (_, n) => n + 1),
            PLENTY,
          )
          .found.keys(),
      ]).toEqual([41, 42, 43, 44, 45, 46, 47, 48, 49, 50])
    }))

  test('one larger than the bound is not kept at all', () =>
    withBodies('bodies-large', async (bodies, outbox) => {
      bodies.put(1, 1, { text: 'x'.repeat(101) })
      await outbox.drain()
      expect(bodies.available([1], PLENTY).found.size).toBe(0)
    }))

  test('the newest version is at hand, and the newest that stands after a rollback', () =>
    withBodies('bodies-versions', (bodies, outbox) => {
      bodies.put(1, 1, { text: 'first' })
      bodies.put(1, 2, { text: 'second' })
      bodies.commitPut()
      bodies.put(1, 3, { text: 'third' })
      expect(bodies.findAvailable(1)).toEqual({ text: 'third' })
      outbox.sql.run`DELETE FROM outbox WHERE version = 3` // as a rollback does
      bodies.rollBackPut()
      expect(bodies.findAvailable(1)).toEqual({ text: 'second' })
    }))

  test('one that was removed is nowhere: not in memory, and not on its way', () =>
    withBodies('bodies-removed', async (bodies, outbox) => {
      bodies.put(1, 1, { text: 'here' })
      bodies.commitPut()
      await outbox.drain()
      bodies.remove([1], 2)
      expect([bodies.available([1], 1000).found.size, bodies.notInD1().size]).toEqual([0, 0])
      await outbox.drain()
      expect(bodies.available([1], 1000).found.size).toBe(0)
    }))

  test('what is not at hand is loaded, and only that', async () => {
    const asked: (readonly number[])[] = []
    await withBodies(
      'bodies-loaded',
      async (bodies) => {
        bodies.put(1, 1, { text: 'here' })
        const { found } = await bodies.load([1, 2], PLENTY)
        expect([...found]).toEqual(
          expect.arrayContaining([
            [1, { text: 'here' }],
            [2, { text: 'there' }],
          ]),
        )
        await bodies.load([1], PLENTY)
      },
      async (ids) => {
        asked.push(ids)
        return new Map([[2, { text: 'there' }]])
      },
    )
    expect(asked).toEqual([[2]])
  })

  test('as many of the first are at hand as hold no more than what is asked for, and one in any case', async () => {
    await withBodies('bodies-limited', (bodies) => {
      for (let id = 1; id <= 4; id++) bodies.put(id, id, { text: String(id).repeat(40) })
      // The newest two are in memory, at one byte for each character, and the others in the outbox.
      expect(bodies.available([4, 3, 2, 1], 80)).toMatchObject({ within: 2 })
      expect(new Set(bodies.available([4, 3, 2, 1], 230).found.keys())).toEqual(new Set([2, 3, 4]))
      expect([...bodies.available([1, 2, 3, 4], 0).found.keys()]).toEqual([1])
      expect(bodies.available([7, 8, 9], 0)).toEqual({ found: new Map(), within: 3 })
    })
  })
})

describe('a request that fails after it wrote', () => {
  /** What a rollback must leave as it was. */
  const traces = async (realm: TestRealm) => ({
    rows: await Promise.all(
      ['outbox', 'events', 'message_index', 'channels', 'conversations', 'subscriptions'].map((table) =>
        countIn(realm, table),
      ),
    ),
    counters: await rowsIn(realm, 'SELECT * FROM counters'),
    alarm: await alarmOf(realm),
  })

  test('is refused without a trace in memory, log, outbox or ids', async () => {
    const { realm, ada, dov, ezra, vault } = await settledRealm()
    const queue = await ezra.registers()
    const channels = (await dov.registers()).state.streams
    const before = await traces(realm)

    const answer = await dov.post('/users/me/subscriptions', { subscriptions: [{ name: 'kitchen' }, vault] })

    expect(answer.result).toBe('error')
    expect(await traces(realm)).toEqual(before)
    expect((await dov.registers()).state.streams).toEqual(channels)
    expect(await queue.events()).toEqual([])
    const [{ newest }] = (await rowsIn(realm, 'SELECT max(stream_id) AS newest FROM channels')) as [Json]
    expect((await newChannel(ada, 'kitchen', [ezra])).stream_id).toBe(newest + 1)
  })

  test('for a reason of ours says so without detail, and the next one finds everything as it was', async () => {
    const logged = hush('error')
    const { realm, dov, ezra, general } = await settledRealm()
    const queue = await ezra.registers({ event_types: ['message'] })
    const before = await traces(realm)
    await inStorage(realm, ({ storage }) =>
      storage.sql.exec(
        "CREATE TRIGGER bug BEFORE INSERT ON events WHEN NEW.kind = 'message' BEGIN SELECT RAISE(ABORT, 'a secret detail'); END",
      ),
    )

    const response = await dov.request('/messages', {
      method: 'POST',
      body: new URLSearchParams({ type: 'channel', to: 'general', topic: 'lunch', content: 'lost' }),
    })

    expect(response.status).toBe(500)
    const answer: Json = await response.json()
    expect(answer).toEqual({
      result: 'error',
      code: 'INTERNAL_SERVER_ERROR',
      msg: 'Internal server error',
      request_id: response.headers.get('x-request-id'),
    })
    expect(logged.join()).toContain(answer.request_id)
    await inStorage(realm, ({ storage }) => storage.sql.exec('DROP TRIGGER bug'))
    expect(await traces(realm)).toEqual(before)
    expect(await newestMessages(ezra, 5)).toEqual([])

    const [kept] = await sends(dov, general, ['kept'])
    expect(kept!.id).toBe(1)
    expect(await alarmOf(realm)).toBeLessThan(Date.now() + 3000) // the one that was set before it failed is gone too
    expect(bodiesOf(await newestMessages(ezra, 5))).toEqual([kept])
    expect((await queue.events()).map((event) => event.message.content)).toEqual(['kept'])
    await ring(realm)
    expect(await inD1(realm.name)).toEqual([kept])
  })

  /** Every event of a kind fails to be written, as if by a bug, until this is undone. */
  async function breakEvents(realm: TestRealm, kind: string): Promise<() => Promise<unknown>> {
    hush('error')
    const trigger = `CREATE TRIGGER bug BEFORE INSERT ON events WHEN NEW.kind = '${kind}' BEGIN SELECT RAISE(ABORT, 'x'); END`
    await inStorage(realm, ({ storage }) => storage.sql.exec(trigger))
    return () => inStorage(realm, ({ storage }) => storage.sql.exec('DROP TRIGGER bug'))
  }

  const fails = async (asking: Promise<Json>) => expect(await asking).toMatchObject({ code: 'INTERNAL_SERVER_ERROR' })
  const lunch = (content: string) => ({ type: 'channel', to: 'general', topic: 'lunch', content })

  test('is heard of by nobody who waits', async () => {
    const { realm, dov, ezra, general } = await settledRealm()
    const queue = await ezra.registers({ event_types: ['stream', 'message'] })
    const listener = await socketListener(ezra, queue, queue.lastEventId)
    const mend = await breakEvents(realm, 'message')
    await fails(dov.post('/messages', lunch('lost')))
    await mend()
    await sends(dov, general, ['kept'])
    const heard: Json[] = []
    while (heard.at(-1)?.type !== 'message') heard.push(...(await listener.next()))
    expect(heard.map(({ property, message }) => property ?? message.content)).toEqual(['first_message_id', 'kept'])
  })

  test('leaves a message with the words that it had', async () => {
    const { realm, dov, ezra, general } = await settledRealm()
    const [message] = await sends(dov, general, ['before'])
    const mend = await breakEvents(realm, 'update_message')
    await fails(dov.patch(`/messages/${message!.id}`, { content: 'after' }))
    await mend()
    expect(bodiesOf(await newestMessages(ezra, 1))).toEqual([message])
  })

  test('gives no id of an event to be given again after a crash', async () => {
    const { realm, dov, ezra, general } = await settledRealm()
    const queue = await ezra.registers({ event_types: ['message'] })
    await evict(realm)
    const mend = await breakEvents(realm, 'message')
    await fails(dov.post('/messages', lunch('lost')))
    await mend()
    await sends(dov, general, ['first'])
    await crash(realm)
    await sends(dov, general, ['second'])
    const [first, second, ...more] = await queue.events()
    expect([first.message.content, second.message.content, more]).toEqual(['first', 'second', []])
    expect(second.id).toBeGreaterThan(first.id)
  })
})
