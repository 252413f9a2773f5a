import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { alarmTime, runAlarm } from '../support/alarms'
import { secondsFromNow, stopClock } from '../support/clock'
import { answerLost, breakD1, failingMidway, slow, unavailable, working } from '../support/d1-faults'
import { captureConsole, evict, RESTARTS } from '../support/faults'
import { newestMessages } from '../support/messages'
import { bodiesOf, messagesInD1, realmWithEmptyOutbox, sendAll, withOutbox } from '../support/outbox'
import { succeeded } from '../support/person'
import { countRows } from '../support/tables'

describe('while D1 is unavailable', () => {
  test('sending, events, recent history and flags still work, and D1 gets all rows when it is available again', async () => {
    captureConsole('warn')
    const { realm, dov, ezra, general } = await realmWithEmptyOutbox()
    const queue = await ezra.registers({ event_types: ['message'] })
    const d1 = breakD1(realm, unavailable)

    const sent = await sendAll(dov, general, ['one', 'two', 'three'])
    await runAlarm(realm)
    await runAlarm(realm)

    expect((await queue.events()).map(({ message: { id, content } }) => ({ id, content }))).toEqual(sent)
    expect(bodiesOf(await newestMessages(ezra, 3))).toEqual(sent)
    succeeded(await ezra.post('/messages/flags', { op: 'add', flag: 'starred', messages: [sent[0]!.id] }))
    expect((await newestMessages(ezra, 3))[0].flags).toContain('starred')
    expect(await countRows(realm, 'outbox')).toBe(3)
    expect(d1.calls).toHaveLength(2)

    d1.mend()
    expect(await messagesInD1(realm.name)).toEqual([])
    await runAlarm(realm)

    expect(await messagesInD1(realm.name)).toEqual(sent)
    expect(await countRows(realm, 'outbox')).toBe(0)
  })

  for (const { how, restart } of RESTARTS)
    test(`when the object ${how}, unsent rows stay readable and still arrive`, async () => {
      captureConsole('warn')
      const { realm, dov, ezra, general } = await realmWithEmptyOutbox()
      const d1 = breakD1(realm, unavailable)
      const sent = await sendAll(dov, general, ['one', 'two'])
      await runAlarm(realm)

      await restart(realm)

      expect(bodiesOf(await newestMessages(ezra, 2))).toEqual(sent)
      d1.mend()
      await runAlarm(realm)
      expect(await messagesInD1(realm.name)).toEqual(sent)
      expect(bodiesOf(await newestMessages(ezra, 2))).toEqual(sent)
    })

  test('a message whose body is only in D1 is not available; all others are', async () => {
    captureConsole('error')
    const { realm, dov, general } = await realmWithEmptyOutbox()
    const [old] = await sendAll(dov, general, ['long ago'])
    await runAlarm(realm)
    await evict(realm) // so the bodies leave the memory
    const d1 = breakD1(realm, unavailable)

    expect(await dov.get(`/messages/${old!.id}`)).toMatchObject({ result: 'error', code: 'STORE_UNAVAILABLE' })
    const [now] = await sendAll(dov, general, ['just now'])
    expect(await dov.get(`/messages/${now!.id}`)).toMatchObject({ result: 'success' })

    d1.mend()
    expect(await dov.get(`/messages/${old!.id}`)).toMatchObject({ message: { content: '<p>long ago</p>' } })
  })

  test('the outbox retries with growing pauses, however many messages are sent', async () => {
    captureConsole('warn')
    const { realm, dov, general } = await realmWithEmptyOutbox()
    breakD1(realm, unavailable)
    const waits: number[] = []
    await dov.sends(general, 'lunch', 'Pizza?')
    for (let attempt = 0; attempt < 6; attempt++) {
      await runAlarm(realm)
      await dov.sends(general, 'lunch', 'Still?')
      waits.push(Math.round(((await alarmTime(realm))! - Date.now()) / 1000))
    }
    for (const [attempt, wait] of [2, 5, 15, 60, 60, 60].entries()) expect(waits[attempt]! - wait).toBeOneOf([-1, 0])
  })
})

describe('a drain of the outbox', () => {
  test('begins two seconds after a message was sent, without another request', async () => {
    const { realm, dov, general } = await realmWithEmptyOutbox()
    const now = secondsFromNow(1800)
    await evict(realm) // so memory knows that the alarm was postponed
    await stopClock(realm, now)
    await dov.sends(general, 'lunch', 'Pizza?')
    expect(await alarmTime(realm)).toBe((now + 2) * 1000)
  })

  test('sends many rows in few batches, with few statements for each table', async () => {
    const { realm, dov, general } = await realmWithEmptyOutbox()
    const sent = await sendAll(
      dov,
      general,
      Array.from({ length: 30 }, (_, n) => `number ${n}`),
    )
    await realm.newPerson('gus')
    const d1 = breakD1(realm, working)

    await runAlarm(realm)

    expect(d1.calls).toEqual([5]) // messages, the realm's number, old and new search terms, and users
    expect(await messagesInD1(realm.name)).toEqual(sent)
    expect(await countRows(realm, 'outbox')).toBe(0)
  })

  test('sends more rows than fit in a batch in several batches, in order, and removes each when D1 confirms it', async () => {
    const calls: number[][] = []
    await withOutbox(
      'outbox-large',
      async (outbox) => {
        for (let key = 1; key <= 1200; key++) outbox.put('messages', key, key, {})
        await Promise.all([outbox.drain(), outbox.drain()]) // the second call waits for the same drain
        expect(outbox.waiting).toBe(0)
      },
      async (rows) => void calls.push(rows.map((row) => row.key)),
    )
    expect(calls.map((keys) => keys.length)).toEqual([500, 500, 200])
    expect(calls.flat()).toEqual(Array.from({ length: 1200 }, (_, n) => n + 1))
  })

  test('sends fewer large rows in a batch, and one that is larger than a batch alone', async () => {
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

  test('gives up a batch that D1 does not answer, and sends it again', async () => {
    captureConsole('warn')
    const answers = [new Promise<void>(() => {}), Promise.resolve()]
    let batches = 0
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
      () => answers[batches++]!,
    )
    expect(batches).toBe(2)
  })

  test('sends a batch again if its answer was lost, which changes nothing', async () => {
    captureConsole('warn')
    const { realm, dov, general } = await realmWithEmptyOutbox()
    const sent = await sendAll(dov, general, ['one', 'two'])
    const d1 = breakD1(realm, answerLost)
    await runAlarm(realm)
    expect(await messagesInD1(realm.name)).toEqual(sent)
    expect(await countRows(realm, 'outbox')).toBe(2)

    d1.mend()
    await runAlarm(realm)

    expect(await messagesInD1(realm.name)).toEqual(sent)
    expect(await countRows(realm, 'outbox')).toBe(0)
  })

  test('keeps a batch that fails midway, because D1 rolls it back', async () => {
    captureConsole('warn')
    const { realm, dov, general } = await realmWithEmptyOutbox()
    const sent = await sendAll(dov, general, ['one', 'two'])
    const d1 = breakD1(realm, failingMidway)
    await runAlarm(realm)
    expect(await messagesInD1(realm.name)).toEqual([])
    expect(await countRows(realm, 'outbox')).toBe(2)

    d1.mend()
    await runAlarm(realm)

    expect(await messagesInD1(realm.name)).toEqual(sent)
  })

  test('delays no request when D1 is slow, and sends new rows in the next batch', async () => {
    const { realm, dov, ezra, general } = await realmWithEmptyOutbox()
    const [first] = await sendAll(dov, general, ['one'])
    const { promise, resolve } = Promise.withResolvers<void>()
    const d1 = breakD1(realm, slow(promise))
    const draining = runAlarm(realm)
    await vi.waitFor(() => expect(d1.calls).toHaveLength(1), { interval: 1 })

    const more = await sendAll(dov, general, ['two', 'three'])
    expect(bodiesOf(await newestMessages(ezra, 3))).toEqual([first, ...more])
    expect(await countRows(realm, 'outbox')).toBe(3)

    resolve()
    await draining
    expect(await messagesInD1(realm.name)).toEqual([first, ...more])
    expect(await countRows(realm, 'outbox')).toBe(0)
  })

  test('loses no row if the object crashes while D1 writes', async () => {
    captureConsole('warn')
    const { realm, dov, general } = await realmWithEmptyOutbox()
    const sent = await sendAll(dov, general, ['one', 'two'])
    const { promise, resolve } = Promise.withResolvers<void>()
    const d1 = breakD1(realm, slow(promise))
    const draining = runAlarm(realm).catch(() => undefined)
    await vi.waitFor(() => expect(d1.calls).toHaveLength(1), { interval: 1 })

    await RESTARTS[1].restart(realm)
    resolve()
    await draining
    d1.mend()
    sent.push(...(await sendAll(dov, general, ['three'])))
    await runAlarm(realm)

    expect(await messagesInD1(realm.name)).toEqual(sent)
    expect(await countRows(realm, 'outbox')).toBe(0)
  })

  test('keeps realms apart: two realms can have messages with the same id', async () => {
    const [one, two] = [await realmWithEmptyOutbox(), await realmWithEmptyOutbox()]
    const [sentInOne, sentInTwo] = [
      await sendAll(one.dov, one.general, ['one']),
      await sendAll(two.dov, two.general, ['two']),
    ]
    expect(sentInOne[0]!.id).toBe(sentInTwo[0]!.id)
    await Promise.all([runAlarm(one.realm), runAlarm(two.realm)])
    expect(await messagesInD1(one.realm.name)).toEqual(sentInOne)
    expect(await messagesInD1(two.realm.name)).toEqual(sentInTwo)
  })
})
