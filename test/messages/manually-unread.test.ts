import { describe, expect, test } from 'vitest'
import { refusal } from '../support/answers'
import { flagsOf, idsInNarrow } from '../support/messages'
import { changesNothing } from '../support/received-events'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm, newChannel, type Channel } from '../support/realm'
import { replays } from '../support/replays'
import { copyFirstMessage, rowsIn, rowsRead } from '../support/tables'

const makesUnread = (person: Person, messages: readonly number[]): Promise<Json> =>
  person.post('/messages/flags', { messages, op: 'remove', flag: 'read' })
const reads = (person: Person, messages: readonly number[]): Promise<Json> =>
  person.post('/messages/flags', { messages, op: 'add', flag: 'read' })
const moves = async (person: Person, id: number, fields: Record<string, FieldValue>): Promise<Json> =>
  succeeded(await person.patch(`/messages/${id}`, { send_notification_to_new_thread: false, ...fields }))
const leaves = async (person: Person, { name }: Channel): Promise<Json> =>
  succeeded(await person.delete('/users/me/subscriptions', { subscriptions: [name] }))

/** What the anchor is where nothing is unread. */
const NEWEST = 10_000_000_000_000_000

/** All that is unread, as every part of the server tells it. */
async function unreadBy(person: Person): Promise<number[]> {
  const { unread_msgs } = (await person.registers()).state
  const threads: Json[] = [...unread_msgs.streams, ...unread_msgs.pms]
  const ids: number[] = threads.flatMap((thread) => thread.unread_message_ids)
  const sorted = ids.toSorted((a, b) => a - b)
  expect(await idsInNarrow(person, [['is', 'unread']])).toEqual(sorted)
  const { anchor } = succeeded(await person.get('/messages', { anchor: 'first_unread', num_after: 0 }))
  expect(anchor).toBe(sorted[0] ?? NEWEST)
  for (const id of sorted) expect(await flagsOf(person, id)).not.toContain('read')
  return sorted
}

/** A channel in which something was said before dov came. */
async function historicRealm() {
  const cast = await freshRealm()
  const { ada, ben, dov } = cast
  const lake = await newChannel(ada, 'lake', [ada, ben])
  const ids: number[] = []
  for (const content of ['One', '@**Dov**', '@**all**', 'Four']) ids.push((await ada.sends(lake, 'water', content)).id)
  await dov.subscribes(lake)
  const [first, called, everyone, last] = ids as [number, number, number, number]
  return { ...cast, lake, ids, first, called, everyone, last }
}

describe('making unread what one never received', () => {
  test('is told with all that a client must know, and is history all the same', async () => {
    const { ada, dov, lake, first, called, everyone, last } = await historicRealm()
    expect(await unreadBy(dov)).toEqual([])
    const [heard] = await replays([dov, ada], async () => {
      expect(await makesUnread(dov, [called, first, everyone])).toMatchObject({
        messages: [first, called, everyone],
        ignored_because_not_subscribed_channels: [],
      })
    })
    const where = { type: 'stream', stream_id: lake.stream_id, topic: 'water' }
    expect(heard).toMatchObject([{ op: 'remove', flag: 'read', messages: [first, called, everyone] }])
    expect(heard![0]!.message_details).toEqual({ [first]: where, [called]: where, [everyone]: where })
    expect(await unreadBy(dov)).toEqual([first, called, everyone])
    expect(await flagsOf(dov, called)).toEqual(['historical'])
    expect(await flagsOf(dov, last)).toEqual(['read', 'historical'])
    expect((await dov.registers()).state.unread_msgs.mentions).toEqual([])
    expect(await makesUnread(dov, [first])).toMatchObject({ messages: [] })
  })

  test('what one cannot read is refused, with all else that was asked, and nothing changes', async () => {
    const { ben, dov, vault, first, called } = await historicRealm()
    const hidden = await ben.sends(vault, 'keys', '1')
    await ben.delete(`/messages/${called}`)
    await changesNothing([dov], async () => {
      for (const id of [hidden.id, called, 9999])
        expect(await makesUnread(dov, [first, id]), String(id)).toEqual(refusal('Invalid message(s)'))
    })
    expect(await unreadBy(dov)).toEqual([])
  })

  test('it is read again, one by one or all together', async () => {
    const { dov, lake, ids } = await historicRealm()
    const all: (() => Promise<Json>)[] = [
      () => reads(dov, ids),
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
    for (const act of all) {
      await makesUnread(dov, ids)
      expect(await unreadBy(dov)).toEqual(ids)
      const [heard] = await replays([dov], async () => succeeded(await act()))
      expect(heard).toMatchObject([{ op: 'add', flag: 'read', messages: ids }])
      expect(await unreadBy(dov)).toEqual([])
      expect(await makesUnread(dov, [])).toMatchObject({ messages: [] })
    }
  })

  test('a narrow of history is made unread, too', async () => {
    const { dov, lake, ids } = await historicRealm()
    const asked = { anchor: 'newest', num_before: 100, num_after: 0, op: 'remove', flag: 'read' }
    await replays([dov], async () =>
      expect(
        await dov.post('/messages/flags/narrow', { ...asked, narrow: [['channel', lake.stream_id]] }),
      ).toMatchObject({ processed_count: 4, updated_count: 4 }),
    )
    expect(await unreadBy(dov)).toEqual(ids)
  })

  test('what was received before one left and came back calls one as it did', async () => {
    const { ada, dov, lake } = await historicRealm()
    const { id } = await ada.sends(lake, 'water', '@**Dov**')
    await leaves(dov, lake)
    await dov.subscribes(lake)
    const [heard] = await replays([dov], async () =>
      expect(await makesUnread(dov, [id])).toMatchObject({ messages: [id] }),
    )
    expect(heard![0]!.message_details[id]).toMatchObject({ mentioned: true })
    expect(await flagsOf(dov, id)).toEqual(['mentioned'])
    expect((await dov.registers()).state.unread_msgs.mentions).toEqual([id])
  })

  test('to leave the channel settles it, and coming back does not unsettle it', async () => {
    const { ada, dov, lake, first, called, last } = await historicRealm()
    await makesUnread(dov, [first, called])
    await replays([dov], () => leaves(dov, lake))
    expect(await unreadBy(dov)).toEqual([])
    expect(await makesUnread(dov, [last])).toMatchObject({
      messages: [],
      ignored_because_not_subscribed_channels: [lake.stream_id],
    })
    await replays([dov], () => dov.subscribes(lake))
    expect(await unreadBy(dov)).toEqual([])
    // What is made unread since then does not bring back what was before.
    await replays([dov], () => makesUnread(dov, [last]))
    expect(await unreadBy(dov)).toEqual([last])
    expect(await flagsOf(dov, first)).toEqual(['read', 'historical'])
    await replays([ada, dov], () => makesUnread(dov, [first]))
    expect(await unreadBy(dov)).toEqual([first, last])
  })

  test('it goes along to where one is, and is settled where one is not', async () => {
    const { ada, dov, general, lake, first, called, everyone, last } = await historicRealm()
    const sea = await newChannel(ada, 'sea', [ada])
    await makesUnread(dov, [first, called, everyone])
    await replays([dov, ada], () => moves(ada, first, { stream_id: general.stream_id }))
    expect(await unreadBy(dov)).toEqual([first, called, everyone])
    await replays([dov, ada], () => moves(ada, called, { stream_id: sea.stream_id }))
    expect(await unreadBy(dov)).toEqual([first, everyone])
    await replays([dov, ada], () => moves(ada, called, { stream_id: lake.stream_id }))
    expect(await unreadBy(dov)).toEqual([first, everyone])
    await replays([dov, ada], () => moves(ada, last, { topic: 'ice', propagate_mode: 'change_all' }))
    expect(await unreadBy(dov)).toEqual([first, everyone])
    await replays([dov], () => leaves(dov, lake))
    expect(await unreadBy(dov)).toEqual([first])
    // Made unread after it came, it stays where it is.
    await replays([dov], () => makesUnread(dov, [first]))
    await dov.subscribes(lake)
    await replays([dov], () => makesUnread(dov, [called]))
    expect(await unreadBy(dov)).toEqual([first, called])
  })

  test('edited or deleted, it is what it was, or is gone', async () => {
    const { ada, dov, first, called } = await historicRealm()
    await makesUnread(dov, [first, called])
    const [heard] = await replays([dov], async () =>
      succeeded(await ada.patch(`/messages/${first}`, { content: '@**Dov**, one' })),
    )
    expect(heard).toMatchObject([{ type: 'update_message', flags: ['historical'] }])
    await replays([dov], async () => succeeded(await ada.delete(`/messages/${called}`)))
    expect(await unreadBy(dov)).toEqual([first])
  })

  test('where its history is protected from then on it is settled, as it cannot be read any more', async () => {
    const { ada, ben, dov } = await freshRealm()
    const club = await newChannel(ada, 'club', [ada, ben], { invite_only: true, history_public_to_subscribers: true })
    const old = await ada.sends(club, 'rules', '1')
    const read = await ada.sends(club, 'rules', '2')
    await ada.subscribes(club, { principals: [dov.id] })
    const own = await ada.sends(club, 'rules', '3')
    await makesUnread(dov, [old.id, read.id])
    await reads(dov, [read.id])
    const path = `/streams/${club.stream_id}`
    const [heard] = await replays([dov, ben], async () =>
      succeeded(await ada.patch(path, { is_private: true, history_public_to_subscribers: false })),
    )
    expect(heard!.filter(({ type }) => type === 'update_message_flags')).toMatchObject([
      { op: 'add', flag: 'read', messages: [old.id] },
    ])
    expect(await unreadBy(dov)).toEqual([own.id])
    await replays([dov, ben], async () =>
      succeeded(await ada.patch(path, { is_private: true, history_public_to_subscribers: true })),
    )
    expect(await unreadBy(dov)).toEqual([own.id])
  })

  test('where its history is protected by now it cannot be made unread, although it was starred', async () => {
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

  test('who made it unread has not read it, until they do', async () => {
    const { ada, dov, first } = await historicRealm()
    const readers = async () => succeeded(await ada.get(`/messages/${first}/read_receipts`)).user_ids
    succeeded(await dov.post(`/messages/${first}/reactions`, { emoji_name: 'tada' }))
    expect(await readers()).toEqual([dov.id])
    await makesUnread(dov, [first])
    expect(await readers()).toEqual([])
    await reads(dov, [first])
    expect(await readers()).toEqual([dov.id])
  })

  test('it takes one row for each stretch of ids, however many and however often', async () => {
    const { realm, dov, ids } = await historicRealm()
    for (const id of ids) await makesUnread(dov, [id])
    expect(await rowsIn(realm, 'SELECT user_id, chunk FROM manually_unread')).toEqual([{ user_id: dov.id, chunk: 0 }])
    expect(await unreadBy(dov)).toEqual(ids)
  })
})

describe('making unread what is long read', () => {
  /** Everybody has caught up with a long past, and the server knows. */
  async function caughtUp() {
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

  test('has nothing looked through that came after it', async () => {
    const { realm, dov, first, last } = await caughtUp()
    const registering = () => rowsRead(realm, () => dov.registers())
    const before = await registering()
    await replays([dov], async () =>
      expect(await makesUnread(dov, [first, last])).toMatchObject({ messages: [first, last] }),
    )
    expect(await registering()).toBeLessThan(before + 100)
    expect(await unreadBy(dov)).toEqual([first, last])
    await replays([dov], () => reads(dov, [first]))
    expect(await unreadBy(dov)).toEqual([last])
  })

  test('it stays so until it is read or left, whatever else is made unread', async () => {
    const { cleo, dov, general, first, last, direct } = await caughtUp()
    const next = await cleo.sends(general, 'lunch', 'Salad?')
    for (const id of [direct, first, last]) await replays([dov], () => makesUnread(dov, [id]))
    expect(await unreadBy(dov)).toEqual([first, last, direct, next.id])
    expect(await flagsOf(dov, first)).toEqual([])
    await replays([dov], () => leaves(dov, general))
    expect(await unreadBy(dov)).toEqual([direct])
    await replays([dov], () => dov.subscribes(general))
    await replays([dov], () => makesUnread(dov, [last]))
    expect(await unreadBy(dov)).toEqual([last, direct])
    await replays([dov], async () => succeeded(await dov.post('/mark_all_as_read')))
    expect(await unreadBy(dov)).toEqual([])
  })
})
