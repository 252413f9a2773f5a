import { describe, expect, test } from 'vitest'
import { refusal } from '../support/answers'
import { doDueWork } from '../support/alarms'
import { advanceClock } from '../support/clock'
import { groupOfUsers, newGroup } from '../support/groups'
import { ALL_MESSAGES } from '../support/messages'
import { succeeded, type Json } from '../support/person'
import { freshRealm, newChannel } from '../support/realm'
import { receivedBy } from '../support/received-events'
import { selectRows } from '../support/tables'

const NONE = { count: 0, user_ids: [], least: 0, most: 0 }
const NOTHING = {
  channel_count: 0,
  channels: [],
  lose_people: NONE,
  gain_people: NONE,
  uncounted_guests: 0,
  expired: [],
}
const of = (people: readonly { id: number }[], least: number, most = least) => ({
  count: people.length,
  user_ids: people.map(({ id }) => id),
  least,
  most,
})

describe('POST /parley/what_if/streams/:stream_id', () => {
  test('tells who would lose a channel that becomes private, with how many messages', async () => {
    const { ada, ben, cleo, dov, fig } = await freshRealm()
    const lake = await newChannel(ada, 'lake', [ada, ben])
    for (const text of ['one', 'two', 'three']) await ada.sends(lake, 'fish', text)
    const predicted = succeeded(await ada.post(`/parley/what_if/streams/${lake.stream_id}`, { is_private: true }))
    const [channel] = predicted.channels
    // An administrator sees a private channel, but not its messages.
    expect(predicted).toMatchObject({ ...NOTHING, channel_count: 1, channels: [expect.anything()] })
    expect(channel).toEqual({
      stream_id: lake.stream_id,
      lose_channel: of([cleo, dov, fig], 1),
      gain_channel: NONE,
      lose_messages: of([cleo, dov, fig], 3),
      gain_messages: NONE,
    })
  })

  test('tells how many messages each subscriber keeps if the history becomes protected', async () => {
    const { ada, ben, cleo, dov } = await freshRealm()
    const pool = await newChannel(ada, 'pool', [ada], { invite_only: true, history_public_to_subscribers: true })
    for (const person of [ben, cleo, dov]) {
      await ada.sends(pool, 'deep', 'end')
      await ada.subscribes(pool, { principals: [person.id] })
    }
    const fields = { is_private: true, history_public_to_subscribers: false }
    const { channels } = succeeded(await ada.post(`/parley/what_if/streams/${pool.stream_id}`, fields))
    expect(channels).toMatchObject([{ lose_channel: NONE, lose_messages: of([ben, cleo, dov], 1, 3) }])
  })

  test('leaves nothing of the change behind', async () => {
    const { realm, ada, ben, cleo, vault } = await freshRealm()
    const lake = await newChannel(ada, 'lake', [ada, ben])
    await ada.sends(lake, 'lunch', 'Soup')
    const path = `/parley/what_if/streams/${lake.stream_id}`
    const tables = ['channels', 'events', 'audit_log', 'message_index', 'outbox', 'emails', 'conversations']
    const stored = () => Promise.all(tables.map((table) => selectRows(realm, `SELECT * FROM ${table}`)))
    const before = await stored()
    const received = await receivedBy([ben, cleo], async () => {
      const { channel_count } = succeeded(await ada.post(path, { is_private: true, new_name: 'secret' }))
      expect(channel_count).toBe(1)
    })
    expect(received.map(({ plain }) => plain)).toEqual([[], []])
    expect(await stored()).toEqual(before)
    expect((await ada.get(`/streams/${lake.stream_id}`)).stream).toMatchObject({
      name: 'lake',
      invite_only: false,
    })
    // Memory is as before too: the next message has the next id.
    const [{ id: first }, { id: second }] = [await ada.sends(vault, 'a', 'a'), await ada.sends(lake, 'a', 'a')]
    expect(second).toBe(first + 1)
  })

  test('is refused as the change would be, and for users who are no administrators', async () => {
    const { ada, ben, cleo, dov, general } = await freshRealm()
    const path = `/parley/what_if/streams/${general.stream_id}`
    expect((await dov.post(path, { is_private: true })).msg).toBe('Must be an organization administrator')
    // A moderator who administers the channel makes the change, but does not see what others can read.
    const administers = { can_administer_channel_group: { new: groupOfUsers(cleo) } }
    succeeded(await ada.patch(`/streams/${general.stream_id}`, administers))
    expect((await cleo.post(path, { is_private: true })).msg).toBe('Must be an organization administrator')
    expect((await ben.post(path, { message_retention_days: '30' })).msg).toBe('Must be an organization owner')
    expect(await ada.post('/parley/what_if/streams/999', { is_private: true })).toEqual(refusal('Invalid channel ID'))
  })

  test('tells how many messages a shorter retention deletes, and they are deleted', async () => {
    const { realm, ada, general } = await freshRealm()
    for (const text of ['one', 'two']) await ada.sends(general, 'old', text)
    await advanceClock(realm, 40 * 86_400)
    await ada.sends(general, 'new', 'three')
    const fields = { message_retention_days: '30' }
    const { expired } = succeeded(await ada.post(`/parley/what_if/streams/${general.stream_id}`, fields))
    const count = async (): Promise<number> =>
      succeeded(
        await ada.get('/messages', { ...ALL_MESSAGES, narrow: [{ operator: 'channel', operand: general.stream_id }] }),
      ).messages.length
    const before = await count()
    succeeded(await ada.patch(`/streams/${general.stream_id}`, fields))
    await doDueWork(realm)
    expect(before - (await count())).toBe(2)
    expect(expired).toEqual([{ stream_id: general.stream_id, before: 0, after: 2 }])
  })
})

describe('POST /parley/what_if/users/:user_id', () => {
  test('tells what a user would lose as a guest, and what another one would gain', async () => {
    const { ada, dov, ezra, fig, general, vault } = await freshRealm()
    const lake = await newChannel(ada, 'lake', [ada])
    await ada.sends(lake, 'fish', 'one')
    await ada.sends(vault, 'gold', 'two')
    const ofDov = succeeded(await ada.post(`/parley/what_if/users/${dov.id}`, { role: 600 }))
    // The bot of a guest is a guest too.
    expect(ofDov.channels.map(({ stream_id }: Json) => stream_id)).not.toContain(general.stream_id)
    expect(ofDov.channels.find(({ stream_id }: Json) => stream_id === lake.stream_id)).toMatchObject({
      lose_channel: of([dov, fig], 1),
      lose_messages: of([dov, fig], 1),
    })
    const ofEzra = succeeded(await ada.post(`/parley/what_if/users/${ezra.id}`, { role: 200 }))
    const byId = new Map(ofEzra.channels.map((channel: Json) => [channel.stream_id, channel]))
    expect(byId.get(lake.stream_id)).toMatchObject({ gain_channel: of([ezra], 1), gain_messages: of([ezra], 1) })
    expect(byId.get(vault.stream_id)).toMatchObject({ gain_channel: of([ezra], 1), gain_messages: NONE })
    const last = await ada.patch(`/users/${ada.id}`, { role: 400 })
    expect(last.result).toBe('error')
    expect(await ada.post(`/parley/what_if/users/${ada.id}`, { role: 400 })).toEqual(last)
  })
})

describe('POST /parley/what_if/user_groups/:user_group_id/members', () => {
  test('tells which private channels a group opens for new members, also through groups above it', async () => {
    const { ada, dov } = await freshRealm()
    const club = await newChannel(ada, 'club', [ada], { invite_only: true, history_public_to_subscribers: true })
    const inner = await newGroup(ada, 'inner')
    const outer = await newGroup(ada, 'outer', [], { subgroups: [inner] })
    succeeded(await ada.patch(`/streams/${club.stream_id}`, { can_subscribe_group: { new: outer } }))
    await ada.sends(club, 'gold', 'one')
    const path = `/parley/what_if/user_groups/${inner}/members`
    const { channels } = succeeded(await ada.post(path, { add: [dov.id] }))
    const messages = channels[0].gain_messages
    expect(messages.most).toBeGreaterThan(0)
    expect(channels).toMatchObject([{ stream_id: club.stream_id, gain_channel: of([dov], 1) }])
    expect(messages).toEqual(of([dov], messages.most))
    succeeded(await ada.post(`/user_groups/${inner}/members`, { add: [dov.id] }))
    const { messages: read } = succeeded(
      await dov.get('/messages', { ...ALL_MESSAGES, narrow: [{ operator: 'channel', operand: club.stream_id }] }),
    )
    expect(read).toHaveLength(messages.most)
  })
})

describe('POST /parley/what_if/realm', () => {
  test('tells which guests would see fewer people', async () => {
    const { ada, ezra, realm } = await freshRealm()
    await realm.newPerson('gil', { role: 400 })
    const limited = { can_access_all_users_group: { new: 3 } }
    const { user_groups } = succeeded(await ada.get('/user_groups'))
    limited.can_access_all_users_group.new = user_groups.find(({ name }: Json) => name === 'role:members').id
    expect(succeeded(await ada.post('/parley/what_if/realm', limited))).toMatchObject({
      ...NOTHING,
      lose_people: of([ezra], 1),
    })
  })

  test('tells how many messages the retention of the organization deletes, direct ones too', async () => {
    const { realm, ada, ben, general } = await freshRealm()
    await ada.sends(general, 'old', 'one')
    await ada.sendsDirectly([ben], 'two')
    await advanceClock(realm, 40 * 86_400)
    const { expired } = succeeded(await ada.post('/parley/what_if/realm', { message_retention_days: '30' }))
    expect(expired.find(({ stream_id }: Json) => stream_id === null)).toMatchObject({ before: 0 })
    expect(expired.find(({ stream_id }: Json) => stream_id === general.stream_id)).toMatchObject({
      before: 0,
      after: 1,
    })
    expect((await ben.post('/parley/what_if/realm', { message_retention_days: '30' })).msg).toBe(
      'Must be an organization owner',
    )
  })
})
