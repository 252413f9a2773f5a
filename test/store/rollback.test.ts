import { describe, expect, test } from 'vitest'
import { alarmTime, runAlarm } from '../support/alarms'
import { captureConsole, crash, evict, inStorage } from '../support/faults'
import { socketListener } from '../support/listening'
import { contentsInTopic, newestMessages } from '../support/messages'
import { bodiesOf, messagesInD1, realmWithEmptyOutbox, sendAll } from '../support/outbox'
import { succeeded, type Json } from '../support/person'
import { newChannel, type TestRealm } from '../support/realm'
import { countRows, selectRows } from '../support/tables'

describe('a request that fails after a write', () => {
  /** Returns all that a rollback must restore. */
  const stateOf = async (realm: TestRealm) => ({
    rows: await Promise.all(
      ['outbox', 'events', 'message_index', 'channels', 'conversations', 'subscriptions'].map((table) =>
        countRows(realm, table),
      ),
    ),
    counters: await selectRows(realm, 'SELECT * FROM counters'),
    alarm: await alarmTime(realm),
  })

  test('leaves memory, event log, outbox and ids unchanged', async () => {
    const { realm, ada, dov, ezra, vault } = await realmWithEmptyOutbox()
    const queue = await ezra.registers()
    const channels = (await dov.registers()).state.streams
    const before = await stateOf(realm)

    const answer = await dov.post('/users/me/subscriptions', { subscriptions: [{ name: 'kitchen' }, vault] })

    expect(answer.result).toBe('error')
    expect(await stateOf(realm)).toEqual(before)
    expect((await dov.registers()).state.streams).toEqual(channels)
    expect(await queue.events()).toEqual([])
    const [{ newest }] = (await selectRows(realm, 'SELECT max(stream_id) AS newest FROM channels')) as [Json]
    expect((await newChannel(ada, 'kitchen', [ezra])).stream_id).toBe(newest + 1)
  })

  test('because of a bug returns an error without details, and leaves all unchanged', async () => {
    const logged = captureConsole('error')
    const { realm, dov, ezra, general } = await realmWithEmptyOutbox()
    const queue = await ezra.registers({ event_types: ['message'] })
    const before = await stateOf(realm)
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
    // Clients may have the ids of events that the request took, so these stay reserved.
    const [reserved] = before.counters as [Json]
    const counters = [{ name: 'event', value: expect.toSatisfy((value: number) => value >= reserved.value) }]
    expect(await stateOf(realm)).toEqual({ ...before, counters })
    expect(await newestMessages(ezra, 5)).toEqual([])

    const [sent] = await sendAll(dov, general, ['kept'])
    expect(sent!.id).toBe(1)
    expect(await alarmTime(realm)).toBeLessThan(Date.now() + 3000) // the rollback undid the alarm of the failed request too
    expect(bodiesOf(await newestMessages(ezra, 5))).toEqual([sent])
    expect((await queue.events()).map((event) => event.message.content)).toEqual(['kept'])
    await runAlarm(realm)
    expect(await messagesInD1(realm.name)).toEqual([sent])
  })

  test('undoes only its own changes if others share its commit', async () => {
    captureConsole('error')
    const { realm, dov, ezra, general } = await realmWithEmptyOutbox()
    const queue = await ezra.registers({ event_types: ['message'] })
    await inStorage(realm, ({ storage }) =>
      storage.sql.exec(
        "CREATE TRIGGER bug BEFORE INSERT ON events WHEN NEW.facts LIKE '%lost%' BEGIN SELECT RAISE(ABORT, 'x'); END",
      ),
    )

    const contents = ['one', 'two', 'lost', 'three', 'lost too', 'four']
    const answers: Json[] = await Promise.all(
      contents.map((content) =>
        dov.post('/messages', { type: 'channel', to: general.stream_id, topic: 'lunch', content }),
      ),
    )

    const sent = answers.flatMap(({ id }, nth) => (id === undefined ? [] : [{ id, content: contents[nth] }]))
    sent.sort((a, b) => a.id - b.id)
    expect(new Set(sent.map(({ content }) => content))).toEqual(new Set(['one', 'two', 'three', 'four']))
    expect(sent.map(({ id }) => id)).toEqual([1, 2, 3, 4])
    expect(bodiesOf(await newestMessages(ezra, 9))).toEqual(sent)
    expect((await queue.events()).map(({ message: { id, content } }) => ({ id, content }))).toEqual(sent)
    await runAlarm(realm)
    expect(await messagesInD1(realm.name)).toEqual(sent)
  })

  /** Writing an event of this kind fails, as if by a bug, until the returned function is called. */
  async function breakEvents(realm: TestRealm, kind: string): Promise<() => Promise<unknown>> {
    captureConsole('error')
    const trigger = `CREATE TRIGGER bug BEFORE INSERT ON events WHEN NEW.kind = '${kind}' BEGIN SELECT RAISE(ABORT, 'x'); END`
    await inStorage(realm, ({ storage }) => storage.sql.exec(trigger))
    return () => inStorage(realm, ({ storage }) => storage.sql.exec('DROP TRIGGER bug'))
  }

  const expectFailure = async (answer: Promise<Json>) =>
    expect(await answer).toMatchObject({ code: 'INTERNAL_SERVER_ERROR' })
  const lunch = (content: string) => ({ type: 'channel', to: 'general', topic: 'lunch', content })

  test('sends no event to a listener', async () => {
    const { realm, dov, ezra, general } = await realmWithEmptyOutbox()
    const queue = await ezra.registers({ event_types: ['stream', 'message'] })
    const listener = await socketListener(ezra, queue, queue.lastEventId)
    const mend = await breakEvents(realm, 'message')
    await expectFailure(dov.post('/messages', lunch('lost')))
    await mend()
    await sendAll(dov, general, ['kept'])
    const received: Json[] = []
    while (received.at(-1)?.type !== 'message') received.push(...(await listener.next()))
    expect(received.map(({ property, message }) => property ?? message.content)).toEqual(['first_message_id', 'kept'])
  })

  test('leaves the content of the message unchanged', async () => {
    const { realm, dov, ezra, general } = await realmWithEmptyOutbox()
    const [message] = await sendAll(dov, general, ['before'])
    const mend = await breakEvents(realm, 'update_message')
    await expectFailure(dov.patch(`/messages/${message!.id}`, { content: 'after' }))
    await mend()
    expect(bodiesOf(await newestMessages(ezra, 1))).toEqual([message])
  })

  test('leaves a message unread, although its first write fails', async () => {
    const { realm, dov, ezra, general } = await realmWithEmptyOutbox()
    const [first, second] = await sendAll(dov, general, ['one', 'two'])
    const read = (id: number) => ezra.post('/messages/flags', { messages: [id], op: 'add', flag: 'read' })
    succeeded(await read(first!.id))
    captureConsole('error')
    const trigger = "CREATE TRIGGER bug BEFORE INSERT ON message_flags BEGIN SELECT RAISE(ABORT, 'x'); END"
    await inStorage(realm, ({ storage }) => storage.sql.exec(trigger))
    await expectFailure(read(second!.id))
    await inStorage(realm, ({ storage }) => storage.sql.exec('DROP TRIGGER bug'))
    expect((await newestMessages(ezra, 2)).map(({ flags }) => flags)).toEqual([['read'], []])
  })

  test('leaves the message in its topic', async () => {
    const { realm, dov, ezra, general } = await realmWithEmptyOutbox()
    const [message] = await sendAll(dov, general, ['here'])
    const [{ subject }] = await newestMessages(ezra, 1)
    const mend = await breakEvents(realm, 'update_message')
    await expectFailure(dov.patch(`/messages/${message!.id}`, { topic: 'elsewhere' }))
    await mend()
    expect(await newestMessages(ezra, 1)).toMatchObject([{ id: message!.id, subject }])
    expect(await contentsInTopic(ezra, general, 'elsewhere')).toEqual([])
  })

  test('uses no event id twice, even if the realm crashes afterwards', async () => {
    const { realm, dov, ezra, general } = await realmWithEmptyOutbox()
    const queue = await ezra.registers({ event_types: ['message'] })
    await evict(realm)
    const mend = await breakEvents(realm, 'message')
    await expectFailure(dov.post('/messages', lunch('lost')))
    await mend()
    await sendAll(dov, general, ['first'])
    await crash(realm)
    await sendAll(dov, general, ['second'])
    const [first, second, ...more] = await queue.events()
    expect([first.message.content, second.message.content, more]).toEqual(['first', 'second', []])
    expect(second.id).toBeGreaterThan(first.id)
  })
})
