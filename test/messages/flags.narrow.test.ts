import { describe, expect, test } from 'vitest'
import { refusal, SUCCESS } from '../support/answers'
import { unreadMessages } from '../support/messages'
import { changesNothing, receivedBy } from '../support/received-events'
import { sendMany } from '../support/many-messages'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm, newChannel } from '../support/realm'
import { copyFirstMessage, selectRows, rowsWritten } from '../support/tables'

const unreadIds = async (person: Person): Promise<number[]> => {
  const { pms, streams, huddles } = await unreadMessages(person)
  const ids: number[] = [...pms, ...streams, ...huddles].flatMap(
    (conversation: Json) => conversation.unread_message_ids,
  )
  return ids.sort((a, b) => a - b)
}

const read = (messages: number[]) => ({
  type: 'update_message_flags',
  op: 'add',
  operation: 'add',
  flag: 'read',
  messages,
  all: false,
})

/** Four unread messages: in two topics of general, in a direct conversation, and in another channel. */
async function realmWithFourUnread() {
  const cast = await freshRealm()
  const { ada, dov, general } = cast
  const garden = await newChannel(ada, 'garden', [ada, dov])
  const lunch = await dov.sends(general, 'Lunch', '1')
  const dinner = await dov.sends(general, 'dinner', '2')
  const direct = await dov.sendsDirectly([ada], '3')
  const roses = await dov.sends(garden, 'roses', '4')
  const ids = [lunch, dinner, direct, roses].map(({ id }) => id) as [number, number, number, number]
  return { ...cast, garden, ids }
}

describe('POST /mark_all_as_read', () => {
  test('all messages are marked read, and only the user’s own clients receive their ids', async () => {
    const { ada, cleo, ids } = await realmWithFourUnread()
    const [adas, cleos] = await receivedBy([ada, cleo], async () =>
      expect(await ada.post('/mark_all_as_read')).toEqual({ ...SUCCESS, complete: true }),
    )
    expect([adas!.plain, adas!.able]).toEqual([[read(ids)], [read(ids)]])
    expect(cleos!.able).toEqual([])
    expect(await unreadMessages(ada)).toMatchObject({ count: 0, pms: [], streams: [], huddles: [] })
    expect(await unreadIds(cleo)).toEqual(ids.slice(0, 2))
    await changesNothing([ada], async () =>
      expect(await ada.post('/mark_all_as_read')).toEqual({ ...SUCCESS, complete: true }),
    )
  })

  test('hundreds of messages are one event and one row', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    const ids = await sendMany(300, (i) => dov.sends(general, `topic ${i % 7}`, 'Hello'))
    const [adas] = await receivedBy([ada], () => ada.post('/mark_all_as_read'))
    expect(adas!.plain).toEqual([read(ids)])
    expect(
      await selectRows(realm, "SELECT chunk FROM message_flags WHERE user_id = ? AND flag = 'read'", ada.id),
    ).toHaveLength(1)
  })
})

describe('POST /mark_stream_as_read', () => {
  test('only the messages of the channel are marked read', async () => {
    const { ada, general, garden, ids } = await realmWithFourUnread()
    const [adas] = await receivedBy([ada], async () =>
      expect(await ada.post('/mark_stream_as_read', { stream_id: general.stream_id })).toEqual(SUCCESS),
    )
    expect(adas!.able).toEqual([read([ids[0], ids[1]])])
    expect(await unreadIds(ada)).toEqual([ids[2], ids[3]])
    succeeded(await ada.post('/mark_stream_as_read', { stream_id: garden.stream_id }))
    expect(await unreadIds(ada)).toEqual([ids[2]])
  })

  test('a channel that the user cannot read is refused', async () => {
    const { ada, dov, ezra, vault, garden } = await realmWithFourUnread()
    await changesNothing([ada, dov, ezra], async () => {
      for (const [person, stream_id] of [
        [dov, vault.stream_id],
        [ezra, garden.stream_id],
        [ada, 999],
      ] as const)
        expect(await person.post('/mark_stream_as_read', { stream_id })).toEqual(refusal('Invalid channel ID'))
    })
  })
})

describe('POST /mark_topic_as_read', () => {
  test('only the messages of the topic are marked read; case does not matter in its name', async () => {
    const { ada, dov, general, ids } = await realmWithFourUnread()
    const { stream_id } = general
    const hello = await dov.sends(general, '', 'Hello')
    const [adas] = await receivedBy([ada], async () =>
      expect(await ada.post('/mark_topic_as_read', { stream_id, topic_name: 'LUNCH' })).toEqual(SUCCESS),
    )
    expect(adas!.able).toEqual([read([ids[0]])])
    succeeded(await ada.post('/mark_topic_as_read', { stream_id, topic_name: 'general chat' }))
    expect(await unreadIds(ada)).toEqual(ids.slice(1))
    expect(hello.id).toBeGreaterThan(ids[3])
  })

  test('a topic that does not exist, or has no message that the user can read, is refused', async () => {
    const { ada, dov } = await freshRealm()
    const cellar = await newChannel(ada, 'cellar', [ada], { invite_only: true })
    await ada.sends(cellar, 'keys', 'Under the mat')
    const markTopic = (person: Person, topic_name: string) =>
      person.post('/mark_topic_as_read', { stream_id: cellar.stream_id, topic_name })
    expect(await markTopic(dov, 'keys')).toEqual(refusal('Invalid channel ID'))
    await ada.subscribes(cellar, { principals: [dov.id] })
    expect(await markTopic(dov, 'keys')).toEqual(refusal("No such topic 'keys'"))
    expect(await markTopic(ada, 'locks')).toEqual(refusal("No such topic 'locks'"))
    expect(await markTopic(ada, 'keys')).toEqual(SUCCESS)
  })
})

describe('POST /messages/flags/narrow', () => {
  const LUNCH = [
    ['channel', 'general'],
    ['topic', 'lunch'],
  ]
  const changeFlags = (person: Person, more: Record<string, FieldValue>) =>
    person.post('/messages/flags/narrow', {
      anchor: 'oldest',
      num_before: 0,
      num_after: 100,
      narrow: LUNCH,
      op: 'add',
      flag: 'read',
      ...more,
    })

  async function realmWithFiveAtLunch() {
    const cast = await freshRealm()
    const { dov, general } = cast
    const ids: number[] = []
    for (const content of ['1', '2', '3', '4', '5']) ids.push((await dov.sends(general, 'lunch', content)).id)
    await dov.sends(general, 'dinner', 'elsewhere')
    return { ...cast, ids }
  }

  test('a client handles a narrow page by page, from the ids in each response', async () => {
    const { ada, ids } = await realmWithFiveAtLunch()
    succeeded(await ada.post('/messages/flags', { messages: [ids[1]!], op: 'add', flag: 'read' }))
    const [adas] = await receivedBy([ada], async () => {
      expect(await changeFlags(ada, { num_after: 3 })).toEqual({
        ...SUCCESS,
        processed_count: 3,
        updated_count: 2,
        first_processed_id: ids[0],
        last_processed_id: ids[2],
        found_oldest: true,
        found_newest: false,
      })
      expect(await changeFlags(ada, { anchor: ids[2]!, include_anchor: false, num_after: 3 })).toEqual({
        ...SUCCESS,
        processed_count: 2,
        updated_count: 2,
        first_processed_id: ids[3],
        last_processed_id: ids[4],
        found_oldest: false,
        found_newest: true,
      })
    })
    expect(adas!.able.map(({ messages }) => messages)).toEqual([
      [ids[0], ids[2]],
      [ids[3], ids[4]],
    ])
    expect((await unreadMessages(ada)).count).toBe(1)
  })

  test('thousands of messages are one event and one row', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    await dov.sends(general, 'lunch', 'Pizza?')
    await copyFirstMessage(realm, 5000)
    const [adas] = await receivedBy([ada], async () => {
      const before = await rowsWritten(realm)
      expect(await changeFlags(ada, { num_after: 9000 })).toMatchObject({ processed_count: 5000, updated_count: 5000 })
      expect((await rowsWritten(realm)) - before).toBeLessThan(10)
    })
    expect(adas!.able.map(({ messages }) => messages.length)).toEqual([5000])
    expect(
      await selectRows(realm, "SELECT chunk FROM message_flags WHERE user_id = ? AND flag = 'read'", ada.id),
    ).toHaveLength(1)
  })

  test('an empty narrow has all messages, and a narrow without messages changes nothing', async () => {
    const { ada } = await realmWithFiveAtLunch()
    expect(await changeFlags(ada, { narrow: [], num_after: 1000 })).toMatchObject({
      processed_count: 6,
      updated_count: 6,
    })
    await changesNothing([ada], async () =>
      expect(
        await changeFlags(ada, {
          narrow: [
            ['channel', 'general'],
            ['topic', 'tea'],
          ],
        }),
      ).toEqual({
        ...SUCCESS,
        processed_count: 0,
        updated_count: 0,
        first_processed_id: null,
        last_processed_id: null,
        found_oldest: true,
        found_newest: true,
      }),
    )
  })

  test('a narrow with a search changes only the matches', async () => {
    const { ada, cleo, dov, general, vault } = await freshRealm()
    const ids: number[] = []
    for (const content of ['pizza', 'pasta', 'pizzas']) ids.push((await dov.sends(general, 'lunch', content)).id)
    await ada.sends(vault, 'lunch', 'pizza')
    const narrow = [['search', 'pizza']]
    const [adas] = await receivedBy([cleo], async () =>
      expect(await changeFlags(cleo, { narrow, num_after: 1 })).toEqual({
        ...SUCCESS,
        processed_count: 1,
        updated_count: 1,
        first_processed_id: ids[0],
        last_processed_id: ids[0],
        found_oldest: true,
        found_newest: false,
      }),
    )
    expect(adas!.able.map(({ messages }) => messages)).toEqual([[ids[0]]])
    expect(await changeFlags(cleo, { narrow, flag: 'starred' })).toMatchObject({
      processed_count: 2,
      first_processed_id: ids[0],
      last_processed_id: ids[2],
      found_newest: true,
    })
    expect(await changeFlags(cleo, { narrow, op: 'remove' })).toMatchObject({
      updated_count: 1,
      ignored_because_not_subscribed_channels: [],
    })
    expect(await changeFlags(cleo, { narrow, flag: 'mentioned' })).toEqual(refusal("Flag not editable: 'mentioned'"))
  })

  test('stars can be added and removed; marking unread returns the channels that were ignored', async () => {
    const { ada, cleo, dov, ids } = await realmWithFiveAtLunch()
    await receivedBy([ada], async () => {
      expect(await changeFlags(ada, { flag: 'starred' })).toMatchObject({ processed_count: 5, updated_count: 5 })
      expect(await changeFlags(ada, { flag: 'starred', op: 'remove' })).toMatchObject({ updated_count: 5 })
      expect(await changeFlags(ada, {})).toMatchObject({ updated_count: 5 })
      expect(await changeFlags(ada, { op: 'remove', anchor: 'newest', num_before: 2, num_after: 0 })).toMatchObject({
        first_processed_id: ids[3],
        updated_count: 2,
        ignored_because_not_subscribed_channels: [],
      })
    })
    const garden = await newChannel(dov, 'garden', [dov])
    await dov.sends(garden, 'roses', 'Red')
    expect(await changeFlags(cleo, { narrow: [['channel', 'garden']], op: 'remove' })).toMatchObject({
      processed_count: 1,
      updated_count: 0,
      ignored_because_not_subscribed_channels: [garden.stream_id],
    })
  })

  test('messages that the user cannot read are not changed', async () => {
    const { ada, cleo, vault } = await freshRealm()
    await ada.sends(vault, 'keys', 'Under the mat')
    await changesNothing([ada, cleo], async () => {
      expect(await changeFlags(cleo, { narrow: [], flag: 'starred' })).toMatchObject({ processed_count: 0 })
      expect(await changeFlags(cleo, { narrow: [['channel', vault.stream_id]], flag: 'starred' })).toMatchObject({
        code: 'BAD_NARROW',
      })
    })
    expect(await changeFlags(ada, { narrow: [['channel', 'vault']], flag: 'starred' })).toMatchObject({
      updated_count: 1,
    })
  })

  test('invalid parameters are refused and change nothing', async () => {
    const { ada } = await realmWithFiveAtLunch()
    const missing = (var_name: string) =>
      refusal(`Missing '${var_name}' argument`, 'REQUEST_VARIABLE_MISSING', { var_name })
    const INVALID: [Record<string, FieldValue>, object][] = [
      [{ flag: 'shiny', op: 'paint' }, refusal("Invalid flag: 'shiny'")],
      [{ flag: 'mentioned', op: 'paint' }, refusal("Flag not editable: 'mentioned'")],
      [{ op: 'paint' }, refusal("Invalid message flag operation: 'paint'")],
      [{ anchor: 'somewhere' }, refusal('Invalid anchor')],
      [{ anchor: undefined }, missing('anchor')],
      [{ narrow: undefined }, missing('narrow')],
      [{ num_before: undefined }, missing('num_before')],
      [{ num_after: -1 }, refusal('num_after is not a non-negative integer')],
      [{ num_before: 1, include_anchor: false }, refusal('The anchor can only be excluded at an end of the range')],
      [
        { narrow: [['shape', 'round']] },
        refusal('Invalid narrow operator: unknown operator shape', 'BAD_NARROW', { desc: 'unknown operator shape' }),
      ],
    ]
    await changesNothing([ada], async () => {
      for (const [fields, expected] of INVALID)
        expect(await changeFlags(ada, fields), JSON.stringify(fields)).toEqual(expected)
    })
  })
})
