import { describe, expect, test } from 'vitest'
import { runAlarm } from '../support/alarms'
import { stopClock } from '../support/clock'
import { evict } from '../support/faults'
import { executeSql, selectRows } from '../support/tables'
import { refusal } from '../support/answers'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm, newChannel } from '../support/realm'

const changeMessage = async (person: Person, { id }: { id: number }, fields: Record<string, FieldValue>) =>
  succeeded(await person.patch(`/messages/${id}`, { send_notification_to_new_thread: false, ...fields }))

const historyFor = async (person: Person, { id }: { id: number }, fields: Record<string, FieldValue> = {}) =>
  succeeded(await person.get(`/messages/${id}/history`, fields)).message_history

const fetchMessage = async (person: Person, { id }: { id: number }): Promise<Json> =>
  succeeded(await person.get('/messages', { message_ids: [id] })).messages[0]

const html = (text: string) => `<p>${text}</p>`
const NOW = 2_000_000_000

describe('GET /messages/:message_id/history', () => {
  test('a message that was not changed has one state', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    await stopClock(realm, NOW)
    const message = await dov.sends(general, 'lunch', 'Pizza?')
    const first = {
      topic: 'lunch',
      content: 'Pizza?',
      rendered_content: html('Pizza?'),
      timestamp: NOW,
      user_id: dov.id,
    }
    expect(await historyFor(ada, message)).toEqual([first])
    for (const key of ['edit_history', 'last_edit_timestamp', 'last_moved_timestamp'])
      expect(await fetchMessage(ada, message)).not.toHaveProperty(key)
  })

  test('a realm that stored edits before it marked the edited messages still has them when it wakes', async () => {
    const { realm, ada, general } = await freshRealm()
    const [edited, other] = [await ada.sends(general, 'lunch', 'Pizza?'), await ada.sends(general, 'lunch', 'Tea?')]
    await changeMessage(ada, edited, { content: 'Pasta?' })
    await selectRows(realm, "DELETE FROM migrations WHERE owner = 'messages/history' AND step = 2")
    await executeSql(realm, 'UPDATE message_index SET index_flags = index_flags & ~2048')
    expect(await historyFor(ada, edited)).toHaveLength(2)
    expect(await fetchMessage(ada, edited)).toHaveProperty('last_edit_timestamp')
    expect(await fetchMessage(ada, other)).not.toHaveProperty('last_edit_timestamp')
  })

  test.for(['from memory', 'from D1'])(
    'each change of content, topic and channel is a state, the oldest first: %s',
    async (source) => {
      const { realm, ada, dov, general, vault } = await freshRealm()
      await stopClock(realm, NOW)
      const message = await dov.sends(general, 'lunch', 'Pizza?')
      await stopClock(realm, NOW + 1)
      await changeMessage(dov, message, { content: 'Pasta?' })
      await stopClock(realm, NOW + 2)
      await changeMessage(ada, message, { topic: 'dinner', propagate_mode: 'change_all' })
      await stopClock(realm, NOW + 3)
      await changeMessage(dov, message, { content: 'Soup?', topic: 'supper' })
      await stopClock(realm, NOW + 4)
      await changeMessage(ada, message, { stream_id: vault.stream_id })
      if (source === 'from D1') {
        await runAlarm(realm)
        await evict(realm)
      }
      const snapshots = [
        { topic: 'lunch', content: 'Pizza?', timestamp: NOW, user_id: dov.id },
        {
          topic: 'lunch',
          content: 'Pasta?',
          timestamp: NOW + 1,
          user_id: dov.id,
          prev_content: 'Pizza?',
          prev_rendered_content: html('Pizza?'),
          content_html_diff:
            '<div><p><span class="highlight_text_inserted">Pasta?</span> <span class="highlight_text_deleted">Pizza?</span></p></div>',
        },
        { topic: 'dinner', content: 'Pasta?', timestamp: NOW + 2, user_id: ada.id, prev_topic: 'lunch' },
        {
          topic: 'supper',
          content: 'Soup?',
          timestamp: NOW + 3,
          user_id: dov.id,
          prev_topic: 'dinner',
          prev_content: 'Pasta?',
          prev_rendered_content: html('Pasta?'),
          content_html_diff:
            '<div><p><span class="highlight_text_inserted">Soup?</span> <span class="highlight_text_deleted">Pasta?</span></p></div>',
        },
        {
          topic: 'supper',
          content: 'Soup?',
          timestamp: NOW + 4,
          user_id: ada.id,
          prev_stream: general.stream_id,
          stream: vault.stream_id,
        },
      ]
      expect(await historyFor(ada, message)).toEqual(
        snapshots.map((snapshot) => ({ ...snapshot, rendered_content: html(snapshot.content) })),
      )
      expect(await fetchMessage(ada, message)).toMatchObject({
        last_edit_timestamp: NOW + 3,
        last_moved_timestamp: NOW + 4,
        edit_history: [
          { user_id: ada.id, timestamp: NOW + 4, prev_stream: general.stream_id, stream: vault.stream_id },
          { user_id: dov.id, timestamp: NOW + 3, prev_topic: 'dinner', topic: 'supper', prev_content: 'Pasta?' },
          { user_id: ada.id, timestamp: NOW + 2, prev_topic: 'lunch', topic: 'dinner' },
          { user_id: dov.id, timestamp: NOW + 1, prev_content: 'Pizza?', prev_rendered_content: html('Pizza?') },
        ],
      })
      expect(await dov.get(`/messages/${message.id}/history`)).toEqual(refusal('Invalid message(s)'))
    },
  )

  test('each message has its own moves, and a move is one row', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    const first = await dov.sends(general, 'a', '1')
    const second = await dov.sends(general, 'a', '2')
    await changeMessage(dov, first, { topic: 'b', propagate_mode: 'change_all' })
    const third = await dov.sends(general, 'b', '3')
    await changeMessage(dov, second, { topic: 'c', propagate_mode: 'change_later' })
    const topicsOf = async (message: { id: number }) => (await historyFor(ada, message)).map(({ topic }: Json) => topic)
    expect(await topicsOf(first)).toEqual(['a', 'b'])
    expect(await topicsOf(second)).toEqual(['a', 'b', 'c'])
    expect(await topicsOf(third)).toEqual(['b', 'c'])
    expect(await selectRows(realm, 'SELECT count(*) AS n FROM moves')).toEqual([{ n: 2 }])
  })

  test('resolving a topic is a change of the message, and not a move', async () => {
    const { realm, dov, general } = await freshRealm()
    await stopClock(realm, NOW)
    const message = await dov.sends(general, 'lunch', 'Pizza?')
    await changeMessage(dov, message, { topic: '✔ lunch', propagate_mode: 'change_all' })
    const { edit_history, last_moved_timestamp } = await fetchMessage(dov, message)
    expect(edit_history).toEqual([{ user_id: dov.id, timestamp: NOW, prev_topic: 'lunch', topic: '✔ lunch' }])
    expect(last_moved_timestamp).toBeUndefined()
  })

  test('the general chat has the name that the client supports', async () => {
    const { dov, general } = await freshRealm()
    const message = await dov.sends(general, '', 'Hello')
    await changeMessage(dov, message, { topic: 'lunch' })
    expect((await historyFor(dov, message)).map(({ topic }: Json) => topic)).toEqual(['general chat', 'lunch'])
    expect((await historyFor(dov, message, { allow_empty_topic_name: true }))[1].prev_topic).toBe('')
  })

  test('the policy of the realm can restrict the history to moves, or disable it', async () => {
    const { ada, dov, general } = await freshRealm()
    const message = await dov.sends(general, 'lunch', 'Pizza?')
    await changeMessage(dov, message, { content: 'Pasta?' })
    await changeMessage(dov, message, { content: 'Soup?', topic: 'dinner' })
    succeeded(await ada.patch('/realm', { message_edit_history_visibility_policy: 'moves' }))
    const moved = { user_id: dov.id, timestamp: expect.any(Number), prev_topic: 'lunch', topic: 'dinner' }
    expect((await fetchMessage(ada, message)).edit_history).toEqual([moved])
    expect(await historyFor(ada, message)).toMatchObject([
      { topic: 'lunch', content: 'Soup?' },
      { topic: 'dinner', content: 'Soup?', prev_topic: 'lunch' },
    ])
    expect(JSON.stringify(await historyFor(ada, message))).not.toMatch(/Pizza|Pasta/)
    succeeded(await ada.patch('/realm', { message_edit_history_visibility_policy: 'none' }))
    const { edit_history, last_edit_timestamp, last_moved_timestamp } = await fetchMessage(ada, message)
    expect(edit_history).toBeUndefined()
    expect([last_edit_timestamp, last_moved_timestamp]).toEqual([expect.any(Number), expect.any(Number)])
    expect(await ada.get(`/messages/${message.id}/history`)).toEqual(
      refusal('Message edit history is disabled in this organization'),
    )
  })

  test('only users who can read the message can read its history', async () => {
    const { ada, ben, cleo, dov, vault } = await freshRealm()
    const club = await newChannel(ada, 'club', [ada, ben], { invite_only: true, history_public_to_subscribers: false })
    const direct = await ada.sendsDirectly([ben], 'Hi')
    const messages = [direct, await ada.sends(vault, 'a', '1'), await ada.sends(club, 'a', '1')]
    await ada.subscribes(club, { principals: [cleo.id] })
    for (const message of messages) {
      await changeMessage(ada, message, { content: 'Edited' })
      expect(await historyFor(ben, message)).toHaveLength(2)
      for (const person of [cleo, dov])
        expect(await person.get(`/messages/${message.id}/history`)).toEqual(refusal('Invalid message(s)'))
    }
    expect((await historyFor(ada, direct))[0]).toMatchObject({ topic: '', content: 'Hi' })
    expect(await ada.get('/messages/999/history')).toEqual(refusal('Invalid message(s)'))
  })

  test('a message that is deleted during the request has no history', async () => {
    const { ada, dov, general } = await freshRealm()
    const message = await dov.sends(general, 'lunch', 'Pizza?')
    await changeMessage(dov, message, { content: 'Pasta?' })
    const answers = await Promise.all([
      ada.get(`/messages/${message.id}/history`),
      ada.get(`/messages/${message.id}`),
      dov.delete(`/messages/${message.id}`),
      ada.get(`/messages/${message.id}/history`),
    ])
    for (const { result, msg } of answers) expect(['success', 'Invalid message(s)']).toContain(msg || result)
    expect(await ada.get(`/messages/${message.id}/history`)).toEqual(refusal('Invalid message(s)'))
  })
})
