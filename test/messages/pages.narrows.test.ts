import { describe, expect, test } from 'vitest'
import { refusal } from '../support/answers'
import { ALL_MESSAGES, fetchMessages, idsInNarrow, messageIds, sendInOrder } from '../support/messages'
import type { FieldValue, Person } from '../support/person'
import { freshRealm, newChannel, type Cast } from '../support/realm'

describe('GET /messages with a narrow', () => {
  type Sent = { id: number; sender: number; channel?: string; topic?: string; people?: string }

  /** Sends messages to channels and users, all of which ada can read. */
  async function sendVariety({ ada, ben, cleo, dov, general, vault }: Cast): Promise<Sent[]> {
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

  const casesFor = ({ ada, ben, cleo, dov, general }: Cast, message: Sent): Case[] => {
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
      [[['id', message.id]], ({ id }) => id === message.id],
      [[['id', String(message.id)]], ({ id }) => id === message.id],
      [[['id', message.id, true]], ({ id }) => id !== message.id],
      [
        [
          ['id', message.id],
          ['sender', message.sender, true],
        ],
        () => false,
      ],
      [[['id', 987_654]], () => false],
    ]
  }

  test('each operator selects its messages, alone, with other operators and negated', async () => {
    const cast = await freshRealm()
    const sent = await sendVariety(cast)
    for (const [terms, fits] of casesFor(cast, sent[7]!)) {
      const narrow = terms.map(([operator, operand, negated]) => ({ operator, operand, negated: negated ?? false }))
      const expected = sent.filter(fits).map(({ id }) => id)
      expect(await idsInNarrow(cast.ada, narrow), JSON.stringify(terms)).toEqual(expected)
      const newest = await fetchMessages(cast.ada, { narrow, anchor: 'newest', num_before: 3 })
      expect(messageIds(newest), JSON.stringify(terms)).toEqual(expected.slice(-3))
      expect(newest.found_oldest, JSON.stringify(terms)).toBe(expected.length < 3)
      const anchor = expected[1]
      if (anchor === undefined) continue
      const around = await fetchMessages(cast.ada, { narrow, anchor, num_before: 1, num_after: 1 })
      expect(messageIds(around), JSON.stringify(terms)).toEqual(expected.slice(0, 3))
    }
  })

  test('a term can be a pair, and null is the empty narrow', async () => {
    const cast = await freshRealm()
    const sent = await sendVariety(cast)
    const lunch = sent.filter(({ channel, topic }) => channel === 'general' && topic === 'lunch').map(({ id }) => id)
    const all = sent.map(({ id }) => id)
    expect(
      await idsInNarrow(cast.ada, [
        ['stream', 'general'],
        ['topic', 'lunch'],
      ]),
    ).toEqual(lunch)
    expect(await idsInNarrow(cast.ada, [['stream', 'general'], { operator: 'topic', operand: 'lunch' }])).toEqual(lunch)
    expect(await idsInNarrow(cast.ada, 'null')).toEqual(all)
    expect(await idsInNarrow(cast.ada, '[]')).toEqual(all)
  })

  test('an anchor outside of the narrow is not in the response', async () => {
    const { ada, dov, general } = await freshRealm()
    const [first, second, third] = await sendInOrder(
      Array.from({ length: 3 }, (_, index) => () => dov.sends(general, index === 1 ? 'dinner' : 'lunch', 'x')),
    )
    const response = await fetchMessages(ada, {
      narrow: [
        ['channel', 'general'],
        ['topic', 'lunch'],
      ],
      anchor: second,
      num_before: 1,
      num_after: 1,
    })
    expect(messageIds(response)).toEqual([first, third])
    expect(response.found_anchor).toBe(false)
  })

  test('an invalid narrow is refused with its reason', async () => {
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
