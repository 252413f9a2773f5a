import { describe, expect, test } from 'vitest'
import { messageIds } from '../support/messages'
import { idsWithTerms, narrowOf, type Terms } from '../support/narrows'
import { captureConsole } from '../support/faults'
import { rowsRead, executeSql } from '../support/tables'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { randomBelow } from '../support/random-numbers'
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
    ids.last = (await dov.sends(general, 'last', 'x')).id
    return { ...cast, pond, ids }
  }

  test('a page reads a few rows for each of its messages', async () => {
    captureConsole('error') // most of these messages have no bodies
    const { realm, ada, ben, cleo, dov, ids } = await busyRealm()
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

describe('the user’s own history', () => {
  test('has the same messages from each source, after subscriptions, moves and stars, page by page', async () => {
    captureConsole('error')
    const { realm, ada, ben, cleo, dov, general } = await freshRealm()
    const below = randomBelow(7)
    const ponds = [await newChannel(ada, 'pond', [ada, dov]), await newChannel(ada, 'pool', [ada, dov])]
    await cleo.delete('/users/me/subscriptions', { subscriptions: ['general'] })
    const own: number[] = []
    const isSubscribed = [false, false]
    const all: { id: number; pond: number }[] = []
    for (let i = 0; i < 60; i++) {
      const pond = below(2)
      switch (below(8)) {
        case 0:
          if (isSubscribed[pond]) await cleo.delete('/users/me/subscriptions', { subscriptions: [ponds[pond]!.name] })
          else await cleo.subscribes(ponds[pond]!)
          isSubscribed[pond] = !isSubscribed[pond]
          break
        case 1: {
          const { id } = await ben.sendsDirectly([cleo], 'Hi')
          own.push(id)
          break
        }
        case 2: {
          const message = all[below(all.length)]
          if (message === undefined) break
          succeeded(await cleo.post('/messages/flags', { messages: [message.id], op: 'add', flag: 'starred' }))
          if (!own.includes(message.id)) own.push(message.id)
          break
        }
        case 3: {
          const message = all[below(all.length)]
          if (message === undefined) break
          const elsewhere = { stream_id: ponds[1 - message.pond]!.stream_id, topic: `moved ${below(3)}` }
          const quietly = { send_notification_to_old_thread: false, send_notification_to_new_thread: false }
          const move = { ...elsewhere, ...quietly, propagate_mode: 'change_one' }
          succeeded(await ada.patch(`/messages/${message.id}`, move))
          message.pond = 1 - message.pond
          break
        }
        default: {
          const { id } = await dov.sends(ponds[pond]!, `topic ${below(5)}`, 'x')
          all.push({ id, pond })
          if (isSubscribed[pond]) own.push(id)
        }
      }
    }
    own.sort((a, b) => a - b)
    const newest = { anchor: 'newest', num_before: 1000 }
    expect(await idsWithTerms(cleo, [], newest)).toEqual(own)

    // Many messages in a channel without cleo: reading all messages would take long.
    const last = Math.max(...all.map(({ id }) => id), ...own)
    const { id: busy } = await dov.sends(general, 'busy', 'x')
    await executeSql(
      realm,
      `WITH RECURSIVE n(id) AS (SELECT ?1 + 1 UNION ALL SELECT id + 1 FROM n WHERE id < ?1 + 3000)
       INSERT INTO message_index (id, conversation_id, sender_id, sent_at, index_flags)
       SELECT n.id, m.conversation_id, m.sender_id, m.sent_at, 0 FROM n, message_index m WHERE m.id = ?1`,
      busy,
    )
    await executeSql(realm, "UPDATE conversations SET max_id = ? WHERE topic = 'busy'", busy + 3000)
    expect(busy).toBeGreaterThan(last)
    expect(await idsWithTerms(cleo, [], newest)).toEqual(own)
    for (const step of [1, 3, 7]) {
      const paged: number[] = []
      for (let anchor: number | string = 'newest', isDone = false; !isDone;) {
        const range = { anchor, num_before: step, include_anchor: false, narrow: [] }
        const page: Json = succeeded(await cleo.get('/messages', range))
        paged.unshift(...messageIds(page))
        ;[anchor, isDone] = [paged[0] ?? 0, page.found_oldest]
      }
      expect(paged).toEqual(own)
    }
    expect(await idsWithTerms(cleo, [['sender', dov.id, true]], newest)).toEqual(
      own.filter((id) => !all.some((message) => message.id === id)),
    )
  })
})
