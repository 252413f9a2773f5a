import { describe, expect, test } from 'vitest'
import { refusal } from '../support/answers'
import { succeeded, type Json } from '../support/person'
import { freshRealm, newChannel } from '../support/realm'
import { contentsIn } from '../support/received-events'
import { replays } from '../support/replays'

describe('POST /register', () => {
  test('a queue begins at its registration', async () => {
    const { dov, ezra, general } = await freshRealm()
    await dov.sends(general, 'lunch', 'before')
    const queue = await ezra.registers()
    await dov.sends(general, 'lunch', 'after')

    const event = await queue.next()

    expect(event.message.content).toBe('after')
    expect(event.id).toBeGreaterThan(queue.state.last_event_id)
  })

  test('event_types chooses the types of events: null means all types, and an empty list means none', async () => {
    const { dov, ezra, general } = await freshRealm()
    const everything = await ezra.registers({ event_types: null })
    const messages = await ezra.registers({ event_types: ['message'] })
    const nothing = await ezra.registers({ event_types: [] })
    const { id } = await dov.sends(general, 'lunch', 'Pizza?')
    succeeded(await ezra.post('/messages/flags', { op: 'add', flag: 'starred', messages: [id] }))

    const types = (events: Json[]) => events.map((event) => event.type)
    const allTypes = types(await everything.events())
    expect(allTypes).toContain('message')
    expect(allTypes).toContain('update_message_flags')
    expect(types(await messages.events())).toEqual(['message'])
    expect(await nothing.events()).toEqual([])
  })

  test('fetch_event_types chooses the parts of the state; without it event_types does', async () => {
    const { dov } = await freshRealm()
    const always = Object.keys((await dov.registers({ event_types: [] })).state)
    expect(always).toEqual(expect.arrayContaining(['queue_id', 'last_event_id', 'svc_feature_level', 'svc_version']))
    expect(always).not.toContain('realm_users')

    const users = (await dov.registers({ event_types: ['realm_user'] })).state
    expect(users).toHaveProperty('realm_users')
    expect(users).not.toHaveProperty('subscriptions')

    const channels = (await dov.registers({ event_types: ['realm_user'], fetch_event_types: ['subscription'] })).state
    expect(channels).toHaveProperty('subscriptions')
    expect(channels).not.toHaveProperty('realm_users')

    const everyPart = (await dov.registers()).state
    for (const field of [
      'realm_users',
      'subscriptions',
      'streams',
      'unread_msgs',
      'max_message_id',
      'starred_messages',
    ])
      expect(everyPart).toHaveProperty(field)
  })

  test('unread messages are in the state only if the client requests messages and their flags', async () => {
    const { dov } = await freshRealm()
    const stateWith = async (types: string[]) => (await dov.registers({ fetch_event_types: types })).state
    expect(await stateWith(['message', 'update_message_flags'])).toHaveProperty('unread_msgs')
    expect(await stateWith(['message'])).not.toHaveProperty('unread_msgs')
    expect(await stateWith(['update_message_flags'])).not.toHaveProperty('unread_msgs')
  })

  test('with all_public_streams a queue receives the messages of all public channels and no private ones; guests cannot use it', async () => {
    const { ada, ben, dov, ezra, vault } = await freshRealm()
    const lobby = await newChannel(ada, 'lobby', [ada])
    const allPublic = await dov.registers({ all_public_streams: true })
    const subscribed = await dov.registers()
    await ada.sends(lobby, 'hello', 'for everyone')
    await ben.sends(vault, 'keys', 'under the mat')
    await ada.sendsDirectly([ben], 'psst')

    expect(contentsIn(await allPublic.events())).toEqual(['for everyone'])
    expect(contentsIn(await subscribed.events())).toEqual([])
    expect(await ezra.post('/register', { all_public_streams: true })).toEqual(
      refusal('User not authorized for this query'),
    )
  })

  test('a narrow selects from the messages that the user receives', async () => {
    const { ada, dov, ezra, general, vault } = await freshRealm()
    const lunch = await ezra.registers({ narrow: [['topic', 'lunch']], event_types: ['message'] })
    const direct = await ezra.registers({ narrow: [['is', 'dm']], event_types: ['message'] })
    const keys = await ezra.registers({ narrow: [['topic', 'keys']], event_types: ['message'] })
    await dov.sends(general, 'lunch', 'Pizza?')
    await dov.sends(general, 'dinner', 'Soup?')
    await dov.sendsDirectly([ezra], 'psst')
    await ada.sends(vault, 'keys', 'under the mat')

    expect(contentsIn(await lunch.events())).toEqual(['Pizza?'])
    expect(contentsIn(await direct.events())).toEqual(['psst'])
    expect(await keys.events()).toEqual([])
    const terms = Array.from({ length: 51 }, () => ['is', 'unread'])
    expect((await ezra.post('/register', { narrow: terms })).msg).toBe('narrow is too long (limit: 50 items)')
    const types = Array.from({ length: 501 }, () => 'message')
    expect((await ezra.post('/register', { event_types: types })).msg).toBe(
      'event_types is too long (limit: 500 items)',
    )
    expect(await ezra.post('/register', { narrow: [['search', 'x']] })).toEqual(
      refusal('Operator search not supported.'),
    )
    expect(await ezra.post('/register', { narrow: [['is', 'followed']] })).toEqual(
      refusal('Operand followed not supported.'),
    )
  })

  test('the state at registration and the events since then add up to the state of a later registration', async () => {
    const { ada, ben, dov, ezra, general, vault } = await freshRealm()
    const received = await replays([ada, dov, ezra], async () => {
      const { id } = await dov.sends(general, 'lunch', 'Pizza, @**Ezra**?')
      await dov.sendsDirectly([ezra], 'Really?')
      succeeded(await ezra.post('/messages/flags', { op: 'add', flag: 'read', messages: [id] }))
      succeeded(await dov.delete('/users/me/subscriptions', { subscriptions: ['general'] }))
      await ben.sends(general, 'lunch', 'Soup!')
      await ada.subscribes(vault, { principals: [dov.id] })
      await ada.sends(vault, 'keys', 'Under the mat')
    })
    expect(contentsIn(received[2]!)).toEqual(['Pizza, @**Ezra**?', 'Really?', 'Under the mat']) // dov's
  })
})
