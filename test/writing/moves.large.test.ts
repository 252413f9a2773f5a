import { describe, expect, test } from 'vitest'
import { untilParked } from '../support/faults'
import { MOVED, requestMove, toChannel, WHOLE_TOPIC } from '../support/moves'
import type { Person } from '../support/person'
import { freshRealm, newChannel } from '../support/realm'
import { copyFirstMessage, executeSql, rowsWritten, selectRows } from '../support/tables'

describe('PATCH /messages/:message_id: many messages that users cannot read afterwards', () => {
  const registerOlderClient = (person: Person) => person.registers({ event_types: ['delete_message'] })

  /** Moves messages to a private channel. Returns the queues of older clients of users who cannot read it. */
  async function moveToPrivateChannel(count: number) {
    const { realm, ada, cleo, dov, ezra, general } = await freshRealm()
    const garden = await newChannel(ada, 'garden', [ada, dov], { invite_only: true })
    const first = await dov.sends(general, 'roses', 'Red')
    await copyFirstMessage(realm, count)
    const queues = [await registerOlderClient(ezra), await registerOlderClient(cleo)]
    const otherQueue = await ezra.registers({ event_types: ['reaction'] })
    const ableQueue = await ezra.registers({
      event_types: ['delete_message'],
      client_capabilities: { bulk_message_deletion: true },
    })
    expect(await requestMove(ada, first, toChannel(garden, WHOLE_TOPIC))).toEqual(MOVED)
    expect((await ableQueue.events()).map(({ message_ids }) => message_ids.length)).toEqual([count])
    expect(await otherQueue.events()).toEqual([])
    return queues
  }

  test('an older client receives up to a thousand deletions one at a time', async () => {
    for (const queue of await moveToPrivateChannel(1000)) expect(await queue.events()).toHaveLength(1000)
  })

  test('the queue of an older client expires after more deletions', async () => {
    for (const { person, id } of await moveToPrivateChannel(1001))
      expect(await person.get('/events', { queue_id: id, last_event_id: -1 })).toMatchObject({
        code: 'BAD_EVENT_QUEUE_ID',
        queue_id: id,
      })
  })

  test('in protected history, the queue of a user who received none of the messages does not expire', async () => {
    const { realm, ada, cleo, dov, ezra } = await freshRealm()
    const garden = await newChannel(ada, 'garden', [ada, dov], { invite_only: true })
    const club = await newChannel(ada, 'club', [ada, dov, cleo], {
      invite_only: true,
      history_public_to_subscribers: false,
    })
    const first = await dov.sends(club, 'roses', 'Red')
    await copyFirstMessage(realm, 1001)
    await ada.subscribes(club, { principals: [ezra.id] })
    const [lateQueue, queue] = [await registerOlderClient(ezra), await registerOlderClient(cleo)]
    expect(await requestMove(ada, first, toChannel(garden, WHOLE_TOPIC))).toEqual(MOVED)
    expect(await lateQueue.events()).toEqual([])
    expect(await cleo.get('/events', { queue_id: queue.id, last_event_id: -1 })).toMatchObject({
      code: 'BAD_EVENT_QUEUE_ID',
    })
  })

  test('a waiting poll of a queue that expires ends, and the next poll is refused', async () => {
    const { realm, ada, dov, ezra, general } = await freshRealm()
    const garden = await newChannel(ada, 'garden', [ada, dov], { invite_only: true })
    const first = await dov.sends(general, 'roses', 'Red')
    await copyFirstMessage(realm, 1001)
    const { queue_id, last_event_id } = (await registerOlderClient(ezra)).state
    const waiting = ezra.get('/events', { queue_id, last_event_id })
    await untilParked(realm, 1)
    expect(await requestMove(ada, first, toChannel(garden, WHOLE_TOPIC))).toEqual(MOVED)
    expect((await waiting).result).toBe('success')
    expect(await ezra.get('/events', { queue_id, last_event_id })).toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' })
  })
})

describe('PATCH /messages/:message_id: cost', () => {
  test.for(['fresh', 'dinner'])(
    'a move of 20,000 messages writes as many rows as one of 1000: to %s',
    async (topic) => {
      const rows: number[] = []
      for (const count of [1000, 20_000]) {
        const { realm, ada, dov, general } = await freshRealm()
        const first = await dov.sends(general, 'lunch', '1')
        await dov.sends(general, 'lunch', '2')
        await dov.sends(general, 'lunch', '3')
        await dov.sends(general, 'dinner', '1')
        await selectRows(realm, 'UPDATE message_index SET id = id + 100000 WHERE conversation_id = 2')
        await executeSql(realm, 'UPDATE conversations SET min_id = 100004, max_id = 100004 WHERE id = 2')
        await executeSql(realm, 'DELETE FROM message_index WHERE id IN (2, 3)')
        await copyFirstMessage(realm, count)
        const queue = await ada.registers({ client_capabilities: { bulk_message_deletion: true } })
        const before = await rowsWritten(realm)
        expect(await requestMove(dov, first, { topic, ...WHOLE_TOPIC })).toEqual(MOVED)
        rows.push((await rowsWritten(realm)) - before)
        const [event] = await queue.events()
        expect(event.message_ids).toHaveLength(count)
      }
      expect(rows[1]).toBe(rows[0])
      expect(rows[0]).toBeLessThan(30)
    },
  )
})
