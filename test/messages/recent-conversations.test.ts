import { describe, expect, test } from 'vitest'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { captureConsole } from '../support/faults'
import { freshRealm } from '../support/realm'
import { storeChunks } from '../support/sent-ids'
import { executeSql, rowsRead } from '../support/tables'
import { MAX_ROWS_PER_TURN } from '../support/turns'

const ROUTE = '/parley/recent_conversations'

const recent = async (person: Person, params: Record<string, FieldValue> = {}): Promise<Json> =>
  succeeded(await person.get(ROUTE, params))

const sends = async (person: Person, fields: Record<string, FieldValue>): Promise<number> =>
  succeeded(await person.post('/messages', { type: 'channel', to: 'general', ...fields })).id

describe('GET /parley/recent_conversations', () => {
  test('lists topics and direct conversations, the newest first, with the last message and the last senders', async () => {
    const { ada, ben, dov, general } = await freshRealm()
    await sends(ben, { topic: 'lunch', content: 'Pizza?' })
    await sends(ada, { topic: 'lunch', content: 'No' })
    const lunch = await sends(ben, { topic: 'lunch', content: `**Soup** ${'x'.repeat(200)}` })
    const direct = await sends(dov, { type: 'direct', to: [ada.id], content: 'psst' })
    const own = await sends(ada, { type: 'direct', to: [ada.id], content: 'note' })
    expect(await recent(ada)).toEqual({
      result: 'success',
      msg: '',
      conversations: [
        conversation({ user_ids: [] }, own, ada, 'note', [ada]),
        conversation({ user_ids: [dov.id] }, direct, dov, 'psst', [dov]),
        conversation({ stream_id: general.stream_id, topic: 'lunch' }, lunch, ben, `**Soup** ${'x'.repeat(111)}`, [
          ben,
          ada,
        ]),
      ],
      is_complete: true,
    })
    expect((await recent(ada, { num_conversations: 1 })).conversations).toHaveLength(1)
    expect((await recent(ada, { num_conversations: 1 })).is_complete).toBe(false)
  })

  test('lists only what the reader received and may read', async () => {
    const { ada, cleo, dov, ezra, vault } = await freshRealm()
    await ada.subscribes(vault, { principals: [dov.id] })
    await sends(ada, { to: 'vault', topic: 'keys', content: 'secret' })
    await sends(ada, { type: 'direct', to: [cleo.id], content: 'for cleo' })
    const topics = async (person: Person) =>
      (await recent(person)).conversations.map(({ topic, user_ids }: Json) => topic ?? user_ids)
    expect(await topics(dov)).toEqual(['keys'])
    expect(await topics(cleo)).toEqual([[ada.id]])
    expect(await topics(ezra)).toEqual([])
    succeeded(await dov.delete('/users/me/subscriptions', { subscriptions: ['vault'] }))
    expect(await topics(dov)).toEqual([])
  })

  test('a moved topic is listed where it is now, and a deleted message is not its last one', async () => {
    const { ada, dov } = await freshRealm()
    const first = await sends(ada, { topic: 'lunch', content: 'first' })
    const second = await sends(ada, { topic: 'lunch', content: 'second' })
    succeeded(
      await ada.patch(`/messages/${first}`, {
        topic: 'dinner',
        propagate_mode: 'change_all',
        send_notification_to_new_thread: false,
      }),
    )
    succeeded(await ada.delete(`/messages/${second}`))
    expect((await recent(dov)).conversations).toMatchObject([
      { topic: 'dinner', max_message_id: first, excerpt: 'first' },
    ])
  })

  test('the empty topic has a name for clients that do not know it', async () => {
    const { ada } = await freshRealm()
    await sends(ada, { topic: '', content: 'hello' })
    expect((await recent(ada)).conversations).toMatchObject([{ topic: 'general chat' }])
    expect((await recent(ada, { allow_empty_topic_name: true })).conversations).toMatchObject([{ topic: '' }])
  })
})

describe('a user with tens of thousands of direct conversations', () => {
  test('registers in few rows, and has the newest of them', async () => {
    captureConsole('error')
    const { realm, ada, ben, dov } = await freshRealm()
    const CONVERSATIONS = 30_000
    await executeSql(
      realm,
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
       INSERT INTO conversations (id, stream_id, topic, topic_key, people, min_id, max_id)
       SELECT 1000 + i, NULL, NULL, NULL, '[' || ?1 || ',' || (100000 + i) || ']', 1000 + i, 1000 + i FROM n`,
      dov.id,
      CONVERSATIONS,
    )
    await executeSql(
      realm,
      `INSERT INTO participants (user_id, conversation_id) SELECT ?1, id FROM conversations WHERE id > 1000`,
      dov.id,
    )
    await executeSql(
      realm,
      `INSERT INTO message_index (id, conversation_id, sender_id, sent_at, index_flags)
       SELECT id, id, ?1, 0, 0 FROM conversations WHERE id > 1000`,
      ben.id,
    )
    await storeChunks(realm)
    const { id } = await ada.sendsDirectly([dov], 'Hi')
    await dov.get('/users/me')
    const fetch_event_types = ['message', 'recent_private_conversations', 'update_message_flags']
    let state: Json = {}
    const rows = await rowsRead(realm, async () => ({ state } = await dov.registers({ fetch_event_types })))
    expect(rows).toBeLessThanOrEqual(MAX_ROWS_PER_TURN)
    expect(state.recent_private_conversations).toHaveLength(1000)
    expect(state.recent_private_conversations[0]).toEqual({ max_message_id: id, user_ids: [ada.id] })
    expect(state.recent_private_conversations[999].max_message_id).toBe(1000 + CONVERSATIONS - 998)
    expect(state.unread_msgs.old_unreads_missing).toBe(true)
  })
})

const conversation = (place: Json, id: number, sender: Person, excerpt: string, senders: Person[]) => ({
  ...place,
  max_message_id: id,
  sender_id: sender.id,
  timestamp: expect.any(Number),
  excerpt,
  sender_ids: senders.map((person) => person.id),
})
