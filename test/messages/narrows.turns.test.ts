import { describe, expect, test } from 'vitest'
import { captureConsole } from '../support/faults'
import { narrowOf, type Terms } from '../support/narrows'
import { messageIds } from '../support/messages'
import { succeeded, type Person } from '../support/person'
import { freshRealm, newBot, newChannel } from '../support/realm'
import { storeChunks } from '../support/sent-ids'
import { executeSql } from '../support/tables'
import { costsOfTransactions, MAX_ROWS_PER_TURN } from '../support/turns'

const MESSAGES = 48_000
/** A statement takes the time of many rows. It is 373 at most, in the test that reads all kinds of narrows. */
const MAX_STATEMENTS_PER_TURN = 400
const [CHANNELS, TOPICS] = [2, 500]
const MAX_TURNS = 12

const totalOf = (rows: readonly number[]) => rows.reduce((sum, each) => sum + each, 0)

/** A realm in which one half of the messages are dov's in `general`, and the other half cleo's in `pond`, but for the first. */
async function divided(topics = TOPICS, messages = MESSAGES) {
  const cast = await freshRealm()
  const { realm, ada, cleo, dov, general } = cast
  const pond = await newChannel(ada, 'pond', [ada, cleo])
  const first = (await cleo.sends(general, 'first', 'x')).id
  await executeSql(
    realm,
    `WITH RECURSIVE n(id) AS (SELECT ?1 UNION ALL SELECT id + 1 FROM n WHERE id < ?1 + ?2 - 1)
     INSERT INTO message_index (id, conversation_id, sender_id, sent_at, index_flags)
     SELECT id, 1000 + id % ?3, iif(id % 2 = 0, ?4, ?5), 0, 0 FROM n`,
    first + 1,
    messages,
    CHANNELS * topics,
    dov.id,
    cleo.id,
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
  return { ...cast, pond, first }
}

/** Adds a channel of thousands of topics, each with one message, and then as many messages of others. */
async function withQuietChannel({ realm, ada, cleo, first }: Awaited<ReturnType<typeof divided>>, topics: number) {
  const bay = await newChannel(ada, 'bay', [ada, cleo])
  const [from, busy] = [first + MESSAGES + 1, first + MESSAGES + topics + 1]
  const add = (count: number, at: number, conversation: string, sender: Person) =>
    executeSql(
      realm,
      `WITH RECURSIVE n(id) AS (SELECT ?1 UNION ALL SELECT id + 1 FROM n WHERE id < ?1 + ?2 - 1)
       INSERT INTO message_index (id, conversation_id, sender_id, sent_at, index_flags)
       SELECT id, ${conversation}, ?3, 0, 0 FROM n`,
      at,
      count,
      sender.id,
    )
  await add(topics, from, '100000 + id', cleo)
  await executeSql(
    realm,
    `INSERT INTO conversations (id, stream_id, topic, topic_key, people, min_id, max_id)
     SELECT conversation_id, ?, 'quiet ' || id, 'quiet ' || id, NULL, id, id FROM message_index WHERE conversation_id > 100000`,
    bay.stream_id,
  )
  await add(MESSAGES, busy, '1000', ada)
  return { bay, newest: busy - 1 }
}

describe('a narrow whose operators nearly exclude each other', () => {
  test('is read in turns, and the answer is complete', async () => {
    captureConsole('error') // most of these messages have no bodies
    const { realm, ada, cleo, dov, first } = await divided()
    await ada.get('/users/me') // the first request after waking reads more
    const CASES: [Terms, ids: number[]][] = [
      [[['channel', 'general'], ['sender', cleo.id]], [first]],
      [[['channel', 'pond'], ['sender', dov.id]], []],
      [[['sender', cleo.id], ['sender', dov.id]], []],
      [[['channel', 'general'], ['topic', 'busy 1002'], ['sender', cleo.id]], []],
    ] // prettier-ignore
    const { rows, statements } = costsOfTransactions(realm)
    const isComplete = { found_oldest: true, found_newest: true }
    for (const [terms, ids] of CASES)
      for (const range of [
        { anchor: 'newest', num_before: 50 },
        { anchor: MESSAGES / 2, num_before: 20, num_after: 20 },
        { anchor: 'first_unread', num_before: 20, num_after: 20 },
      ]) {
        const answer = succeeded(await ada.get('/messages', { narrow: narrowOf(terms), ...range }))
        const title = JSON.stringify([terms, range])
        expect(answer, title).toMatchObject(isComplete)
        expect(messageIds(answer), title).toEqual(ids)
      }
    const read = { narrow: narrowOf(CASES[0]![0]), anchor: 'newest', num_before: 50, num_after: 0 }
    expect(succeeded(await ada.post('/messages/flags/narrow', { ...read, op: 'add', flag: 'starred' }))).toMatchObject({
      ...isComplete,
      processed_count: 1,
      first_processed_id: first,
    })
    expect(Math.max(...rows)).toBeLessThanOrEqual(MAX_ROWS_PER_TURN)
    expect(Math.max(...statements)).toBeLessThanOrEqual(MAX_STATEMENTS_PER_TURN)
  })

  test('begins each later turn with the chunks of ids, and leaves out what the reader has read', async () => {
    captureConsole('error')
    const { realm, ada, cleo, dov, general, first } = await divided(1, 400_000)
    succeeded(await ada.post('/mark_stream_as_read', { stream_id: general.stream_id }))
    const { rows } = costsOfTransactions(realm)
    const read = async (terms: Terms, ids: number[]) => {
      rows.length = 0
      const answer = succeeded(
        await ada.get('/messages', { narrow: narrowOf(terms), anchor: 'newest', num_before: 50 }),
      )
      expect(messageIds(answer)).toEqual(ids)
      return [...rows]
    }
    const turns = await read([['channel', 'general'], ['sender', cleo.id]], [first]) // prettier-ignore
    expect(turns.length).toBeGreaterThan(4)
    // The first one reads more, and due work may run between them.
    expect(turns.toSorted((a, b) => a - b)[turns.length >> 1]).toBeLessThan(200)
    const unread = await read([['channel', 'general'], ['sender', dov.id], ['is', 'unread']], []) // prettier-ignore
    expect(totalOf(unread)).toBeLessThan(1200)
  })

  test('reads few rows if it names a conversation: of each chunk, nothing else is decoded', async () => {
    captureConsole('error')
    const { realm, ada, cleo } = await divided(100, 400_000)
    const { rows } = costsOfTransactions(realm)
    const narrow = narrowOf([['channel', 'general'], ['topic', 'busy 1000'], ['sender', cleo.id]]) // prettier-ignore
    const answer = succeeded(await ada.get('/messages', { narrow, anchor: 'newest', num_before: 50 }))
    expect(answer).toMatchObject({ messages: [], found_oldest: true })
    expect(rows.length).toBeLessThan(6)
    expect(totalOf(rows)).toBeLessThan(1000)
  })

  test('skips what the reader has read, behind thousands of unread messages of others', async () => {
    captureConsole('error')
    const { realm, ada, cleo, dov, general } = await divided(1, 400_000)
    while (!succeeded(await ada.post('/mark_all_as_read')).complete);
    const { id } = await dov.sends(general, 'busy 1000', 'x')
    await executeSql(
      realm,
      `WITH RECURSIVE n(id) AS (SELECT ?1 UNION ALL SELECT id + 1 FROM n WHERE id < ?1 + 20000)
       INSERT INTO message_index (id, conversation_id, sender_id, sent_at, index_flags) SELECT id, 1001, ?2, 0, 0 FROM n`,
      id + 1,
      cleo.id,
    )
    await storeChunks(realm)
    const { rows } = costsOfTransactions(realm)
    const narrow = narrowOf([['channel', 'general'], ['sender', dov.id], ['is', 'unread']]) // prettier-ignore
    const answer = succeeded(await ada.get('/messages', { narrow, anchor: 'newest', num_before: 50 }))
    expect(messageIds(answer)).toEqual([id])
    expect(rows.length).toBe(1)
  })

  test('finds all unread messages of a chunk that has hundreds of conversations', async () => {
    captureConsole('error')
    const { ada, dov, first } = await divided()
    const newest = first + MESSAGES
    const ids = Array.from({ length: 400 }, (_, nth) => newest - nth).filter((id) => id % 2 === 0)
    succeeded(await ada.post('/messages/flags', { messages: ids, op: 'add', flag: 'read' }))
    const narrow = narrowOf([['channel', 'general'], ['sender', dov.id], ['is', 'unread']]) // prettier-ignore
    const page = { anchor: 'newest', num_before: 50, num_after: 0, op: 'remove', flag: 'starred' }
    const last = Math.min(...ids) - 2
    expect(succeeded(await ada.post('/messages/flags/narrow', { ...page, narrow }))).toMatchObject({
      first_processed_id: last - 2 * 49,
      last_processed_id: last,
      processed_count: 50,
    })
  })

  test.each(['stored', 'stored by a version that did not know the senders'])(
    'is answered from chunks of ids that are %s, in few rows',
    async (how) => {
      captureConsole('error')
      const { realm, ada, cleo, dov, first } = await divided()
      if (how !== 'stored') await executeSql(realm, 'UPDATE sent_ids SET senders = NULL')
      await ada.get('/users/me')
      const CASES: [Terms, ids: number[]][] = [
        [[['channel', 'general'], ['sender', cleo.id]], [first]],
        [[['channel', 'pond'], ['sender', dov.id]], []],
        [[['channel', 'general'], ['topic', 'busy 1002'], ['sender', cleo.id]], []],
        [[['dm', [cleo.id]], ['sender', cleo.id]], []],
        [[['is', 'dm'], ['sender', cleo.id]], []],
        [[['channel', 'general'], ['sender', cleo.id], ['has', 'link']], []],
      ] // prettier-ignore
      const { rows } = costsOfTransactions(realm)
      const read = async (terms: Terms) =>
        succeeded(await ada.get('/messages', { narrow: narrowOf(terms), anchor: 'newest', num_before: 50 }))
      // A chunk without senders is read and stored anew once.
      if (how !== 'stored') for (const [terms] of CASES) await read(terms)
      expect(Math.max(0, ...rows)).toBeLessThanOrEqual(MAX_ROWS_PER_TURN)
      for (const [terms, ids] of CASES) {
        rows.length = 0
        const answer = await read(terms)
        const title = JSON.stringify(terms)
        expect(answer, title).toMatchObject({ found_oldest: true, found_newest: true })
        expect(messageIds(answer), title).toEqual(ids)
        expect(rows.length, title).toBeLessThanOrEqual(2)
        expect(totalOf(rows), title).toBeLessThan(2000)
      }
    },
  )

  test('a quiet channel of 60,000 topics takes few turns', async () => {
    captureConsole('error')
    const busy = await divided(10)
    const { realm, ada, cleo, dov } = busy
    const { bay, newest } = await withQuietChannel(busy, 60_000)
    await storeChunks(realm)
    await ada.get('/users/me')
    const { rows } = costsOfTransactions(realm)
    // Most of these messages have no bodies, so a page does not have them. This changes nothing either.
    const page = async (terms: Terms) => {
      rows.length = 0
      const fields = { anchor: 'newest', num_before: 50, num_after: 0, op: 'remove', flag: 'starred' }
      const { first_processed_id, last_processed_id, processed_count } = succeeded(
        await ada.post('/messages/flags/narrow', { ...fields, narrow: narrowOf(terms) }),
      )
      return [first_processed_id, last_processed_id, processed_count]
    }
    const found = [newest - 49, newest, 50]
    expect(await page([['channel', bay.stream_id]])).toEqual(found)
    expect(rows.length).toBe(1)
    expect(rows[0]).toBeLessThan(2000)
    expect(await page([['channel', bay.stream_id], ['sender', cleo.id]])).toEqual(found) // prettier-ignore
    expect(rows.length).toBe(1)
    expect(rows[0]).toBeLessThan(2000)
    expect(await page([['channel', bay.stream_id], ['sender', dov.id]])).toEqual([null, null, 0]) // prettier-ignore
    expect(rows.length).toBe(1)
    expect(rows[0]).toBeLessThan(2000)
    // The names of the topics are compared in parts.
    const { id } = await cleo.sends(bay, 'zanzibar', 'x')
    expect(await page([['search', 'zanzibar']])).toEqual([id, id, 1])
    expect(rows.length).toBeGreaterThan(6)
    expect(Math.max(...rows)).toBeLessThanOrEqual(MAX_ROWS_PER_TURN)
    // Each of the topics is looked up once.
    expect(await page([['channel', bay.stream_id], ['is', 'resolved']])).toEqual([null, null, 0]) // prettier-ignore
    expect(rows.length).toBeLessThanOrEqual(8)
    expect(Math.max(...rows)).toBeLessThanOrEqual(MAX_ROWS_PER_TURN)
  })

  test('takes few turns: a user has 600 of them in a minute, and a channel of many topics costs much in each', async () => {
    captureConsole('error')
    const { realm, ada, cleo } = await divided(1000)
    await ada.get('/users/me')
    const { rows, statements } = costsOfTransactions(realm)
    const narrow = narrowOf([['channel', 'general'], ['sender', cleo.id]]) // prettier-ignore
    const answer = succeeded(await ada.get('/messages', { narrow, anchor: 'newest', num_before: 50 }))
    expect(answer).toMatchObject({ found_oldest: true, found_newest: true })
    expect(rows.length).toBeLessThanOrEqual(MAX_TURNS)
    expect(Math.max(...rows)).toBeLessThanOrEqual(MAX_ROWS_PER_TURN)
    expect(Math.max(...statements)).toBeLessThanOrEqual(MAX_STATEMENTS_PER_TURN)
  })
})

describe('the recent conversations of a user', () => {
  test('are found in chunks of ids, in a realm of many messages', async () => {
    captureConsole('error')
    const { realm, ada, cleo, dov, general } = await divided(20)
    const quiet = await newBot(ada, 'quiet')
    await ada.get('/users/me')
    const { rows } = costsOfTransactions(realm)
    const recent = async (person: Person) => {
      rows.length = 0
      return succeeded(await person.get('/parley/recent_conversations'))
    }
    const { conversations, is_complete } = await recent(dov)
    expect(is_complete).toBe(true)
    expect(conversations.slice(0, 2)).toMatchObject([
      { stream_id: general.stream_id, topic: 'busy 1000', sender_ids: [dov.id] },
      { stream_id: general.stream_id, topic: 'busy 1038', sender_ids: [dov.id] },
    ])
    expect(rows[0]).toBeLessThan(600)
    expect(await recent(quiet)).toMatchObject({ conversations: [], is_complete: true })
    expect(rows[0]).toBeLessThan(600)
    const { id } = await cleo.sendsDirectly([dov], 'x')
    expect((await recent(dov)).conversations[0]).toMatchObject({ max_message_id: id, sender_ids: [cleo.id] })
  })
})

describe('a narrow whose terms exclude each other', () => {
  test('is answered as empty without reading messages, in one turn', async () => {
    captureConsole('error')
    const { realm, ada, cleo, dov, pond } = await divided()
    const CASES: [Terms, rows: number][] = [
      [[['channel', 'general'], ['channel', 'pond']], 20],
      [[['channel', 'general'], ['channel', 'general', true]], 20],
      [[['channel', 'general'], ['topic', 'busy 1000'], ['topic', 'busy 1002']], 20],
      [[['sender', cleo.id], ['sender', dov.id]], 20],
      [[['sender', cleo.id], ['sender', cleo.id, true]], 20],
      [[['dm', [cleo.id]], ['dm', [dov.id]]], 20],
      [[['id', 5], ['id', 6]], 20],
      [[['is', 'unread'], ['is', 'unread', true]], 20],
      [[['has', 'link'], ['has', 'link', true]], 20],
      [[['channel', 'general'], ['topic', 'busy 1001']], 20],
      // These read the topics, and messages until that is worth it.
      [[['channel', 'general'], ['is', 'resolved']], 1800],
      [[['channel', 'general'], ['channels', 'public', true]], 2500],
      [[['channel', 'general', true], ['channel', 'pond', true]], 6000],
      // Chunks of ids do not know which messages have links.
      [[['channel', 'general'], ['is', 'resolved'], ['has', 'link', true]], 1800],
    ] // prettier-ignore
    // Only topics of the other channel are resolved.
    const resolve = "UPDATE conversations SET topic = '✔ ' || topic, topic_key = '✔ ' || topic_key WHERE stream_id = ?"
    await executeSql(realm, resolve, pond.stream_id)
    await ada.get('/users/me') // the first request after waking reads more
    const { rows } = costsOfTransactions(realm)
    for (const [terms, most] of CASES)
      for (const range of [
        { anchor: 'newest', num_before: 50 },
        { anchor: 'oldest', num_after: 50 },
        { anchor: MESSAGES / 2, num_before: 20, num_after: 20 },
        { anchor: 'first_unread', num_before: 20, num_after: 20 },
      ]) {
        rows.length = 0
        const answer = succeeded(await ada.get('/messages', { narrow: narrowOf(terms), ...range }))
        const title = JSON.stringify([terms, range])
        expect(answer, title).toMatchObject({ messages: [], found_oldest: true, found_newest: true })
        expect(rows.length, title).toBe(1)
        expect(rows[0], title).toBeLessThanOrEqual(most)
      }
  })
})

describe('the newest message of a user', () => {
  test('is found in few rows, also by a user who receives none of the messages of a large realm', async () => {
    captureConsole('error')
    const { realm, ada, dov, vault, first } = await divided(1000)
    const quiet = await newBot(ada, 'quiet')
    const newestIdOf = async (person: Person) => {
      rows.length = 0
      const { max_message_id } = succeeded(await person.get('/users/me'))
      const state = succeeded(await person.post('/register', { fetch_event_types: ['message'] }))
      expect(state.max_message_id).toBe(max_message_id)
      return max_message_id
    }
    await ada.get('/users/me')
    const { rows } = costsOfTransactions(realm)
    expect(await newestIdOf(quiet)).toBe(-1)
    expect(totalOf(rows)).toBeLessThan(2000)
    expect(await newestIdOf(ada)).toBe(first + MESSAGES)
    const { id } = await ada.sends(vault, 'keys', 'x')
    await ada.subscribes(vault, { principals: [dov.id] })
    expect(await newestIdOf(ada)).toBe(id)
    expect(Math.max(...rows)).toBeLessThan(2000)
  })

  test('is known up to an id if the user is in thousands of topics, all of them quiet', async () => {
    captureConsole('error')
    const { realm, ada, pond, first } = await divided(10_000)
    const quiet = await newBot(ada, 'quiet')
    await ada.subscribes(pond, { principals: [quiet.id] })
    const { rows } = costsOfTransactions(realm)
    const { max_message_id } = succeeded(await quiet.get('/users/me'))
    expect(max_message_id).toBeGreaterThan(0)
    expect(max_message_id).toBeLessThan(first + MESSAGES)
    expect(Math.max(...rows)).toBeLessThanOrEqual(MAX_ROWS_PER_TURN)
  })
})

describe('a user with thousands of direct conversations', () => {
  test('finds messages in turns of limited size', async () => {
    captureConsole('error')
    const { realm, ada, dov } = await divided()
    await executeSql(
      realm,
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 12000)
       INSERT INTO conversations (id, stream_id, topic, topic_key, people, min_id, max_id)
       SELECT 100000 + i, NULL, NULL, NULL, '[' || ?1 || ',' || (100000 + i) || ']', i, i FROM n`,
      dov.id,
    )
    await executeSql(
      realm,
      `INSERT INTO participants (user_id, conversation_id) SELECT ?1, id FROM conversations WHERE id > 100000`,
      dov.id,
    )
    await ada.get('/users/me')
    const { rows } = costsOfTransactions(realm)
    const CASES: Terms[] = [
      [['is', 'dm']],
      [['is', 'dm'], ['is', 'resolved']], // one costs too much, and the other waits until much was read
      [['dm-including', ada.id]],
      [['is', 'dm', true], ['is', 'starred']],
      [],
    ] // prettier-ignore
    for (const terms of CASES) {
      const answer = succeeded(await dov.get('/messages', { narrow: narrowOf(terms), anchor: 'oldest', num_after: 20 }))
      expect(answer.found_oldest, JSON.stringify(terms)).toBe(true)
    }
    expect(Math.max(...rows)).toBeLessThanOrEqual(MAX_ROWS_PER_TURN)
  })
})
