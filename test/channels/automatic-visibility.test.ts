import { describe, expect, test } from 'vitest'
import { TopicActivity, automaticPolicy } from '../../src/domain/channels/user-topics/automatic-visibility-rules'
import { SUCCESS } from '../support/answers'
import { changesNothing, eventNames, receivedBy } from '../support/received-events'
import { passTime, ring } from '../support/faults'
import { newGroup } from '../support/groups'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm, newChannel, type Channel } from '../support/realm'
import { rowsWritten } from '../support/tables'

const MUTED = 1
const UNMUTED = 2
const FOLLOWED = 3

type Habits = { follow?: number; unmute?: number; mentioned?: boolean }

const getsUsedTo = async (person: Person, { follow, unmute, mentioned }: Habits) =>
  succeeded(
    await person.patch('/settings', {
      automatically_follow_topics_policy: follow,
      automatically_unmute_topics_in_muted_streams_policy: unmute,
      automatically_follow_topics_where_mentioned: mentioned,
    }),
  )

const mutes = async (person: Person, { stream_id }: Channel) =>
  succeeded(
    await person.post('/users/me/subscriptions/properties', {
      subscription_data: [{ stream_id, property: 'is_muted', value: true }],
    }),
  )

const chooses = async (person: Person, { stream_id }: Channel, topic: string, visibility_policy: number) =>
  succeeded(await person.post('/user_topics', { stream_id, topic, visibility_policy }))

const policiesOf = async (person: Person): Promise<Json> => {
  const { state } = await person.registers({ fetch_event_types: ['user_topic'] })
  return Object.fromEntries(state.user_topics.map((each: Json) => [each.topic_name, each.visibility_policy]))
}

describe('a habit', () => {
  const { participates, sends, initiates } = TopicActivity
  const CASES: [
    deed: TopicActivity,
    follow: number,
    unmute: number,
    current: 0 | 1 | 2 | 3,
    isMuted: boolean,
    becomes?: number,
  ][] = [
    [participates, 1, 4, 0, false, FOLLOWED],
    [sends, 1, 4, 0, false, FOLLOWED],
    [initiates, 1, 4, 0, false, FOLLOWED],
    [participates, 2, 4, 0, false],
    [sends, 2, 4, 0, false, FOLLOWED],
    [sends, 3, 4, 0, false],
    [initiates, 3, 4, 0, false, FOLLOWED],
    [initiates, 4, 4, 0, true],
    [sends, 4, 2, 0, true, UNMUTED],
    [sends, 4, 2, 0, false], // where nothing is muted, there is nothing to unmute
    [participates, 4, 2, 0, true],
    [participates, 4, 1, 0, true, UNMUTED],
    [initiates, 4, 3, 0, true, UNMUTED],
    [sends, 2, 2, 0, true, FOLLOWED], // following beats unmuting
    [sends, 2, 4, 1, false, FOLLOWED],
    [sends, 4, 2, 1, true, UNMUTED],
    [sends, 4, 2, 2, true],
    [sends, 2, 4, 2, true, FOLLOWED],
    [initiates, 1, 1, 3, true], // what is followed stays so
  ]
  test.for(CASES)('%j', ([deed, follow, unmute, current, isChannelMuted, becomes]) => {
    const habits = {
      automatically_follow_topics_policy: follow as 1,
      automatically_unmute_topics_in_muted_streams_policy: unmute as 1,
    }
    expect(automaticPolicy(deed, habits, { current, isChannelMuted })).toBe(becomes)
  })
})

describe('whoever writes', () => {
  test('follows the topics they start, and is told so before the message', async () => {
    const { dov, ezra, general } = await freshRealm()
    const send = (topic: string) =>
      dov.post('/messages', { type: 'channel', to: general.stream_id, topic, content: 'Pizza?' })
    const [his, others] = await receivedBy([dov, ezra], async () =>
      expect(await send('lunch')).toEqual({ ...SUCCESS, id: 1, automatic_new_visibility_policy: FOLLOWED }),
    )
    for (const events of [his!.plain, his!.able]) {
      expect(eventNames(events)).toEqual(['user_topic', 'stream/update', 'message'])
      expect(events[0]).toMatchObject({
        stream_id: general.stream_id,
        topic_name: 'lunch',
        visibility_policy: FOLLOWED,
      })
    }
    expect(eventNames([...others!.plain, ...others!.able])).not.toContain('user_topic')
    expect(await send('lunch')).toEqual({ ...SUCCESS, id: 2 })
    await ezra.sends(general, 'dinner', 'Pasta?')
    expect(await send('dinner')).toEqual({ ...SUCCESS, id: 4 })
    expect(await policiesOf(dov)).toEqual({ lunch: FOLLOWED })
  })

  test('or every topic they write to, or none; in a muted channel it is unmuted, if they wish', async () => {
    const { ada, dov, general } = await freshRealm()
    await ada.sends(general, 'lunch', 'Pizza?')
    const send = async () => {
      const fields = { type: 'channel', to: general.stream_id, topic: 'lunch', content: 'Yes' }
      const { automatic_new_visibility_policy } = succeeded(await dov.post('/messages', fields))
      return automatic_new_visibility_policy
    }
    await getsUsedTo(dov, { follow: 4 })
    expect(await send()).toBeUndefined()
    await mutes(dov, general)
    const [his] = await receivedBy([dov], async () => expect(await send()).toBe(UNMUTED))
    expect(his!.able[0]).toMatchObject({ type: 'user_topic', visibility_policy: UNMUTED })
    expect(await send()).toBeUndefined()
    await getsUsedTo(dov, { follow: 2 })
    expect(await send()).toBe(FOLLOWED)
    expect(await send()).toBeUndefined()
  })

  test('to a topic they had muted has it back, and clients that know nothing but muting hear of it', async () => {
    const { ada, dov, general } = await freshRealm()
    await ada.sends(general, 'lunch', 'Pizza?')
    await chooses(dov, general, 'lunch', MUTED)
    await getsUsedTo(dov, { follow: 2 })
    const old = await dov.registers({ event_types: ['muted_topics', 'message'] })
    expect(old.state.muted_topics).toHaveLength(1)
    const [his] = await receivedBy([dov], () => dov.sends(general, 'LUNCH', 'Yes'))
    expect(eventNames(his!.able)).toEqual(['user_topic', 'message'])
    expect(his!.able[0].topic_name).toBe('lunch') // as it was spelled when it was chosen for
    const events = await old.events()
    expect(eventNames(events)).toEqual(['muted_topics', 'message'])
    expect(events[0].muted_topics).toEqual([])
  })

  test('where history is protected starts, for them, what they cannot know has begun', async () => {
    const { ada, dov } = await freshRealm()
    const cellar = await newChannel(ada, 'cellar', [ada], { invite_only: true })
    await ada.sends(cellar, 'wine', 'Red?')
    await ada.subscribes(cellar, { principals: [dov.id] })
    const fields = { type: 'channel', to: cellar.stream_id, topic: 'wine', content: 'White' }
    expect(await dov.post('/messages', fields)).toMatchObject({ automatic_new_visibility_policy: FOLLOWED })
    await dov.sends(cellar, 'wine', 'White')
    expect(await policiesOf(dov)).toEqual({ wine: FOLLOWED })
  })

  test('nobody follows by a direct message, as a bot, from outside a channel, or by what is refused', async () => {
    const { ada, dov, fig, general, attic } = await freshRealm()
    const pottery = await newChannel(ada, 'pottery', [ada])
    for (const each of [dov, ada]) await getsUsedTo(each, { follow: 1 })
    await changesNothing([ada], async () => {
      const fields = { type: 'channel', to: attic.stream_id, topic: 'x', content: 'x' }
      expect(await ada.post('/messages', fields)).toMatchObject({ result: 'error' })
    })
    for (const sent of [
      await dov.sendsDirectly([ada], 'x'),
      await dov.sends(pottery, 'x', 'x'),
      await fig.sends(general, 'x', 'x'),
    ])
      expect(sent).not.toHaveProperty('automatic_new_visibility_policy')
    for (const person of [ada, dov, fig]) expect(await policiesOf(person)).toEqual({})
  })

  test('a message that was scheduled counts when it is sent', async () => {
    const { realm, dov, general } = await freshRealm()
    const scheduled_delivery_timestamp = Math.floor(Date.now() / 1000) + 60
    const later = { type: 'channel', to: general.stream_id, topic: 'lunch', content: 'x', scheduled_delivery_timestamp }
    succeeded(await dov.post('/scheduled_messages', later))
    expect(await policiesOf(dov)).toEqual({})
    const [his] = await receivedBy([dov], async () => {
      await passTime(realm, 61)
      await ring(realm)
    })
    expect(eventNames(his!.able)).toEqual(['user_topic', 'stream/update', 'message', 'scheduled_messages/remove'])
  })
})

describe('whoever takes part', () => {
  const PARTS: [what: string, takes: (person: Person, id: number) => Promise<Json>][] = [
    ['by a reaction', (person, id) => person.post(`/messages/${id}/reactions`, { emoji_name: 'tada' })],
    [
      'by a vote',
      (person, id) =>
        person.post('/submessage', {
          message_id: id,
          msg_type: 'widget',
          content: '{"type":"vote","key":"canned,0","vote":1}',
        }),
    ],
  ]
  for (const [what, takes] of PARTS)
    test(`${what} follows the topic if that is their habit`, async () => {
      const { ada, dov, ezra, general } = await freshRealm()
      const { id } = await ada.sends(general, 'lunch', '/poll Pizza?')
      const direct = await ada.sendsDirectly([dov], '/poll Pizza?')
      await getsUsedTo(dov, { follow: 1 })
      const [his] = await receivedBy([dov], async () => succeeded(await takes(dov, id)))
      expect(his!.able[0]).toMatchObject({ type: 'user_topic', topic_name: 'lunch', visibility_policy: FOLLOWED })
      succeeded(await takes(dov, direct.id))
      succeeded(await takes(ezra, id))
      expect(await policiesOf(dov)).toEqual({ lunch: FOLLOWED })
      expect(await policiesOf(ezra)).toEqual({})
    })
})

describe('whom a message calls by name', () => {
  test('follows its topic, and hears so before the message', async () => {
    const { ada, dov, ezra, general } = await freshRealm()
    await dov.sends(general, 'lunch', 'Pizza?')
    const [hers, guests] = await receivedBy([ada, ezra], () => dov.sends(general, 'lunch', '@**Ada** and @**Ezra**?'))
    for (const { able, plain } of [hers!, guests!])
      for (const events of [able, plain]) {
        expect(eventNames(events)).toEqual(['user_topic', 'message'])
        expect(events[0]).toMatchObject({ topic_name: 'lunch', visibility_policy: FOLLOWED })
      }
  })

  test('but for those who do not want to, have muted it, are not there, or are no people', async () => {
    const { ada, ben, cleo, dov, ezra, fig, general } = await freshRealm()
    await dov.sends(general, 'lunch', 'Pizza?')
    await getsUsedTo(ada, { mentioned: false })
    await chooses(ben, general, 'lunch', MUTED)
    await chooses(cleo, general, 'lunch', UNMUTED)
    succeeded(await ezra.delete('/users/me/subscriptions', { subscriptions: ['general'] }))
    await dov.sends(general, 'lunch', '@**Ada** @**Ben** @**Cleo** @**Ezra** @**Fig** @_**Dov**')
    expect(await policiesOf(ada)).toEqual({})
    expect(await policiesOf(ben)).toEqual({ lunch: MUTED })
    expect(await policiesOf(cleo)).toEqual({ lunch: FOLLOWED })
    expect(await policiesOf(ezra)).toEqual({})
    expect(await policiesOf(fig)).toEqual({})
  })

  test('not by way of a group or of everyone: what that costs would grow with them', async () => {
    const { realm, ada, ben, cleo, dov, ezra, general } = await freshRealm()
    await newGroup(ada, 'us', [ada, ben, cleo, ezra])
    await dov.sends(general, 'lunch', 'Pizza?')
    const cost = async (content: string) => {
      const before = await rowsWritten(realm)
      await dov.sends(general, 'lunch', content)
      return (await rowsWritten(realm)) - before
    }
    await cost('@**all**')
    await cost('@*us*')
    for (const person of [ada, ben, cleo, ezra]) expect(await policiesOf(person)).toEqual({})
    // What the topic is to each who is named is a row in two indexes. One event tells them all.
    for (const named of ['@**Ada**', '@**Ben** @**Cleo** @**Ezra**']) {
      const people = named.split(' ').length
      const following = await cost(named)
      expect(following - (await cost(named))).toBe(2 * people + 1)
    }
  })
})

describe('POST /messages', () => {
  test('the cost of following is the sender’s alone', async () => {
    const { realm, dov, ezra, general } = await freshRealm()
    const cost = async (person: Person, topic: string, more: Record<string, FieldValue> = {}) => {
      const before = await rowsWritten(realm)
      await person.sends(general, topic, 'x', more)
      return (await rowsWritten(realm)) - before
    }
    await dov.sends(general, 'warm', 'x')
    const again = await cost(dov, 'warm')
    await getsUsedTo(ezra, { follow: 4 })
    const started = await cost(ezra, 'a')
    expect((await cost(dov, 'b')) - started).toBe(3) // the choice in two indexes, and the event
    expect(await cost(ezra, 'b')).toBe(again)
  })
})
