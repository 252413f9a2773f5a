import { describe, expect, test } from 'vitest'
import { runAlarm } from '../support/alarms'
import { advanceClock } from '../support/clock'
import { evict } from '../support/faults'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm } from '../support/realm'
import { countRows } from '../support/tables'

const CLIENT_ID = '0123456789abcdef0123456789abcdef'
const A_DAY = 86_400

const LUNCH = { type: 'channel', to: 'general', topic: 'lunch', content: 'Pizza?', parley_client_id: CLIENT_ID }

const sendMessage = (person: Person, fields: Record<string, FieldValue> = {}): Promise<Json> =>
  person.post('/messages', { ...LUNCH, ...fields })

const idOf = async (answer: Promise<Json>): Promise<number> => succeeded(await answer).id

describe('POST /messages: repeated requests with the same parley_client_id', () => {
  test('have the same answer, without a queue, and the message is sent once', async () => {
    const { realm, ada, dov } = await freshRealm()
    const queue = await ada.registers({ event_types: ['message'] })
    expect(await Promise.all([1, 2, 3].map(() => idOf(sendMessage(dov))))).toEqual([1, 1, 1])
    await evict(realm)
    expect(await idOf(sendMessage(dov))).toBe(1)
    expect(await queue.events()).toHaveLength(1)
    expect(await countRows(realm, 'message_index')).toBe(1)
  })

  test('have the same answer whatever the queue, and the queue of the first request learns its local id', async () => {
    const { dov } = await freshRealm()
    const [first, second] = [await dov.registers({ event_types: ['message'] }), await dov.registers()]
    expect(await idOf(sendMessage(dov, { queue_id: first.id, local_id: '1' }))).toBe(1)
    expect(await idOf(sendMessage(dov, { queue_id: second.id, local_id: '2' }))).toBe(1)
    expect(await first.events()).toMatchObject([{ local_message_id: '1' }])
  })

  test('have the same answer for direct messages', async () => {
    const { ada, dov } = await freshRealm()
    const direct = { type: 'direct', to: [ada.id], topic: undefined }
    expect(await idOf(sendMessage(dov, direct))).toBe(1)
    expect(await idOf(sendMessage(dov, direct))).toBe(1)
  })

  test('have the same answer after the sender lost access', async () => {
    const { ada, dov, vault } = await freshRealm()
    await ada.subscribes(vault, { principals: [dov.id] })
    const id = await idOf(sendMessage(dov, { to: 'vault' }))
    succeeded(await dov.delete('/users/me/subscriptions', { subscriptions: ['vault'] }))
    expect(await idOf(sendMessage(dov, { to: 'vault' }))).toBe(id)
    const other = { to: 'vault', parley_client_id: 'f'.repeat(32) }
    expect(await sendMessage(dov, other)).toMatchObject({ result: 'error' })
  })

  test('of another sender send another message', async () => {
    const { ada, dov } = await freshRealm()
    expect(await idOf(sendMessage(dov))).toBe(1)
    expect(await idOf(sendMessage(ada))).toBe(2)
  })

  test('are recognised for eight days', async () => {
    const { realm, dov } = await freshRealm()
    expect(await idOf(sendMessage(dov))).toBe(1)
    await advanceClock(realm, 8 * A_DAY)
    await runAlarm(realm)
    expect(await idOf(sendMessage(dov))).toBe(1)
    await advanceClock(realm, 2 * A_DAY)
    await runAlarm(realm)
    expect(await countRows(realm, 'client_ids')).toBe(0)
    expect(await idOf(sendMessage(dov))).toBe(2)
  })

  test('are refused with an id of another form, and a refused message keeps no id', async () => {
    const { realm, dov } = await freshRealm()
    for (const parley_client_id of ['', 'abc', CLIENT_ID.toUpperCase(), `${CLIENT_ID}0`])
      expect(await sendMessage(dov, { parley_client_id })).toMatchObject({ result: 'error' })
    expect(await sendMessage(dov, { to: 'vault' })).toMatchObject({ result: 'error' })
    expect(await countRows(realm, 'client_ids')).toBe(0)
    expect(await idOf(sendMessage(dov))).toBe(1)
  })
})
