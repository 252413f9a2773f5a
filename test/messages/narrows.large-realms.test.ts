import { describe, expect, test } from 'vitest'
import { idsWithTerms, narrowOf, type Terms } from '../support/narrows'
import { captureConsole } from '../support/faults'
import { storeChunks } from '../support/sent-ids'
import { rowsRead, executeSql } from '../support/tables'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm, newChannel } from '../support/realm'

type Fields = Record<string, FieldValue>

describe('in a realm with many messages', () => {
  const MESSAGES = 20_000
  const TOPICS = 40

  /** A realm with a busy channel of ada. Cleo is subscribed to a quiet channel only. */
  async function busyRealm() {
    const cast = await freshRealm()
    const { realm, ada, ben, cleo, dov, general } = cast
    const pond = await newChannel(ada, 'pond', [ada, cleo])
    await cleo.delete('/users/me/subscriptions', { subscriptions: ['general'] })
    const ids: Record<string, number> = {}
    ids.quiet = (await ada.sends(pond, 'frogs', 'x')).id
    ids.image = (await ben.sends(general, 'topic 0', 'https://example.com/x.png')).id
    ids.mention = (await dov.sends(general, 'topic 0', '@**Ada**')).id
    ids.direct = (await cleo.sendsDirectly([ada], 'x')).id
    await ada.post('/messages/flags', { messages: [ids.mention], op: 'add', flag: 'starred' })
    const first = ids.direct + 1
    await executeSql(
      realm,
      `WITH RECURSIVE n(id) AS (SELECT ?1 UNION ALL SELECT id + 1 FROM n WHERE id < ?1 + ?2 - 1)
       INSERT INTO message_index (id, conversation_id, sender_id, sent_at, index_flags)
       SELECT id, 1000 + id % ?3, ?4, 0, 0 FROM n`,
      first,
      MESSAGES,
      TOPICS,
      dov.id,
    )
    await executeSql(
      realm,
      `INSERT INTO conversations (id, stream_id, topic, topic_key, people, min_id, max_id)
       SELECT conversation_id, ?, 'busy ' || conversation_id, 'busy ' || conversation_id, NULL, min(id), max(id)
       FROM message_index WHERE conversation_id >= 1000 GROUP BY conversation_id`,
      general.stream_id,
    )
    await storeChunks(realm)
    ids.last = (await dov.sends(general, 'last', 'x')).id
    return { ...cast, pond, ids }
  }

  test('a page reads a few rows for each of its messages', async () => {
    captureConsole('error') // most of these messages have no bodies
    const { realm, ada, ben, cleo, dov, general, pond, ids } = await busyRealm()
    const newest = { anchor: 'newest', num_before: 100 }
    const middle = { anchor: MESSAGES / 2, num_before: 50, num_after: 50 }
    const CASES: [Person, Terms, Fields, most: number][] = [
      [ada, [], newest, 700],
      [ada, [], middle, 700],
      [ada, [['channel', 'general']], newest, 700],
      [ada, [['channel', 'general']], middle, 700],
      [
        ada,
        [
          ['channel', 'general'],
          ['topic', 'busy 1007'],
        ],
        newest,
        700,
      ],
      [ada, [['topic', 'busy 1007']], newest, 800],
      [ada, [['sender', dov.id]], newest, 700],
      [ada, [['sender', ben.id]], newest, 300],
      [
        ada,
        [
          ['channel', 'general'],
          ['sender', ben.id],
        ],
        newest,
        700,
      ],
      [ada, [['has', 'image']], newest, 300],
      [ada, [['has', 'link']], newest, 300],
      [ada, [['has', 'reaction']], newest, 300],
      [ada, [['is', 'mentioned']], newest, 300],
      [ada, [['is', 'starred']], newest, 300],
      [ada, [['is', 'dm']], newest, 300],
      [ada, [['dm-including', cleo.id]], newest, 300],
      [ada, [['is', 'unread']], newest, 700],
      [ada, [['channel', 'pond']], newest, 700],
      [cleo, [], newest, 2000],
      [cleo, [['channels', 'public']], newest, 700],
    ]
    for (const [person, terms, range, most] of CASES) {
      await person.get('/users/me') // the first request after waking reads more
      const read = await rowsRead(realm, () => person.get('/messages', { narrow: narrowOf(terms), ...range }))
      expect(read, `${JSON.stringify(terms)} ${JSON.stringify(range)}`).toBeLessThan(most)
    }
    expect(await idsWithTerms(cleo, [], newest)).toEqual([ids.quiet, ids.direct])
    // Memory has the newest messages of a reader who asked before.
    const { id: next } = await ada.sends(pond, 'frogs', 'y')
    await dov.sends(general, 'last', 'y')
    const read = await rowsRead(realm, () => cleo.get('/messages', { narrow: '[]', ...newest }))
    expect(read).toBeLessThan(40)
    expect(await idsWithTerms(cleo, [], newest)).toEqual([ids.quiet, ids.direct, next])
    expect(await idsWithTerms(ada, [['has', 'image']], newest)).toEqual([ids.image])
    expect(await idsWithTerms(ada, [['is', 'starred']], newest)).toEqual([ids.mention])
  })

  test('first_unread is found among thousands of read messages', async () => {
    captureConsole('error')
    const { realm, ada, cleo, ids } = await busyRealm()
    const allMessages = { anchor: 'oldest', num_before: 0, num_after: 5000, narrow: [] }
    let anchor: number | string = 'oldest'
    for (let isDone = false; !isDone;) {
      const response: Json = succeeded(
        await ada.post('/messages/flags/narrow', {
          ...allMessages,
          anchor,
          include_anchor: false,
          op: 'add',
          flag: 'read',
        }),
      )
      ;[anchor, isDone] = [response.last_processed_id, response.found_newest]
    }
    const firstIn = async (terms: Terms) =>
      succeeded(await ada.get('/messages', { anchor: 'first_unread', narrow: narrowOf(terms) })).anchor
    await ada.post('/messages/flags', { messages: [ids.last], op: 'remove', flag: 'read' })
    await ada.post('/messages/flags', { messages: [ids.quiet], op: 'remove', flag: 'read' })
    const CASES: [Terms, anchor: number][] = [
      [[], ids.quiet!],
      [[['channel', 'general']], ids.last!],
      [[['is', 'dm']], 10_000_000_000_000_000],
      [[['sender', cleo.id]], 10_000_000_000_000_000],
    ]
    for (const [terms, expected] of CASES)
      expect(
        await rowsRead(realm, async () => expect(await firstIn(terms), JSON.stringify(terms)).toBe(expected)),
        JSON.stringify(terms),
      ).toBeLessThan(600)
  })
})
