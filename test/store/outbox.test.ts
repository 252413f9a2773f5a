import { describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  alarmOf,
  answerLost,
  breakD1,
  countIn,
  evict,
  failingMidway,
  hush,
  refused,
  RESTARTS,
  ring,
  slow,
  working,
} from '../support/faults'
import { newestMessages } from '../support/messages'
import { bodiesOf, messagesInD1, sendAll, settledRealm, withOutbox } from '../support/outbox'
import { succeeded } from '../support/person'

describe('while D1 does not respond', () => {
  test('clients send, receive, read recent messages and set flags, and D1 has it all when it is back', async () => {
    hush('warn')
    const { realm, dov, ezra, general } = await settledRealm()
    const queue = await ezra.registers({ event_types: ['message'] })
    const d1 = breakD1(realm, refused)

    const sent = await sendAll(dov, general, ['one', 'two', 'three'])
    await ring(realm)
    await ring(realm)

    expect((await queue.events()).map(({ message: { id, content } }) => ({ id, content }))).toEqual(sent)
    expect(bodiesOf(await newestMessages(ezra, 3))).toEqual(sent)
    succeeded(await ezra.post('/messages/flags', { op: 'add', flag: 'starred', messages: [sent[0]!.id] }))
    expect((await newestMessages(ezra, 3))[0].flags).toContain('starred')
    expect(await countIn(realm, 'outbox')).toBe(3)
    expect(d1.calls).toHaveLength(2)

    d1.mend()
    expect(await messagesInD1(realm.name)).toEqual([])
    await ring(realm)

    expect(await messagesInD1(realm.name)).toEqual(sent)
    expect(await countIn(realm, 'outbox')).toBe(0)
  })

  for (const { how, restart } of RESTARTS)
    test(`and the realm object ${how}, messages can be read, and D1 has them later`, async () => {
      hush('warn')
      const { realm, dov, ezra, general } = await settledRealm()
      const d1 = breakD1(realm, refused)
      const sent = await sendAll(dov, general, ['one', 'two'])
      await ring(realm)

      await restart(realm)

      expect(bodiesOf(await newestMessages(ezra, 2))).toEqual(sent)
      d1.mend()
      await ring(realm)
      expect(await messagesInD1(realm.name)).toEqual(sent)
      expect(bodiesOf(await newestMessages(ezra, 2))).toEqual(sent)
    })

  test('a message that only D1 has cannot be read, and new messages can', async () => {
    hush('error')
    const { realm, dov, general } = await settledRealm()
    const [old] = await sendAll(dov, general, ['long ago'])
    await ring(realm)
    await evict(realm) // with the bodies in memory
    const d1 = breakD1(realm, refused)

    expect(await dov.get(`/messages/${old!.id}`)).toMatchObject({ result: 'error', code: 'STORE_UNAVAILABLE' })
    const [now] = await sendAll(dov, general, ['just now'])
    expect(await dov.get(`/messages/${now!.id}`)).toMatchObject({ result: 'success' })

    d1.mend()
    expect(await dov.get(`/messages/${old!.id}`)).toMatchObject({ message: { content: '<p>long ago</p>' } })
  })

  test('the realm tries again with growing pauses, whatever is sent meanwhile', async () => {
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
    for (const [index, wait] of [2, 5, 15, 60, 60, 60].entries()) expect(waits[index]! - wait).toBeOneOf([-1, 0])
  })
})

describe('the delivery to D1', () => {
  test('many rows need one call, with few statements for each table', async () => {
    const { realm, dov, general } = await settledRealm()
    const sent = await sendAll(
      dov,
      general,
      Array.from({ length: 30 }, (_, n) => `number ${n}`),
    )
    await realm.newPerson('gus')
    const d1 = breakD1(realm, working)

    await ring(realm)

    expect(d1.calls).toEqual([5]) // messages, the realm's number, removed and added tokens, and users
    expect(await messagesInD1(realm.name)).toEqual(sent)
    expect(await countIn(realm, 'outbox')).toBe(0)
  })

  test('rows that do not fit in one call are sent in several, in order, and deleted after each', async () => {
    const calls: number[][] = []
    await withOutbox(
      'outbox-large',
      async (outbox) => {
        for (let key = 1; key <= 1200; key++) outbox.put('messages', key, key, {})
        await Promise.all([outbox.drain(), outbox.drain()]) // the second call waits for the first drain
        expect(outbox.waiting).toBe(0)
      },
      async (rows) => void calls.push(rows.map((row) => row.key)),
    )
    expect(calls.map((keys) => keys.length)).toEqual([500, 500, 200])
    expect(calls.flat()).toEqual(Array.from({ length: 1200 }, (_, n) => n + 1))
  })

  test('large rows are sent a few at a time, and a row that is larger than a batch alone', async () => {
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

  test('a call to D1 without a response times out, and the rows are sent again', async () => {
    hush('warn')
    const responses = [new Promise<void>(() => {}), Promise.resolve()]
    let calls = 0
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
      () => responses[calls++]!,
    )
    expect(calls).toBe(2)
  })

  test('a batch whose response was lost is sent again, and changes nothing', async () => {
    hush('warn')
    const { realm, dov, general } = await settledRealm()
    const sent = await sendAll(dov, general, ['one', 'two'])
    const d1 = breakD1(realm, answerLost)
    await ring(realm)
    expect(await messagesInD1(realm.name)).toEqual(sent)
    expect(await countIn(realm, 'outbox')).toBe(2)

    d1.mend()
    await ring(realm)

    expect(await messagesInD1(realm.name)).toEqual(sent)
    expect(await countIn(realm, 'outbox')).toBe(0)
  })

  test('a batch that fails in the middle is not stored, and stays in the outbox', async () => {
    hush('warn')
    const { realm, dov, general } = await settledRealm()
    const sent = await sendAll(dov, general, ['one', 'two'])
    const d1 = breakD1(realm, failingMidway)
    await ring(realm)
    expect(await messagesInD1(realm.name)).toEqual([])
    expect(await countIn(realm, 'outbox')).toBe(2)

    d1.mend()
    await ring(realm)

    expect(await messagesInD1(realm.name)).toEqual(sent)
  })

  test('no request waits for a slow D1, and new messages are in the next batch', async () => {
    const { realm, dov, ezra, general } = await settledRealm()
    const [first] = await sendAll(dov, general, ['one'])
    const { promise, resolve } = Promise.withResolvers<void>()
    const d1 = breakD1(realm, slow(promise))
    const draining = ring(realm)
    await vi.waitFor(() => expect(d1.calls).toHaveLength(1), { interval: 1 })

    const more = await sendAll(dov, general, ['two', 'three'])
    expect(bodiesOf(await newestMessages(ezra, 3))).toEqual([first, ...more])
    expect(await countIn(realm, 'outbox')).toBe(3)

    resolve()
    await draining
    expect(await messagesInD1(realm.name)).toEqual([first, ...more])
    expect(await countIn(realm, 'outbox')).toBe(0)
  })

  test('the realm object may crash during a call to D1', async () => {
    hush('warn')
    const { realm, dov, general } = await settledRealm()
    const sent = await sendAll(dov, general, ['one', 'two'])
    const { promise, resolve } = Promise.withResolvers<void>()
    const d1 = breakD1(realm, slow(promise))
    const draining = ring(realm).catch(() => undefined)
    await vi.waitFor(() => expect(d1.calls).toHaveLength(1), { interval: 1 })

    await RESTARTS[1].restart(realm)
    resolve()
    await draining
    d1.mend()
    sent.push(...(await sendAll(dov, general, ['three'])))
    await ring(realm)

    expect(await messagesInD1(realm.name)).toEqual(sent)
    expect(await countIn(realm, 'outbox')).toBe(0)
  })

  test('two realms have different messages under the same id', async () => {
    const [one, two] = [await settledRealm(), await settledRealm()]
    const [sentInOne, sentInTwo] = [
      await sendAll(one.dov, one.general, ['one']),
      await sendAll(two.dov, two.general, ['two']),
    ]
    expect(sentInOne[0]!.id).toBe(sentInTwo[0]!.id)
    await Promise.all([ring(one.realm), ring(two.realm)])
    expect(await messagesInD1(one.realm.name)).toEqual(sentInOne)
    expect(await messagesInD1(two.realm.name)).toEqual(sentInTwo)
  })
})
