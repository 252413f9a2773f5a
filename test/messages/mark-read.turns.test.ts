import { describe, expect, test } from 'vitest'
import { captureConsole } from '../support/faults'
import { unreadMessages } from '../support/messages'
import { succeeded } from '../support/person'
import { freshRealm, newChannel } from '../support/realm'
import { storeChunks } from '../support/sent-ids'
import { executeSql, selectRows } from '../support/tables'
import { costsOfTransactions, MAX_ROWS_PER_TURN } from '../support/turns'

const [MESSAGES, TOPICS] = [14_000, 500]
/** Each has 4,000 messages, or those of one chunk of 2,048 ids more. */
const TURNS = 3

/** A realm in which dov has thousands of unread messages: the even ones in `general`, the others in `pond`. Dov has a phone. */
async function withUnread() {
  captureConsole('error') // these messages have no bodies
  const cast = await freshRealm()
  const { realm, ada, dov, general } = cast
  const pond = await newChannel(ada, 'pond', [ada, dov])
  const first = (await ada.sends(general, 'first', 'x')).id
  await executeSql(
    realm,
    `WITH RECURSIVE n(id) AS (SELECT ?1 UNION ALL SELECT id + 1 FROM n WHERE id < ?1 + ?2 - 1)
     INSERT INTO message_index (id, conversation_id, sender_id, sent_at, index_flags)
     SELECT id, 1000 + id % ?3, ?4, 0, 0 FROM n`,
    first + 1,
    MESSAGES,
    TOPICS,
    ada.id,
  )
  await executeSql(
    realm,
    `INSERT INTO conversations (id, stream_id, topic, topic_key, people, min_id, max_id)
     SELECT conversation_id, iif(conversation_id % 2 = 0, ?, ?), 'busy ' || conversation_id, 'busy ' || conversation_id, NULL,
            min(id), max(id)
     FROM message_index WHERE conversation_id >= 1000 GROUP BY conversation_id`,
    general.stream_id,
    pond.stream_id,
  )
  await storeChunks(realm)
  succeeded(await dov.post('/users/me/apns_device_token', { token: 'c0ffee', appid: 'org.zulip.Zulip' }))
  expect(await unreadMessages(dov)).toMatchObject({ count: MESSAGES + 1 })
  return { ...cast, pond, first, newest: first + MESSAGES }
}

describe('POST /mark_all_as_read', () => {
  test('marks thousands of messages in turns, also for a user with a phone', async () => {
    const { realm, dov, first, newest } = await withUnread()
    const hasPush = `INSERT INTO pushes (message_id, waiting, notified, due_at, attempts) VALUES (?, '[]', ?, NULL, 0)`
    for (const id of [first + 1, newest]) await executeSql(realm, hasPush, id, JSON.stringify([dov.id]))
    const { rows } = costsOfTransactions(realm)
    expect(succeeded(await dov.post('/mark_all_as_read'))).toMatchObject({ complete: true })
    const withoutFinish = rows.filter((read) => read > 0)
    expect(withoutFinish).toHaveLength(TURNS)
    expect(Math.max(...rows)).toBeLessThan(MAX_ROWS_PER_TURN / 10)
    expect(await unreadMessages(dov)).toMatchObject({ count: 0 })
    const removals = await selectRows(realm, 'SELECT message_ids FROM push_removals WHERE user_id = ?', dov.id)
    expect(removals).toEqual([{ message_ids: JSON.stringify([first + 1, newest]) }])
  })
})

describe('POST /mark_stream_as_read', () => {
  test('marks the messages of the channel in all turns, and no others', async () => {
    const { realm, dov, pond } = await withUnread()
    const { rows } = costsOfTransactions(realm)
    succeeded(await dov.post('/mark_stream_as_read', { stream_id: pond.stream_id }))
    expect(rows.filter((read) => read > 0)).toHaveLength(TURNS)
    const left = await unreadMessages(dov)
    expect(left.count).toBe(MESSAGES / 2 + 1)
    expect(left.streams.filter((topic: { stream_id: number }) => topic.stream_id === pond.stream_id)).toEqual([])
  })
})
