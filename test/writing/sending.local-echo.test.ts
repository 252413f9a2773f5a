import { describe, expect, test } from 'vitest'
import { advanceClock } from '../support/clock'
import { captureConsole, crash, crashBeforeCommit, evict, RESTARTS } from '../support/faults'
import { formOf, succeeded, type FieldValue, type Json, type Person, type Queue } from '../support/person'
import { freshRealm } from '../support/realm'
import { countRows, rowsWritten } from '../support/tables'

const LUNCH = { type: 'channel', to: 'general', topic: 'lunch', content: 'Pizza?' }

const sendMessage = (person: Person, queue: Queue, fields: Record<string, FieldValue> = {}): Promise<Json> =>
  person.post('/messages', { ...LUNCH, queue_id: queue.id, local_id: '7.01', ...fields })

const idOf = async (answer: Promise<Json>): Promise<number> => succeeded(await answer).id

describe('POST /messages: repeated requests with the same local_id', () => {
  test('have the same answer, and the message is sent once', async () => {
    const { ada, dov } = await freshRealm()
    const queue = await dov.registers({ event_types: ['message'] })
    const adaQueue = await ada.registers({ event_types: ['message'] })
    for (let count = 0; count < 3; count++) expect(await idOf(sendMessage(dov, queue))).toBe(1)
    expect(await adaQueue.events()).toHaveLength(1)
    expect(await queue.events()).toMatchObject([{ local_message_id: '7.01', message: { id: 1 } }])
    expect(await idOf(sendMessage(dov, queue))).toBe(1) // also after the queue received the message
  })

  test('may list the recipients of a direct message in a different form', async () => {
    const { ada, dov, ezra } = await freshRealm()
    const queue = await dov.registers({ event_types: ['message'] })
    const direct = { type: 'direct', topic: undefined }
    expect(await idOf(sendMessage(dov, queue, { ...direct, to: [ada.id, ezra.id] }))).toBe(1)
    expect(await idOf(sendMessage(dov, queue, { ...direct, to: [ezra.email, ada.email, dov.email] }))).toBe(1)
    expect(await idOf(sendMessage(dov, queue, { ...direct, to: [ada.id] }))).toBe(2)
  })

  test('may arrive before the answer to the first request', async () => {
    const { realm, dov } = await freshRealm()
    const queue = await dov.registers({ event_types: ['message'] })
    const ids = await Promise.all(Array.from({ length: 5 }, () => idOf(sendMessage(dov, queue))))
    expect(new Set(ids).size).toBe(1)
    expect(await countRows(realm, 'message_index')).toBe(1)
  })

  test.for(RESTARTS)('have the same answer after the realm $how', async ({ restart }) => {
    const { realm, ada, dov } = await freshRealm()
    const queue = await dov.registers({ event_types: ['message'] })
    const adaQueue = await ada.registers({ event_types: ['message'] })
    expect(await idOf(sendMessage(dov, queue))).toBe(1)
    for (let count = 0; count < 3; count++) {
      await restart(realm)
      expect(await idOf(sendMessage(dov, queue))).toBe(1)
      expect(await idOf(sendMessage(dov, queue, { local_id: `8.0${count}` }))).toBe(2 + count)
    }
    expect(await adaQueue.events()).toHaveLength(4)
  })

  test('send the message if the realm crashed before it was stored', async () => {
    const { realm, ada, dov } = await freshRealm()
    const queue = await dov.registers({ event_types: ['message'] })
    const adaQueue = await ada.registers({ event_types: ['message'] })
    await crashBeforeCommit(realm)
    captureConsole('error')
    const form = formOf({ ...LUNCH, queue_id: queue.id, local_id: '7.01' })
    expect((await dov.request('/messages', { method: 'POST', body: form })).status).toBe(500)
    expect(await idOf(sendMessage(dov, queue))).toBe(1)
    expect(await idOf(sendMessage(dov, queue))).toBe(1)
    expect(await adaQueue.events()).toHaveLength(1)
  })

  test('write no rows, and a local_id costs no rows either', async () => {
    const { realm, dov, general } = await freshRealm()
    const queue = await dov.registers({ event_types: ['message'] })
    await dov.sends(general, 'lunch', 'x')
    const cost = async (act: () => Promise<unknown>) => {
      const before = await rowsWritten(realm)
      await act()
      return (await rowsWritten(realm)) - before
    }
    const plain = await cost(() => dov.sends(general, 'lunch', 'x'))
    expect(await cost(() => sendMessage(dov, queue))).toBe(plain)
    expect(await cost(() => sendMessage(dov, queue))).toBe(0)
  })
})

describe('POST /messages: requests that are not repetitions', () => {
  const DIFFERENCES: [name: string, fields: Record<string, FieldValue>][] = [
    ['another local id', { local_id: '7.02' }],
    ['no local id', { local_id: undefined }],
    ['no queue', { queue_id: undefined }],
    ['other content', { content: 'Pasta?' }],
    ['another topic', { topic: 'dinner' }],
    ['another channel', { to: 'garden' }],
  ]
  test.for(DIFFERENCES)('a request with %s sends a new message', async ([, fields]) => {
    const { realm, dov } = await freshRealm()
    await dov.subscribes({ name: 'garden' })
    const queue = await dov.registers({ event_types: ['message'] })
    expect(await idOf(sendMessage(dov, queue))).toBe(1)
    expect(await idOf(sendMessage(dov, queue, fields))).toBe(2)
    await crash(realm)
    expect(await idOf(sendMessage(dov, queue))).toBe(1)
  })

  test('a request of another user with the same queue sends a new message', async () => {
    const { realm, ada, dov } = await freshRealm()
    const queue = await dov.registers({ event_types: ['message'] })
    expect(await idOf(sendMessage(dov, queue))).toBe(1)
    expect(await idOf(sendMessage(ada, queue))).toBe(2)
    expect(await idOf(sendMessage(ada, queue))).toBe(3)
    await evict(realm)
    expect(await idOf(sendMessage(ada, queue))).toBe(4)
    expect(await idOf(sendMessage(dov, queue))).toBe(1)
  })

  test('a user cannot give the client of another user a local_id', async () => {
    const { ada, dov } = await freshRealm()
    const queue = await dov.registers({ event_types: ['message'] })
    await idOf(sendMessage(ada, queue, { local_id: '7' }))
    await idOf(sendMessage(dov, queue, { local_id: '8' }))
    const [foreign, own] = await queue.events()
    expect(foreign).toMatchObject({ message: { sender_id: ada.id } })
    expect(foreign).not.toHaveProperty('local_message_id')
    expect(own).toMatchObject({ message: { sender_id: dov.id }, local_message_id: '8' })
  })

  test('too long ids are refused', async () => {
    const { dov } = await freshRealm()
    const queue = await dov.registers({ event_types: ['message'] })
    for (const name of ['queue_id', 'local_id'])
      expect(await sendMessage(dov, queue, { [name]: 'x'.repeat(101) })).toMatchObject({
        msg: `${name} is too long (limit: 100 characters)`,
      })
  })

  test('a request long after a restart of the realm sends a new message', async () => {
    const { realm, dov } = await freshRealm()
    const queue = await dov.registers({ event_types: ['message'], queue_lifespan_secs: 86_400 })
    expect(await idOf(sendMessage(dov, queue))).toBe(1)
    await evict(realm)
    await advanceClock(realm, 1000)
    expect(await idOf(sendMessage(dov, queue))).toBe(2)
  })
})
