import { describe, expect, test } from 'vitest'
import { refusal } from '../support/answers'
import { flagsOf, idsInNarrow } from '../support/messages'
import { changesNothing } from '../support/received-events'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm, newChannel, type Channel } from '../support/realm'
import { replays } from '../support/replays'
import { copyFirstMessage, selectRows, rowsRead } from '../support/tables'

const markUnread = (person: Person, messages: readonly number[]): Promise<Json> =>
  person.post('/messages/flags', { messages, op: 'remove', flag: 'read' })
const markRead = (person: Person, messages: readonly number[]): Promise<Json> =>
  person.post('/messages/flags', { messages, op: 'add', flag: 'read' })
const move = async (person: Person, id: number, fields: Record<string, FieldValue>): Promise<Json> =>
  succeeded(await person.patch(`/messages/${id}`, { send_notification_to_new_thread: false, ...fields }))
const leave = async (person: Person, { name }: Channel): Promise<Json> =>
  succeeded(await person.delete('/users/me/subscriptions', { subscriptions: [name] }))

/** The anchor if nothing is unread. */
const NEWEST = 10_000_000_000_000_000

/** Returns the unread messages. Checks that registration, `is:unread`, `first_unread` and flags agree. */
async function unreadBy(person: Person): Promise<number[]> {
  const { unread_msgs } = (await person.registers()).state
  const conversations: Json[] = [...unread_msgs.streams, ...unread_msgs.pms]
  const ids: number[] = conversations.flatMap((conversation) => conversation.unread_message_ids)
  const sorted = ids.toSorted((a, b) => a - b)
  expect(await idsInNarrow(person, [['is', 'unread']])).toEqual(sorted)
  const { anchor } = succeeded(await person.get('/messages', { anchor: 'first_unread', num_after: 0 }))
  expect(anchor).toBe(sorted[0] ?? NEWEST)
  for (const id of sorted) expect(await flagsOf(person, id)).not.toContain('read')
  return sorted
}

/** A channel with four messages from before dov subscribed. */
async function historicRealm() {
  const cast = await freshRealm()
  const { ada, ben, dov } = cast
  const lake = await newChannel(ada, 'lake', [ada, ben])
  const ids: number[] = []
  for (const content of ['One', '@**Dov**', '@**all**', 'Four']) ids.push((await ada.sends(lake, 'water', content)).id)
  await dov.subscribes(lake)
  const [first, mention, wildcard, last] = ids as [number, number, number, number]
  return { ...cast, lake, ids, first, mention, wildcard, last }
}

describe('marking messages unread that the user did not receive', () => {
  test('publishes what clients need to list them, and adds them to the user’s history', async () => {
    const { ada, dov, lake, first, mention, wildcard, last } = await historicRealm()
    expect(await unreadBy(dov)).toEqual([])
    const [events] = await replays([dov, ada], async () => {
      expect(await markUnread(dov, [mention, first, wildcard])).toMatchObject({
        messages: [first, mention, wildcard],
        ignored_because_not_subscribed_channels: [],
      })
    })
    const detail = { type: 'stream', stream_id: lake.stream_id, topic: 'water' }
    expect(events).toMatchObject([{ op: 'remove', flag: 'read', messages: [first, mention, wildcard] }])
    expect(events![0]!.message_details).toEqual({ [first]: detail, [mention]: detail, [wildcard]: detail })
    expect(await unreadBy(dov)).toEqual([first, mention, wildcard])
    expect(await flagsOf(dov, mention)).toEqual(['historical'])
    expect(await flagsOf(dov, last)).toEqual(['read', 'historical'])
    expect((await dov.registers()).state.unread_msgs.mentions).toEqual([])
    expect(await markUnread(dov, [first])).toMatchObject({ messages: [] })
  })

  test('fails and changes nothing if the user cannot read one of them', async () => {
    const { ben, dov, vault, first, mention } = await historicRealm()
    const hidden = await ben.sends(vault, 'keys', '1')
    await ben.delete(`/messages/${mention}`)
    await changesNothing([dov], async () => {
      for (const id of [hidden.id, mention, 9999])
        expect(await markUnread(dov, [first, id]), String(id)).toEqual(refusal('Invalid message(s)'))
    })
    expect(await unreadBy(dov)).toEqual([])
  })

  test('they are marked read one by one, or with all others', async () => {
    const { dov, lake, ids } = await historicRealm()
    const ways: (() => Promise<Json>)[] = [
      () => markRead(dov, ids),
      () => dov.post('/mark_all_as_read'),
      () => dov.post('/mark_stream_as_read', { stream_id: lake.stream_id }),
      () => dov.post('/mark_topic_as_read', { stream_id: lake.stream_id, topic_name: 'water' }),
      () =>
        dov.post('/messages/flags/narrow', {
          anchor: 'oldest',
          num_before: 0,
          num_after: 100,
          narrow: [['is', 'unread']],
          op: 'add',
          flag: 'read',
        }),
    ]
    for (const act of ways) {
      await markUnread(dov, ids)
      expect(await unreadBy(dov)).toEqual(ids)
      const [events] = await replays([dov], async () => succeeded(await act()))
      expect(events).toMatchObject([{ op: 'add', flag: 'read', messages: ids }])
      expect(await unreadBy(dov)).toEqual([])
      expect(await markUnread(dov, [])).toMatchObject({ messages: [] })
    }
  })

  test('a narrow can be marked unread', async () => {
    const { dov, lake, ids } = await historicRealm()
    const request = { anchor: 'newest', num_before: 100, num_after: 0, op: 'remove', flag: 'read' }
    await replays([dov], async () =>
      expect(
        await dov.post('/messages/flags/narrow', { ...request, narrow: [['channel', lake.stream_id]] }),
      ).toMatchObject({ processed_count: 4, updated_count: 4 }),
    )
    expect(await unreadBy(dov)).toEqual(ids)
  })

  test('a mention that the user received before leaving and subscribing again is a mention', async () => {
    const { ada, dov, lake } = await historicRealm()
    const { id } = await ada.sends(lake, 'water', '@**Dov**')
    await leave(dov, lake)
    await dov.subscribes(lake)
    const [events] = await replays([dov], async () =>
      expect(await markUnread(dov, [id])).toMatchObject({ messages: [id] }),
    )
    expect(events![0]!.message_details[id]).toMatchObject({ mentioned: true })
    expect(await flagsOf(dov, id)).toEqual(['mentioned'])
    expect((await dov.registers()).state.unread_msgs.mentions).toEqual([id])
  })

  test('they are read once the user leaves the channel, also after subscribing again', async () => {
    const { ada, dov, lake, first, mention, last } = await historicRealm()
    await markUnread(dov, [first, mention])
    await replays([dov], () => leave(dov, lake))
    expect(await unreadBy(dov)).toEqual([])
    expect(await markUnread(dov, [last])).toMatchObject({
      messages: [],
      ignored_because_not_subscribed_channels: [lake.stream_id],
    })
    await replays([dov], () => dov.subscribes(lake))
    expect(await unreadBy(dov)).toEqual([])
    // Marking another message unread does not affect the earlier ones.
    await replays([dov], () => markUnread(dov, [last]))
    expect(await unreadBy(dov)).toEqual([last])
    expect(await flagsOf(dov, first)).toEqual(['read', 'historical'])
    await replays([ada, dov], () => markUnread(dov, [first]))
    expect(await unreadBy(dov)).toEqual([first, last])
  })

  test('they stay unread when moved to a channel of the user, and are read when moved to another', async () => {
    const { ada, dov, general, lake, first, mention, wildcard, last } = await historicRealm()
    const sea = await newChannel(ada, 'sea', [ada])
    await markUnread(dov, [first, mention, wildcard])
    await replays([dov, ada], () => move(ada, first, { stream_id: general.stream_id }))
    expect(await unreadBy(dov)).toEqual([first, mention, wildcard])
    await replays([dov, ada], () => move(ada, mention, { stream_id: sea.stream_id }))
    expect(await unreadBy(dov)).toEqual([first, wildcard])
    await replays([dov, ada], () => move(ada, mention, { stream_id: lake.stream_id }))
    expect(await unreadBy(dov)).toEqual([first, wildcard])
    await replays([dov, ada], () => move(ada, last, { topic: 'ice', propagate_mode: 'change_all' }))
    expect(await unreadBy(dov)).toEqual([first, wildcard])
    await replays([dov], () => leave(dov, lake))
    expect(await unreadBy(dov)).toEqual([first])
    // Marked unread after the move, the message depends only on the new channel.
    await replays([dov], () => markUnread(dov, [first]))
    await dov.subscribes(lake)
    await replays([dov], () => markUnread(dov, [mention]))
    expect(await unreadBy(dov)).toEqual([first, mention])
  })

  test('an edit does not change them, and deletion removes them', async () => {
    const { ada, dov, first, mention } = await historicRealm()
    await markUnread(dov, [first, mention])
    const [events] = await replays([dov], async () =>
      succeeded(await ada.patch(`/messages/${first}`, { content: '@**Dov**, one' })),
    )
    expect(events).toMatchObject([{ type: 'update_message', flags: ['historical'] }])
    await replays([dov], async () => succeeded(await ada.delete(`/messages/${mention}`)))
    expect(await unreadBy(dov)).toEqual([first])
  })

  test('they are marked read when the channel protects its history', async () => {
    const { ada, ben, dov } = await freshRealm()
    const club = await newChannel(ada, 'club', [ada, ben], { invite_only: true, history_public_to_subscribers: true })
    const old = await ada.sends(club, 'rules', '1')
    const read = await ada.sends(club, 'rules', '2')
    await ada.subscribes(club, { principals: [dov.id] })
    const own = await ada.sends(club, 'rules', '3')
    await markUnread(dov, [old.id, read.id])
    await markRead(dov, [read.id])
    const path = `/streams/${club.stream_id}`
    const [events] = await replays([dov, ben], async () =>
      succeeded(await ada.patch(path, { is_private: true, history_public_to_subscribers: false })),
    )
    expect(events!.filter(({ type }) => type === 'update_message_flags')).toMatchObject([
      { op: 'add', flag: 'read', messages: [old.id] },
    ])
    expect(await unreadBy(dov)).toEqual([own.id])
    await replays([dov, ben], async () =>
      succeeded(await ada.patch(path, { is_private: true, history_public_to_subscribers: true })),
    )
    expect(await unreadBy(dov)).toEqual([own.id])
  })

  test('a starred message in history that is now protected cannot be marked unread', async () => {
    const { ada, ben, dov } = await freshRealm()
    const club = await newChannel(ada, 'club', [ada, ben], { invite_only: true, history_public_to_subscribers: true })
    const old = await ada.sends(club, 'rules', '1')
    await ada.subscribes(club, { principals: [dov.id] })
    succeeded(await dov.post('/messages/flags', { messages: [old.id], op: 'add', flag: 'starred' }))
    succeeded(await ada.patch(`/streams/${club.stream_id}`, { is_private: true, history_public_to_subscribers: false }))
    const answer = await dov.post('/messages/flags', { messages: [old.id], op: 'remove', flag: 'read' })
    expect(succeeded(answer).messages).toEqual([])
    expect(await unreadBy(dov)).toEqual([])
  })

  test('read receipts do not list a user who marked the message unread', async () => {
    const { ada, dov, first } = await historicRealm()
    const readers = async () => succeeded(await ada.get(`/messages/${first}/read_receipts`)).user_ids
    succeeded(await dov.post(`/messages/${first}/reactions`, { emoji_name: 'tada' }))
    expect(await readers()).toEqual([dov.id])
    await markUnread(dov, [first])
    expect(await readers()).toEqual([])
    await markRead(dov, [first])
    expect(await readers()).toEqual([dov.id])
  })

  test('they take one row for each chunk of ids', async () => {
    const { realm, dov, ids } = await historicRealm()
    for (const id of ids) await markUnread(dov, [id])
    expect(await selectRows(realm, 'SELECT user_id, chunk FROM manually_unread')).toEqual([
      { user_id: dov.id, chunk: 0 },
    ])
    expect(await unreadBy(dov)).toEqual(ids)
  })
})

describe('marking messages unread below the read-up-to id', () => {
  /** A realm with many messages, which dov has all read, so that the read-up-to id is above them. */
  async function realmWithReadMessages() {
    const cast = await freshRealm()
    const { realm, cleo, dov, general } = cast
    const first = await cleo.sends(general, 'lunch', 'Pizza?')
    await copyFirstMessage(realm, 3000)
    const last = await cleo.sends(general, 'lunch', 'Pasta?')
    const direct = await cleo.sendsDirectly([dov], 'Or soup?')
    succeeded(await dov.post('/mark_all_as_read'))
    await dov.registers()
    return { ...cast, first: first.id, last: last.id, direct: direct.id }
  }

  test('does not read all later messages at registration', async () => {
    const { realm, dov, first, last } = await realmWithReadMessages()
    const rowsOfRegistration = () => rowsRead(realm, () => dov.registers())
    const before = await rowsOfRegistration()
    await replays([dov], async () =>
      expect(await markUnread(dov, [first, last])).toMatchObject({ messages: [first, last] }),
    )
    expect(await rowsOfRegistration()).toBeLessThan(before + 100)
    expect(await unreadBy(dov)).toEqual([first, last])
    await replays([dov], () => markRead(dov, [first]))
    expect(await unreadBy(dov)).toEqual([last])
  })

  test('they stay unread until the user reads them or leaves the channel', async () => {
    const { cleo, dov, general, first, last, direct } = await realmWithReadMessages()
    const next = await cleo.sends(general, 'lunch', 'Salad?')
    for (const id of [direct, first, last]) await replays([dov], () => markUnread(dov, [id]))
    expect(await unreadBy(dov)).toEqual([first, last, direct, next.id])
    expect(await flagsOf(dov, first)).toEqual([])
    await replays([dov], () => leave(dov, general))
    expect(await unreadBy(dov)).toEqual([direct])
    await replays([dov], () => dov.subscribes(general))
    await replays([dov], () => markUnread(dov, [last]))
    expect(await unreadBy(dov)).toEqual([last, direct])
    await replays([dov], async () => succeeded(await dov.post('/mark_all_as_read')))
    expect(await unreadBy(dov)).toEqual([])
  })
})
