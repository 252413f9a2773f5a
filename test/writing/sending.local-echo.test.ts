import { describe, expect, test } from 'vitest'
import { countIn, crash, dieBeforeCommit, evict, hush, passTime, RESTARTS } from '../support/faults'
import { formOf, succeeded, type FieldValue, type Json, type Person, type Queue } from '../support/person'
import { freshRealm } from '../support/realm'
import { rowsWritten } from '../support/tables'

const LUNCH = { type: 'channel', to: 'general', topic: 'lunch', content: 'Pizza?' }

const send = (person: Person, queue: Queue, more: Record<string, FieldValue> = {}): Promise<Json> =>
  person.post('/messages', { ...LUNCH, queue_id: queue.id, local_id: '7.01', ...more })

const idOf = async (answer: Promise<Json>): Promise<number> => succeeded(await answer).id

describe('a client that lost the answer and sends again, under the same local id', () => {
  test('is answered the same, and nobody hears it twice', async () => {
    const { ada, dov } = await freshRealm()
    const queue = await dov.registers({ event_types: ['message'] })
    const hers = await ada.registers({ event_types: ['message'] })
    for (let times = 0; times < 3; times++) expect(await idOf(send(dov, queue))).toBe(1)
    expect(await hers.events()).toHaveLength(1)
    expect(await queue.events()).toMatchObject([{ local_message_id: '7.01', message: { id: 1 } }])
    expect(await idOf(send(dov, queue))).toBe(1) // even after it has heard of it
  })

  test('to people, however they are said', async () => {
    const { ada, dov, ezra } = await freshRealm()
    const queue = await dov.registers({ event_types: ['message'] })
    const direct = { type: 'direct', topic: undefined }
    expect(await idOf(send(dov, queue, { ...direct, to: [ada.id, ezra.id] }))).toBe(1)
    expect(await idOf(send(dov, queue, { ...direct, to: [ezra.email, ada.email, dov.email] }))).toBe(1)
    expect(await idOf(send(dov, queue, { ...direct, to: [ada.id] }))).toBe(2)
  })

  test('while the first is still on its way, too', async () => {
    const { realm, dov } = await freshRealm()
    const queue = await dov.registers({ event_types: ['message'] })
    const ids = await Promise.all(Array.from({ length: 5 }, () => idOf(send(dov, queue))))
    expect(new Set(ids).size).toBe(1)
    expect(await countIn(realm, 'message_index')).toBe(1)
  })

  for (const { how, restart } of RESTARTS)
    test(`after the realm ${how} as well, and again`, async () => {
      const { realm, ada, dov } = await freshRealm()
      const queue = await dov.registers({ event_types: ['message'] })
      const hers = await ada.registers({ event_types: ['message'] })
      expect(await idOf(send(dov, queue))).toBe(1)
      for (let times = 0; times < 3; times++) {
        await restart(realm)
        expect(await idOf(send(dov, queue))).toBe(1)
        expect(await idOf(send(dov, queue, { local_id: `8.0${times}` }))).toBe(2 + times)
      }
      expect(await hers.events()).toHaveLength(4)
    })

  test('where the realm died before anything was kept, it is sent then', async () => {
    const { realm, ada, dov } = await freshRealm()
    const queue = await dov.registers({ event_types: ['message'] })
    const hers = await ada.registers({ event_types: ['message'] })
    await dieBeforeCommit(realm)
    hush('error')
    const form = formOf({ ...LUNCH, queue_id: queue.id, local_id: '7.01' })
    expect((await dov.request('/messages', { method: 'POST', body: form })).status).toBe(500)
    expect(await idOf(send(dov, queue))).toBe(1)
    expect(await idOf(send(dov, queue))).toBe(1)
    expect(await hers.events()).toHaveLength(1)
  })

  test('it costs no row, the first time or again', async () => {
    const { realm, dov, general } = await freshRealm()
    const queue = await dov.registers({ event_types: ['message'] })
    await dov.sends(general, 'lunch', 'x')
    const cost = async (act: () => Promise<unknown>) => {
      const before = await rowsWritten(realm)
      await act()
      return (await rowsWritten(realm)) - before
    }
    const plain = await cost(() => dov.sends(general, 'lunch', 'x'))
    expect(await cost(() => send(dov, queue))).toBe(plain)
    expect(await cost(() => send(dov, queue))).toBe(0)
  })
})

describe('what is not the same again', () => {
  const OTHERS: [what: string, more: Record<string, FieldValue>][] = [
    ['another local id', { local_id: '7.02' }],
    ['no local id', { local_id: undefined }],
    ['no queue', { queue_id: undefined }],
    ['other words', { content: 'Pasta?' }],
    ['another topic', { topic: 'dinner' }],
    ['another channel', { to: 'garden' }],
  ]
  for (const [what, more] of OTHERS)
    test(`with ${what} is sent`, async () => {
      const { realm, dov } = await freshRealm()
      await dov.subscribes({ name: 'garden' })
      const queue = await dov.registers({ event_types: ['message'] })
      expect(await idOf(send(dov, queue))).toBe(1)
      expect(await idOf(send(dov, queue, more))).toBe(2)
      await crash(realm)
      expect(await idOf(send(dov, queue))).toBe(1)
    })

  test('is what another person sends, whatever queue they say is theirs', async () => {
    const { realm, ada, dov } = await freshRealm()
    const queue = await dov.registers({ event_types: ['message'] })
    expect(await idOf(send(dov, queue))).toBe(1)
    expect(await idOf(send(ada, queue))).toBe(2)
    expect(await idOf(send(ada, queue))).toBe(3)
    await evict(realm)
    expect(await idOf(send(ada, queue))).toBe(4)
    expect(await idOf(send(dov, queue))).toBe(1)
  })

  test('and ids that no client would make up are refused', async () => {
    const { dov } = await freshRealm()
    const queue = await dov.registers({ event_types: ['message'] })
    for (const name of ['queue_id', 'local_id'])
      expect(await send(dov, queue, { [name]: 'x'.repeat(101) })).toMatchObject({
        msg: `${name} is too long (limit: 100 characters)`,
      })
  })

  test('nor what comes long after the realm has slept', async () => {
    const { realm, dov } = await freshRealm()
    const queue = await dov.registers({ event_types: ['message'], queue_lifespan_secs: 86_400 })
    expect(await idOf(send(dov, queue))).toBe(1)
    await evict(realm)
    await passTime(realm, 1000)
    expect(await idOf(send(dov, queue))).toBe(2)
  })
})
