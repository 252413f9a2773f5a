import { describe, expect, test } from 'vitest'
import { refusal } from '../support/answers'
import { succeeded, type FieldValue, type Person } from '../support/person'
import { freshRealm, newChannel, type Channel } from '../support/realm'

const asks = (person: Person, { stream_id }: { stream_id: number | string }, more: Record<string, FieldValue> = {}) =>
  person.get(`/users/me/${stream_id}/topics`, more)

const topicsFor = async (person: Person, channel: Channel, more: Record<string, FieldValue> = {}) =>
  succeeded(await asks(person, channel, more)).topics

describe('GET /users/me/:stream_id/topics', () => {
  test('the topic spoken in last comes first, each with its newest message and by one name', async () => {
    const { ada, dov, general } = await freshRealm()
    expect(await asks(ada, general)).toEqual({ result: 'success', msg: '', topics: [] })
    await dov.sends(general, 'Lunch', '1')
    const dinner = await dov.sends(general, 'dinner', '2')
    const lunch = await dov.sends(general, 'lunch', '3')
    expect(await topicsFor(ada, general)).toEqual([
      { name: 'lunch', max_id: lunch.id },
      { name: 'dinner', max_id: dinner.id },
    ])
  })

  test('the general chat goes by the name that the client knows', async () => {
    const { ada, general } = await freshRealm()
    const { id } = await ada.sends(general, '', 'Hello')
    expect(await topicsFor(ada, general)).toEqual([{ name: 'general chat', max_id: id }])
    expect(await topicsFor(ada, general, { allow_empty_topic_name: true })).toEqual([{ name: '', max_id: id }])
  })

  test('who can read a channel need not be in it; an archived one is read like any other', async () => {
    const { ada, cleo, ezra, fig } = await freshRealm()
    const garden = await newChannel(ada, 'garden', [ada])
    const { id } = await ada.sends(garden, 'roses', 'Red')
    for (const person of [cleo, fig]) expect(await topicsFor(person, garden)).toEqual([{ name: 'roses', max_id: id }])
    expect(await asks(ezra, garden)).toEqual(refusal('Invalid channel ID'))
    succeeded(await ada.delete(`/streams/${garden.stream_id}`))
    expect(await topicsFor(ada, garden)).toEqual([{ name: 'roses', max_id: id }])
  })

  test('where history is protected, only what was received makes a topic', async () => {
    const { ada, ben, dov } = await freshRealm()
    const cellar = await newChannel(ada, 'cellar', [ada], { invite_only: true })
    await ada.sends(cellar, 'before', '1')
    await ada.sends(cellar, 'all along', '2')
    await ada.subscribes(cellar, { principals: [dov.id] })
    const during = await ada.sends(cellar, 'all along', '3')
    succeeded(await dov.delete('/users/me/subscriptions', { subscriptions: ['cellar'] }))
    expect(await asks(dov, cellar)).toEqual(refusal('Invalid channel ID'))
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
    expect(await asks(ben, cellar)).toEqual(refusal('Invalid channel ID')) // an administrator, but not in it
  })

  test('where history is open, whoever comes later knows all of it', async () => {
    const { ada, dov } = await freshRealm()
    const cellar = await newChannel(ada, 'cellar', [ada], { invite_only: true, history_public_to_subscribers: true })
    const { id } = await ada.sends(cellar, 'before', '1')
    await ada.subscribes(cellar, { principals: [dov.id] })
    expect(await topicsFor(dov, cellar)).toEqual([{ name: 'before', max_id: id }])
  })

  test('a channel that is not there, or not for them to know of, is refused alike', async () => {
    const { dov, vault } = await freshRealm()
    for (const stream_id of [vault.stream_id, 999, 0])
      expect(await asks(dov, { stream_id })).toEqual(refusal('Invalid channel ID'))
    expect(await asks(dov, vault, { allow_empty_topic_name: 'maybe' })).toEqual(
      refusal('allow_empty_topic_name is not valid JSON'),
    )
  })
})
