import { describe, expect, test } from 'vitest'
import { refusal, SUCCESS } from '../support/answers'
import { unreadMessages } from '../support/messages'
import { changesNothing, receivedBy } from '../support/received-events'
import { applyEvent } from '../../client-state/apply-event'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm, newChannel, type Channel } from '../support/realm'
import { stopClock, writesTo } from '../support/tables'

const chooses = (person: Person, { stream_id }: Channel, topic: string, visibility_policy: number): Promise<Json> =>
  person.post('/user_topics', { stream_id, topic, visibility_policy })

const told = ({ stream_id }: Channel, topic_name: string, visibility_policy: number, last_updated: unknown) => ({
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
  test('a topic is muted, unmuted, followed and left to its channel again; one’s own clients hear, and nobody else', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    await dov.sends(general, 'lunch', 'Pizza?')
    await stopClock(realm, 1_900_000_000)
    const followedBefore = await userTopicsOf(dov)
    for (const policy of [1, 2, 3, 0, 3, 1, 0]) {
      const [hers, his] = await receivedBy([ada, dov], async () =>
        expect(await chooses(ada, general, 'lunch', policy)).toEqual(SUCCESS),
      )
      const news = [told(general, 'lunch', policy, 1_900_000_000)]
      expect([hers!.plain, hers!.able]).toEqual([news, news])
      expect([his!.plain, his!.able]).toEqual([[], []])
      const kept = { stream_id: general.stream_id, topic_name: 'lunch', last_updated: 1_900_000_000 }
      expect(await userTopicsOf(ada)).toEqual(policy === 0 ? [] : [{ ...kept, visibility_policy: policy }])
      expect(await userTopicsOf(dov)).toEqual(followedBefore)
    }
  })

  test('the same choice again is no news, in whatever case', async () => {
    const { ada, general } = await freshRealm()
    succeeded(await chooses(ada, general, 'Lunch', 3))
    await changesNothing([ada], async () => {
      for (const topic of ['Lunch', 'lunch', ' LUNCH ']) expect(await chooses(ada, general, topic, 3)).toEqual(SUCCESS)
      expect(await chooses(ada, general, 'dinner', 0)).toEqual(SUCCESS)
    })
    const [hers] = await receivedBy([ada], () => chooses(ada, general, 'lUNCH', 1))
    expect(hers!.able).toEqual([told(general, 'Lunch', 1, expect.any(Number))])
  })

  test('a topic needs no messages; one that has some is called as it is spelled there; one that is resolved is another', async () => {
    const { ada, dov, general } = await freshRealm()
    await dov.sends(general, 'Lunch', 'Pizza?')
    for (const topic of ['never said', 'LUNCH', '✔ LUNCH']) succeeded(await chooses(ada, general, topic, 1))
    expect((await userTopicsOf(ada)).map((each: Json) => each.topic_name)).toEqual(['Lunch', 'never said', '✔ LUNCH'])
  })

  test('the general chat goes by the name that the client knows', async () => {
    const { ada, general } = await freshRealm()
    const [hers] = await receivedBy([ada], () => chooses(ada, general, 'general chat', 1))
    expect(hers!.plain).toEqual([told(general, 'general chat', 1, expect.any(Number))])
    expect(hers!.able).toEqual([told(general, '', 1, expect.any(Number))])
    await changesNothing([ada], () => chooses(ada, general, '', 1))
  })

  test('whoever may read a channel may choose, in it or not; whoever may not can only take a choice back', async () => {
    const { ada, ben, dov, ezra, attic, vault } = await freshRealm()
    const garden = await newChannel(ada, 'garden', [ada])
    expect(await chooses(dov, garden, 'roses', 3)).toEqual(SUCCESS)
    expect(await chooses(ada, attic, 'dust', 1)).toEqual(SUCCESS)
    expect(await chooses(ben, vault, 'keys', 1)).toEqual(SUCCESS)
    succeeded(await ben.delete('/users/me/subscriptions', { subscriptions: ['vault'] }))
    await changesNothing([ben, dov, ezra], async () => {
      for (const policy of [1, 2, 3]) {
        for (const [person, channel] of [
          [ben, vault],
          [dov, vault],
          [ezra, garden],
        ] as const)
          expect(await chooses(person, channel, 'keys', policy)).toEqual(refusal('Invalid channel ID'))
        expect(await chooses(dov, { ...garden, stream_id: 999 }, 'keys', policy)).toEqual(refusal('Invalid channel ID'))
      }
      expect(await chooses(dov, { ...garden, stream_id: 999 }, 'keys', 0)).toEqual(refusal('Invalid channel ID'))
      expect(await chooses(dov, vault, 'keys', 0)).toEqual(SUCCESS)
    })
    const [his] = await receivedBy([ben], () => chooses(ben, vault, 'keys', 0))
    expect(his!.able).toEqual([told(vault, 'keys', 0, expect.any(Number))])
  })

  test('what makes no sense is refused and changes nothing', async () => {
    const { ada, general } = await freshRealm()
    const { stream_id } = general
    const good = { stream_id, topic: 'lunch', visibility_policy: 1 }
    const missing = (var_name: string) =>
      refusal(`Missing '${var_name}' argument`, 'REQUEST_VARIABLE_MISSING', { var_name })
    const BAD: [Record<string, FieldValue>, object][] = [
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
      for (const [bad, expected] of BAD)
        expect(await ada.post('/user_topics', { ...good, ...bad }), JSON.stringify(bad)).toEqual(expected)
    })
    expect(await ada.post('/user_topics', { ...good, topic: '🍕'.repeat(60) })).toEqual(SUCCESS)
  })
})

describe('what is muted', () => {
  test('does not count as unread, though it is; a followed or unmuted topic does, even in a muted channel', async () => {
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
      await receivedBy([ada], () => chooses(ada, general, topic, policy))
      expect(await counts(), `${topic} ${policy}`).toBe(count)
    }
    await receivedBy([ada], () => chooses(ada, general, 'dinner', 2))
    await writesTo(
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

  test('a call to everyone there is no mention, being named is', async () => {
    const { ada, dov, general } = await freshRealm()
    const all = await dov.sends(general, 'lunch', '@**all**')
    const named = await dov.sends(general, 'lunch', '@**Ada**')
    const mentions = async () => (await unreadMessages(ada)).mentions
    expect(await mentions()).toEqual([all.id, named.id])
    succeeded(await chooses(ada, general, 'lunch', 1))
    expect(await mentions()).toEqual([named.id])
    await receivedBy([ada], () => dov.sends(general, 'lunch', '@**all**'))
    await receivedBy([ada], () => ada.post('/messages/flags', { messages: [all.id], op: 'add', flag: 'read' }))
    const [hers] = await receivedBy([ada], () =>
      ada.post('/messages/flags', { messages: [all.id, named.id], op: 'remove', flag: 'read' }),
    )
    expect(hers!.able[0].message_details[all.id]).not.toHaveProperty('mentioned')
  })

  test('is not the first unread message, in its channel either', async () => {
    const { ada, dov, general } = await freshRealm()
    await dov.sends(general, 'lunch', 'Pizza?')
    const second = await dov.sends(general, 'dinner', 'Pizza?')
    succeeded(await chooses(ada, general, 'lunch', 1))
    for (const narrow of [[], [['channel', 'general']]]) {
      const found = succeeded(await ada.get('/messages', { anchor: 'first_unread', narrow, num_after: 1 }))
      expect(found.anchor).toBe(second.id)
    }
  })
})

describe('PATCH /users/me/subscriptions/muted_topics', () => {
  const LEGACY = { event_types: ['muted_topics'] }

  test('mutes and unmutes, twice if need be, and leaves any other choice alone', async () => {
    const { ada, general } = await freshRealm()
    const { stream_id } = general
    for (const channel of [{ stream_id }, { stream: 'general' }]) {
      const asks = (op: string, topic: string) => ada.patch(MUTED_TOPICS, { ...channel, topic, op })
      const [muting] = await receivedBy([ada], async () => {
        for (const topic of ['lunch', 'Lunch']) expect(await asks('add', topic)).toEqual(SUCCESS)
      })
      expect(muting!.able).toEqual([told(general, 'lunch', 1, expect.any(Number))])
      const [unmuting] = await receivedBy([ada], async () => {
        for (const topic of ['lunch', 'lunch']) expect(await asks('remove', topic)).toEqual(SUCCESS)
      })
      expect(unmuting!.able).toEqual([told(general, 'lunch', 0, expect.any(Number))])
    }
    succeeded(await chooses(ada, general, 'lunch', 3))
    await changesNothing([ada], () => ada.patch(MUTED_TOPICS, { stream_id, topic: 'lunch', op: 'remove' }))
  })

  test('older clients are told of all that is muted, before those who ask for more are told of what changed', async () => {
    const { realm, ada, general } = await freshRealm()
    await stopClock(realm, 1_900_000_000)
    succeeded(await chooses(ada, general, '', 1))
    const older = await ada.registers(LEGACY)
    const able = await ada.registers({ ...LEGACY, ...ABLE })
    const both = await ada.registers({ event_types: ['muted_topics', 'user_topic'] })
    expect(older.state.muted_topics).toEqual([['general', 'general chat', 1_900_000_000]])
    expect(able.state.muted_topics).toEqual([['general', '', 1_900_000_000]])
    expect(both.state).not.toHaveProperty('muted_topics')
    expect((await ada.registers()).state).not.toHaveProperty('muted_topics')
    succeeded(await chooses(ada, general, 'lunch', 1))
    succeeded(await chooses(ada, general, '', 3))
    for (const queue of [older, able]) {
      const state = structuredClone(queue.state)
      const events = await queue.events()
      expect(events).toHaveLength(2)
      for (const event of events) applyEvent(state, event, {})
      expect(state.muted_topics).toEqual([['general', 'lunch', 1_900_000_000]])
      expect((await ada.registers(LEGACY)).state.muted_topics).toEqual(state.muted_topics)
    }
    expect((await both.events()).map(({ type }) => type)).toEqual(['user_topic', 'user_topic'])
  })

  test('what is muted in a channel one was shut out of is not named any more', async () => {
    const { ada, ezra, vault } = await freshRealm()
    await ada.subscribes(vault, { principals: [ezra.id] })
    succeeded(await chooses(ezra, vault, 'keys', 1))
    const muted = async () => (await ezra.registers(LEGACY)).state.muted_topics
    expect(await muted()).toEqual([['vault', 'keys', expect.any(Number)]])
    succeeded(await ezra.delete('/users/me/subscriptions', { subscriptions: ['vault'] }))
    expect(await muted()).toEqual([])
  })

  test('what makes no sense is refused and changes nothing', async () => {
    const { dov, general } = await freshRealm()
    const { stream_id } = general
    const BAD: [Record<string, FieldValue>, string][] = [
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
      for (const [bad, msg] of BAD) expect(await dov.patch(MUTED_TOPICS, bad)).toEqual(refusal(msg))
    })
  })
})
