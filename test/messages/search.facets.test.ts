import { env, runInDurableObject } from 'cloudflare:test'
import { describe, expect, test } from 'vitest'
import { writeBodies, writeHistory } from '../../bench/workers/history'
import { refusal } from '../support/answers'
import { runAlarm } from '../support/alarms'
import { evict } from '../support/faults'
import { narrowOf, type Terms } from '../support/narrows'
import { succeeded, type FieldValue, type Person } from '../support/person'
import { freshRealm, newChannel, type TestRealm } from '../support/realm'
import { selectRows } from '../support/tables'

const found = async (person: Person, terms: Terms, more: Record<string, FieldValue> = {}) =>
  succeeded(await person.get('/parley/search', { narrow: narrowOf(terms), ...more }))

/** Runs due work until the outbox is empty. */
async function writeToD1(realm: TestRealm): Promise<void> {
  while ((await selectRows(realm, 'SELECT 1 FROM outbox LIMIT 1')).length > 0) await runAlarm(realm)
}

describe('GET /parley/search', () => {
  test('has the matches, newest first, with all that counts and orders them', async () => {
    const { realm, ada, dov, cleo, general } = await freshRealm()
    const inTopic = (await dov.sends(general, 'pizza', 'It is here: https://example.com')).id
    const direct = (await cleo.sendsDirectly([ada], 'Pizzas, @**Ada**')).id
    const { messages } = succeeded(await ada.get('/messages', { message_ids: [inTopic, direct] }))
    const timestampOf = (id: number): number => messages.find((message: { id: number }) => message.id === id).timestamp
    await dov.sends(general, 'lunch', 'pasta')
    const expected = {
      result: 'success',
      msg: '',
      matches: [
        {
          id: direct,
          sender_id: cleo.id,
          timestamp: timestampOf(direct),
          conversation: 0,
          has: [],
          is_mentioned: true,
          words_in_topic: 0,
          occurrences: 1,
          length: 12,
          is_literal: true,
        },
        {
          id: inTopic,
          sender_id: dov.id,
          timestamp: timestampOf(inTopic),
          conversation: 1,
          has: ['link'],
          is_mentioned: false,
          words_in_topic: 1,
          occurrences: 0,
          length: 31,
          is_literal: true,
        },
      ],
      conversations: [{ user_ids: [cleo.id] }, { stream_id: general.stream_id, topic: 'pizza' }],
      num_words: 1,
      next: null,
      looked_back_to: null,
    }
    expect(await found(ada, [['search', 'pizza']])).toEqual(expected)
    await writeToD1(realm)
    expect(await found(ada, [['search', 'pizza']])).toEqual(expected)
  })

  test('needs no words', async () => {
    const { ada, dov, general } = await freshRealm()
    const { id } = await dov.sends(general, 'x', 'one')
    expect(await found(ada, [['sender', dov.id]])).toMatchObject({
      matches: [{ id, words_in_topic: 0, occurrences: 0, length: 0, is_literal: false }],
      num_words: 0,
      next: null,
    })
  })

  test('has only the messages of a time, and those before a message', async () => {
    const { ada, dov, general } = await freshRealm()
    const { id } = await dov.sends(general, 'x', 'pizza')
    const { message } = succeeded(await ada.get(`/messages/${id}`))
    const sent: number = message.timestamp
    const countOf = async (more: Record<string, FieldValue>) =>
      (await found(ada, [['search', 'pizza']], more)).matches.length
    expect(await countOf({ sent_from: sent })).toBe(1)
    expect(await countOf({ sent_from: sent + 1 })).toBe(0)
    expect(await countOf({ sent_before: sent + 1 })).toBe(1)
    expect(await countOf({ sent_before: sent })).toBe(0)
    expect(await countOf({ before: id + 1 })).toBe(1)
    expect(await countOf({ before: id })).toBe(0)
    expect(await countOf({ before: id + 1, sent_before: sent })).toBe(0)
  })

  test('continues where a response ended', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    const history = { count: 1200, sender_ids: [dov.id], stream_id: general.stream_id, topics: 3 }
    await runInDurableObject(realm.stub, (_, state) => writeHistory(state.storage, history))
    await evict(realm)
    const first = await found(ada, [['sender', dov.id]])
    expect(first.matches).toHaveLength(1000)
    expect(first.next).toBe(first.matches.at(-1).id)
    const second = await found(ada, [['sender', dov.id]], { before: first.next })
    expect(second.next).toBeNull()
    const all = [...first.matches, ...second.matches].map(({ id }) => id)
    expect(all).toHaveLength(history.count)
    expect(new Set(all).size).toBe(history.count)
  })

  test('looks in pieces for a phrase of frequent words, and says how far it looked', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    const { id } = await dov.sends(general, 'x', 'Here written, long ago')
    await writeToD1(realm)
    // Each has "written here", so each is a candidate.
    const history = { count: 8000, sender_ids: [dov.id], stream_id: general.stream_id, topics: 3 }
    const before = await runInDurableObject(realm.stub, (_, state) => writeHistory(state.storage, history))
    await writeBodies(env.DB, realm.name, { before, count: history.count })
    await evict(realm)
    const phrase: Terms = [['search', '"here written"']]
    const first = await found(ada, phrase)
    expect(first.matches).toEqual([])
    expect(first.next).toBeGreaterThan(before + 1)
    expect(first.next).toBeLessThan(before + history.count - 2000)
    const { messages } = succeeded(await ada.get('/messages', { message_ids: [first.next] }))
    expect(first.looked_back_to).toBe(messages[0].timestamp)
    let last = first
    for (let pieces = 1; last.next !== null && pieces < 10; pieces++)
      last = await found(ada, phrase, { before: last.next })
    expect(last).toMatchObject({ matches: [{ id }], next: null, looked_back_to: null })
    // What was sent after the end of a piece is not searched.
    expect(await found(ada, phrase, { sent_from: first.looked_back_to + 1 })).toMatchObject({ next: null })
    // Other clients cannot continue at an empty page.
    const all = { narrow: narrowOf(phrase), anchor: 'newest', num_before: 10, num_after: 0 }
    expect(succeeded(await ada.get('/messages', all))).toMatchObject({ messages: [{ id }], found_oldest: true })
  })

  test('finds nothing that the reader cannot read', async () => {
    const { ada, cleo, ezra } = await freshRealm()
    const river = await newChannel(ada, 'river', [ada])
    await ada.sends(river, 'x', 'pizza')
    await ada.sendsDirectly([cleo], 'pizza')
    const countOf = async (person: Person) => (await found(person, [['search', 'pizza']])).matches.length
    expect(await countOf(ada)).toBe(2)
    expect(await countOf(cleo)).toBe(1)
    expect(await countOf(ezra)).toBe(0)
    expect(await found(ezra, [['search', 'pizza']])).toMatchObject({ conversations: [] })
  })

  test('refuses what is no narrow, and what is no time', async () => {
    const { ada } = await freshRealm()
    const ask = (params: Record<string, FieldValue>) => ada.get('/parley/search', params)
    expect(await ask({ narrow: narrowOf([['has', 'link']]), before: 1 })).toMatchObject({ result: 'success' })
    expect(await ask({ narrow: [['x', 'y']] })).toEqual(
      refusal('Invalid narrow operator: unknown operator x', 'BAD_NARROW', { desc: 'unknown operator x' }),
    )
    expect(await ask({ narrow: narrowOf([['search', ' ']]) })).toMatchObject({ code: 'BAD_NARROW' })
    expect(await ask({ before: -1 })).toMatchObject({ result: 'error' })
    expect(await ask({ sent_from: 'monday' })).toMatchObject({ result: 'error' })
  })
})
