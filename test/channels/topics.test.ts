import { describe, expect, test } from 'vitest'
import { refusal } from '../support/answers'
import { inStorage } from '../support/faults'
import { succeeded, type FieldValue, type Person } from '../support/person'
import { freshRealm, newChannel, type Channel } from '../support/realm'

const requestTopics = (
  person: Person,
  { stream_id }: { stream_id: number | string },
  fields: Record<string, FieldValue> = {},
) => person.get(`/users/me/${stream_id}/topics`, fields)

const topicsFor = async (person: Person, channel: Channel, fields: Record<string, FieldValue> = {}) =>
  succeeded(await requestTopics(person, channel, fields)).topics

describe('GET /users/me/:stream_id/topics', () => {
  test('returns each topic once with its newest name and message, the most recent first', async () => {
    const { ada, dov, general } = await freshRealm()
    expect(await requestTopics(ada, general)).toEqual({
      result: 'success',
      msg: '',
      topics: [],
      parley_is_complete: true,
    })
    await dov.sends(general, 'Lunch', '1')
    const dinner = await dov.sends(general, 'dinner', '2')
    const lunch = await dov.sends(general, 'lunch', '3')
    expect(await topicsFor(ada, general)).toEqual([
      { name: 'lunch', max_id: lunch.id },
      { name: 'dinner', max_id: dinner.id },
    ])
  })

  test('the empty topic name is “general chat” for clients that do not know it', async () => {
    const { ada, general } = await freshRealm()
    const { id } = await ada.sends(general, '', 'Hello')
    expect(await topicsFor(ada, general)).toEqual([{ name: 'general chat', max_id: id }])
    expect(await topicsFor(ada, general, { allow_empty_topic_name: true })).toEqual([{ name: '', max_id: id }])
  })

  test('a user who can read the channel needs no subscription, also if it is archived', async () => {
    const { ada, cleo, ezra, fig } = await freshRealm()
    const garden = await newChannel(ada, 'garden', [ada])
    const { id } = await ada.sends(garden, 'roses', 'Red')
    for (const person of [cleo, fig]) expect(await topicsFor(person, garden)).toEqual([{ name: 'roses', max_id: id }])
    expect(await requestTopics(ezra, garden)).toEqual(refusal('Invalid channel ID'))
    succeeded(await ada.delete(`/streams/${garden.stream_id}`))
    expect(await topicsFor(ada, garden)).toEqual([{ name: 'roses', max_id: id }])
  })

  test('has at most the newest 20,000 topics, and states whether there are more', async () => {
    const { realm, ada, general } = await freshRealm()
    const insertTopics = (first: number, last: number) =>
      inStorage(realm, ({ storage }) => {
        storage.sql.exec(
          `WITH RECURSIVE numbers (n) AS (SELECT ? UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
           INSERT INTO conversations (stream_id, topic, topic_key, min_id, max_id)
           SELECT ?, 'topic ' || CAST(n AS INTEGER), 'topic ' || CAST(n AS INTEGER), n, n FROM numbers`,
          first,
          last,
          general.stream_id,
        )
      })
    await insertTopics(1, 20_000)
    const all = succeeded(await requestTopics(ada, general))
    expect(all.topics).toHaveLength(20_000)
    expect(all.parley_is_complete).toBe(true)
    await insertTopics(20_001, 20_001)
    const newest = succeeded(await requestTopics(ada, general))
    expect(newest.topics).toHaveLength(20_000)
    expect(newest.topics[0]).toEqual({ name: 'topic 20001', max_id: 20_001 })
    expect(newest.topics.at(-1)).toEqual({ name: 'topic 2', max_id: 2 })
    expect(newest.parley_is_complete).toBe(false)
  })

  test('in protected history, only received messages count', async () => {
    const { ada, ben, dov } = await freshRealm()
    const cellar = await newChannel(ada, 'cellar', [ada], { invite_only: true })
    await ada.sends(cellar, 'before', '1')
    await ada.sends(cellar, 'all along', '2')
    await ada.subscribes(cellar, { principals: [dov.id] })
    const during = await ada.sends(cellar, 'all along', '3')
    succeeded(await dov.delete('/users/me/subscriptions', { subscriptions: ['cellar'] }))
    expect(await requestTopics(dov, cellar)).toEqual(refusal('Invalid channel ID'))
    await ada.sends(cellar, 'all along', '4')
    await ada.sends(cellar, 'meanwhile', '5')
    await ada.subscribes(cellar, { principals: [dov.id] })
    expect(await topicsFor(dov, cellar)).toEqual([{ name: 'all along', max_id: during.id }])
    const after = await ada.sends(cellar, 'before', '6')
    expect(await topicsFor(dov, cellar)).toEqual([
      { name: 'before', max_id: after.id },
      { name: 'all along', max_id: during.id },
    ])
    expect(await topicsFor(ada, cellar)).toHaveLength(3)
    expect(await requestTopics(ben, cellar)).toEqual(refusal('Invalid channel ID')) // an administrator who is not subscribed
  })

  test('in shared history, a new subscriber gets all topics', async () => {
    const { ada, dov } = await freshRealm()
    const cellar = await newChannel(ada, 'cellar', [ada], { invite_only: true, history_public_to_subscribers: true })
    const { id } = await ada.sends(cellar, 'before', '1')
    await ada.subscribes(cellar, { principals: [dov.id] })
    expect(await topicsFor(dov, cellar)).toEqual([{ name: 'before', max_id: id }])
  })

  test('a hidden channel and a missing channel are refused with the same error', async () => {
    const { dov, vault } = await freshRealm()
    for (const stream_id of [vault.stream_id, 999, 0])
      expect(await requestTopics(dov, { stream_id })).toEqual(refusal('Invalid channel ID'))
    expect(await requestTopics(dov, vault, { allow_empty_topic_name: 'maybe' })).toEqual(
      refusal('allow_empty_topic_name is not valid JSON'),
    )
  })
})
