import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { writeBodies, writeHistory } from '../../bench/workers/history'
import { preventAlarms } from '../support/alarms'
import { evict } from '../support/faults'
import { idsInNarrow } from '../support/messages'
import { MOVED, requestMove, toChannel, WHOLE_TOPIC } from '../support/moves'
import { succeeded, type Json, type Person } from '../support/person'
import { freshRealm, newBot, newChannel, type Channel, type TestRealm } from '../support/realm'
import { rowsRead, selectRows } from '../support/tables'

const ALL = { anchor: 'oldest', num_after: 5000 }
const UNREAD = [{ operator: 'is', operand: 'unread', negated: false }]

/** Writes messages by one user to topics of a channel. Returns the first and the last id. */
async function fill(realm: TestRealm, sender: Person, { stream_id }: Channel, count: number, topics: number) {
  const history = { count, sender_ids: [sender.id], stream_id, topics }
  const before = await runInDurableObject(realm.stub, (_, state) => writeHistory(state.storage, history))
  await writeBodies(env.DB, realm.name, { before, count })
  await evict(realm)
  return { first: before + 1, last: before + count }
}

const registered = async (person: Person): Promise<Json> =>
  (await person.registers({ fetch_event_types: ['message', 'update_message_flags'] })).state.unread_msgs

async function unreadAtRegister(person: Person): Promise<number[]> {
  const { pms, streams, huddles } = await registered(person)
  const ids = [...pms, ...streams, ...huddles].flatMap(({ unread_message_ids }: Json) => unread_message_ids)
  expect(new Set(ids).size).toBe(ids.length)
  return ids.sort((a: number, b: number) => a - b)
}

/** The narrow `is:unread` reads the rows of the messages, and registering does not. Both must find the same messages. */
async function expectSameUnread(people: readonly Person[]): Promise<number[]> {
  const counts: number[] = []
  for (const person of people) {
    const expected = await idsInNarrow(person, UNREAD, ALL)
    expect(await unreadAtRegister(person)).toEqual(expected)
    counts.push(expected.length)
  }
  return counts
}

describe('the unread messages of a realm with many messages', () => {
  test('are those of the narrow is:unread, after moves, deletions, subscriptions and marks', async () => {
    const { realm, ada, cleo, dov, ezra, general } = await freshRealm()
    await preventAlarms(realm)
    const club = await newChannel(ada, 'club', [ada, cleo, dov], {
      invite_only: true,
      history_public_to_subscribers: false,
    })
    const inGeneral = await fill(realm, dov, general, 2200, 4)
    const inClub = await fill(realm, ada, club, 300, 2)
    const people = [ada, cleo, dov, ezra]
    expect(await expectSameUnread(people)).toEqual([2500, 2500, 2500, 2200])

    await ada.subscribes(club, { principals: [ezra.id] })
    await cleo.delete('/users/me/subscriptions', { subscriptions: ['club'] })
    await cleo.subscribes(general)
    const later = await fill(realm, ada, club, 260, 2)
    expect(await expectSameUnread(people)).toEqual([2760, 2200, 2760, 2460])

    for (const id of [inGeneral.first, inGeneral.first + 255, inGeneral.first + 1000, inClub.first, later.last])
      succeeded(await ada.delete(`/messages/${id}`))
    expect(await expectSameUnread(people)).toEqual([2755, 2197, 2755, 2456])

    const topicOf = async (id: number) => (await ada.get(`/messages/${id}`)).message.subject
    expect(await topicOf(inGeneral.first + 2)).toMatch('old topic')
    expect(await requestMove(ada, { id: inGeneral.first + 2 }, toChannel(club, WHOLE_TOPIC))).toEqual(MOVED)
    expect(await requestMove(ada, { id: inGeneral.first + 700 }, { topic: 'alone' })).toEqual(MOVED)
    await expectSameUnread(people)

    const read = Array.from({ length: 900 }, (_, nth) => inGeneral.first + 400 + nth)
    for (const person of people)
      succeeded(await person.post('/messages/flags', { messages: read, op: 'add', flag: 'read' }))
    await expectSameUnread(people)
    const again = [read[20], read[25], read[601]]
    succeeded(await dov.post('/messages/flags', { messages: again, op: 'remove', flag: 'read' }))
    await expectSameUnread(people)
  })

  test('cost a few rows for thousands of messages, and so does a move of them', async () => {
    const { realm, ada, dov, ezra, general } = await freshRealm()
    await preventAlarms(realm)
    const { first, last } = await fill(realm, dov, general, 6000, 1)
    await dov.sends(general, 'soup', '@**all**')
    await registered(ada)
    expect(await rowsRead(realm, () => registered(ezra))).toBeLessThan(500)
    expect((await registered(ezra)).mentions).toEqual([last + 1])
    const rename = () => requestMove(ada, { id: first }, { topic: 'elsewhere', propagate_mode: 'change_all' })
    expect(await rowsRead(realm, rename)).toBeLessThan(500)
  })

  test('cost a new user as many rows as in a smaller realm: none of the older messages is examined', async () => {
    const CHUNK = 2048
    const rowsOfNewUser = async (count: number) => {
      const { realm, ada, cleo, dov, general } = await freshRealm()
      await preventAlarms(realm)
      await fill(realm, dov, general, count, 1)
      const bot = await newBot(ada, 'newcomer')
      await ada.subscribes(general, { principals: [bot.id] })
      succeeded(await bot.get('/users/me')) // finds that the bot received none
      const rows = await rowsRead(realm, () => registered(bot))
      const { id } = await dov.sends(general, 'soup', 'x')
      expect(await unreadAtRegister(bot)).toEqual([id])
      const direct = succeeded(await cleo.post('/messages', { type: 'direct', to: [bot.id], content: 'x' })).id
      expect(await unreadAtRegister(bot)).toEqual([id, direct])
      return rows
    }
    expect(await rowsOfNewUser(30 * CHUNK)).toBe(await rowsOfNewUser(3 * CHUNK))
  })

  test('are found in chunks that sending writes', async () => {
    const { realm, dov, ezra, general } = await freshRealm()
    const { last } = await fill(realm, dov, general, 508 - 4, 1)
    await selectRows(realm, 'DELETE FROM sent_ids')
    await evict(realm)
    for (let id = last; id < 513; id++) await dov.sends(general, 'soup', 'x')
    expect(await selectRows(realm, 'SELECT chunk, up_to FROM sent_ids')).toEqual([{ chunk: 0, up_to: 511 }])
    await expectSameUnread([ezra])
  })
})
