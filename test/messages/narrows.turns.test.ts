import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { Transactions } from '../../src/events/transactions'
import { RealmObject } from '../../src/realm-object'
import { captureConsole } from '../support/faults'
import { narrowOf, type Terms } from '../support/narrows'
import { messageIds } from '../support/messages'
import { succeeded, type Person } from '../support/person'
import { freshRealm, newBot, newChannel, type TestRealm } from '../support/realm'
import { executeSql } from '../support/tables'

const MESSAGES = 48_000
const MAX_ROWS_PER_TURN = 25_000
/** Each topic is read twice at most. A statement takes the time of many rows. */
const MAX_STATEMENTS_PER_TURN = 1600
/** With 1,000 topics. If what was read of them were not kept, it would be 1,838 instead of 1,624. */
const MAX_STATEMENTS_OF_MANY_TOPICS = 1700
const [CHANNELS, TOPICS] = [2, 500]
const MAX_TURNS = 12

/** A realm in which one half of the messages are dov's in `general`, and the other half cleo's in `pond`, but for the first. */
async function divided(topics = TOPICS) {
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
    MESSAGES,
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
  return { ...cast, pond, first }
}

/** Records what the realm reads in each of its transactions, between which it serves other requests, and with how many statements. */
function costsOfTransactions(realm: TestRealm) {
  const rows: number[] = []
  const statements: number[] = []
  let meter: (() => { read: number; statements: number }) | undefined
  // oxlint-disable-next-line typescript/unbound-method -- each is called with its own object
  const [{ ask }, { run }] = [RealmObject.prototype, Transactions.prototype]
  const spies = [
    vi.spyOn(RealmObject.prototype, 'ask').mockImplementation(function (this: RealmObject, call) {
      if (call.client.realm_name === realm.name) meter = () => this.meter()
      return ask.call(this, call)
    }),
    vi.spyOn(Transactions.prototype, 'run').mockImplementation(function <Result>(
      this: Transactions,
      change: () => Result,
    ) {
      const before = meter?.()
      const result = run.call(this, change) as Result
      const after = meter?.()
      if (before && after) {
        rows.push(after.read - before.read)
        statements.push(after.statements - before.statements)
      }
      return result
    }),
  ]
  onTestFinished(() => spies.forEach((spy) => spy.mockRestore()))
  return { rows, statements }
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
    expect(rows.length).toBeGreaterThan(25)
    expect(Math.max(...rows)).toBeLessThanOrEqual(MAX_ROWS_PER_TURN)
    expect(Math.max(...statements)).toBeLessThanOrEqual(MAX_STATEMENTS_PER_TURN)
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
    expect(Math.max(...statements)).toBeLessThanOrEqual(MAX_STATEMENTS_OF_MANY_TOPICS)
  })
})

describe('a narrow whose terms exclude each other', () => {
  test('is answered as empty without reading messages, in one turn', async () => {
    captureConsole('error')
    const { realm, ada, cleo, dov } = await divided()
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
      [[['channel', 'general'], ['is', 'resolved']], 2500],
      [[['channel', 'general'], ['channels', 'public', true]], 2500],
      [[['channel', 'general', true], ['channel', 'pond', true]], 6000],
    ] // prettier-ignore
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
    expect(rows.reduce((sum, each) => sum + each, 0)).toBeLessThan(2000)
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
    for (const terms of [
      [['is', 'dm']],
      [['dm-including', ada.id]],
      [
        ['is', 'dm', true],
        ['is', 'starred'],
      ],
      [],
    ] as Terms[]) {
      const answer = succeeded(await dov.get('/messages', { narrow: narrowOf(terms), anchor: 'oldest', num_after: 20 }))
      expect(answer.found_oldest, JSON.stringify(terms)).toBe(true)
    }
    expect(Math.max(...rows)).toBeLessThanOrEqual(MAX_ROWS_PER_TURN)
  })
})
