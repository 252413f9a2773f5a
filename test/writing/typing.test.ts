import { runInDurableObject } from 'cloudflare:test'
import { describe, expect, test } from 'vitest'
import { RealmObject } from '../../src/realm-object'
import { countIn, passTime, RESTARTS, untilParked } from '../support/faults'
import { INVALID_MESSAGES, refusal, SUCCESS } from '../support/answers'
import { changesNothing, receivedBy } from '../support/received-events'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm, newChannel, type Channel } from '../support/realm'
import { rowsIn, stopClock, writesTo } from '../support/tables'

const named = ({ id, email }: Person) => ({ user_id: id, email })

const direct = (op: string, sender: Person, recipients: Person[]) => ({
  type: 'typing',
  op,
  message_type: 'direct',
  sender: named(sender),
  recipients: recipients.map(named),
})
const inChannel = (op: string, sender: Person, { stream_id }: Channel, topic: string) => ({
  type: 'typing',
  op,
  message_type: 'stream',
  sender: named(sender),
  stream_id,
  topic,
})

const ABLE = { client_capabilities: { stream_typing_notifications: true, empty_topic_name: true } }

const NOT_DIRECTLY = refusal('User has disabled typing notifications for direct messages')
const NOT_IN_CHANNELS = refusal('User has disabled typing notifications for channel messages')

describe('POST /typing to people', () => {
  test('those in the conversation hear of it, who types among them', async () => {
    const { ada, ben, dov, ezra } = await freshRealm()
    for (const op of ['start', 'stop']) {
      const [hers, his, guests, strangers] = await receivedBy([ada, dov, ezra, ben], async () =>
        expect(await dov.post('/typing', { op, to: [ezra.id, ada.id] })).toEqual(SUCCESS),
      )
      const news = [direct(op, dov, [ada, dov, ezra])]
      for (const { plain, able } of [hers!, his!, guests!]) expect([plain, able]).toEqual([news, news])
      expect(strangers).toEqual({ plain: [], able: [] })
    }
  })

  test('alone, and whatever the kind is called', async () => {
    const { dov } = await freshRealm()
    for (const type of ['direct', 'private', undefined]) {
      const [his] = await receivedBy([dov], () => dov.post('/typing', { type, op: 'start', to: [dov.id, dov.id] }))
      expect(his!.plain).toEqual([direct('start', dov, [dov])])
    }
  })

  test('those who do not want to hear of it do not', async () => {
    const { ada, ben, dov } = await freshRealm()
    succeeded(await ada.patch('/settings', { receives_typing_notifications: false }))
    const [hers, his] = await receivedBy([ada, ben], () => dov.post('/typing', { op: 'start', to: [ada.id, ben.id] }))
    expect(hers).toEqual({ plain: [], able: [] })
    expect(his!.able).toEqual([direct('start', dov, [ada, ben, dov])])
  })

  const BAD: [fields: Record<string, FieldValue>, answer: object][] = [
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

  test('what makes no sense is refused, and nobody hears of it', async () => {
    const { ada, dov } = await freshRealm()
    await changesNothing([ada, dov], async () => {
      for (const [fields, answer] of BAD) expect(await dov.post('/typing', fields)).toEqual(answer)
    })
  })

  test('who does not tell of typing to people may still type in channels, and the other way round', async () => {
    const { dov, ezra, general } = await freshRealm()
    const to = { to: [ezra.id] }
    const there = { type: 'channel', stream_id: general.stream_id, topic: 'lunch' }
    succeeded(await dov.patch('/settings', { send_private_typing_notifications: false }))
    await changesNothing([ezra], async () =>
      expect(await dov.post('/typing', { op: 'start', ...to })).toEqual(NOT_DIRECTLY),
    )
    succeeded(await dov.post('/typing', { op: 'start', ...there }))
    const changes = { send_private_typing_notifications: true, send_stream_typing_notifications: false }
    succeeded(await dov.patch('/settings', changes))
    await changesNothing([ezra], async () =>
      expect(await dov.post('/typing', { op: 'start', ...there })).toEqual(NOT_IN_CHANNELS),
    )
    succeeded(await dov.post('/typing', { op: 'start', ...to }))
  })

  test('whom one may not write to, one does not type to', async () => {
    const { realm, dov, ezra, fig } = await freshRealm()
    succeeded(await dov.post('/typing', { op: 'start', to: [ezra.id] }))
    const nobody = "INSERT INTO realm_settings (name, value) VALUES ('direct_message_permission_group', '1')"
    await writesTo(realm, nobody)
    await changesNothing([ezra], async () =>
      expect(await dov.post('/typing', { op: 'start', to: [ezra.id] })).toEqual(
        refusal('Direct messages are disabled in this organization.'),
      ),
    )
    succeeded(await dov.post('/typing', { op: 'start', to: [fig.id] }))
  })
})

describe('POST /typing in a channel', () => {
  test('those in the channel hear of it whose clients know what it is', async () => {
    const { ada, ben, cleo, dov, ezra, vault, general } = await freshRealm()
    const there = { stream_id: general.stream_id, topic: 'lunch' }
    for (const [op, type] of [
      ['start', 'channel'],
      ['stop', 'stream'],
    ] as const) {
      const [his, guests] = await receivedBy([dov, ezra], async () =>
        expect(await ada.post('/typing', { type, op, ...there })).toEqual(SUCCESS),
      )
      for (const { plain, able } of [his!, guests!]) {
        expect(able).toEqual([inChannel(op, ada, general, 'lunch')])
        expect(plain).toEqual([])
      }
    }
    await ada.subscribes(vault, { principals: [cleo.id] })
    succeeded(await cleo.delete('/users/me/subscriptions', { subscriptions: [vault.name] }))
    const [inside, left, outside] = await receivedBy([ben, cleo, dov], () =>
      ada.post('/typing', { type: 'channel', op: 'start', stream_id: vault.stream_id, topic: 'plans' }),
    )
    expect(inside!.able).toEqual([inChannel('start', ada, vault, 'plans')])
    for (const { able } of [left!, outside!]) expect(able).toEqual([])
  })

  test('nobody hears of it who could read the channel but is not in it, or does not want to', async () => {
    const { ada, ben, dov } = await freshRealm()
    const garden = await newChannel(ada, 'garden', [ada, ben])
    succeeded(await ben.patch('/settings', { receives_typing_notifications: false }))
    const [hers, his, outside] = await receivedBy([ada, ben, dov], async () =>
      succeeded(await dov.post('/typing', { type: 'channel', op: 'start', stream_id: garden.stream_id, topic: 'x' })),
    )
    expect(hers!.able).toEqual([inChannel('start', dov, garden, 'x')])
    for (const { able } of [his!, outside!]) expect(able).toEqual([])
  })

  test('the general chat goes by a name for clients that know it by one', async () => {
    const { ada, dov, general } = await freshRealm()
    const old = await dov.registers({ client_capabilities: { stream_typing_notifications: true } })
    const [his] = await receivedBy([dov], () =>
      ada.post('/typing', { type: 'channel', op: 'start', stream_id: general.stream_id, topic: 'general chat' }),
    )
    expect(his!.able).toEqual([inChannel('start', ada, general, '')])
    expect(await old.next()).toMatchObject({ topic: 'general chat' })
  })

  test('only those who may post there are seen typing', async () => {
    const { ada, dov, ezra, vault, attic } = await freshRealm()
    const garden = await newChannel(ada, 'garden', [ada])
    const quiet = await newChannel(ada, 'quiet', [ada, dov], { can_send_message_group: 2 })
    await changesNothing([ada], async () => {
      for (const [person, channel, msg] of [
        [dov, vault, 'Invalid channel ID'],
        [ezra, garden, 'Invalid channel ID'],
        [dov, quiet, 'You do not have permission to post in this channel.'],
        [ada, attic, "Not authorized to send to channel 'attic'"],
      ] as const)
        expect(
          await person.post('/typing', { type: 'channel', op: 'start', stream_id: channel.stream_id, topic: 'x' }),
        ).toEqual(refusal(msg))
    })
  })

  test('in a channel of more than a hundred nobody is told', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    const type = () =>
      dov.post('/typing', { type: 'channel', op: 'start', stream_id: general.stream_id, topic: 'lunch' })
    const heardAmong = async (subscribers: number) => {
      await writesTo(realm, 'UPDATE channels SET subscriber_count = ? WHERE name = ?', subscribers, general.name)
      const [hers] = await receivedBy([ada], async () => expect(await type()).toEqual(SUCCESS))
      return hers!.able.length
    }
    expect(await heardAmong(100)).toBe(1)
    expect(await heardAmong(101)).toBe(0)
  })
})

describe('POST /messages/:message_id/typing', () => {
  const edited = (op: string, sender: Person, message: { id: number }, recipient: object) => ({
    type: 'typing_edit_message',
    op,
    sender_id: sender.id,
    message_id: message.id,
    recipient,
  })

  test('those who see the message hear that it is being changed', async () => {
    const { ada, ben, dov, ezra, general } = await freshRealm()
    const said = await dov.sends(general, 'lunch', 'Pizza?')
    const between = await dov.sendsDirectly([ezra], 'Hello')
    for (const op of ['start', 'stop']) {
      const [hers] = await receivedBy([ada], async () =>
        expect(await dov.post(`/messages/${said.id}/typing`, { op })).toEqual(SUCCESS),
      )
      const recipient = { type: 'channel', channel_id: general.stream_id, topic: 'lunch' }
      expect(hers).toEqual({ plain: [], able: [edited(op, dov, said, recipient)] })
      const [guests, strangers] = await receivedBy([ezra, ben], async () =>
        expect(await dov.post(`/messages/${between.id}/typing`, { op })).toEqual(SUCCESS),
      )
      const people = { type: 'direct', user_ids: [dov.id, ezra.id] }
      const news = [edited(op, dov, between, people)]
      expect(guests).toEqual({ plain: news, able: news })
      expect(strangers).toEqual({ plain: [], able: [] })
    }
  })

  test('nobody hears of it who came later where history is protected, left, or does not want to', async () => {
    const { ada, ben, cleo, dov } = await freshRealm()
    const club = await newChannel(ada, 'club', [ada, ben, cleo], {
      invite_only: true,
      history_public_to_subscribers: false,
    })
    const message = await ada.sends(club, 'rules', 'Nobody talks about it')
    await ada.subscribes(club, { principals: [dov.id] })
    succeeded(await cleo.delete('/users/me/subscriptions', { subscriptions: [club.name] }))
    const type = () => ada.post(`/messages/${message.id}/typing`, { op: 'start' })
    const [there, left, late] = await receivedBy([ben, cleo, dov], type)
    expect(there!.able).toHaveLength(1)
    for (const { able } of [left!, late!]) expect(able).toEqual([])
    succeeded(await ben.patch('/settings', { receives_typing_notifications: false }))
    expect((await receivedBy([ben], type))[0]!.able).toEqual([])
  })

  test('only its sender changes a message, and only while it may be changed', async () => {
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
    expect(await type(dov, message)).toEqual(NOT_IN_CHANNELS)
    succeeded(await dov.patch('/settings', { send_stream_typing_notifications: true }))
    await passTime(realm, 601)
    await changesNothing([ada], async () =>
      expect(await type(dov, message)).toEqual(refusal('The time limit for editing this message has passed')),
    )
    const never = "INSERT INTO realm_settings (name, value) VALUES ('allow_message_editing', 'false')"
    await writesTo(realm, never)
    await changesNothing([ada], async () =>
      expect(await type(dov, message)).toEqual(refusal('Your organization has turned off message editing')),
    )
  })
})

describe('that somebody types', () => {
  test('costs no rows', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    const message = await dov.sends(general, 'lunch', 'Pizza?')
    await ada.registers(ABLE)
    const written = () =>
      runInDurableObject(realm.stub, (object) => object instanceof RealmObject && object.meter().written)
    const before = await written()
    succeeded(await dov.post('/typing', { op: 'start', to: [ada.id] }))
    succeeded(await dov.post('/typing', { type: 'channel', op: 'start', stream_id: general.stream_id, topic: 'lunch' }))
    succeeded(await dov.post(`/messages/${message.id}/typing`, { op: 'start' }))
    expect(await written()).toBe(before)
  })

  test('is told in its place among all that happens, with ids that ascend', async () => {
    const { ada, dov } = await freshRealm()
    const queue = await ada.registers(ABLE)
    const types = (op: string) => dov.post('/typing', { op, to: [ada.id] })
    await types('start')
    await dov.sendsDirectly([ada], 'Hello')
    await types('stop')
    await types('start')
    await dov.sendsDirectly([ada], 'Hello')
    await types('stop')
    const events = await queue.events()
    expect(events.map(({ type, op }) => op ?? type)).toEqual(['start', 'message', 'stop', 'start', 'message', 'stop'])
    const ids = events.map(({ id }) => id)
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
    expect(new Set(ids).size).toBe(ids.length)
    expect(await queue.events()).toEqual([]) // acknowledged is acknowledged
  })

  test('reaches a waiting poll at once', async () => {
    const { realm, ada, dov } = await freshRealm()
    const queue = await ada.registers(ABLE)
    const waiting = queue.poll()
    await untilParked(realm, 1)
    succeeded(await dov.post('/typing', { op: 'start', to: [ada.id] }))
    expect(await waiting).toMatchObject([{ type: 'typing', op: 'start' }])
    expect(await queue.events()).toEqual([])
  })

  test('is not told to who comes back later, but for what was said besides', async () => {
    const { realm, ada, dov } = await freshRealm()
    const [soon, late] = [await ada.registers(ABLE), await ada.registers(ABLE)]
    await stopClock(realm, Math.floor(Date.now() / 1000))
    succeeded(await dov.post('/typing', { op: 'start', to: [ada.id] }))
    await dov.sendsDirectly([ada], 'Hello')
    await passTime(realm, 5)
    expect(await soon.events()).toMatchObject([{ type: 'typing' }, { type: 'message' }])
    await passTime(realm, 6)
    expect(await late.events()).toMatchObject([{ type: 'message' }])
  })

  test.each(RESTARTS)('is forgotten when the object $how, and no id is given again', async ({ restart }) => {
    const { realm, ada, dov } = await freshRealm()
    const [heard, missed] = [await ada.registers(ABLE), await ada.registers(ABLE)]
    succeeded(await dov.post('/typing', { op: 'start', to: [ada.id] }))
    const first = await heard.next()
    await restart(realm)
    expect(await missed.events()).toEqual([])
    succeeded(await dov.post('/typing', { op: 'stop', to: [ada.id] }))
    expect((await heard.next()).id).toBeGreaterThan(first.id)
    expect((await missed.next()).op).toBe('stop')
  })

  test('keeps no row of the log, whoever registers', async () => {
    const { realm, ada, dov } = await freshRealm()
    await ada.registers(ABLE)
    const before = await countIn(realm, 'events')
    for (const op of ['start', 'stop']) succeeded(await dov.post('/typing', { op, to: [ada.id] }))
    expect(await countIn(realm, 'events')).toBe(before)
    expect(await rowsIn(realm, "SELECT id FROM events WHERE kind LIKE 'typing%'")).toEqual([])
  })
})

test('clients are told how often to say so, and when to forget it', async () => {
  const { dov } = await freshRealm()
  const { state } = await dov.registers({ fetch_event_types: ['realm'] })
  expect(state).toMatchObject({
    server_typing_started_expiry_period_milliseconds: 45_000,
    server_typing_stopped_wait_period_milliseconds: 12_000,
    server_typing_started_wait_period_milliseconds: 30_000,
  })
})
