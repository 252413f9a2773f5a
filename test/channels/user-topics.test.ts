import { describe, expect, test } from 'vitest'
import { applyEvent } from '../../client-state/apply-event'
import { stateOf } from '../../client-state/model'
import { refusal, SUCCESS } from '../support/answers'
import { stopClock } from '../support/clock'
import { unreadMessages } from '../support/messages'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm, newChannel, type Channel } from '../support/realm'
import { changesNothing, receivedBy } from '../support/received-events'
import { executeSql } from '../support/tables'
import { setVisibilityPolicy } from '../support/user-topics'

const userTopicEvent = (
  { stream_id }: Channel,
  topic_name: string,
  visibility_policy: number,
  last_updated: unknown,
) => ({
  type: 'user_topic',
  stream_id,
  topic_name,
  last_updated,
  visibility_policy,
})

const MUTED_TOPICS = '/users/me/subscriptions/muted_topics'
const ABLE = { client_capabilities: { empty_topic_name: true } }

const userTopicsOf = async (person: Person) =>
  (await person.registers({ fetch_event_types: ['user_topic'], ...ABLE })).state.user_topics

describe('POST /user_topics', () => {
  test('the user sets each policy; only the clients of that user receive the event', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    await dov.sends(general, 'lunch', 'Pizza?')
    await stopClock(realm, 1_900_000_000)
    const followedBefore = await userTopicsOf(dov)
    for (const policy of [1, 2, 3, 0, 3, 1, 0]) {
      const [adaEvents, dovEvents] = await receivedBy([ada, dov], async () =>
        expect(await setVisibilityPolicy(ada, general, 'lunch', policy)).toEqual(SUCCESS),
      )
      const events = [userTopicEvent(general, 'lunch', policy, 1_900_000_000)]
      expect([adaEvents!.plain, adaEvents!.able]).toEqual([events, events])
      expect([dovEvents!.plain, dovEvents!.able]).toEqual([[], []])
      const fields = { stream_id: general.stream_id, topic_name: 'lunch', last_updated: 1_900_000_000 }
      expect(await userTopicsOf(ada)).toEqual(policy === 0 ? [] : [{ ...fields, visibility_policy: policy }])
      expect(await userTopicsOf(dov)).toEqual(followedBefore)
    }
  })

  test('the same policy again publishes nothing; case does not matter', async () => {
    const { ada, general } = await freshRealm()
    succeeded(await setVisibilityPolicy(ada, general, 'Lunch', 3))
    await changesNothing([ada], async () => {
      for (const topic of ['Lunch', 'lunch', ' LUNCH '])
        expect(await setVisibilityPolicy(ada, general, topic, 3)).toEqual(SUCCESS)
      expect(await setVisibilityPolicy(ada, general, 'dinner', 0)).toEqual(SUCCESS)
    })
    const [adaEvents] = await receivedBy([ada], () => setVisibilityPolicy(ada, general, 'lUNCH', 1))
    expect(adaEvents!.able).toEqual([userTopicEvent(general, 'Lunch', 1, expect.any(Number))])
  })

  test('a topic needs no messages; if it has some, it keeps their spelling; a resolved topic is a different one', async () => {
    const { ada, dov, general } = await freshRealm()
    await dov.sends(general, 'Lunch', 'Pizza?')
    for (const topic of ['no messages', 'LUNCH', '✔ LUNCH'])
      succeeded(await setVisibilityPolicy(ada, general, topic, 1))
    expect((await userTopicsOf(ada)).map(({ topic_name }: Json) => topic_name)).toEqual([
      'Lunch',
      'no messages',
      '✔ LUNCH',
    ])
  })

  test('the empty topic name is “general chat” for clients that do not know it', async () => {
    const { ada, general } = await freshRealm()
    const [adaEvents] = await receivedBy([ada], () => setVisibilityPolicy(ada, general, 'general chat', 1))
    expect(adaEvents!.plain).toEqual([userTopicEvent(general, 'general chat', 1, expect.any(Number))])
    expect(adaEvents!.able).toEqual([userTopicEvent(general, '', 1, expect.any(Number))])
    await changesNothing([ada], () => setVisibilityPolicy(ada, general, '', 1))
  })

  test('a user who can read the channel can set a policy, subscribed or not; other users can only remove theirs', async () => {
    const { ada, ben, dov, ezra, attic, vault } = await freshRealm()
    const garden = await newChannel(ada, 'garden', [ada])
    expect(await setVisibilityPolicy(dov, garden, 'roses', 3)).toEqual(SUCCESS)
    expect(await setVisibilityPolicy(ada, attic, 'dust', 1)).toEqual(SUCCESS)
    expect(await setVisibilityPolicy(ben, vault, 'keys', 1)).toEqual(SUCCESS)
    succeeded(await ben.delete('/users/me/subscriptions', { subscriptions: ['vault'] }))
    await changesNothing([ben, dov, ezra], async () => {
      for (const policy of [1, 2, 3]) {
        for (const [person, channel] of [
          [ben, vault],
          [dov, vault],
          [ezra, garden],
        ] as const)
          expect(await setVisibilityPolicy(person, channel, 'keys', policy)).toEqual(refusal('Invalid channel ID'))
        expect(await setVisibilityPolicy(dov, { ...garden, stream_id: 999 }, 'keys', policy)).toEqual(
          refusal('Invalid channel ID'),
        )
      }
      expect(await setVisibilityPolicy(dov, { ...garden, stream_id: 999 }, 'keys', 0)).toEqual(
        refusal('Invalid channel ID'),
      )
      expect(await setVisibilityPolicy(dov, vault, 'keys', 0)).toEqual(SUCCESS)
    })
    const [benEvents] = await receivedBy([ben], () => setVisibilityPolicy(ben, vault, 'keys', 0))
    expect(benEvents!.able).toEqual([userTopicEvent(vault, 'keys', 0, expect.any(Number))])
  })

  test('invalid parameters are refused and change nothing', async () => {
    const { ada, general } = await freshRealm()
    const { stream_id } = general
    const valid = { stream_id, topic: 'lunch', visibility_policy: 1 }
    const missing = (var_name: string) =>
      refusal(`Missing '${var_name}' argument`, 'REQUEST_VARIABLE_MISSING', { var_name })
    const INVALID: [Record<string, FieldValue>, object][] = [
      [{ visibility_policy: 4 }, refusal('Invalid visibility_policy')],
      [{ visibility_policy: -1 }, refusal('Invalid visibility_policy')],
      [{ visibility_policy: 'muted' }, refusal('visibility_policy is not valid JSON')],
      [{ visibility_policy: undefined }, missing('visibility_policy')],
      [{ topic: undefined }, missing('topic')],
      [{ topic: 'x'.repeat(61) }, refusal('topic is too long (limit: 60 characters)')],
      [{ stream_id: undefined }, missing('stream_id')],
      [{ stream_id: -1 }, refusal('stream_id is not a non-negative integer')],
      [{ stream_id: 'general' }, refusal('stream_id is not valid JSON')],
    ]
    await changesNothing([ada], async () => {
      for (const [invalid, expected] of INVALID)
        expect(await ada.post('/user_topics', { ...valid, ...invalid }), JSON.stringify(invalid)).toEqual(expected)
    })
    expect(await ada.post('/user_topics', { ...valid, topic: '🍕'.repeat(60) })).toEqual(SUCCESS)
  })
})

describe('effects of a visibility policy', () => {
  test('messages of a muted topic do not count as unread; those of followed and unmuted topics do', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    for (const topic of ['lunch', 'dinner', 'tea']) await dov.sends(general, topic, 'Hungry?')
    const counts = async () => (await unreadMessages(ada)).count
    expect(await counts()).toBe(3)
    const steps: [topic: string, policy: number, count: number][] = [
      ['lunch', 1, 2],
      ['LUNCH', 2, 3],
      ['lunch', 1, 2],
      ['lunch', 0, 3],
      ['tea', 3, 3],
    ]
    for (const [topic, policy, count] of steps) {
      await receivedBy([ada], () => setVisibilityPolicy(ada, general, topic, policy))
      expect(await counts(), `${topic} ${policy}`).toBe(count)
    }
    await receivedBy([ada], () => setVisibilityPolicy(ada, general, 'dinner', 2))
    await executeSql(
      realm,
      'UPDATE subscriptions SET is_muted = 1 WHERE user_id = ? AND stream_id = ?',
      ada.id,
      general.stream_id,
    )
    expect(await counts()).toBe(2) // tea is followed, dinner unmuted
    await receivedBy([ada], () => dov.sends(general, 'tea', 'Biscuits?'))
    expect(await counts()).toBe(3)
    expect((await unreadMessages(ada)).streams).toHaveLength(3)
  })

  test('in a muted topic, a wildcard mention does not count as a mention; a mention by name does', async () => {
    const { ada, dov, general } = await freshRealm()
    const all = await dov.sends(general, 'lunch', '@**all**')
    const direct = await dov.sends(general, 'lunch', '@**Ada**')
    const mentions = async () => (await unreadMessages(ada)).mentions
    expect(await mentions()).toEqual([all.id, direct.id])
    succeeded(await setVisibilityPolicy(ada, general, 'lunch', 1))
    expect(await mentions()).toEqual([direct.id])
    await receivedBy([ada], () => dov.sends(general, 'lunch', '@**all**'))
    await receivedBy([ada], () => ada.post('/messages/flags', { messages: [all.id], op: 'add', flag: 'read' }))
    const [adaEvents] = await receivedBy([ada], () =>
      ada.post('/messages/flags', { messages: [all.id, direct.id], op: 'remove', flag: 'read' }),
    )
    expect(adaEvents!.able[0].message_details[all.id]).not.toHaveProperty('mentioned')
  })

  test('the first unread message is never in a muted topic', async () => {
    const { ada, dov, general } = await freshRealm()
    await dov.sends(general, 'lunch', 'Pizza?')
    const second = await dov.sends(general, 'dinner', 'Pizza?')
    succeeded(await setVisibilityPolicy(ada, general, 'lunch', 1))
    for (const narrow of [[], [['channel', 'general']]]) {
      const answer = succeeded(await ada.get('/messages', { anchor: 'first_unread', narrow, num_after: 1 }))
      expect(answer.anchor).toBe(second.id)
    }
  })
})

describe('PATCH /users/me/subscriptions/muted_topics', () => {
  const LEGACY = { event_types: ['muted_topics'] }

  test('mutes and unmutes a topic, also twice, and does not change other policies', async () => {
    const { ada, general } = await freshRealm()
    const { stream_id } = general
    for (const channel of [{ stream_id }, { stream: 'general' }]) {
      const requestChange = (op: string, topic: string) => ada.patch(MUTED_TOPICS, { ...channel, topic, op })
      const [mutedEvents] = await receivedBy([ada], async () => {
        for (const topic of ['lunch', 'Lunch']) expect(await requestChange('add', topic)).toEqual(SUCCESS)
      })
      expect(mutedEvents!.able).toEqual([userTopicEvent(general, 'lunch', 1, expect.any(Number))])
      const [unmutedEvents] = await receivedBy([ada], async () => {
        for (const topic of ['lunch', 'lunch']) expect(await requestChange('remove', topic)).toEqual(SUCCESS)
      })
      expect(unmutedEvents!.able).toEqual([userTopicEvent(general, 'lunch', 0, expect.any(Number))])
    }
    succeeded(await setVisibilityPolicy(ada, general, 'lunch', 3))
    await changesNothing([ada], () => ada.patch(MUTED_TOPICS, { stream_id, topic: 'lunch', op: 'remove' }))
  })

  test('older clients receive the list of muted topics; clients that request user_topic receive the change', async () => {
    const { realm, ada, general } = await freshRealm()
    await stopClock(realm, 1_900_000_000)
    succeeded(await setVisibilityPolicy(ada, general, '', 1))
    const older = await ada.registers(LEGACY)
    const able = await ada.registers({ ...LEGACY, ...ABLE })
    const both = await ada.registers({ event_types: ['muted_topics', 'user_topic'] })
    expect(older.state.muted_topics).toEqual([['general', 'general chat', 1_900_000_000]])
    expect(able.state.muted_topics).toEqual([['general', '', 1_900_000_000]])
    expect(both.state).not.toHaveProperty('muted_topics')
    expect((await ada.registers()).state).not.toHaveProperty('muted_topics')
    succeeded(await setVisibilityPolicy(ada, general, 'lunch', 1))
    succeeded(await setVisibilityPolicy(ada, general, '', 3))
    for (const queue of [older, able]) {
      const state = stateOf(structuredClone(queue.state))
      const events = await queue.events()
      expect(events).toHaveLength(2)
      for (const event of events) applyEvent(state, structuredClone(event), {})
      expect(state.muted_topics).toEqual([['general', 'lunch', 1_900_000_000]])
      expect((await ada.registers(LEGACY)).state.muted_topics).toEqual(state.muted_topics)
    }
    expect((await both.events()).map(({ type }) => type)).toEqual(['user_topic', 'user_topic'])
  })

  test('topics of a channel that the user can no longer see are not listed', async () => {
    const { ada, ezra, vault } = await freshRealm()
    await ada.subscribes(vault, { principals: [ezra.id] })
    succeeded(await setVisibilityPolicy(ezra, vault, 'keys', 1))
    const muted = async () => (await ezra.registers(LEGACY)).state.muted_topics
    expect(await muted()).toEqual([['vault', 'keys', expect.any(Number)]])
    succeeded(await ezra.delete('/users/me/subscriptions', { subscriptions: ['vault'] }))
    expect(await muted()).toEqual([])
  })

  test('invalid parameters are refused and change nothing', async () => {
    const { dov, general } = await freshRealm()
    const { stream_id } = general
    const INVALID: [Record<string, FieldValue>, string][] = [
      [{ topic: 'x', op: 'add' }, 'Expected exactly one channel'],
      [{ topic: 'x', op: 'add', stream_id, stream: 'general' }, 'Expected exactly one channel'],
      [{ topic: 'x', op: 'add', stream: 'vault' }, "Invalid channel name 'vault'"],
      [{ topic: 'x', op: 'remove', stream: 'nowhere' }, "Invalid channel name 'nowhere'"],
      [{ topic: 'x', op: 'add', stream_id: 999 }, 'Invalid channel ID'],
      [{ topic: 'x', op: 'remove', stream_id: 999 }, 'Invalid channel ID'],
      [{ topic: 'x', op: 'toggle', stream_id }, 'Invalid op'],
      [{ topic: 'x'.repeat(61), op: 'add', stream_id }, 'topic is too long (limit: 60 characters)'],
    ]
    await changesNothing([dov], async () => {
      for (const [invalid, msg] of INVALID) expect(await dov.patch(MUTED_TOPICS, invalid)).toEqual(refusal(msg))
    })
  })
})
