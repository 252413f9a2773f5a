import { evictDurableObject, runDurableObjectAlarm } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { refusal } from '../support/answers'
import { ALL_MESSAGES, idsInNarrow, messageIds } from '../support/messages'
import { beforeD1IsRead } from '../support/faults'
import { idsOfMany } from '../support/many'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm, newChannel, type Cast, type TestRealm } from '../support/realm'
import { rowsIn, writesTo } from '../support/tables'

type Fields = Record<string, FieldValue>

const NEWEST = 10_000_000_000_000_000

const fetches = async (person: Person, fields: Fields): Promise<Json> =>
  succeeded(await person.get('/messages', fields))

async function idsInOrder(sends: (() => Promise<{ id: number }>)[]): Promise<number[]> {
  const ids: number[] = []
  for (const send of sends) ids.push((await send()).id)
  return ids
}

/** Until everything has reached D1. */
async function drained(realm: TestRealm): Promise<void> {
  while ((await rowsIn(realm, 'SELECT 1 FROM outbox LIMIT 1')).length > 0) await runDurableObjectAlarm(realm.stub)
}

const several = (count: number, send: (i: number) => Promise<{ id: number }>) =>
  idsInOrder(Array.from({ length: count }, (_, i) => () => send(i)))

/** The same chances at every run. */
function chancesFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

describe('GET /messages', () => {
  test('a message is fetched whole, as its reader has it', async () => {
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

  test('a direct message has its people and no channel, and one id of its people whoever writes', async () => {
    const { ada, dov } = await freshRealm()
    await dov.sendsDirectly([ada], 'Hi')
    await ada.sendsDirectly([dov], 'Hello')
    const { messages } = await fetches(dov, ALL_MESSAGES)
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
    // Nine messages, here called 1 to 9.
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
    test('as many as were asked for on either side, ascending, and whether they reach the ends', async () => {
      const { ada, dov, general } = await freshRealm()
      const ids = await several(9, (i) => dov.sends(general, `topic ${i % 2}`, String(i + 1)))
      succeeded(await ada.post('/messages/flags', { op: 'add', flag: 'read', messages: ids.slice(0, 3) }))
      const idCalled = (number: FieldValue) => (typeof number === 'number' && ids[number - 1]) || number
      for (const [fields, expected, { anchor, anchored, oldest, newest }] of CASES) {
        const asked = 'anchor' in fields ? { ...fields, anchor: idCalled(fields.anchor) } : fields
        const answer = await fetches(ada, asked)
        expect(messageIds(answer), JSON.stringify(fields)).toEqual(expected.map(idCalled))
        expect(answer, JSON.stringify(fields)).toMatchObject({
          anchor: idCalled(anchor),
          found_anchor: anchored ?? false,
          found_oldest: oldest ?? false,
          found_newest: newest ?? false,
          history_limited: false,
        })
      }
    })

    test('the first unread message is the narrow’s own; with none, the newest is meant', async () => {
      const { ada, dov, general } = await freshRealm()
      const [lunch, dinner] = await idsInOrder([
        () => dov.sends(general, 'lunch', '1'),
        () => dov.sends(general, 'dinner', '2'),
      ])
      const firstIn = async (topic: string) =>
        (
          await fetches(ada, {
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

    test('what is unread in a muted channel is the first only to who looks into that channel', async () => {
      const { realm, ada, dov, general } = await freshRealm()
      const [muted, direct] = await idsInOrder([
        () => dov.sends(general, 'lunch', '1'),
        () => dov.sendsDirectly([ada], '2'),
      ])
      const firstIn = async (narrow: FieldValue) => (await fetches(ada, { anchor: 'first_unread', narrow })).anchor
      expect(await firstIn([])).toBe(muted)
      await writesTo(
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

    const REFUSED: [Fields, object][] = [
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
    test('what makes no sense is refused', async () => {
      const { ada } = await freshRealm()
      for (const [bad, expected] of REFUSED)
        expect(await ada.get('/messages', bad), JSON.stringify(bad)).toEqual(expected)
      await fetches(ada, { anchor: 5, num_before: 2500, num_after: 2500 })
    })
  })

  describe('by ids', () => {
    test('those that may be read, ascending, received or not; a narrow picks among them', async () => {
      const { ada, ben, cleo, dov, general, vault } = await freshRealm()
      const river = await newChannel(ada, 'river', [ada])
      const [lunch, dinner, keys, water, direct] = await idsInOrder([
        () => dov.sends(general, 'lunch', '1'),
        () => dov.sends(general, 'dinner', '2'),
        () => ben.sends(vault, 'keys', '3'),
        () => ada.sends(river, 'water', '4'),
        () => ada.sendsDirectly([dov], '5'),
      ])
      const message_ids = [water, direct, keys, dinner, lunch, lunch, 987_654, -1]
      const answer = await fetches(cleo, { message_ids })
      expect(answer).toMatchObject({
        found_anchor: false,
        found_oldest: false,
        found_newest: false,
        history_limited: false,
      })
      expect(answer).not.toHaveProperty('anchor')
      expect(messageIds(answer)).toEqual([lunch, dinner, water])
      expect(answer.messages.map(({ flags }: Json) => flags)).toEqual([[], [], ['read', 'historical']])
      expect(await idsInNarrow(ada, [], { message_ids })).toEqual([lunch, dinner, keys, water, direct])
      expect(await idsInNarrow(cleo, [['topic', 'dinner']], { message_ids })).toEqual([dinner])
    })

    test('ids and a range together are refused, and said together', async () => {
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
        const answer = await ada.get('/messages', { message_ids: [1], ...range })
        expect(answer).toMatchObject({ result: 'error', code: 'BAD_REQUEST' })
        expect(new Set(answer.parameters.split(', '))).toEqual(new Set([...Object.keys(range), 'message_ids']))
        expect(answer.msg).toBe(`Unsupported parameter combination: ${answer.parameters}`)
      }
    })
  })

  describe('in a narrow', () => {
    type Sent = { id: number; sender: number; channel?: string; topic?: string; people?: string }

    /** A little of everything, all of it Ada's to read. */
    async function aVariety({ ada, ben, cleo, dov, general, vault }: Cast): Promise<Sent[]> {
      const sent: Sent[] = []
      const inTopic = async (person: Person, channel: { name: string }, topic: string) =>
        sent.push({
          id: (await person.sends(channel, topic, 'x')).id,
          sender: person.id,
          channel: channel.name,
          topic: topic.toLowerCase(),
        })
      const directly = async (person: Person, people: Person[]) =>
        sent.push({
          id: (await person.sendsDirectly(people, 'x')).id,
          sender: person.id,
          people: [...new Set([person, ...people].map(({ id }) => id))].sort((a, b) => a - b).join(),
        })
      for (let round = 0; round < 2; round++) {
        await inTopic(dov, general, 'lunch')
        await inTopic(ben, general, 'LUNCH')
        await inTopic(ada, general, 'dinner')
        await inTopic(cleo, general, '')
        await inTopic(ben, vault, 'lunch')
        await inTopic(ada, vault, 'keys')
        await directly(dov, [ada])
        await directly(ada, [dov])
        await directly(ada, [ben])
        await directly(ada, [ada])
        await directly(dov, [ada, cleo])
        await directly(ada, [dov, cleo])
      }
      return sent
    }

    type Case = [narrow: [string, FieldValue, negated?: true][], fits: (sent: Sent) => boolean]

    const casesFor = ({ ada, ben, cleo, dov, general }: Cast, some: Sent): Case[] => {
      const pair = `${ada.id},${dov.id}`
      const trio = `${ada.id},${cleo.id},${dov.id}`
      const isDirect = (people: string) => (sent: Sent) => sent.people === people
      return [
        [[], () => true],
        [[['channel', 'general']], ({ channel }) => channel === 'general'],
        [[['stream', 'GENERAL']], ({ channel }) => channel === 'general'],
        [[['channel', general.stream_id]], ({ channel }) => channel === 'general'],
        [[['channel', String(general.stream_id)]], ({ channel }) => channel === 'general'],
        [[['channel', 'general', true]], ({ channel }) => channel !== 'general'],
        [
          [
            ['channel', 'general'],
            ['topic', 'lunch'],
          ],
          ({ channel, topic }) => channel === 'general' && topic === 'lunch',
        ],
        [
          [
            ['topic', 'Lunch'],
            ['channel', 'general'],
          ],
          ({ channel, topic }) => channel === 'general' && topic === 'lunch',
        ],
        [
          [
            ['channel', 'general'],
            ['topic', 'lunch', true],
          ],
          ({ channel, topic }) => channel === 'general' && topic !== 'lunch',
        ],
        [
          [
            ['channel', 'general', true],
            ['topic', 'lunch'],
          ],
          ({ channel, topic }) => channel === 'vault' && topic === 'lunch',
        ],
        [
          [
            ['channel', 'general'],
            ['topic', 'tea'],
          ],
          () => false,
        ],
        [[['topic', 'lunch']], ({ topic }) => topic === 'lunch'],
        [[['topic', 'lunch', true]], ({ topic }) => topic !== 'lunch'],
        [
          [
            ['channel', 'general'],
            ['topic', ''],
          ],
          ({ topic }) => topic === '',
        ],
        [
          [
            ['channel', 'general'],
            ['topic', 'general chat'],
          ],
          ({ topic }) => topic === '',
        ],
        [[['topic', '(no topic)']], ({ topic }) => topic === ''],
        [
          [
            ['channel', 'general'],
            ['channel', 'vault'],
          ],
          () => false,
        ],
        [
          [
            ['channel', 'general'],
            ['topic', 'lunch'],
            ['topic', 'dinner'],
          ],
          () => false,
        ],
        [[['sender', dov.id]], ({ sender }) => sender === dov.id],
        [[['sender', dov.email]], ({ sender }) => sender === dov.id],
        [[['sender', dov.email.toUpperCase()]], ({ sender }) => sender === dov.id],
        [[['sender', dov.id, true]], ({ sender }) => sender !== dov.id],
        [
          [
            ['sender', dov.id],
            ['sender', ada.id],
          ],
          () => false,
        ],
        [
          [
            ['sender', ben.id],
            ['channel', 'general'],
          ],
          ({ sender, channel }) => sender === ben.id && channel === 'general',
        ],
        [
          [
            ['sender', ada.id],
            ['dm', dov.id],
          ],
          (sent) => sent.sender === ada.id && sent.people === pair,
        ],
        [[['dm', [dov.id]]], isDirect(pair)],
        [[['dm', dov.id]], isDirect(pair)],
        [[['dm', dov.email]], isDirect(pair)],
        [[['pm-with', [dov.email]]], isDirect(pair)],
        [[['dm', [ada.id, dov.id]]], isDirect(pair)],
        [[['dm', [cleo.id, dov.id]]], isDirect(trio)],
        [[['dm', [dov.id, ada.id, cleo.id, dov.id]]], isDirect(trio)],
        [[['dm', `${dov.email},${cleo.email}`]], isDirect(trio)],
        [[['dm', ` ${cleo.email} , ${dov.email} `]], isDirect(trio)],
        [[['dm', []]], isDirect(`${ada.id}`)],
        [[['dm', '']], isDirect(`${ada.id}`)],
        [[['dm', [ada.id]]], isDirect(`${ada.id}`)],
        [[['dm', [cleo.id]]], () => false],
        [[['dm', [dov.id], true]], ({ people }) => people !== pair],
        [[['dm', [cleo.id], true]], () => true],
        [
          [
            ['channel', 'general'],
            ['dm', dov.id, true],
          ],
          ({ channel }) => channel === 'general',
        ],
        [[['id', some.id]], ({ id }) => id === some.id],
        [[['id', String(some.id)]], ({ id }) => id === some.id],
        [[['id', some.id, true]], ({ id }) => id !== some.id],
        [
          [
            ['id', some.id],
            ['sender', some.sender, true],
          ],
          () => false,
        ],
        [[['id', 987_654]], () => false],
      ]
    }

    test('every operator picks what it says, alone, with others and negated', async () => {
      const cast = await freshRealm()
      const sent = await aVariety(cast)
      for (const [terms, fits] of casesFor(cast, sent[7]!)) {
        const narrow = terms.map(([operator, operand, negated]) => ({ operator, operand, negated: negated ?? false }))
        const expected = sent.filter(fits).map(({ id }) => id)
        expect(await idsInNarrow(cast.ada, narrow), JSON.stringify(terms)).toEqual(expected)
        const newest = await fetches(cast.ada, { narrow, anchor: 'newest', num_before: 3 })
        expect(messageIds(newest), JSON.stringify(terms)).toEqual(expected.slice(-3))
        expect(newest.found_oldest, JSON.stringify(terms)).toBe(expected.length < 3)
        const anchor = expected[1]
        if (anchor === undefined) continue
        const around = await fetches(cast.ada, { narrow, anchor, num_before: 1, num_after: 1 })
        expect(messageIds(around), JSON.stringify(terms)).toEqual(expected.slice(0, 3))
      }
    })

    test('the older form of a term is a pair; null means everything', async () => {
      const cast = await freshRealm()
      const sent = await aVariety(cast)
      const lunch = sent.filter(({ channel, topic }) => channel === 'general' && topic === 'lunch').map(({ id }) => id)
      const all = sent.map(({ id }) => id)
      expect(
        await idsInNarrow(cast.ada, [
          ['stream', 'general'],
          ['topic', 'lunch'],
        ]),
      ).toEqual(lunch)
      expect(await idsInNarrow(cast.ada, [['stream', 'general'], { operator: 'topic', operand: 'lunch' }])).toEqual(
        lunch,
      )
      expect(await idsInNarrow(cast.ada, 'null')).toEqual(all)
      expect(await idsInNarrow(cast.ada, '[]')).toEqual(all)
    })

    test('an anchor outside the narrow is not in the answer', async () => {
      const { ada, dov, general } = await freshRealm()
      const [first, second, third] = await several(3, (i) => dov.sends(general, i === 1 ? 'dinner' : 'lunch', 'x'))
      const answer = await fetches(ada, {
        narrow: [
          ['channel', 'general'],
          ['topic', 'lunch'],
        ],
        anchor: second,
        num_before: 1,
        num_after: 1,
      })
      expect(messageIds(answer)).toEqual([first, third])
      expect(answer.found_anchor).toBe(false)
    })

    test('a narrow that cannot be is refused, and why', async () => {
      const { ada, dov, ezra } = await freshRealm()
      const unknownChannel = (operand: unknown) => `unknown channel ${String(operand)}`
      const TWO_KINDS = 'No message can be both a channel message and direct message'
      const CASES: [Person, FieldValue, string][] = [
        [ada, [['channel', 'nowhere']], unknownChannel('nowhere')],
        [ada, [['channel', 987]], unknownChannel(987)],
        [ada, [{ operator: 'channel', operand: 'nowhere', negated: true }], unknownChannel('nowhere')],
        [dov, [['channel', 'vault']], unknownChannel('vault')],
        [ezra, [['channel', 'river']], unknownChannel('river')],
        [ada, [['sender', 'nobody@example.test']], 'unknown user nobody@example.test'],
        [ada, [['sender', 987]], 'unknown user 987'],
        [ada, [['dm', [987]]], 'unknown user 987'],
        [ada, [['dm', 'nobody@example.test']], 'unknown user nobody@example.test'],
        [ada, [['colour', 'blue']], 'unknown operator colour'],
        [ada, [['id', 'one']], 'Invalid message ID'],
        [ada, [['id', '']], 'Invalid message ID'],
        [ada, [['id', -1]], 'Invalid message ID'],
        [ada, [['id', [1]]], 'Invalid message ID'],
        [
          ada,
          [
            ['channel', 'general'],
            ['dm', dov.id],
          ],
          TWO_KINDS,
        ],
        [
          ada,
          [
            ['dm', dov.id],
            ['topic', 'lunch'],
          ],
          TWO_KINDS,
        ],
      ]
      await newChannel(ada, 'river', [ada])
      for (const [person, narrow, desc] of CASES)
        expect(await person.get('/messages', { ...ALL_MESSAGES, narrow }), JSON.stringify(narrow)).toEqual(
          refusal(`Invalid narrow operator: ${desc}`, 'BAD_NARROW', { desc }),
        )
      for (const narrow of [
        [['channel']],
        [['channel', 'general', true]],
        [5],
        [{ operand: 'general' }],
        [{ operator: 'channel', operand: { id: 1 } }],
      ])
        expect(await ada.get('/messages', { ...ALL_MESSAGES, narrow }), JSON.stringify(narrow)).toMatchObject({
          result: 'error',
          code: 'BAD_REQUEST',
          msg: expect.stringContaining('narrow[0]'),
        })
      await idsInNarrow(ada, [['channel', 'vault']])
      await idsInNarrow(dov, [['channel', 'river']])
    })
  })

  test('paging through a channel of many topics, either way and by any steps, meets every message once', async () => {
    const { ada, dov, general, vault } = await freshRealm()
    const chance = chancesFrom(20_260)
    const topicOf = new Map<number, number>()
    await idsOfMany(300, async () => {
      const topic = Math.floor(Math.sqrt(chance(1600)))
      if (chance(5) === 0) return ada.sends(vault, `topic ${topic}`, 'x')
      const { id } = await dov.sends(general, `topic ${topic}`, 'x')
      topicOf.set(id, topic)
      return { id }
    })
    const all = [...topicOf.keys()].sort((a, b) => a - b)
    const narrow = [['channel', 'general']]

    const forwards: number[] = []
    for (let anchor: number | string = 'oldest'; ;) {
      const page = await fetches(ada, { narrow, anchor, include_anchor: false, num_after: 1 + chance(40) })
      forwards.push(...messageIds(page))
      if (page.found_newest) break
      anchor = forwards.at(-1)!
    }
    expect(forwards).toEqual(all)

    const backwards: number[] = []
    for (let anchor: number | string = 'newest'; ;) {
      const page = await fetches(ada, { narrow, anchor, include_anchor: false, num_before: 1 + chance(40) })
      backwards.unshift(...messageIds(page))
      if (page.found_oldest) break
      anchor = backwards[0]!
    }
    expect(backwards).toEqual(all)

    for (let round = 0; round < 60; round++) {
      const [anchor, num_before, num_after] = [chance(320), chance(30), chance(30)]
      const topic = round % 3 === 0 ? undefined : chance(40)
      const here = all.filter((id) => topic === undefined || topicOf.get(id) === topic)
      const page = await fetches(ada, {
        narrow: topic === undefined ? narrow : [...narrow, ['topic', `Topic ${topic}`]],
        anchor,
        num_before,
        num_after,
      })
      const before = here.filter((id) => id < anchor)
      const after = here.filter((id) => id > anchor)
      expect(messageIds(page), `${topic} ${anchor} ${num_before} ${num_after}`).toEqual([
        ...before.slice(Math.max(0, before.length - num_before)),
        ...here.filter((id) => id === anchor),
        ...after.slice(0, num_after),
      ])
      expect([page.found_anchor, page.found_oldest, page.found_newest]).toEqual([
        here.includes(anchor),
        anchor === 0 || before.length < num_before,
        after.length < num_after,
      ])
    }
  })

  describe('for whom', () => {
    test('without a channel in the narrow it is one’s own history; with one, all that the channel shows', async () => {
      const { ada, cleo, dov, general } = await freshRealm()
      const river = await newChannel(ada, 'river', [ada])
      const [before, lunch] = await idsInOrder([
        () => ada.sends(river, 'water', '1'),
        () => dov.sends(general, 'lunch', '2'),
      ])
      await cleo.subscribes(river)
      const [during] = await idsInOrder([() => ada.sends(river, 'water', '3')])
      await cleo.delete('/users/me/subscriptions', { subscriptions: ['river'] })
      const [after] = await idsInOrder([() => ada.sends(river, 'water', '4')])

      expect(await idsInNarrow(cleo, [])).toEqual([lunch, during])
      expect(await idsInNarrow(cleo, [['topic', 'water']])).toEqual([during])
      expect(await idsInNarrow(cleo, [['sender', ada.id]])).toEqual([during])
      expect(await idsInNarrow(cleo, [['id', before]])).toEqual([])
      expect(await idsInNarrow(cleo, [{ operator: 'channel', operand: 'general', negated: true }])).toEqual([during])
      const whole = await fetches(cleo, { ...ALL_MESSAGES, narrow: [['channel', 'river']] })
      expect(whole.messages.map(({ id, flags }: Json) => [id, flags])).toEqual([
        [before, ['read', 'historical']],
        [during, ['read']],
        [after, ['read', 'historical']],
      ])
      expect(
        await idsInNarrow(cleo, [
          ['channel', 'river'],
          ['id', before],
        ]),
      ).toEqual([before])
    })

    test('a private channel that shows its history shows it to who comes late; one that protects it, what they received', async () => {
      const { ada, ben, cleo, vault } = await freshRealm()
      const open = await newChannel(ada, 'open', [ada, ben], { invite_only: true, history_public_to_subscribers: true })
      const early = await idsInOrder([() => ben.sends(vault, 'keys', '1'), () => ben.sends(open, 'doors', '2')])
      for (const { name } of [open, vault]) await ada.subscribes({ name }, { principals: [cleo.id] })
      const late = await idsInOrder([() => ben.sends(vault, 'keys', '3'), () => ben.sends(open, 'doors', '4')])

      expect(await idsInNarrow(ada, [['channel', 'vault']])).toEqual([early[0], late[0]])
      expect(await idsInNarrow(cleo, [['channel', 'vault']])).toEqual([late[0]])
      expect(
        await idsInNarrow(
          cleo,
          [
            ['channel', 'vault'],
            ['topic', 'keys'],
          ],
          { anchor: early[0], num_before: 5 },
        ),
      ).toEqual([])
      expect(await idsInNarrow(cleo, [['channel', 'open']])).toEqual([early[1], late[1]])
      expect(await idsInNarrow(cleo, [])).toEqual(late)
      expect(await idsInNarrow(cleo, [], { message_ids: [...early, ...late] })).toEqual([early[1], ...late])
      expect(await cleo.get(`/messages/${early[0]}`)).toEqual(refusal('Invalid message(s)'))
    })

    test('who left a protected channel and came back has what they received, and not what was said meanwhile', async () => {
      const { ada, ben, vault } = await freshRealm()
      const [first] = await idsInOrder([() => ada.sends(vault, 'keys', '1')])
      await ben.delete('/users/me/subscriptions', { subscriptions: ['vault'] })
      const [meanwhile] = await idsInOrder([() => ada.sends(vault, 'keys', '2')])
      await ada.subscribes(vault, { principals: [ben.id] })
      const [last] = await idsInOrder([() => ada.sends(vault, 'keys', '3')])
      expect(await idsInNarrow(ada, [['channel', 'vault']])).toEqual([first, meanwhile, last])
      expect(await idsInNarrow(ben, [['channel', 'vault']])).toEqual([first, last])
      expect(await idsInNarrow(ben, [])).toEqual([first, last])
    })

    test('who left a private channel reads nothing of it, administrators neither', async () => {
      const { ada, ben, cleo, vault } = await freshRealm()
      await ada.subscribes(vault, { principals: [cleo.id] })
      const [id] = await idsInOrder([() => ada.sends(vault, 'keys', '1')])
      for (const person of [ben, cleo]) {
        expect(await idsInNarrow(person, [])).toEqual([id])
        await person.delete('/users/me/subscriptions', { subscriptions: ['vault'] })
        expect(await idsInNarrow(person, [])).toEqual([])
        expect(await idsInNarrow(person, [], { message_ids: [id] })).toEqual([])
        expect(await person.get(`/messages/${id}`)).toEqual(refusal('Invalid message(s)'))
      }
      // An administrator may know of the channel; a member who left may not.
      expect(await idsInNarrow(ben, [['channel', 'vault']])).toEqual([])
      expect(await cleo.get('/messages', { ...ALL_MESSAGES, narrow: [['channel', 'vault']] })).toMatchObject({
        code: 'BAD_NARROW',
      })
    })

    test('a guest reads the channels they are in and no other', async () => {
      const { ada, dov, ezra, general } = await freshRealm()
      const river = await newChannel(ada, 'river', [ada])
      const [water, lunch] = await idsInOrder([
        () => ada.sends(river, 'water', '1'),
        () => dov.sends(general, 'lunch', '2'),
      ])
      expect(await idsInNarrow(dov, [['channel', 'river']])).toEqual([water])
      expect(await idsInNarrow(ezra, [])).toEqual([lunch])
      expect(await idsInNarrow(ezra, [], { message_ids: [water, lunch] })).toEqual([lunch])
      expect(await ezra.get(`/messages/${water}`)).toEqual(refusal('Invalid message(s)'))
    })

    test('a hidden address names nobody to who may not see it', async () => {
      const { realm, ben, cleo, dov, general } = await freshRealm()
      const { id } = await dov.sends(general, 'lunch', 'x')
      await writesTo(realm, 'UPDATE users SET email_address_visibility = 3 WHERE user_id = ?', dov.id)
      expect(await idsInNarrow(ben, [['sender', dov.email]])).toEqual([id])
      expect(await idsInNarrow(cleo, [['sender', `user${dov.id}@${realm.name}.parley.test`]])).toEqual([id])
      for (const narrow of [[['sender', dov.email]], [['dm', dov.email]]])
        expect(await cleo.get('/messages', { ...ALL_MESSAGES, narrow })).toMatchObject({
          code: 'BAD_NARROW',
          desc: `unknown user ${dov.email}`,
        })
    })

    test('other people’s direct messages are nobody else’s', async () => {
      const { ada, ben, cleo, dov } = await freshRealm()
      const [pair, trio] = await idsInOrder([
        () => dov.sendsDirectly([ben], '1'),
        () => dov.sendsDirectly([ben, cleo], '2'),
      ])
      expect(await idsInNarrow(ben, [])).toEqual([pair, trio])
      expect(await idsInNarrow(cleo, [])).toEqual([trio])
      for (const narrow of [
        [],
        [['sender', dov.id]],
        [['dm', [dov.id, ben.id]]],
        [['dm', [dov.id, ben.id, cleo.id]]],
        [['id', pair]],
      ])
        expect(await idsInNarrow(ada, narrow)).toEqual([])
      expect(await idsInNarrow(ada, [], { message_ids: [pair, trio] })).toEqual([])
    })

    test('what an archived channel held stays readable', async () => {
      const { ada, dov } = await freshRealm()
      const river = await newChannel(ada, 'river', [ada, dov])
      const [id] = await idsInOrder([() => ada.sends(river, 'water', '1')])
      succeeded(await ada.delete(`/streams/${river.stream_id}`))
      expect(await idsInNarrow(dov, [['channel', 'river']])).toEqual([id])
      expect(succeeded(await dov.get(`/messages/${id}`)).message.id).toBe(id)
    })
  })

  describe('how it is shown', () => {
    test('as HTML or as it was written, with the picture’s address or without, the general chat by a name or not', async () => {
      const { ada, dov, general } = await freshRealm()
      await dov.sends(general, '', '**Hi**')
      const CASES: [Fields, object][] = [
        [
          {},
          {
            content: '<p><strong>Hi</strong></p>',
            content_type: 'text/html',
            subject: 'general chat',
            avatar_url: null,
          },
        ],
        [{ apply_markdown: false }, { content: '**Hi**', content_type: 'text/x-markdown' }],
        [{ allow_empty_topic_name: true }, { subject: '' }],
        [{ client_gravatar: false }, { avatar_url: expect.stringContaining('gravatar.com/avatar/') }],
      ]
      for (const [fields, shown] of CASES)
        expect((await fetches(ada, { ...ALL_MESSAGES, ...fields })).messages, JSON.stringify(fields)).toMatchObject([
          shown,
        ])
    })

    test('a hidden address is not shown, and its picture only by where it is', async () => {
      const { realm, ben, cleo, dov, general } = await freshRealm()
      await writesTo(realm, 'UPDATE users SET email_address_visibility = 3 WHERE user_id = ?', dov.id)
      const queues = await Promise.all([ben, cleo].map((person) => person.registers({ event_types: ['message'] })))
      await dov.sends(general, 'lunch', 'Hi')
      await dov.sendsDirectly([ben, cleo], 'Hi')
      const known = `user${dov.id}@${realm.name}.parley.test`
      const url = expect.stringContaining('gravatar.com/avatar/')
      for (const [i, [person, avatar_url]] of (
        [
          [ben, null],
          [cleo, url],
        ] as const
      ).entries()) {
        const { messages } = await fetches(person, ALL_MESSAGES)
        const told = (await queues[i]!.events()).map(({ message }) => message)
        for (const shown of [messages, told]) {
          expect(shown).toMatchObject([
            { sender_email: known, avatar_url },
            { sender_email: known, avatar_url },
          ])
          expect(shown[1].display_recipient.map(({ email }: Json) => email)).toContain(known)
          expect(JSON.stringify(shown)).not.toContain(dov.email)
        }
      }
    })

    test('the flags are the reader’s own', async () => {
      const { ada, ben, dov, general } = await freshRealm()
      const [id] = await idsInOrder([
        () => dov.sends(general, 'lunch', '@**Ada** @**all** @**topic**', { read_by_sender: true }),
      ])
      for (const flag of ['read', 'starred', 'collapsed'])
        await ada.post('/messages/flags', { op: 'add', flag, messages: [id] })
      const flagsOf = async (person: Person) => (await fetches(person, ALL_MESSAGES)).messages[0].flags
      expect(await flagsOf(ada)).toEqual([
        'read',
        'starred',
        'collapsed',
        'mentioned',
        'stream_wildcard_mentioned',
        'wildcard_mentioned',
      ])
      expect(await flagsOf(ben)).toEqual(['stream_wildcard_mentioned', 'wildcard_mentioned'])
      expect(await flagsOf(dov)).toEqual([
        'read',
        'stream_wildcard_mentioned',
        'topic_wildcard_mentioned',
        'wildcard_mentioned',
      ])
    })
  })

  describe('from where', () => {
    const contents = ({ messages }: Json) => messages.map(({ content }: Json) => content)

    test('what is deleted between the realm’s answer and the edge’s reading is left out, and the rest is there', async () => {
      const { realm, ada, dov, general } = await freshRealm()
      const [first, second, third] = await several(3, (i) => dov.sends(general, 'lunch', `Message ${i}`))
      await drained(realm)
      await evictDurableObject(realm.stub)
      beforeD1IsRead(realm, async () => {
        succeeded(await dov.delete(`/messages/${second}`))
        await drained(realm)
      })
      expect(await fetches(ada, ALL_MESSAGES)).toMatchObject({
        messages: [{ id: first }, { id: third }],
        found_oldest: true,
        found_newest: true,
      })
    })

    test('what is edited then is told as it says by then', async () => {
      const { realm, ada, dov, general } = await freshRealm()
      const id = (await dov.sends(general, 'lunch', 'Pizza?')).id
      await drained(realm)
      await evictDurableObject(realm.stub)
      beforeD1IsRead(realm, async () => {
        succeeded(await dov.patch(`/messages/${id}`, { content: '**Pasta**?' }))
        await drained(realm)
      })
      expect((await fetches(ada, ALL_MESSAGES)).messages).toMatchObject([
        { id, content: '<p><strong>Pasta</strong>?</p>' },
      ])
    })

    test('what has left the realm’s memory is read from the outbox before it reached D1, and from D1 after', async () => {
      const { realm, ada, dov, general } = await freshRealm()
      const said = new Map<number, string>()
      await idsOfMany(300, async (i) => {
        const content = `Message ${i}: ${'🍕'.repeat(i % 5)}, 'quoted' \\ "twice"`
        const { id } = await dov.sends(general, `topic ${i % 11}`, content, {
          client: i % 2 === 0 ? 'website' : 'curl',
        })
        said.set(id, content)
        return { id }
      })
      const all = [...said].sort(([a], [b]) => a - b).map(([, content]) => content)
      const raw = { ...ALL_MESSAGES, apply_markdown: false }
      expect(contents(await fetches(ada, raw))).toEqual(all)

      await evictDurableObject(realm.stub)
      expect(contents(await fetches(ada, raw))).toEqual(all)

      await drained(realm)
      const stored = env.DB.prepare('SELECT count(*) AS n FROM messages WHERE realm_id = ?').bind(realm.name)
      expect(await stored.first('n')).toBe(300)
      await evictDurableObject(realm.stub)
      const { id: newest } = await dov.sends(general, 'lunch', 'Fresh')
      const answer = await fetches(ada, raw)
      expect(contents(answer)).toEqual([...all, 'Fresh'])
      expect(answer.messages.map(({ client }: Json) => client)).toContain('website')

      const [old] = [...said.keys()]
      expect(succeeded(await ada.get(`/messages/${old}`))).toMatchObject({
        raw_content: said.get(old!),
        message: { id: old, content_type: 'text/html', content: expect.stringMatching(/^<p>Message \d+: /) },
      })
      expect(messageIds(await fetches(ada, { message_ids: [newest, old] }))).toEqual([old, newest])
    })
  })
})

describe('GET /messages/:message_id', () => {
  test('one message as it is fetched with others, and what was written beside it', async () => {
    const { ada, dov, general } = await freshRealm()
    const { id } = await dov.sends(general, '', '**Pizza**, @**Ada**?')
    const { messages } = await fetches(ada, ALL_MESSAGES)
    expect(await ada.get(`/messages/${id}`)).toEqual({
      result: 'success',
      msg: '',
      message: messages[0],
      raw_content: '**Pizza**, @**Ada**?',
    })
    expect(
      succeeded(await ada.get(`/messages/${id}`, { apply_markdown: false, allow_empty_topic_name: true })),
    ).toMatchObject({
      message: { content: '**Pizza**, @**Ada**?', content_type: 'text/x-markdown', subject: '', flags: ['mentioned'] },
      raw_content: '**Pizza**, @**Ada**?',
    })
  })

  test('what is not there and what one may not read are told alike', async () => {
    const { ada, ben, cleo, dov, ezra, vault } = await freshRealm()
    const river = await newChannel(ada, 'river', [ada])
    const [keys, direct, water] = await idsInOrder([
      () => ben.sends(vault, 'keys', '1'),
      () => ada.sendsDirectly([ben], '2'),
      () => ada.sends(river, 'water', '3'),
    ])
    for (const id of [keys, direct, water]) succeeded(await ada.get(`/messages/${id}`))
    for (const person of [cleo, dov, ezra])
      for (const id of [keys, direct, 987_654, 0])
        expect(await person.get(`/messages/${id}`)).toEqual(refusal('Invalid message(s)'))
    expect(succeeded(await dov.get(`/messages/${water}`)).message.flags).toEqual(['read', 'historical'])
    expect(await ezra.get(`/messages/${water}`)).toEqual(refusal('Invalid message(s)'))
  })

  test('what is no id names no message', async () => {
    const { ada, dov, general } = await freshRealm()
    const { id } = await dov.sends(general, 'lunch', 'x')
    for (const no of ['one', '-1', '1.5', `${id}x`, '99999999999999999999'])
      expect(await ada.get(`/messages/${no}`), no).toMatchObject({ result: 'error' })
    expect(await ada.get(`/messages/${id}`, { apply_markdown: 'x' })).toEqual(
      refusal('apply_markdown is not valid JSON'),
    )
    expect(await ada.get(`/messages/${id}`, { allow_empty_topic_name: 5 })).toEqual(
      refusal('allow_empty_topic_name is not a boolean'),
    )
  })
})
