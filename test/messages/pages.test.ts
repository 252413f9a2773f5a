import { describe, expect, test } from 'vitest'
import { refusal } from '../support/answers'
import { ALL_MESSAGES, fetchMessages, idsInNarrow, messageIds, sendInOrder } from '../support/messages'
import { sendMany } from '../support/many-messages'
import { succeeded, type FieldValue, type Json } from '../support/person'
import { randomBelow } from '../support/random-numbers'
import { freshRealm, newChannel } from '../support/realm'
import { executeSql } from '../support/tables'

type Fields = Record<string, FieldValue>

const NEWEST = 10_000_000_000_000_000

describe('GET /messages', () => {
  test('a message has all its fields, and the flags of the reader', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    const { id } = await dov.sends(general, 'lunch', '**Pizza**, @**Ada**?')
    expect(await ada.get('/messages', { anchor: 'newest', num_before: 1 })).toEqual({
      result: 'success',
      msg: '',
      anchor: NEWEST,
      found_anchor: false,
      found_oldest: false,
      found_newest: true,
      history_limited: false,
      messages: [
        {
          id,
          type: 'stream',
          stream_id: general.stream_id,
          display_recipient: 'general',
          subject: 'lunch',
          content: expect.stringMatching(/^<p><strong>Pizza<\/strong>, .*@Ada.*<\/p>$/),
          content_type: 'text/html',
          is_me_message: false,
          sender_id: dov.id,
          sender_email: dov.email,
          sender_full_name: 'Dov',
          sender_realm_str: realm.name,
          avatar_url: null,
          client: 'Unspecified',
          recipient_id: general.stream_id * 2,
          timestamp: expect.any(Number),
          topic_links: [],
          reactions: [],
          submessages: [],
          flags: ['mentioned'],
        },
      ],
    })
  })

  test('a direct message has its users and no channel, and a recipient_id that does not depend on the sender', async () => {
    const { ada, dov } = await freshRealm()
    await dov.sendsDirectly([ada], 'Hi')
    await ada.sendsDirectly([dov], 'Hello')
    const { messages } = await fetchMessages(dov, ALL_MESSAGES)
    expect(messages[0]).toMatchObject({
      type: 'private',
      subject: '',
      display_recipient: [ada, dov].map(({ id, email, account }) => ({
        id,
        email,
        full_name: account.full_name,
        is_mirror_dummy: false,
      })),
    })
    expect(messages[0]).not.toHaveProperty('stream_id')
    expect(messages[1].recipient_id).toBe(messages[0].recipient_id)
  })

  describe('around an anchor', () => {
    type Found = { anchor: number; anchored?: boolean; oldest?: boolean; newest?: boolean }
    // The numbers 1 to 9 stand for the ids of nine messages.
    const CASES: [Fields, number[], Found][] = [
      [{ anchor: 'newest', num_before: 3 }, [7, 8, 9], { anchor: NEWEST, newest: true }],
      [{ anchor: 'newest', num_before: 9 }, [1, 2, 3, 4, 5, 6, 7, 8, 9], { anchor: NEWEST, newest: true }],
      [
        { anchor: 'newest', num_before: 10 },
        [1, 2, 3, 4, 5, 6, 7, 8, 9],
        { anchor: NEWEST, newest: true, oldest: true },
      ],
      [{ anchor: '"newest"', num_before: 1 }, [9], { anchor: NEWEST, newest: true }],
      [{ anchor: 'oldest', num_after: 3 }, [1, 2, 3], { anchor: 0, oldest: true }],
      [{ anchor: 'oldest', num_after: 10 }, [1, 2, 3, 4, 5, 6, 7, 8, 9], { anchor: 0, oldest: true, newest: true }],
      [{ anchor: -5, num_after: 1 }, [1], { anchor: 0, oldest: true }],
      [{ anchor: '99999999999999999999', num_before: 1 }, [9], { anchor: NEWEST, newest: true }],
      [{ anchor: 5 }, [5], { anchor: 5, anchored: true }],
      [{ anchor: 5, include_anchor: false }, [], { anchor: 5 }],
      [{ anchor: 5, num_before: 2, num_after: 1 }, [3, 4, 5, 6], { anchor: 5, anchored: true }],
      [{ anchor: 5, num_before: 4 }, [1, 2, 3, 4, 5], { anchor: 5, anchored: true }],
      [{ anchor: 5, num_before: 5 }, [1, 2, 3, 4, 5], { anchor: 5, anchored: true, oldest: true }],
      [{ anchor: 5, num_after: 4 }, [5, 6, 7, 8, 9], { anchor: 5, anchored: true }],
      [{ anchor: 5, num_after: 5 }, [5, 6, 7, 8, 9], { anchor: 5, anchored: true, newest: true }],
      [{ anchor: 5, num_before: 2, include_anchor: false }, [3, 4], { anchor: 5 }],
      [{ anchor: 5, num_after: 2, include_anchor: false }, [6, 7], { anchor: 5 }],
      [{ anchor: 'first_unread', num_before: 1, num_after: 1 }, [3, 4, 5], { anchor: 4, anchored: true }],
      [{ use_first_unread_anchor: true, num_after: 1 }, [4, 5], { anchor: 4, anchored: true }],
    ]
    test('a page has the requested number of messages on both sides, ascending, and says whether it reaches the ends', async () => {
      const { ada, dov, general } = await freshRealm()
      const ids = await sendInOrder(
        Array.from({ length: 9 }, (_, index) => () => dov.sends(general, `topic ${index % 2}`, String(index + 1))),
      )
      succeeded(await ada.post('/messages/flags', { op: 'add', flag: 'read', messages: ids.slice(0, 3) }))
      const idOf = (number: FieldValue) => (typeof number === 'number' && ids[number - 1]) || number
      for (const [fields, expected, { anchor, anchored, oldest, newest }] of CASES) {
        const request = 'anchor' in fields ? { ...fields, anchor: idOf(fields.anchor) } : fields
        const response = await fetchMessages(ada, request)
        expect(messageIds(response), JSON.stringify(fields)).toEqual(expected.map(idOf))
        expect(response, JSON.stringify(fields)).toMatchObject({
          anchor: idOf(anchor),
          found_anchor: anchored ?? false,
          found_oldest: oldest ?? false,
          found_newest: newest ?? false,
          history_limited: false,
        })
      }
    })

    test('first_unread is the first unread message of the narrow, or the newest message if there is none', async () => {
      const { ada, dov, general } = await freshRealm()
      const [lunch, dinner] = await sendInOrder([
        () => dov.sends(general, 'lunch', '1'),
        () => dov.sends(general, 'dinner', '2'),
      ])
      const firstIn = async (topic: string) =>
        (
          await fetchMessages(ada, {
            anchor: 'first_unread',
            narrow: [
              ['channel', 'general'],
              ['topic', topic],
            ],
          })
        ).anchor
      expect([await firstIn('lunch'), await firstIn('dinner'), await firstIn('tea')]).toEqual([lunch, dinner, NEWEST])
      await ada.post('/messages/flags', { op: 'add', flag: 'read', messages: [lunch] })
      expect([await firstIn('lunch'), await firstIn('dinner')]).toEqual([NEWEST, dinner])
    })

    test('first_unread skips muted channels, unless the narrow names the channel', async () => {
      const { realm, ada, dov, general } = await freshRealm()
      const [muted, direct] = await sendInOrder([
        () => dov.sends(general, 'lunch', '1'),
        () => dov.sendsDirectly([ada], '2'),
      ])
      const firstIn = async (narrow: FieldValue) =>
        (await fetchMessages(ada, { anchor: 'first_unread', narrow })).anchor
      expect(await firstIn([])).toBe(muted)
      await executeSql(
        realm,
        'UPDATE subscriptions SET is_muted = 1 WHERE user_id = ? AND stream_id = ?',
        ada.id,
        general.stream_id,
      )
      expect(await firstIn([])).toBe(direct)
      expect(await firstIn([['sender', dov.id]])).toBe(direct)
      expect(await firstIn([['channel', 'general']])).toBe(muted)
      expect(
        await firstIn([
          ['channel', 'general'],
          ['topic', 'lunch'],
        ]),
      ).toBe(muted)
      expect(
        await firstIn([
          ['channel', 'general'],
          ['topic', 'tea'],
        ]),
      ).toBe(NEWEST)
    })

    const INVALID: [Fields, object][] = [
      [{ num_before: 5 }, refusal("Missing 'anchor' argument.")],
      [{ anchor: 'middle' }, refusal('Invalid anchor')],
      [{ anchor: '' }, refusal('Invalid anchor')],
      [{ anchor: 1.5 }, refusal('Invalid anchor')],
      [
        { anchor: 5, num_before: 1, num_after: 1, include_anchor: false },
        refusal('The anchor can only be excluded at an end of the range'),
      ],
      [{ anchor: 5, num_before: 2500, num_after: 2501 }, refusal('Too many messages requested (maximum 5000).')],
      [{ anchor: 5, num_before: -1 }, refusal('num_before is not a non-negative integer')],
      [{ anchor: 5, num_after: 'few' }, refusal('num_after is not valid JSON')],
      [{ anchor: 5, num_after: 1.5 }, refusal('num_after is not an integer')],
      [{ anchor: 5, include_anchor: 'perhaps' }, refusal('include_anchor is not valid JSON')],
      [{ anchor: 5, include_anchor: 5 }, refusal('include_anchor is not a boolean')],
      [{ anchor: 5, apply_markdown: 'x' }, refusal('apply_markdown is not valid JSON')],
      [{ anchor: 5, client_gravatar: 'x' }, refusal('client_gravatar is not valid JSON')],
      [{ anchor: 5, allow_empty_topic_name: 'x' }, refusal('allow_empty_topic_name is not valid JSON')],
      [{ anchor: 5, use_first_unread_anchor: 'x' }, refusal('use_first_unread_anchor is not valid JSON')],
      [{ anchor: 5, narrow: 'x' }, refusal('narrow is not valid JSON')],
      [{ anchor: 5, narrow: 5 }, refusal('narrow is not a list')],
      [{ message_ids: 'x' }, refusal('message_ids is not valid JSON')],
      [{ message_ids: 5 }, refusal('message_ids is not a list')],
      [{ message_ids: ['5'] }, refusal('message_ids[0] is not an integer')],
    ]
    test('invalid parameters are refused', async () => {
      const { ada } = await freshRealm()
      for (const [fields, expected] of INVALID)
        expect(await ada.get('/messages', fields), JSON.stringify(fields)).toEqual(expected)
      await fetchMessages(ada, { anchor: 5, num_before: 2500, num_after: 2500 })
    })
  })

  describe('by ids', () => {
    test('messages that the user can read are returned, ascending, and a narrow selects among them', async () => {
      const { ada, ben, cleo, dov, general, vault } = await freshRealm()
      const river = await newChannel(ada, 'river', [ada])
      const [lunch, dinner, keys, water, direct] = await sendInOrder([
        () => dov.sends(general, 'lunch', '1'),
        () => dov.sends(general, 'dinner', '2'),
        () => ben.sends(vault, 'keys', '3'),
        () => ada.sends(river, 'water', '4'),
        () => ada.sendsDirectly([dov], '5'),
      ])
      const message_ids = [water, direct, keys, dinner, lunch, lunch, 987_654, -1]
      const response = await fetchMessages(cleo, { message_ids })
      expect(response).toMatchObject({
        found_anchor: false,
        found_oldest: false,
        found_newest: false,
        history_limited: false,
      })
      expect(response).not.toHaveProperty('anchor')
      expect(messageIds(response)).toEqual([lunch, dinner, water])
      expect(response.messages.map(({ flags }: Json) => flags)).toEqual([[], [], ['read', 'historical']])
      expect(await idsInNarrow(ada, [], { message_ids })).toEqual([lunch, dinner, keys, water, direct])
      expect(await idsInNarrow(cleo, [['topic', 'dinner']], { message_ids })).toEqual([dinner])
    })

    test('ids together with a range are refused, and the response names the parameters', async () => {
      const { ada } = await freshRealm()
      const RANGES: Fields[] = [
        { anchor: 5 },
        { num_before: 5 },
        { num_after: 5 },
        { anchor: 'newest', num_before: 1 },
        { include_anchor: false },
        { use_first_unread_anchor: true },
      ]
      for (const range of RANGES) {
        const response = await ada.get('/messages', { message_ids: [1], ...range })
        expect(response).toMatchObject({ result: 'error', code: 'BAD_REQUEST' })
        expect(new Set(response.parameters.split(', '))).toEqual(new Set([...Object.keys(range), 'message_ids']))
        expect(response.msg).toBe(`Unsupported parameter combination: ${response.parameters}`)
      }
    })
  })

  test('a client that reads a channel page by page, in either direction, gets each message once', async () => {
    const { ada, dov, general, vault } = await freshRealm()
    const below = randomBelow(20_260)
    const topicOf = new Map<number, number>()
    await sendMany(300, async () => {
      const topic = Math.floor(Math.sqrt(below(1600)))
      if (below(5) === 0) return ada.sends(vault, `topic ${topic}`, 'x')
      const { id } = await dov.sends(general, `topic ${topic}`, 'x')
      topicOf.set(id, topic)
      return { id }
    })
    const all = [...topicOf.keys()].sort((a, b) => a - b)
    const narrow = [['channel', 'general']]

    const forwards: number[] = []
    for (let anchor: number | string = 'oldest'; ;) {
      const page = await fetchMessages(ada, { narrow, anchor, include_anchor: false, num_after: 1 + below(40) })
      forwards.push(...messageIds(page))
      if (page.found_newest) break
      anchor = forwards.at(-1)!
    }
    expect(forwards).toEqual(all)

    const backwards: number[] = []
    for (let anchor: number | string = 'newest'; ;) {
      const page = await fetchMessages(ada, { narrow, anchor, include_anchor: false, num_before: 1 + below(40) })
      backwards.unshift(...messageIds(page))
      if (page.found_oldest) break
      anchor = backwards[0]!
    }
    expect(backwards).toEqual(all)

    for (let round = 0; round < 60; round++) {
      const [anchor, num_before, num_after] = [below(320), below(30), below(30)]
      const topic = round % 3 === 0 ? undefined : below(40)
      const inNarrow = all.filter((id) => topic === undefined || topicOf.get(id) === topic)
      const page = await fetchMessages(ada, {
        narrow: topic === undefined ? narrow : [...narrow, ['topic', `Topic ${topic}`]],
        anchor,
        num_before,
        num_after,
      })
      const before = inNarrow.filter((id) => id < anchor)
      const after = inNarrow.filter((id) => id > anchor)
      expect(messageIds(page), `${topic} ${anchor} ${num_before} ${num_after}`).toEqual([
        ...before.slice(Math.max(0, before.length - num_before)),
        ...inNarrow.filter((id) => id === anchor),
        ...after.slice(0, num_after),
      ])
      expect([page.found_anchor, page.found_oldest, page.found_newest]).toEqual([
        inNarrow.includes(anchor),
        anchor === 0 || before.length < num_before,
        after.length < num_after,
      ])
    }
  })
})
