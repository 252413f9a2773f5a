import { describe, expect, test } from 'vitest'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { emptyRealm, freshRealm, newChannel, type Channel } from '../support/realm'
import { replays } from '../support/replays'

/** What somebody is told of a channel by every way there is of asking. */
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

describe('who left a private channel', () => {
  test('reads nothing of it any more, not even what they once read', async () => {
    const { ada, dov, realm } = await freshRealm()
    const cellar = await newChannel(ada, 'wine cellar', [ada, dov], { invite_only: true })
    const before = await ada.sends(cellar, 'hidden topic', 'Under the mat')
    expect(await everythingOf(dov, cellar, [before])).toMatch(/wine cellar.*Under the mat|Under the mat.*wine cellar/)
    succeeded(await dov.delete('/users/me/subscriptions', { subscriptions: ['wine cellar'] }))
    const after = await ada.sends(cellar, 'hidden topic', 'No longer under the mat')
    const told = await everythingOf(dov, cellar, [before, after])
    for (const secret of ['nder the mat', 'hidden topic']) expect(told, realm.name).not.toContain(secret)
    // Of the channel itself only the narrow that named it is echoed.
    expect(told.replace(/"msg":"[^"]*wine cellar[^"]*"|"stream":"wine cellar"|"desc":"[^"]*"/g, '')).not.toContain(
      'wine cellar',
    )
  })

  test('changes nothing in it any more: no message, no flag, no member', async () => {
    const { ada, dov, cleo } = await freshRealm()
    const cellar = await newChannel(ada, 'cellar', [ada, dov, cleo], { invite_only: true })
    const star = async (content: string) => {
      const { id } = await ada.sends(cellar, 'keys', content)
      return dov.post('/messages/flags', { messages: [id], op: 'add', flag: 'starred' })
    }
    succeeded(await star('Under the mat'))
    succeeded(await dov.delete('/users/me/subscriptions', { subscriptions: ['cellar'] }))
    const heard = await replays([ada, cleo, dov], async () => {
      const refused = [
        await dov.post('/messages', { type: 'channel', to: 'cellar', topic: 'keys', content: 'x' }),
        await dov.post('/users/me/subscriptions', { subscriptions: [{ name: 'cellar' }] }),
        await dov.post('/users/me/subscriptions', { subscriptions: [{ name: 'cellar' }], principals: [cleo.id] }),
        await dov.delete('/users/me/subscriptions', { subscriptions: ['cellar'], principals: [cleo.id] }),
        await dov.delete(`/streams/${cellar.stream_id}`),
      ]
      for (const answer of refused) expect(answer).toMatchObject({ result: 'error' })
    })
    expect(heard.flat()).toEqual([])
    expect(await star('Moved')).toEqual({ result: 'error', msg: 'Invalid message(s)', code: 'BAD_REQUEST' })
  })

  test('gets nothing of it by a queue of before, neither late nor waiting', async () => {
    const { ada, dov } = await freshRealm()
    const cellar = await newChannel(ada, 'cellar', [ada, dov], { invite_only: true })
    await ada.sends(cellar, 'keys', 'Where?')
    const [queue, all] = [await dov.registers(), await dov.registers({ all_public_streams: true })]
    succeeded(await dov.delete('/users/me/subscriptions', { subscriptions: ['cellar'] }))
    await ada.sends(cellar, 'keys', 'Under the mat')
    await ada.subscribes(cellar, { principals: [ada.id] })
    succeeded(await ada.delete(`/streams/${cellar.stream_id}`))
    for (const each of [queue, all])
      expect((await each.events()).map(({ type, op }) => `${type}/${op}`)).toEqual([
        'subscription/remove',
        'stream/delete',
      ])
  })
})

describe('protected history', () => {
  test('who comes later reads nothing of before, and who comes back nothing of meanwhile', async () => {
    const { ada, dov } = await freshRealm()
    const cellar = await newChannel(ada, 'cellar', [ada], { invite_only: true })
    const sent = [await ada.sends(cellar, 'first topic', 'before the door')]
    await ada.subscribes(cellar, { principals: [dov.id] })
    sent.push(await ada.sends(cellar, 'second topic', 'with open doors'))
    succeeded(await dov.delete('/users/me/subscriptions', { subscriptions: ['cellar'] }))
    sent.push(await ada.sends(cellar, 'third topic', 'behind the door'))
    await ada.subscribes(cellar, { principals: [dov.id] })
    sent.push(await ada.sends(cellar, 'fourth topic', 'back again'))
    const told = await everythingOf(dov, cellar, sent)
    for (const open of ['with open doors', 'second topic', 'back again', 'fourth topic']) expect(told).toContain(open)
    for (const shut of ['before the door', 'first topic', 'behind the door', 'third topic'])
      expect(told).not.toContain(shut)
    expect(await everythingOf(ada, cellar, sent)).toContain('before the door')
  })

  test('open history is read from the beginning', async () => {
    const { ada, dov } = await freshRealm()
    const cellar = await newChannel(ada, 'cellar', [ada], { invite_only: true, history_public_to_subscribers: true })
    const sent = [await ada.sends(cellar, 'first topic', 'before the door')]
    await ada.subscribes(cellar, { principals: [dov.id] })
    expect(await everythingOf(dov, cellar, sent)).toContain('before the door')
  })
})

describe('guests', () => {
  test('may not listen to all public channels', async () => {
    const { dov, ezra } = await freshRealm()
    succeeded(await dov.post('/register', { all_public_streams: true }))
    const refused = { result: 'error', msg: 'User not authorized for this query', code: 'BAD_REQUEST' }
    expect(await ezra.post('/register', { all_public_streams: true })).toEqual(refused)
    expect(await ezra.get('/events', { all_public_streams: true, dont_block: true })).toEqual(refused)
  })

  test('hear public channels no longer once they are guests, by a queue for all of them', async () => {
    const { ada, dov } = await freshRealm()
    const garden = await newChannel(ada, 'rose garden', [ada])
    const queue = await dov.registers({ all_public_streams: true, event_types: ['message'] })
    await ada.sends(garden, 'thorns', 'Careful')
    expect(await queue.events()).toHaveLength(1)
    succeeded(await ada.patch(`/users/${dov.id}`, { role: 600 }))
    await ada.sends(garden, 'thorns', 'Very careful')
    expect(await queue.events()).toEqual([])
  })

  test('are told nothing of public channels they are not in', async () => {
    const { ada, dov, ezra } = await freshRealm()
    const heard = await replays([dov, ezra], async () => {
      const garden = await newChannel(ada, 'rose garden', [ada, dov], { is_default_stream: true })
      await ada.sends(garden, 'thorns', 'Careful')
      succeeded(await ada.delete(`/streams/${garden.stream_id}`))
    })
    expect(heard[0]!.length).toBeGreaterThan(2)
    expect([heard[2], heard[3]]).toEqual([[], []])
    const garden = await newChannel(ada, 'herb garden', [ada, dov])
    const sent = [await ada.sends(garden, 'thyme', 'Plenty')]
    expect(await everythingOf(dov, garden, sent)).toContain('Plenty')
    const told = await everythingOf(ezra, garden, sent)
    for (const secret of ['Plenty', 'thyme', 'rose garden']) expect(told).not.toContain(secret)
  })
})

describe('who was never let in', () => {
  test('a private channel’s whole life is unknown to members outside it, and to another realm', async () => {
    const elsewhere = await emptyRealm()
    const { ada, ben, cleo, dov, ezra } = await freshRealm()
    const far = await elsewhere.ada.registers()
    const heard = await replays([ben, cleo, dov, ezra], async () => {
      const cellar = await newChannel(ada, 'wine cellar', [ada], { invite_only: true })
      await ada.sends(cellar, 'keys', 'Under the mat')
      await ada.subscribes(cellar, { principals: [ben.id] })
      succeeded(await ada.delete('/users/me/subscriptions', { subscriptions: ['wine cellar'], principals: [ben.id] }))
      succeeded(await ada.delete(`/streams/${cellar.stream_id}`))
    })
    expect(JSON.stringify(heard[0])).toContain('wine cellar')
    for (const events of heard.slice(2)) expect(events).toEqual([])
    expect(await far.events()).toEqual([])
  })

  test('a bad queue id is bad whoever’s queue it is', async () => {
    const { ada, dov } = await freshRealm()
    const queue = await ada.registers()
    for (const queue_id of [queue.id, 'x', crypto.randomUUID()]) {
      const bad = { result: 'error', msg: `Bad event queue ID: ${queue_id}`, code: 'BAD_EVENT_QUEUE_ID', queue_id }
      expect(await dov.get('/events', { queue_id, last_event_id: 0, dont_block: true })).toEqual(bad)
      expect(await dov.delete('/events', { queue_id })).toEqual(bad)
    }
    await queue.events()
  })
})
