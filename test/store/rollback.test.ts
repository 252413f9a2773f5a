import { describe, expect, test } from 'vitest'
import { alarmOf, countIn, crash, evict, hush, inStorage, ring, rowsIn } from '../support/faults'
import { socketListener } from '../support/listening'
import { newestMessages } from '../support/messages'
import { bodiesOf, messagesInD1, sendAll, settledRealm } from '../support/outbox'
import type { Json } from '../support/person'
import { newChannel, type TestRealm } from '../support/realm'

describe('a request that fails after a write', () => {
  /** Returns what a rollback must restore. */
  const traces = async (realm: TestRealm) => ({
    rows: await Promise.all(
      ['outbox', 'events', 'message_index', 'channels', 'conversations', 'subscriptions'].map((table) =>
        countIn(realm, table),
      ),
    ),
    counters: await rowsIn(realm, 'SELECT * FROM counters'),
    alarm: await alarmOf(realm),
  })

  test('changes nothing in memory, log, outbox or ids', async () => {
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

  test('because of a bug responds without details, and the next request succeeds', async () => {
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

    const [kept] = await sendAll(dov, general, ['kept'])
    expect(kept!.id).toBe(1)
    expect(await alarmOf(realm)).toBeLessThan(Date.now() + 3000) // the alarm that the failed request had set is undone too
    expect(bodiesOf(await newestMessages(ezra, 5))).toEqual([kept])
    expect((await queue.events()).map((event) => event.message.content)).toEqual(['kept'])
    await ring(realm)
    expect(await messagesInD1(realm.name)).toEqual([kept])
  })

  /** Makes each write of this kind of event fail, as if by a bug. Returns a function that ends it. */
  async function breakEvents(realm: TestRealm, kind: string): Promise<() => Promise<unknown>> {
    hush('error')
    const trigger = `CREATE TRIGGER bug BEFORE INSERT ON events WHEN NEW.kind = '${kind}' BEGIN SELECT RAISE(ABORT, 'x'); END`
    await inStorage(realm, ({ storage }) => storage.sql.exec(trigger))
    return () => inStorage(realm, ({ storage }) => storage.sql.exec('DROP TRIGGER bug'))
  }

  const fails = async (request: Promise<Json>) => expect(await request).toMatchObject({ code: 'INTERNAL_SERVER_ERROR' })
  const lunch = (content: string) => ({ type: 'channel', to: 'general', topic: 'lunch', content })

  test('sends no event to clients that wait', async () => {
    const { realm, dov, ezra, general } = await settledRealm()
    const queue = await ezra.registers({ event_types: ['stream', 'message'] })
    const listener = await socketListener(ezra, queue, queue.lastEventId)
    const mend = await breakEvents(realm, 'message')
    await fails(dov.post('/messages', lunch('lost')))
    await mend()
    await sendAll(dov, general, ['kept'])
    const events: Json[] = []
    while (events.at(-1)?.type !== 'message') events.push(...(await listener.next()))
    expect(events.map(({ property, message }) => property ?? message.content)).toEqual(['first_message_id', 'kept'])
  })

  test('leaves a message with its content', async () => {
    const { realm, dov, ezra, general } = await settledRealm()
    const [message] = await sendAll(dov, general, ['before'])
    const mend = await breakEvents(realm, 'update_message')
    await fails(dov.patch(`/messages/${message!.id}`, { content: 'after' }))
    await mend()
    expect(bodiesOf(await newestMessages(ezra, 1))).toEqual([message])
  })

  test('never leads to the reuse of an event id, even after a crash', async () => {
    const { realm, dov, ezra, general } = await settledRealm()
    const queue = await ezra.registers({ event_types: ['message'] })
    await evict(realm)
    const mend = await breakEvents(realm, 'message')
    await fails(dov.post('/messages', lunch('lost')))
    await mend()
    await sendAll(dov, general, ['first'])
    await crash(realm)
    await sendAll(dov, general, ['second'])
    const [first, second, ...more] = await queue.events()
    expect([first.message.content, second.message.content, more]).toEqual(['first', 'second', []])
    expect(second.id).toBeGreaterThan(first.id)
  })
})
