import { describe, expect, test } from 'vitest'
import { refusal } from '../support/answers'
import { succeeded, type FieldValue, type Json } from '../support/person'
import { freshRealm, newChannel } from '../support/realm'
import { changesNothing, contentsReceivedBy, eventNames, messagesIn, receivedBy } from '../support/received-events'
import { replays } from '../support/replays'

describe('POST /messages to a channel', () => {
  const FORMS: [string, (general: { stream_id: number; name: string }) => FieldValue][] = [
    ['its id', ({ stream_id }) => stream_id],
    ['its name', ({ name }) => name],
    ['its name in another case', () => 'GENERAL'],
    ['its name as JSON text', ({ name }) => JSON.stringify(name)],
    ['its name in a list', ({ name }) => [name]],
    ['its id in a list', ({ stream_id }) => [stream_id]],
  ]
  test('a channel is given by its id or name, alone or in a list; the type is channel or stream', async () => {
    const { ada, dov, general } = await freshRealm()
    const [contents] = await contentsReceivedBy([ada], async () => {
      for (const [form, to] of FORMS)
        for (const type of ['channel', 'stream'])
          succeeded(await dov.post('/messages', { type, to: to(general), topic: 'forms', content: `${type} ${form}` }))
    })
    expect(contents).toEqual(FORMS.flatMap(([form]) => [`channel ${form}`, `stream ${form}`]))
  })

  test('a channel whose name is a number is given by its name in quotes', async () => {
    const { ada, general } = await freshRealm()
    const numberChannel = await newChannel(ada, String(general.stream_id), [ada])
    const [adaEvents] = await receivedBy([ada], () =>
      ada.post('/messages', { type: 'channel', to: `"${numberChannel.name}"`, topic: 't', content: 'x' }),
    )
    expect(messagesIn(adaEvents!.plain)[0].stream_id).toBe(numberChannel.stream_id)
  })

  test('an unknown channel is refused, by its name or its id', async () => {
    const { ada, dov, general } = await freshRealm()
    await dov.sends(general, 'lunch', 'This is allowed')
    await changesNothing([ada, dov], async () => {
      expect(await dov.post('/messages', { type: 'channel', to: 'nowhere', topic: 't', content: 'x' })).toEqual(
        refusal("Channel 'nowhere' does not exist", 'STREAM_DOES_NOT_EXIST', { stream: 'nowhere' }),
      )
      expect(await dov.post('/messages', { type: 'channel', to: 987, topic: 't', content: 'x' })).toEqual(
        refusal("Channel with ID '987' does not exist", 'STREAM_DOES_NOT_EXIST', { stream_id: 987 }),
      )
      for (const to of [[], ['general', 'vault'], [1, 2]])
        expect(await dov.post('/messages', { type: 'channel', to, topic: 't', content: 'x' })).toEqual(
          refusal('Expected exactly one channel'),
        )
    })
  })

  test('the topic may be in the parameter subject, but not in both parameters', async () => {
    const { ada, dov } = await freshRealm()
    const sendWith = (fields: Record<string, FieldValue>) =>
      dov.post('/messages', { type: 'stream', to: 'general', content: 'x', ...fields })
    const [adaEvents] = await receivedBy([ada], async () => {
      succeeded(await sendWith({ subject: 'lunch' }))
      expect(await sendWith({ subject: 'lunch', topic: 'dinner' })).toEqual(
        refusal("Can't decide between 'topic' and 'subject' arguments", 'REQUEST_CONFUSING_VAR', {
          var_name1: 'topic',
          var_name2: 'subject',
        }),
      )
    })
    expect(messagesIn(adaEvents!.plain).map(({ subject }) => subject)).toEqual(['lunch'])
  })

  const TOPICS: [requested: string, stored: string, forOlderClients: string][] = [
    ['lunch', 'lunch', 'lunch'],
    ['  lunch  ', 'lunch', 'lunch'],
    ['LUNCH', 'LUNCH', 'LUNCH'],
    ['', '', 'general chat'],
    ['(no topic)', '', 'general chat'],
    ['general chat', '', 'general chat'],
    ['x'.repeat(60), 'x'.repeat(60), 'x'.repeat(60)],
    ['x'.repeat(61), `${'x'.repeat(57)}...`, `${'x'.repeat(57)}...`],
    ['🍕'.repeat(61), `${'🍕'.repeat(57)}...`, `${'🍕'.repeat(57)}...`],
  ]
  test('a topic is trimmed and truncated; old names of the empty topic are the empty topic', async () => {
    const { ada, dov, general } = await freshRealm()
    const [adaEvents] = await receivedBy([ada], async () => {
      for (const [requested] of TOPICS) await dov.sends(general, requested, 'x')
    })
    const subjectsIn = (events: Json[]) => messagesIn(events).map(({ subject }) => subject)
    expect(subjectsIn(adaEvents!.able)).toEqual(TOPICS.map(([, stored]) => stored))
    expect(subjectsIn(adaEvents!.plain)).toEqual(TOPICS.map(([, , forOlderClients]) => forOlderClients))
  })

  test('the case of a topic does not matter; the topic has the spelling of its newest message', async () => {
    const { dov, ezra, general } = await freshRealm()
    await replays([dov, ezra], async () => {
      for (const topic of ['Lunch', 'LUNCH', 'lunch']) await dov.sends(general, topic, 'x')
      for (const topic of ['dinner', 'Dinner']) await ezra.sends(general, topic, 'x')
    })
    const { topics } = succeeded(await dov.get(`/users/me/${general.stream_id}/topics`))
    expect(topics.map(({ name }: Json) => name)).toEqual(['Dinner', 'lunch'])
    const narrow = [
      ['channel', general.stream_id],
      ['topic', 'LUNCH'],
    ]
    const { messages } = succeeded(await ezra.get('/messages', { anchor: 'newest', num_before: 9, narrow }))
    expect(messages.map(({ subject }: Json) => subject)).toEqual(['lunch', 'lunch', 'lunch'])
  })

  test('the first message changes first_message_id of the channel, before it is received itself', async () => {
    const { ada, ben, dov, general } = await freshRealm()
    let id = 0
    const [adaEvents] = await receivedBy([ada, ben], async () => {
      id = (await dov.sends(general, 'lunch', 'first')).id
      await dov.sends(general, 'lunch', 'second')
    })
    expect(eventNames(adaEvents!.plain)).toEqual(['stream/update', 'message', 'message'])
    expect(adaEvents!.plain[0]).toMatchObject({
      op: 'update',
      property: 'first_message_id',
      value: id,
      name: 'general',
    })
  })
})
