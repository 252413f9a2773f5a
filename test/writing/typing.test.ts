import { describe, expect, test } from 'vitest'
import { INVALID_MESSAGES, refusal, SUCCESS } from '../support/answers'
import { advanceClock, stopClock } from '../support/clock'
import { RESTARTS, untilParked } from '../support/faults'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm, newChannel, type Channel } from '../support/realm'
import { changesNothing, receivedBy } from '../support/received-events'
import { storeSetting } from '../support/settings'
import { NOBODY_GROUP } from '../support/system-groups'
import { countRows, executeSql, rowsRead, rowsWritten, selectRows } from '../support/tables'

const userFields = ({ id, email }: Person) => ({ user_id: id, email })

const directTyping = (op: string, sender: Person, recipients: Person[]) => ({
  type: 'typing',
  op,
  message_type: 'direct',
  sender: userFields(sender),
  recipients: recipients.map(userFields),
})
const channelTyping = (op: string, sender: Person, { stream_id }: Channel, topic: string) => ({
  type: 'typing',
  op,
  message_type: 'stream',
  sender: userFields(sender),
  stream_id,
  topic,
})

const ABLE_CLIENT = { client_capabilities: { stream_typing_notifications: true, empty_topic_name: true } }

const DIRECT_DISABLED = refusal('User has disabled typing notifications for direct messages')
const CHANNELS_DISABLED = refusal('User has disabled typing notifications for channel messages')

describe('POST /typing in a direct conversation', () => {
  test('all participants receive the event, the sender too', async () => {
    const { ada, ben, dov, ezra } = await freshRealm()
    for (const op of ['start', 'stop']) {
      const [adaEvents, dovEvents, ezraEvents, benEvents] = await receivedBy([ada, dov, ezra, ben], async () =>
        expect(await dov.post('/typing', { op, to: [ezra.id, ada.id] })).toEqual(SUCCESS),
      )
      const events = [directTyping(op, dov, [ada, dov, ezra])]
      for (const { plain, able } of [adaEvents!, dovEvents!, ezraEvents!])
        expect([plain, able]).toEqual([events, events])
      expect(benEvents).toEqual({ plain: [], able: [] })
    }
  })

  test('the type may be direct or private, or be omitted, and the only recipient may be the sender', async () => {
    const { dov } = await freshRealm()
    for (const type of ['direct', 'private', undefined]) {
      const [dovEvents] = await receivedBy([dov], () =>
        dov.post('/typing', { type, op: 'start', to: [dov.id, dov.id] }),
      )
      expect(dovEvents!.plain).toEqual([directTyping('start', dov, [dov])])
    }
  })

  test('a user who turned receives_typing_notifications off receives nothing', async () => {
    const { ada, ben, dov } = await freshRealm()
    succeeded(await ada.patch('/settings', { receives_typing_notifications: false }))
    const [adaEvents, benEvents] = await receivedBy([ada, ben], () =>
      dov.post('/typing', { op: 'start', to: [ada.id, ben.id] }),
    )
    expect(adaEvents).toEqual({ plain: [], able: [] })
    expect(benEvents!.able).toEqual([directTyping('start', dov, [ada, ben, dov])])
  })

  const INVALID: [fields: Record<string, FieldValue>, answer: object][] = [
    [{ to: [1] }, refusal("Missing 'op' argument", 'REQUEST_VARIABLE_MISSING', { var_name: 'op' })],
    [{ op: 'pause', to: [1] }, refusal('Invalid op')],
    [{ op: 'start', type: 'group', to: [1] }, refusal('Invalid type')],
    [{ op: 'start' }, refusal("Missing 'to' argument")],
    [{ op: 'start', to: [] }, refusal("Empty 'to' list")],
    [{ op: 'start', to: 1 }, refusal('to is not a list')],
    [{ op: 'start', to: ['x'] }, refusal('to[0] is not an integer')],
    [{ op: 'start', to: [4711] }, refusal('Invalid user ID 4711')],
    [{ op: 'start', type: 'channel' }, refusal("Missing 'stream_id' argument")],
    [{ op: 'start', type: 'stream', topic: 'lunch' }, refusal("Missing 'stream_id' argument")],
    [{ op: 'start', type: 'stream', stream_id: 1 }, refusal('Missing topic')],
    [{ op: 'start', type: 'stream', stream_id: 4711, topic: 'lunch' }, refusal('Invalid channel ID')],
    [{ op: 'start', type: 'stream', stream_id: 'x', topic: 'lunch' }, refusal('stream_id is not valid JSON')],
  ]

  test('invalid requests are refused, and no event is published', async () => {
    const { ada, dov } = await freshRealm()
    await changesNothing([ada, dov], async () => {
      for (const [fields, answer] of INVALID) expect(await dov.post('/typing', fields)).toEqual(answer)
    })
  })

  test('typing in direct conversations and in channels can be disabled separately', async () => {
    const { dov, ezra, general } = await freshRealm()
    const toEzra = { to: [ezra.id] }
    const inGeneral = { type: 'channel', stream_id: general.stream_id, topic: 'lunch' }
    succeeded(await dov.patch('/settings', { send_private_typing_notifications: false }))
    await changesNothing([ezra], async () =>
      expect(await dov.post('/typing', { op: 'start', ...toEzra })).toEqual(DIRECT_DISABLED),
    )
    succeeded(await dov.post('/typing', { op: 'start', ...inGeneral }))
    const changes = { send_private_typing_notifications: true, send_stream_typing_notifications: false }
    succeeded(await dov.patch('/settings', changes))
    await changesNothing([ezra], async () =>
      expect(await dov.post('/typing', { op: 'start', ...inGeneral })).toEqual(CHANNELS_DISABLED),
    )
    succeeded(await dov.post('/typing', { op: 'start', ...toEzra }))
  })

  test('a user who may not send a direct message may not type one', async () => {
    const { realm, dov, ezra, fig } = await freshRealm()
    succeeded(await dov.post('/typing', { op: 'start', to: [ezra.id] }))
    await storeSetting(realm, 'direct_message_permission_group', NOBODY_GROUP)
    await changesNothing([ezra], async () =>
      expect(await dov.post('/typing', { op: 'start', to: [ezra.id] })).toEqual(
        refusal('Direct messages are disabled in this organization.'),
      ),
    )
    succeeded(await dov.post('/typing', { op: 'start', to: [fig.id] }))
  })
})

describe('POST /typing in a channel', () => {
  test('subscribers receive the event if their client has stream_typing_notifications', async () => {
    const { ada, ben, cleo, dov, ezra, vault, general } = await freshRealm()
    const fields = { stream_id: general.stream_id, topic: 'lunch' }
    for (const [op, type] of [
      ['start', 'channel'],
      ['stop', 'stream'],
    ] as const) {
      const [dovEvents, ezraEvents] = await receivedBy([dov, ezra], async () =>
        expect(await ada.post('/typing', { type, op, ...fields })).toEqual(SUCCESS),
      )
      for (const { plain, able } of [dovEvents!, ezraEvents!]) {
        expect(able).toEqual([channelTyping(op, ada, general, 'lunch')])
        expect(plain).toEqual([])
      }
    }
    await ada.subscribes(vault, { principals: [cleo.id] })
    succeeded(await cleo.delete('/users/me/subscriptions', { subscriptions: [vault.name] }))
    const [benEvents, cleoEvents, dovEvents] = await receivedBy([ben, cleo, dov], () =>
      ada.post('/typing', { type: 'channel', op: 'start', stream_id: vault.stream_id, topic: 'plans' }),
    )
    expect(benEvents!.able).toEqual([channelTyping('start', ada, vault, 'plans')])
    for (const { able } of [cleoEvents!, dovEvents!]) expect(able).toEqual([])
  })

  test('users without a subscription receive nothing, and neither do users who disabled it', async () => {
    const { ada, ben, dov } = await freshRealm()
    const garden = await newChannel(ada, 'garden', [ada, ben])
    succeeded(await ben.patch('/settings', { receives_typing_notifications: false }))
    const [adaEvents, benEvents, dovEvents] = await receivedBy([ada, ben, dov], async () =>
      succeeded(await dov.post('/typing', { type: 'channel', op: 'start', stream_id: garden.stream_id, topic: 'x' })),
    )
    expect(adaEvents!.able).toEqual([channelTyping('start', dov, garden, 'x')])
    for (const { able } of [benEvents!, dovEvents!]) expect(able).toEqual([])
  })

  test('the empty topic name is “general chat” for clients that do not know it', async () => {
    const { ada, dov, general } = await freshRealm()
    const olderQueue = await dov.registers({ client_capabilities: { stream_typing_notifications: true } })
    const [dovEvents] = await receivedBy([dov], () =>
      ada.post('/typing', { type: 'channel', op: 'start', stream_id: general.stream_id, topic: 'general chat' }),
    )
    expect(dovEvents!.able).toEqual([channelTyping('start', ada, general, '')])
    expect(await olderQueue.next()).toMatchObject({ topic: 'general chat' })
  })

  test('a user who may not post in the channel may not type in it', async () => {
    const { ada, dov, ezra, vault, attic } = await freshRealm()
    const garden = await newChannel(ada, 'garden', [ada])
    const restricted = await newChannel(ada, 'quiet', [ada, dov], { can_send_message_group: 2 })
    await changesNothing([ada], async () => {
      for (const [person, channel, msg] of [
        [dov, vault, 'Invalid channel ID'],
        [ezra, garden, 'Invalid channel ID'],
        [dov, restricted, 'You do not have permission to post in this channel.'],
        [ada, attic, "Not authorized to send to channel 'attic'"],
      ] as const)
        expect(
          await person.post('/typing', { type: 'channel', op: 'start', stream_id: channel.stream_id, topic: 'x' }),
        ).toEqual(refusal(msg))
    })
  })

  test('a channel of more than a hundred subscribers publishes no typing', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    const type = () =>
      dov.post('/typing', { type: 'channel', op: 'start', stream_id: general.stream_id, topic: 'lunch' })
    const eventCountWith = async (subscribers: number) => {
      await executeSql(realm, 'UPDATE channels SET subscriber_count = ? WHERE name = ?', subscribers, general.name)
      const [adaEvents] = await receivedBy([ada], async () => expect(await type()).toEqual(SUCCESS))
      return adaEvents!.able.length
    }
    expect(await eventCountWith(100)).toBe(1)
    expect(await eventCountWith(101)).toBe(0)
  })
})

describe('POST /messages/:message_id/typing', () => {
  const editTyping = (op: string, sender: Person, message: { id: number }, recipient: object) => ({
    type: 'typing_edit_message',
    op,
    sender_id: sender.id,
    message_id: message.id,
    recipient,
  })

  test('users who can read the message receive the event', async () => {
    const { ada, ben, dov, ezra, general } = await freshRealm()
    const channelMessage = await dov.sends(general, 'lunch', 'Pizza?')
    const directMessage = await dov.sendsDirectly([ezra], 'Hello')
    for (const op of ['start', 'stop']) {
      const [adaEvents] = await receivedBy([ada], async () =>
        expect(await dov.post(`/messages/${channelMessage.id}/typing`, { op })).toEqual(SUCCESS),
      )
      const channelRecipient = { type: 'channel', channel_id: general.stream_id, topic: 'lunch' }
      expect(adaEvents).toEqual({ plain: [], able: [editTyping(op, dov, channelMessage, channelRecipient)] })
      const [ezraEvents, benEvents] = await receivedBy([ezra, ben], async () =>
        expect(await dov.post(`/messages/${directMessage.id}/typing`, { op })).toEqual(SUCCESS),
      )
      const directRecipient = { type: 'direct', user_ids: [dov.id, ezra.id] }
      const events = [editTyping(op, dov, directMessage, directRecipient)]
      expect(ezraEvents).toEqual({ plain: events, able: events })
      expect(benEvents).toEqual({ plain: [], able: [] })
    }
  })

  test('users who cannot read the message, left the channel or disabled typing receive nothing', async () => {
    const { ada, ben, cleo, dov } = await freshRealm()
    const club = await newChannel(ada, 'club', [ada, ben, cleo], {
      invite_only: true,
      history_public_to_subscribers: false,
    })
    const message = await ada.sends(club, 'rules', 'First rule')
    await ada.subscribes(club, { principals: [dov.id] })
    succeeded(await cleo.delete('/users/me/subscriptions', { subscriptions: [club.name] }))
    const type = () => ada.post(`/messages/${message.id}/typing`, { op: 'start' })
    const [benEvents, cleoEvents, dovEvents] = await receivedBy([ben, cleo, dov], type)
    expect(benEvents!.able).toHaveLength(1)
    for (const { able } of [cleoEvents!, dovEvents!]) expect(able).toEqual([])
    succeeded(await ben.patch('/settings', { receives_typing_notifications: false }))
    expect((await receivedBy([ben], type))[0]!.able).toEqual([])
  })

  test('only the sender may type an edit, and only while they may edit the message', async () => {
    const { realm, ada, dov, ezra, general, vault } = await freshRealm()
    const message = await dov.sends(general, 'lunch', 'Pizza?')
    const hidden = await ada.sends(vault, 'plans', 'Hush')
    const type = (person: Person, { id }: { id: number }, op: FieldValue = 'start'): Promise<Json> =>
      person.post(`/messages/${id}/typing`, { op })
    await changesNothing([ada, ezra], async () => {
      expect(await type(dov, hidden)).toEqual(INVALID_MESSAGES)
      expect(await type(dov, { id: 4711 })).toEqual(INVALID_MESSAGES)
      expect(await type(dov, message, 'pause')).toEqual(refusal('Invalid op'))
      for (const person of [ada, ezra])
        expect(await type(person, message)).toEqual(refusal("You don't have permission to edit this message"))
    })
    succeeded(await type(dov, message))
    succeeded(await dov.patch('/settings', { send_stream_typing_notifications: false }))
    expect(await type(dov, message)).toEqual(CHANNELS_DISABLED)
    succeeded(await dov.patch('/settings', { send_stream_typing_notifications: true }))
    await advanceClock(realm, 601)
    await changesNothing([ada], async () =>
      expect(await type(dov, message)).toEqual(refusal('The time limit for editing this message has passed')),
    )
    await storeSetting(realm, 'allow_message_editing', false)
    await changesNothing([ada], async () =>
      expect(await type(dov, message)).toEqual(refusal('Your organization has turned off message editing')),
    )
  })
})

describe('typing as an ephemeral event', () => {
  test('writes no rows', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    const message = await dov.sends(general, 'lunch', 'Pizza?')
    await ada.registers(ABLE_CLIENT)
    const before = await rowsWritten(realm)
    succeeded(await dov.post('/typing', { op: 'start', to: [ada.id] }))
    succeeded(await dov.post('/typing', { type: 'channel', op: 'start', stream_id: general.stream_id, topic: 'lunch' }))
    succeeded(await dov.post(`/messages/${message.id}/typing`, { op: 'start' }))
    expect(await rowsWritten(realm)).toBe(before)
  })

  test('reads no row of the settings of recipients after the first one', async () => {
    const { realm, ada, ben, dov, general } = await freshRealm()
    await ada.registers(ABLE_CLIENT)
    succeeded(await ben.patch('/settings', { receives_typing_notifications: false }))
    const type = async (op: string) =>
      succeeded(await dov.post('/typing', { type: 'channel', op, stream_id: general.stream_id, topic: 'lunch' }))
    await type('start')
    expect(await rowsRead(realm, () => type('stop'))).toBe(0)
  })

  test('has an id in the order of all events', async () => {
    const { ada, dov } = await freshRealm()
    const queue = await ada.registers(ABLE_CLIENT)
    const sendTyping = (op: string) => dov.post('/typing', { op, to: [ada.id] })
    await sendTyping('start')
    await dov.sendsDirectly([ada], 'Hello')
    await sendTyping('stop')
    await sendTyping('start')
    await dov.sendsDirectly([ada], 'Hello')
    await sendTyping('stop')
    const events = await queue.events()
    expect(events.map(({ type, op }) => op ?? type)).toEqual(['start', 'message', 'stop', 'start', 'message', 'stop'])
    const ids = events.map(({ id }) => id)
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
    expect(new Set(ids).size).toBe(ids.length)
    expect(await queue.events()).toEqual([]) // acknowledged events are not returned again
  })

  test('ends a waiting long poll at once', async () => {
    const { realm, ada, dov } = await freshRealm()
    const queue = await ada.registers(ABLE_CLIENT)
    const waiting = queue.poll()
    await untilParked(realm, 1)
    succeeded(await dov.post('/typing', { op: 'start', to: [ada.id] }))
    expect(await waiting).toMatchObject([{ type: 'typing', op: 'start' }])
    expect(await queue.events()).toEqual([])
  })

  test('is not returned to a poll ten seconds later, but other events are', async () => {
    const { realm, ada, dov } = await freshRealm()
    const [promptQueue, lateQueue] = [await ada.registers(ABLE_CLIENT), await ada.registers(ABLE_CLIENT)]
    await stopClock(realm, Math.floor(Date.now() / 1000))
    succeeded(await dov.post('/typing', { op: 'start', to: [ada.id] }))
    await dov.sendsDirectly([ada], 'Hello')
    await advanceClock(realm, 5)
    expect(await promptQueue.events()).toMatchObject([{ type: 'typing' }, { type: 'message' }])
    await advanceClock(realm, 6)
    expect(await lateQueue.events()).toMatchObject([{ type: 'message' }])
  })

  test.each(RESTARTS)('is lost when the realm $how, and its id is not used again', async ({ restart }) => {
    const { realm, ada, dov } = await freshRealm()
    const [promptQueue, lateQueue] = [await ada.registers(ABLE_CLIENT), await ada.registers(ABLE_CLIENT)]
    succeeded(await dov.post('/typing', { op: 'start', to: [ada.id] }))
    const firstEvent = await promptQueue.next()
    await restart(realm)
    expect(await lateQueue.events()).toEqual([])
    succeeded(await dov.post('/typing', { op: 'stop', to: [ada.id] }))
    expect((await promptQueue.next()).id).toBeGreaterThan(firstEvent.id)
    expect((await lateQueue.next()).op).toBe('stop')
  })

  test('has no row in the event log', async () => {
    const { realm, ada, dov } = await freshRealm()
    await ada.registers(ABLE_CLIENT)
    const before = await countRows(realm, 'events')
    for (const op of ['start', 'stop']) succeeded(await dov.post('/typing', { op, to: [ada.id] }))
    expect(await countRows(realm, 'events')).toBe(before)
    expect(await selectRows(realm, "SELECT id FROM events WHERE kind LIKE 'typing%'")).toEqual([])
  })
})

describe('POST /register', () => {
  test('clients receive the intervals of typing notifications', async () => {
    const { dov } = await freshRealm()
    const { state } = await dov.registers({ fetch_event_types: ['realm'] })
    expect(state).toMatchObject({
      server_typing_started_expiry_period_milliseconds: 45_000,
      server_typing_stopped_wait_period_milliseconds: 12_000,
      server_typing_started_wait_period_milliseconds: 30_000,
    })
  })
})
