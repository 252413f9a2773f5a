import { describe, expect, test } from 'vitest'
import { takeNewest } from '../../src/domain/messages/read-state/unread'
import { refusal } from '../support/answers'
import { flagsOf, unreadMessages } from '../support/messages'
import { idsOfMany } from '../support/many'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm, newChannel } from '../support/realm'
import { replays } from '../support/replays'
import { writesTo } from '../support/tables'

const marks = (person: Person, op: string, flag: string, messages: readonly number[]) =>
  person.post('/messages/flags', { op, flag, messages })

const marked = (messages: readonly number[]) => ({ result: 'success', msg: '', messages })
const unmarked = (messages: readonly number[], ignored: readonly number[] = []) => ({
  ...marked(messages),
  ignored_because_not_subscribed_channels: ignored,
})

/** What the person's plainest client hears. */
async function heardBy(person: Person, act: () => Promise<unknown>): Promise<Json[]> {
  const [heard] = await replays([person], act)
  return heard!
}

const change = (operation: string, flag: string, messages: readonly number[], more: object = {}) => ({
  type: 'update_message_flags',
  op: operation,
  id: expect.any(Number),
  operation,
  flag,
  messages,
  all: false,
  ...more,
})

describe('POST /messages/flags', () => {
  test('reading: what changed is answered and announced, to one’s own clients only; what was read already is not', async () => {
    const { ada, ben, dov, general } = await freshRealm()
    const first = await dov.sends(general, 'lunch', '1')
    const second = await dov.sends(general, 'lunch', '2')
    const third = await dov.sendsDirectly([ada], '3')
    const [hers, , his] = await replays([ada, ben], async () => {
      expect(await marks(ada, 'add', 'read', [second.id])).toEqual(marked([second.id]))
      expect(await marks(ada, 'add', 'read', [third.id, first.id, second.id])).toEqual(marked([first.id, third.id]))
      expect(await marks(ada, 'add', 'read', [first.id, second.id, third.id])).toEqual(marked([]))
    })
    expect(hers).toEqual([change('add', 'read', [second.id]), change('add', 'read', [first.id, third.id])])
    expect(his).toEqual([])
    expect(await flagsOf(ada, first.id)).toEqual(['read'])
    expect(await flagsOf(ben, first.id)).toEqual([])
  })

  test.each(['starred', 'collapsed'])('a message is %s, and then it is not', async (flag) => {
    const { ada, dov, general } = await freshRealm()
    const first = await dov.sends(general, 'lunch', '1')
    const second = await dov.sends(general, 'lunch', '2')
    const heard = await heardBy(ada, async () => {
      expect(await marks(ada, 'add', flag, [second.id, first.id])).toEqual(marked([first.id, second.id]))
      expect(await marks(ada, 'add', flag, [first.id])).toEqual(marked([]))
      expect(await flagsOf(ada, first.id)).toEqual([flag])
      expect(await marks(ada, 'remove', flag, [first.id])).toEqual(marked([first.id]))
      expect(await marks(ada, 'remove', flag, [first.id])).toEqual(marked([]))
    })
    expect(heard).toEqual([change('add', flag, [first.id, second.id]), change('remove', flag, [first.id])])
    expect(await flagsOf(ada, first.id)).toEqual([])
    expect(await flagsOf(dov, second.id)).toEqual([])
  })

  test('whoever registers is told what is starred, ascending', async () => {
    const { ada, dov, general } = await freshRealm()
    const ids: number[] = []
    for (const content of ['1', '2', '3']) ids.push((await dov.sends(general, 'lunch', content)).id)
    await marks(ada, 'add', 'starred', [ids[2]!])
    await marks(ada, 'add', 'starred', [ids[0]!])
    expect((await ada.registers({ fetch_event_types: ['starred_messages'] })).state.starred_messages).toEqual([
      ids[0],
      ids[2],
    ])
  })

  test('a star on a public message one never received makes it part of one’s own history', async () => {
    const { ada, cleo } = await freshRealm()
    const river = await newChannel(ada, 'river', [ada])
    const { id } = await ada.sends(river, 'water', '@**Cleo**')
    const own = async () => succeeded(await cleo.get('/messages', { anchor: 'newest', num_before: 5 })).messages
    expect(await own()).toEqual([])
    const heard = await heardBy(cleo, async () => {
      expect(await marks(cleo, 'add', 'starred', [id])).toEqual(marked([id]))
    })
    expect(heard).toEqual([change('add', 'starred', [id])])
    expect(await own()).toEqual([expect.objectContaining({ id, flags: ['read', 'starred', 'historical'] })])
    expect(await unreadMessages(cleo)).toMatchObject({ count: 0, mentions: [] })
  })

  test('flags that are not one’s to set are refused; the flag is looked at first, then whether it may be set, then what to do with it', async () => {
    const { ada, dov, general } = await freshRealm()
    const { id } = await dov.sends(general, 'lunch', '@**Ada**')
    const missing = (name: string) =>
      refusal(`Missing '${name}' argument`, 'REQUEST_VARIABLE_MISSING', { var_name: name })
    const good = { op: 'add', flag: 'read', messages: [id] }
    const uneditable = [
      'mentioned',
      'stream_wildcard_mentioned',
      'topic_wildcard_mentioned',
      'wildcard_mentioned',
      'has_alert_word',
      'historical',
    ]
    const REFUSED: [Record<string, FieldValue>, object][] = [
      [{ flag: 'shiny', op: 'paint' }, refusal("Invalid flag: 'shiny'")],
      [{ flag: '', op: 'add' }, refusal("Invalid flag: ''")],
      [{ flag: 'mentioned', op: 'paint' }, refusal("Flag not editable: 'mentioned'")],
      ...uneditable.map((flag): [Record<string, FieldValue>, object] => [
        { flag },
        refusal(`Flag not editable: '${flag}'`),
      ]),
      [{ op: 'paint' }, refusal("Invalid message flag operation: 'paint'")],
      [{ op: '' }, refusal("Invalid message flag operation: ''")],
      [{ op: undefined }, missing('op')],
      [{ flag: undefined }, missing('flag')],
      [{ messages: undefined }, missing('messages')],
      [{ messages: 'all' }, refusal('messages is not valid JSON')],
      [{ messages: 5 }, refusal('messages is not a list')],
      [{ messages: ['1'] }, refusal('messages[0] is not an integer')],
      [{ messages: [1.5] }, refusal('messages[0] is not an integer')],
    ]
    const heard = await heardBy(ada, async () => {
      for (const [bad, expected] of REFUSED)
        expect(await ada.post('/messages/flags', { ...good, ...bad }), JSON.stringify(bad)).toEqual(expected)
    })
    expect(heard).toEqual([])
    expect(await ada.post('/messages/flags', good)).toEqual(marked([id]))
    expect(await ada.post('/messages/flags', { ...good, messages: [] })).toEqual(marked([]))
  })

  test('what one may not read cannot be starred or made unread, nor anything else along with it; to read it is passed over', async () => {
    const { ada, ben, cleo, dov, ezra, general, vault } = await freshRealm()
    const open = await dov.sends(general, 'lunch', '1')
    const hidden = await ben.sends(vault, 'keys', '2')
    const direct = await ada.sendsDirectly([ben], '3')
    expect(await marks(ada, 'add', 'starred', [open.id, hidden.id, direct.id, open.id])).toEqual(
      marked([open.id, hidden.id, direct.id]),
    )
    const [hers, , his] = await replays([cleo, ezra], async () => {
      for (const id of [hidden.id, direct.id, 987_654, -1])
        for (const person of [cleo, ezra])
          for (const flag of ['starred', 'collapsed'])
            expect(await marks(person, 'add', flag, [open.id, id])).toEqual(refusal('Invalid message(s)'))
      expect(await marks(cleo, 'add', 'read', [hidden.id, direct.id, 987_654, open.id])).toEqual(marked([open.id]))
      for (const id of [hidden.id, direct.id, 987_654])
        expect(await marks(cleo, 'remove', 'read', [open.id, id])).toEqual(refusal('Invalid message(s)'))
      expect(await marks(cleo, 'remove', 'read', [open.id])).toEqual(unmarked([open.id]))
      expect(await marks(cleo, 'remove', 'starred', [hidden.id, direct.id, 987_654, open.id])).toEqual(marked([]))
    })
    expect(hers!.map(({ op, messages }) => [op, messages])).toEqual([
      ['add', [open.id]],
      ['remove', [open.id]],
    ])
    expect(his).toEqual([])
  })

  test('who left a private channel keeps their stars and may take them off, and cannot give new ones', async () => {
    const { ben, vault } = await freshRealm()
    const first = await ben.sends(vault, 'keys', '1')
    const second = await ben.sends(vault, 'keys', '2')
    await marks(ben, 'add', 'starred', [first.id])
    await heardBy(ben, async () => {
      succeeded(await ben.delete('/users/me/subscriptions', { subscriptions: ['vault'] }))
      expect(await marks(ben, 'add', 'starred', [second.id])).toEqual(marked([]))
      expect(await marks(ben, 'remove', 'starred', [first.id])).toEqual(marked([first.id]))
    })
  })

  test('a message made unread again is told with all that a client must know of it', async () => {
    const { ada, cleo, dov, general } = await freshRealm()
    const ids = [
      await dov.sends(general, 'lunch', 'Hi'),
      await dov.sends(general, '', '@**Ada**'),
      await dov.sends(general, 'lunch', '@**all**'),
      await dov.sendsDirectly([ada], 'Hi'),
      await dov.sendsDirectly([ada, cleo], '@**Ada**'),
      await ada.sendsDirectly([ada], 'Note'),
    ].map(({ id }) => id)
    await marks(ada, 'add', 'read', ids)
    const [heard, knowing] = await replays([ada], async () => {
      expect(await marks(ada, 'remove', 'read', ids.toReversed())).toEqual(unmarked(ids))
      expect(await marks(ada, 'remove', 'read', ids)).toEqual(unmarked([]))
    })
    const { stream_id } = general
    const details = (general_chat: string) =>
      Object.fromEntries(
        [
          { type: 'stream', stream_id, topic: 'lunch' },
          { type: 'stream', stream_id, topic: general_chat, mentioned: true },
          { type: 'stream', stream_id, topic: 'lunch', mentioned: true },
          { type: 'private', user_ids: [dov.id] },
          { type: 'private', user_ids: [cleo.id, dov.id], mentioned: true },
          { type: 'private', user_ids: [] },
        ].map((each, i) => [ids[i], each]),
      )
    expect(heard).toEqual([change('remove', 'read', ids, { message_details: details('general chat') })])
    expect(knowing).toEqual([change('remove', 'read', ids, { message_details: details('') })])
  })

  test('only in a channel one is in can messages be unread; the others are answered as left alone', async () => {
    const { ada, ben, dov, general } = await freshRealm()
    const river = await newChannel(ada, 'river', [ada])
    const never = await ada.sends(river, 'water', '1')
    const lake = await newChannel(ada, 'lake', [ada, dov])
    const former = await ada.sends(lake, 'water', '2')
    const here = await ben.sends(general, 'lunch', '3')
    await marks(dov, 'add', 'read', [former.id, here.id])
    succeeded(await dov.delete('/users/me/subscriptions', { subscriptions: ['lake'] }))
    const heard = await heardBy(dov, async () => {
      expect(await marks(dov, 'remove', 'read', [here.id, former.id, never.id])).toEqual(
        unmarked([here.id], [river.stream_id, lake.stream_id]),
      )
    })
    expect(heard).toMatchObject([{ op: 'remove', messages: [here.id] }])
  })

  test('leaving a channel settles what was unread in it, and coming back does not unsettle it', async () => {
    const { ada, dov } = await freshRealm()
    const lake = await newChannel(ada, 'lake', [ada, dov])
    const { id } = await ada.sends(lake, 'water', '@**Dov**')
    expect(await unreadMessages(dov)).toMatchObject({ count: 1, mentions: [id] })
    await heardBy(dov, async () => {
      succeeded(await dov.delete('/users/me/subscriptions', { subscriptions: ['lake'] }))
      expect(await flagsOf(dov, id)).toEqual(['read', 'mentioned'])
      expect(await marks(dov, 'add', 'read', [id])).toEqual(marked([]))
      await dov.subscribes(lake)
      expect(await flagsOf(dov, id)).toEqual(['read', 'mentioned'])
    })
    expect(await unreadMessages(dov)).toMatchObject({ count: 0, mentions: [] })
    const again = await ada.sends(lake, 'water', 'Welcome back')
    expect(await unreadMessages(dov)).toMatchObject({ count: 1, mentions: [] })
    expect(await flagsOf(dov, again.id)).toEqual([])
  })

  test('marks are kept in chunks of ids, and nobody notices where one ends', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    const LAST_OF_CHUNK = 16_383
    const { id: first } = await dov.sends(general, 'lunch', 'x')
    await marks(ada, 'add', 'read', [first])
    await writesTo(realm, 'UPDATE message_index SET id = ? WHERE id = ?', LAST_OF_CHUNK - 3, first)
    const ids = await idsOfMany(6, () => dov.sends(general, 'lunch', 'x'))
    expect(ids).toContain(LAST_OF_CHUNK)
    expect(ids).toContain(LAST_OF_CHUNK + 1)
    await heardBy(ada, async () => {
      expect(await marks(ada, 'add', 'starred', ids)).toEqual(marked(ids))
      expect(await marks(ada, 'add', 'read', ids)).toEqual(marked(ids))
      expect(await marks(ada, 'remove', 'starred', ids.slice(1, 5))).toEqual(marked(ids.slice(1, 5)))
      expect(await marks(ada, 'remove', 'read', ids.slice(2, 4))).toEqual(unmarked(ids.slice(2, 4)))
    })
    const flags = await Promise.all(ids.map((id) => flagsOf(ada, id)))
    expect(flags).toEqual([['read', 'starred'], ['read'], [], [], ['read'], ['read', 'starred']])
  })

  test('however much was read long ago, what is marked unread is unread', async () => {
    const { ada, dov, general } = await freshRealm()
    const ids = await idsOfMany(600, (i) => dov.sends(general, `topic ${i % 7}`, 'x'))
    expect(await marks(ada, 'add', 'read', ids)).toEqual(marked(ids))
    expect(await unreadMessages(ada)).toMatchObject({ count: 0 })
    await heardBy(ada, async () => {
      expect(await marks(ada, 'remove', 'read', [ids[3]!])).toEqual(unmarked([ids[3]!]))
    })
    const newer = await dov.sends(general, 'topic 7', 'x')
    const unread = await unreadMessages(ada)
    expect(unread.count).toBe(2)
    expect(unread.streams.flatMap((thread: Json) => thread.unread_message_ids)).toEqual([ids[3], newer.id])
    const { anchor } = succeeded(await ada.get('/messages', { anchor: 'first_unread', num_after: 1 }))
    expect(anchor).toBe(ids[3])
  })
})

describe('unread messages in POST /register', () => {
  test('they are sorted into topics, people, and groups of people, with the calls among them', async () => {
    const { ada, ben, cleo, dov, general, vault } = await freshRealm()
    const send = async (sent: Promise<{ id: number }>) => (await sent).id
    const keys = await send(ben.sends(vault, 'keys', '1'))
    const lunch = await send(dov.sends(general, 'lunch', '@**Ada**'))
    const lunchToo = await send(ben.sends(general, 'LUNCH', '@**all**'))
    const chat = await send(dov.sends(general, '', '4'))
    const fromDov = await send(dov.sendsDirectly([ada], '5'))
    const note = await send(ada.sendsDirectly([ada], '6'))
    const toBen = await send(ada.sendsDirectly([ben], '7'))
    const group = await send(dov.sendsDirectly([ada, cleo], '@**Ada**'))
    const own = await send(ada.sends(general, 'dinner', '9', { read_by_sender: true }))
    expect(own).toBeGreaterThan(group)

    const unread = (general_chat: string) => ({
      count: 8,
      pms: [
        { other_user_id: ada.id, sender_id: ada.id, unread_message_ids: [note] },
        { other_user_id: ben.id, sender_id: ben.id, unread_message_ids: [toBen] },
        { other_user_id: dov.id, sender_id: dov.id, unread_message_ids: [fromDov] },
      ],
      streams: [
        { stream_id: general.stream_id, topic: general_chat, unread_message_ids: [chat] },
        { stream_id: general.stream_id, topic: 'LUNCH', unread_message_ids: [lunch, lunchToo] },
        { stream_id: vault.stream_id, topic: 'keys', unread_message_ids: [keys] },
      ],
      huddles: [{ user_ids_string: [ada.id, cleo.id, dov.id].join(','), unread_message_ids: [group] }],
      mentions: [lunch, lunchToo, group],
      old_unreads_missing: false,
    })
    expect(await unreadMessages(ada)).toEqual(unread('general chat'))
    expect(await unreadMessages(ada, { client_capabilities: { empty_topic_name: true } })).toEqual(unread(''))
  })

  test('what is unread in a muted channel is told and not counted; of the calls in it, only those by name', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    await ada.patch('/settings', { automatically_follow_topics_where_mentioned: false })
    const named = await dov.sends(general, 'lunch', '@**Ada**')
    const called = await dov.sends(general, 'lunch', '@**all**')
    const direct = await dov.sendsDirectly([ada], '@**all**')
    await writesTo(
      realm,
      'UPDATE subscriptions SET is_muted = 1 WHERE user_id = ? AND stream_id = ?',
      ada.id,
      general.stream_id,
    )
    expect(await unreadMessages(ada)).toMatchObject({
      count: 1,
      streams: [{ unread_message_ids: [named.id, called.id] }],
      mentions: [named.id, direct.id],
    })
    await heardBy(ada, async () => {
      await dov.sends(general, 'lunch', '@**Ada** and @**all**')
      await dov.sends(general, 'lunch', '@**all**')
      await marks(ada, 'add', 'read', [named.id, called.id])
      await marks(ada, 'remove', 'read', [named.id, called.id])
    })
  })

  test('they are told only to clients that will keep them true', async () => {
    const { ada } = await freshRealm()
    for (const fetch_event_types of [['message'], ['update_message_flags']])
      expect((await ada.registers({ fetch_event_types })).state).not.toHaveProperty('unread_msgs')
    expect((await ada.registers({ fetch_event_types: ['message', 'update_message_flags'] })).state).toHaveProperty(
      'unread_msgs',
    )
  })

  test('only the newest are told of very many', () => {
    const row = (id: number) => ({ id, conversation_id: 1, sender_id: 1, sent_at: 0, traits: 0 })
    const rows = [9, 8, 7, 6, 5, 4, 3, 2, 1].map(row)
    const even = ({ id }: { id: number }) => id % 2 === 0
    expect(takeNewest(rows, even, 3)).toEqual({ rows: [4, 6, 8].map(row), more: true, looked: 8 })
    expect(takeNewest(rows, even, 4)).toEqual({ rows: [2, 4, 6, 8].map(row), more: false, looked: 9 })
    expect(takeNewest([], even, 4)).toEqual({ rows: [], more: false, looked: 0 })
  })
})
