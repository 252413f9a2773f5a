import { describe, expect, test } from 'vitest'
import { refusal } from '../support/answers'
import { flagsOf, unreadMessages } from '../support/messages'
import { sendMany } from '../support/many-messages'
import { succeeded, type FieldValue, type Json, type Person, type Queue } from '../support/person'
import { freshRealm, newChannel } from '../support/realm'
import { eventsOfType } from '../support/received-events'
import { replays } from '../support/replays'
import { executeSql } from '../support/tables'

const changeFlag = (person: Person, op: string, flag: string, messages: readonly number[]) =>
  person.post('/messages/flags', { op, flag, messages })

const changed = (messages: readonly number[]) => ({ result: 'success', msg: '', messages })
const markedUnread = (messages: readonly number[], ignored: readonly number[] = []) => ({
  ...changed(messages),
  ignored_because_not_subscribed_channels: ignored,
})

/** Returns the events that a client without capabilities receives. */
async function eventsOf(person: Person, act: () => Promise<unknown>): Promise<Json[]> {
  const [events] = await replays([person], act)
  return events!
}

const flagEvent = (operation: string, flag: string, messages: readonly number[], more: object = {}) => ({
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
  test('marking as read returns and publishes the messages that changed, to the user’s own clients only', async () => {
    const { ada, ben, dov, general } = await freshRealm()
    const first = await dov.sends(general, 'lunch', '1')
    const second = await dov.sends(general, 'lunch', '2')
    const third = await dov.sendsDirectly([ada], '3')
    const [adasEvents, , bensEvents] = await replays([ada, ben], async () => {
      expect(await changeFlag(ada, 'add', 'read', [second.id])).toEqual(changed([second.id]))
      expect(await changeFlag(ada, 'add', 'read', [third.id, first.id, second.id])).toEqual(
        changed([first.id, third.id]),
      )
      expect(await changeFlag(ada, 'add', 'read', [first.id, second.id, third.id])).toEqual(changed([]))
    })
    expect(adasEvents).toEqual([flagEvent('add', 'read', [second.id]), flagEvent('add', 'read', [first.id, third.id])])
    expect(bensEvents).toEqual([])
    expect(await flagsOf(ada, first.id)).toEqual(['read'])
    expect(await flagsOf(ben, first.id)).toEqual([])
  })

  test.each(['starred', 'collapsed', 'hide_link_previews'])(
    'a user adds the flag %s to messages and removes it',
    async (flag) => {
      const { ada, dov, general } = await freshRealm()
      const first = await dov.sends(general, 'lunch', '1')
      const second = await dov.sends(general, 'lunch', '2')
      const events = await eventsOf(ada, async () => {
        expect(await changeFlag(ada, 'add', flag, [second.id, first.id])).toEqual(changed([first.id, second.id]))
        expect(await changeFlag(ada, 'add', flag, [first.id])).toEqual(changed([]))
        expect(await flagsOf(ada, first.id)).toEqual([flag])
        expect(await changeFlag(ada, 'remove', flag, [first.id])).toEqual(changed([first.id]))
        expect(await changeFlag(ada, 'remove', flag, [first.id])).toEqual(changed([]))
      })
      expect(events).toEqual([flagEvent('add', flag, [first.id, second.id]), flagEvent('remove', flag, [first.id])])
      expect(await flagsOf(ada, first.id)).toEqual([])
      expect(await flagsOf(dov, second.id)).toEqual([])
    },
  )

  // Zulip's phone app refuses an edit with a flag that it does not know, and registers again.
  test('an edit has the flag hide_link_previews for clients that know newer flags only', async () => {
    const { ada, dov, general } = await freshRealm()
    const newer = await ada.registers({ client_capabilities: { archived_channels: true } })
    const phone = await ada.registers({ client_capabilities: { individual_emoji_changes: true } })
    const { id } = await dov.sends(general, 'lunch', 'https://a.example')
    for (const flag of ['starred', 'hide_link_previews']) await changeFlag(ada, 'add', flag, [id])
    succeeded(await dov.patch(`/messages/${id}`, { content: 'https://b.example' }))
    const flagsIn = async (queue: Queue) => eventsOfType(await queue.events(), 'update_message')[0].flags
    expect(await flagsIn(phone)).toEqual(['starred'])
    expect(await flagsIn(newer)).toEqual(['starred', 'hide_link_previews'])
    expect(await flagsOf(ada, id)).toEqual(['starred', 'hide_link_previews'])
  })

  test('POST /register returns the starred messages, ascending', async () => {
    const { ada, dov, general } = await freshRealm()
    const ids: number[] = []
    for (const content of ['1', '2', '3']) ids.push((await dov.sends(general, 'lunch', content)).id)
    await changeFlag(ada, 'add', 'starred', [ids[2]!])
    await changeFlag(ada, 'add', 'starred', [ids[0]!])
    expect((await ada.registers({ fetch_event_types: ['starred_messages'] })).state.starred_messages).toEqual([
      ids[0],
      ids[2],
    ])
  })

  test('a star on a public message that the user did not receive adds the message to the user’s history', async () => {
    const { ada, cleo } = await freshRealm()
    const river = await newChannel(ada, 'river', [ada])
    const { id } = await ada.sends(river, 'water', '@**Cleo**')
    const own = async () => succeeded(await cleo.get('/messages', { anchor: 'newest', num_before: 5 })).messages
    expect(await own()).toEqual([])
    const events = await eventsOf(cleo, async () => {
      expect(await changeFlag(cleo, 'add', 'starred', [id])).toEqual(changed([id]))
    })
    expect(events).toEqual([flagEvent('add', 'starred', [id])])
    expect(await own()).toEqual([expect.objectContaining({ id, flags: ['read', 'starred', 'historical'] })])
    expect(await unreadMessages(cleo)).toMatchObject({ count: 0, mentions: [] })
  })

  test('an unknown flag, a flag that clients cannot set, and an unknown operation are refused, in this order', async () => {
    const { ada, dov, general } = await freshRealm()
    const { id } = await dov.sends(general, 'lunch', '@**Ada**')
    const missing = (name: string) =>
      refusal(`Missing '${name}' argument`, 'REQUEST_VARIABLE_MISSING', { var_name: name })
    const valid = { op: 'add', flag: 'read', messages: [id] }
    const uneditable = [
      'mentioned',
      'stream_wildcard_mentioned',
      'topic_wildcard_mentioned',
      'wildcard_mentioned',
      'has_alert_word',
      'historical',
    ]
    const INVALID: [Record<string, FieldValue>, object][] = [
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
    const events = await eventsOf(ada, async () => {
      for (const [fields, expected] of INVALID)
        expect(await ada.post('/messages/flags', { ...valid, ...fields }), JSON.stringify(fields)).toEqual(expected)
    })
    expect(events).toEqual([])
    expect(await ada.post('/messages/flags', valid)).toEqual(changed([id]))
    expect(await ada.post('/messages/flags', { ...valid, messages: [] })).toEqual(changed([]))
  })

  test('a request to star or mark unread fails if the user cannot read one of the messages; marking as read skips it', async () => {
    const { ada, ben, cleo, dov, ezra, general, vault } = await freshRealm()
    const open = await dov.sends(general, 'lunch', '1')
    const hidden = await ben.sends(vault, 'keys', '2')
    const direct = await ada.sendsDirectly([ben], '3')
    expect(await changeFlag(ada, 'add', 'starred', [open.id, hidden.id, direct.id, open.id])).toEqual(
      changed([open.id, hidden.id, direct.id]),
    )
    const [cleosEvents, , ezrasEvents] = await replays([cleo, ezra], async () => {
      for (const id of [hidden.id, direct.id, 987_654, -1])
        for (const person of [cleo, ezra])
          for (const flag of ['starred', 'collapsed', 'hide_link_previews'])
            expect(await changeFlag(person, 'add', flag, [open.id, id])).toEqual(refusal('Invalid message(s)'))
      expect(await changeFlag(cleo, 'add', 'read', [hidden.id, direct.id, 987_654, open.id])).toEqual(
        changed([open.id]),
      )
      for (const id of [hidden.id, direct.id, 987_654])
        expect(await changeFlag(cleo, 'remove', 'read', [open.id, id])).toEqual(refusal('Invalid message(s)'))
      expect(await changeFlag(cleo, 'remove', 'read', [open.id])).toEqual(markedUnread([open.id]))
      expect(await changeFlag(cleo, 'remove', 'starred', [hidden.id, direct.id, 987_654, open.id])).toEqual(changed([]))
    })
    expect(cleosEvents!.map(({ op, messages }) => [op, messages])).toEqual([
      ['add', [open.id]],
      ['remove', [open.id]],
    ])
    expect(ezrasEvents).toEqual([])
  })

  test('a user who left a private channel can remove stars from its messages, and cannot add any', async () => {
    const { ben, vault } = await freshRealm()
    const first = await ben.sends(vault, 'keys', '1')
    const second = await ben.sends(vault, 'keys', '2')
    await changeFlag(ben, 'add', 'starred', [first.id])
    await eventsOf(ben, async () => {
      succeeded(await ben.delete('/users/me/subscriptions', { subscriptions: ['vault'] }))
      expect(await changeFlag(ben, 'add', 'starred', [second.id])).toEqual(changed([]))
      expect(await changeFlag(ben, 'remove', 'starred', [first.id])).toEqual(changed([first.id]))
    })
  })

  test('the event for messages marked unread has what clients need to list them', async () => {
    const { ada, cleo, dov, general } = await freshRealm()
    const ids = [
      await dov.sends(general, 'lunch', 'Hi'),
      await dov.sends(general, '', '@**Ada**'),
      await dov.sends(general, 'lunch', '@**all**'),
      await dov.sendsDirectly([ada], 'Hi'),
      await dov.sendsDirectly([ada, cleo], '@**Ada**'),
      await ada.sendsDirectly([ada], 'Note'),
    ].map(({ id }) => id)
    await changeFlag(ada, 'add', 'read', ids)
    const [events, capableEvents] = await replays([ada], async () => {
      expect(await changeFlag(ada, 'remove', 'read', ids.toReversed())).toEqual(markedUnread(ids))
      expect(await changeFlag(ada, 'remove', 'read', ids)).toEqual(markedUnread([]))
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
        ].map((detail, index) => [ids[index], detail]),
      )
    expect(events).toEqual([flagEvent('remove', 'read', ids, { message_details: details('general chat') })])
    expect(capableEvents).toEqual([flagEvent('remove', 'read', ids, { message_details: details('') })])
  })

  test('messages of channels without a subscription cannot be marked unread, and the response names these channels', async () => {
    const { ada, ben, dov, general } = await freshRealm()
    const river = await newChannel(ada, 'river', [ada])
    const unreceived = await ada.sends(river, 'water', '1')
    const lake = await newChannel(ada, 'lake', [ada, dov])
    const left = await ada.sends(lake, 'water', '2')
    const subscribed = await ben.sends(general, 'lunch', '3')
    await changeFlag(dov, 'add', 'read', [left.id, subscribed.id])
    succeeded(await dov.delete('/users/me/subscriptions', { subscriptions: ['lake'] }))
    const events = await eventsOf(dov, async () => {
      expect(await changeFlag(dov, 'remove', 'read', [subscribed.id, left.id, unreceived.id])).toEqual(
        markedUnread([subscribed.id], [river.stream_id, lake.stream_id]),
      )
    })
    expect(events).toMatchObject([{ op: 'remove', messages: [subscribed.id] }])
  })

  test('a user who leaves a channel has no unread messages in it, also after subscribing again', async () => {
    const { ada, dov } = await freshRealm()
    const lake = await newChannel(ada, 'lake', [ada, dov])
    const { id } = await ada.sends(lake, 'water', '@**Dov**')
    expect(await unreadMessages(dov)).toMatchObject({ count: 1, mentions: [id] })
    await eventsOf(dov, async () => {
      succeeded(await dov.delete('/users/me/subscriptions', { subscriptions: ['lake'] }))
      expect(await flagsOf(dov, id)).toEqual(['read', 'mentioned'])
      expect(await changeFlag(dov, 'add', 'read', [id])).toEqual(changed([]))
      await dov.subscribes(lake)
      expect(await flagsOf(dov, id)).toEqual(['read', 'mentioned'])
    })
    expect(await unreadMessages(dov)).toMatchObject({ count: 0, mentions: [] })
    const next = await ada.sends(lake, 'water', 'Welcome back')
    expect(await unreadMessages(dov)).toMatchObject({ count: 1, mentions: [] })
    expect(await flagsOf(dov, next.id)).toEqual([])
  })

  test('flags across the border of two chunks of ids work as within one', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    const LAST_OF_CHUNK = 16_383
    const { id: first } = await dov.sends(general, 'lunch', 'x')
    await changeFlag(ada, 'add', 'read', [first])
    await executeSql(realm, 'UPDATE message_index SET id = ? WHERE id = ?', LAST_OF_CHUNK - 3, first)
    const ids = await sendMany(6, () => dov.sends(general, 'lunch', 'x'))
    expect(ids).toContain(LAST_OF_CHUNK)
    expect(ids).toContain(LAST_OF_CHUNK + 1)
    await eventsOf(ada, async () => {
      expect(await changeFlag(ada, 'add', 'starred', ids)).toEqual(changed(ids))
      expect(await changeFlag(ada, 'add', 'read', ids)).toEqual(changed(ids))
      expect(await changeFlag(ada, 'remove', 'starred', ids.slice(1, 5))).toEqual(changed(ids.slice(1, 5)))
      expect(await changeFlag(ada, 'remove', 'read', ids.slice(2, 4))).toEqual(markedUnread(ids.slice(2, 4)))
    })
    const flags = await Promise.all(ids.map((id) => flagsOf(ada, id)))
    expect(flags).toEqual([['read', 'starred'], ['read'], [], [], ['read'], ['read', 'starred']])
  })

  test('an old message can be marked unread after hundreds of messages were read', async () => {
    const { ada, dov, general } = await freshRealm()
    const ids = await sendMany(600, (i) => dov.sends(general, `topic ${i % 7}`, 'x'))
    expect(await changeFlag(ada, 'add', 'read', ids)).toEqual(changed(ids))
    expect(await unreadMessages(ada)).toMatchObject({ count: 0 })
    await eventsOf(ada, async () => {
      expect(await changeFlag(ada, 'remove', 'read', [ids[3]!])).toEqual(markedUnread([ids[3]!]))
    })
    const newer = await dov.sends(general, 'topic 7', 'x')
    const unread = await unreadMessages(ada)
    expect(unread.count).toBe(2)
    expect(unread.streams.flatMap((topic: Json) => topic.unread_message_ids)).toEqual([ids[3], newer.id])
    const { anchor } = succeeded(await ada.get('/messages', { anchor: 'first_unread', num_after: 1 }))
    expect(anchor).toBe(ids[3])
  })
})

describe('unread messages in POST /register', () => {
  test('unread messages come by topic, user and group of users, with the mentions among them', async () => {
    const { ada, ben, cleo, dov, general, vault } = await freshRealm()
    const idOf = async (sent: Promise<{ id: number }>) => (await sent).id
    const keys = await idOf(ben.sends(vault, 'keys', '1'))
    const lunch = await idOf(dov.sends(general, 'lunch', '@**Ada**'))
    const lunchToo = await idOf(ben.sends(general, 'LUNCH', '@**all**'))
    const chat = await idOf(dov.sends(general, '', '4'))
    const fromDov = await idOf(dov.sendsDirectly([ada], '5'))
    const note = await idOf(ada.sendsDirectly([ada], '6'))
    const toBen = await idOf(ada.sendsDirectly([ben], '7'))
    const group = await idOf(dov.sendsDirectly([ada, cleo], '@**Ada**'))
    const own = await idOf(ada.sends(general, 'dinner', '9', { read_by_sender: true }))
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

  test('unread messages of a muted channel are listed and not counted; only mentions by name count there', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    await ada.patch('/settings', { automatically_follow_topics_where_mentioned: false })
    const byName = await dov.sends(general, 'lunch', '@**Ada**')
    const byWildcard = await dov.sends(general, 'lunch', '@**all**')
    const direct = await dov.sendsDirectly([ada], '@**all**')
    await executeSql(
      realm,
      'UPDATE subscriptions SET is_muted = 1 WHERE user_id = ? AND stream_id = ?',
      ada.id,
      general.stream_id,
    )
    expect(await unreadMessages(ada)).toMatchObject({
      count: 1,
      streams: [{ unread_message_ids: [byName.id, byWildcard.id] }],
      mentions: [byName.id, direct.id],
    })
    await eventsOf(ada, async () => {
      await dov.sends(general, 'lunch', '@**Ada** and @**all**')
      await dov.sends(general, 'lunch', '@**all**')
      await changeFlag(ada, 'add', 'read', [byName.id, byWildcard.id])
      await changeFlag(ada, 'remove', 'read', [byName.id, byWildcard.id])
    })
  })

  test('only clients that fetch messages and flag events receive the unread messages', async () => {
    const { ada } = await freshRealm()
    for (const fetch_event_types of [['message'], ['update_message_flags']])
      expect((await ada.registers({ fetch_event_types })).state).not.toHaveProperty('unread_msgs')
    expect((await ada.registers({ fetch_event_types: ['message', 'update_message_flags'] })).state).toHaveProperty(
      'unread_msgs',
    )
  })
})
