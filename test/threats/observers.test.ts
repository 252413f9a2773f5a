import { describe, expect, test } from 'vitest'
import { badQueue } from '../support/answers'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { emptyRealm, freshRealm, newChannel, type Channel } from '../support/realm'
import { replays } from '../support/replays'

/** Returns all that a user can read about a channel, from all endpoints that return channels or messages. */
async function everythingOf(person: Person, channel: Channel, messages: { id: number }[]): Promise<string> {
  const { stream_id, name } = channel
  const newest = { anchor: 'newest', num_before: 50, num_after: 0 }
  const { state } = await person.registers({ include_subscribers: 'true', all_public_streams: false })
  const answers: Json[] = [state]
  const narrows: FieldValue[] = [[['channel', name]], [['channel', stream_id]], [['search', 'mat']], []]
  for (const narrow of narrows) answers.push(await person.get('/messages', { ...newest, narrow }))
  answers.push(await person.get('/messages', { message_ids: messages.map(({ id }) => id) }))
  for (const { id } of messages) answers.push(await person.get(`/messages/${id}`))
  answers.push(await person.get('/streams', { include_all: true, exclude_archived: false }))
  answers.push(await person.get('/users/me/subscriptions', { include_subscribers: 'true' }))
  return JSON.stringify(answers)
}

describe('a former subscriber of a private channel', () => {
  test('cannot read it, not even the messages from before', async () => {
    const { ada, dov, realm } = await freshRealm()
    const cellar = await newChannel(ada, 'wine cellar', [ada, dov], { invite_only: true })
    const before = await ada.sends(cellar, 'hidden topic', 'Under the mat')
    expect(await everythingOf(dov, cellar, [before])).toMatch(/wine cellar.*Under the mat|Under the mat.*wine cellar/)
    succeeded(await dov.delete('/users/me/subscriptions', { subscriptions: ['wine cellar'] }))
    const after = await ada.sends(cellar, 'hidden topic', 'No longer under the mat')
    const text = await everythingOf(dov, cellar, [before, after])
    for (const secret of ['nder the mat', 'hidden topic']) expect(text, realm.name).not.toContain(secret)
    // Some answers repeat the name from the request.
    expect(text.replace(/"msg":"[^"]*wine cellar[^"]*"|"stream":"wine cellar"|"desc":"[^"]*"/g, '')).not.toContain(
      'wine cellar',
    )
  })

  test('cannot send to it, change flags in it, or change its subscribers', async () => {
    const { ada, dov, cleo } = await freshRealm()
    const cellar = await newChannel(ada, 'cellar', [ada, dov, cleo], { invite_only: true })
    const star = async (content: string) => {
      const { id } = await ada.sends(cellar, 'keys', content)
      return dov.post('/messages/flags', { messages: [id], op: 'add', flag: 'starred' })
    }
    succeeded(await star('Under the mat'))
    succeeded(await dov.delete('/users/me/subscriptions', { subscriptions: ['cellar'] }))
    const received = await replays([ada, cleo, dov], async () => {
      const answers = [
        await dov.post('/messages', { type: 'channel', to: 'cellar', topic: 'keys', content: 'x' }),
        await dov.post('/users/me/subscriptions', { subscriptions: [{ name: 'cellar' }] }),
        await dov.post('/users/me/subscriptions', { subscriptions: [{ name: 'cellar' }], principals: [cleo.id] }),
        await dov.delete('/users/me/subscriptions', { subscriptions: ['cellar'], principals: [cleo.id] }),
        await dov.delete(`/streams/${cellar.stream_id}`),
      ]
      for (const answer of answers) expect(answer).toMatchObject({ result: 'error' })
    })
    expect(received.flat()).toEqual([])
    expect(await star('Moved')).toEqual({ result: 'error', msg: 'Invalid message(s)', code: 'BAD_REQUEST' })
  })

  test('receives nothing of it in a queue from before', async () => {
    const { ada, dov } = await freshRealm()
    const cellar = await newChannel(ada, 'cellar', [ada, dov], { invite_only: true })
    await ada.sends(cellar, 'keys', 'Where?')
    const [queue, all] = [await dov.registers(), await dov.registers({ all_public_streams: true })]
    succeeded(await dov.delete('/users/me/subscriptions', { subscriptions: ['cellar'] }))
    await ada.sends(cellar, 'keys', 'Under the mat')
    await ada.subscribes(cellar, { principals: [ada.id] })
    succeeded(await ada.delete(`/streams/${cellar.stream_id}`))
    for (const registered of [queue, all])
      expect((await registered.events()).map(({ type, op }) => `${type}/${op}`)).toEqual([
        'subscription/remove',
        'stream/delete',
      ])
  })
})

describe('protected history', () => {
  test('hides the messages of times in which the user was not subscribed', async () => {
    const { ada, dov } = await freshRealm()
    const cellar = await newChannel(ada, 'cellar', [ada], { invite_only: true })
    const sent = [await ada.sends(cellar, 'first topic', 'before dov joined')]
    await ada.subscribes(cellar, { principals: [dov.id] })
    sent.push(await ada.sends(cellar, 'second topic', 'while dov was subscribed'))
    succeeded(await dov.delete('/users/me/subscriptions', { subscriptions: ['cellar'] }))
    sent.push(await ada.sends(cellar, 'third topic', 'while dov was away'))
    await ada.subscribes(cellar, { principals: [dov.id] })
    sent.push(await ada.sends(cellar, 'fourth topic', 'after dov returned'))
    const text = await everythingOf(dov, cellar, sent)
    for (const visible of ['while dov was subscribed', 'second topic', 'after dov returned', 'fourth topic'])
      expect(text).toContain(visible)
    for (const hidden of ['before dov joined', 'first topic', 'while dov was away', 'third topic'])
      expect(text).not.toContain(hidden)
    expect(await everythingOf(ada, cellar, sent)).toContain('before dov joined')
  })

  test('does not apply where new subscribers can read the history', async () => {
    const { ada, dov } = await freshRealm()
    const cellar = await newChannel(ada, 'cellar', [ada], { invite_only: true, history_public_to_subscribers: true })
    const sent = [await ada.sends(cellar, 'first topic', 'before dov joined')]
    await ada.subscribes(cellar, { principals: [dov.id] })
    expect(await everythingOf(dov, cellar, sent)).toContain('before dov joined')
  })
})

describe('guests', () => {
  test('cannot register for all public channels', async () => {
    const { dov, ezra } = await freshRealm()
    succeeded(await dov.post('/register', { all_public_streams: true }))
    const notAuthorized = { result: 'error', msg: 'User not authorized for this query', code: 'BAD_REQUEST' }
    expect(await ezra.post('/register', { all_public_streams: true })).toEqual(notAuthorized)
    expect(await ezra.get('/events', { all_public_streams: true, dont_block: true })).toEqual(notAuthorized)
  })

  test('receive nothing from all public channels in a queue from before they became guests', async () => {
    const { ada, dov } = await freshRealm()
    const garden = await newChannel(ada, 'rose garden', [ada])
    const queue = await dov.registers({ all_public_streams: true, event_types: ['message'] })
    await ada.sends(garden, 'thorns', 'Careful')
    expect(await queue.events()).toHaveLength(1)
    succeeded(await ada.patch(`/users/${dov.id}`, { role: 600 }))
    await ada.sends(garden, 'thorns', 'Very careful')
    expect(await queue.events()).toEqual([])
  })

  test('learn nothing of public channels without their subscription', async () => {
    const { ada, dov, ezra } = await freshRealm()
    const received = await replays([dov, ezra], async () => {
      const garden = await newChannel(ada, 'rose garden', [ada, dov], { is_default_stream: true })
      await ada.sends(garden, 'thorns', 'Careful')
      succeeded(await ada.delete(`/streams/${garden.stream_id}`))
    })
    expect(received[0]!.length).toBeGreaterThan(2)
    expect([received[2], received[3]]).toEqual([[], []])
    const garden = await newChannel(ada, 'herb garden', [ada, dov])
    const sent = [await ada.sends(garden, 'thyme', 'Plenty')]
    expect(await everythingOf(dov, garden, sent)).toContain('Plenty')
    const text = await everythingOf(ezra, garden, sent)
    for (const secret of ['Plenty', 'thyme', 'rose garden']) expect(text).not.toContain(secret)
  })
})

describe('users outside a private channel', () => {
  test('receive nothing when it is created, used, changed and archived; another realm receives nothing either', async () => {
    const elsewhere = await emptyRealm()
    const { ada, ben, cleo, dov, ezra } = await freshRealm()
    const otherQueue = await elsewhere.ada.registers()
    const received = await replays([ben, cleo, dov, ezra], async () => {
      const cellar = await newChannel(ada, 'wine cellar', [ada], { invite_only: true })
      await ada.sends(cellar, 'keys', 'Under the mat')
      await ada.subscribes(cellar, { principals: [ben.id] })
      succeeded(await ada.delete('/users/me/subscriptions', { subscriptions: ['wine cellar'], principals: [ben.id] }))
      succeeded(await ada.delete(`/streams/${cellar.stream_id}`))
    })
    expect(JSON.stringify(received[0])).toContain('wine cellar')
    for (const events of received.slice(2)) expect(events).toEqual([])
    expect(await otherQueue.events()).toEqual([])
  })

  test('get the same error for the queue of another user as for an unknown queue', async () => {
    const { ada, dov } = await freshRealm()
    const queue = await ada.registers()
    for (const queue_id of [queue.id, 'x', crypto.randomUUID()]) {
      expect(await dov.get('/events', { queue_id, last_event_id: 0, dont_block: true })).toEqual(badQueue(queue_id))
      expect(await dov.delete('/events', { queue_id })).toEqual(badQueue(queue_id))
    }
    await queue.events()
  })
})
