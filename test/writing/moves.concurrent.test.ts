import { describe, expect, test } from 'vitest'
import { INVALID_MESSAGES } from '../support/answers'
import { MOVED, requestMove, toChannel, WHOLE_TOPIC } from '../support/moves'
import { succeeded } from '../support/person'
import { freshRealm, newChannel } from '../support/realm'
import { replays } from '../support/replays'

describe('PATCH /messages/:message_id: simultaneous requests', () => {
  test('an edit and a move of a message both happen', async () => {
    const { ada, dov, general } = await freshRealm()
    const message = await dov.sends(general, 'lunch', '1')
    await replays([ada, dov], async () => {
      const answers = await Promise.all([
        requestMove(dov, message, { content: '2' }),
        requestMove(ada, message, { topic: 'dinner', ...WHOLE_TOPIC }),
        requestMove(dov, message, { content: '3' }),
      ])
      expect(answers).toEqual([MOVED, MOVED, MOVED])
    })
    const { content, subject, edit_history } = (await ada.get(`/messages/${message.id}`)).message
    expect(['<p>2</p>', '<p>3</p>']).toContain(content)
    expect([subject, edit_history.length]).toEqual(['dinner', 3])
  })

  test('after two moves a message is in one topic, which is the same for all users', async () => {
    const { ada, ben, dov, general } = await freshRealm()
    const garden = await newChannel(ada, 'garden', [ada, ben])
    const message = await dov.sends(general, 'lunch', '1')
    await replays([ada, ben, dov], () =>
      Promise.all([
        requestMove(dov, message, { topic: 'dinner', ...WHOLE_TOPIC }),
        requestMove(ada, message, toChannel(garden, WHOLE_TOPIC)),
        requestMove(ben, message, { topic: 'supper' }),
      ]),
    )
    const messages = await Promise.all(
      [ada, ben, dov].map(async (person) => (await person.get(`/messages/${message.id}`)).message),
    )
    expect(new Set(messages.map(({ subject, stream_id }) => `${stream_id} ${subject}`)).size).toBe(1)
  })

  test('a message that is sent to a topic during its move is in one of the two topics', async () => {
    const { ada, dov, general } = await freshRealm()
    const first = await dov.sends(general, 'lunch', '1')
    await replays([ada, dov], async () => {
      await Promise.all([
        dov.sends(general, 'lunch', '2'),
        requestMove(ada, first, { topic: 'dinner', ...WHOLE_TOPIC }),
        dov.sends(general, 'lunch', '3'),
      ])
    })
    const { messages } = succeeded(await ada.get('/messages', { anchor: 'newest', num_before: 10 }))
    expect(messages).toHaveLength(3)
    for (const { subject } of messages) expect(['lunch', 'dinner']).toContain(subject)
  })

  test('a message that is sent to a channel during its archiving is sent before, or refused', async () => {
    const { ada, dov, general } = await freshRealm()
    await replays([ada, dov], async () => {
      const post = () => dov.post('/messages', { type: 'channel', to: 'general', topic: 'lunch', content: 'x' })
      const [before, archived, after] = await Promise.all([post(), ada.delete(`/streams/${general.stream_id}`), post()])
      succeeded(archived)
      for (const { result, msg } of [before, after])
        expect(['', "Not authorized to send to channel 'general'"]).toContain(result === 'success' ? '' : msg)
    })
  })

  test('a message that is deleted during its move is deleted', async () => {
    const { ada, ben, dov, general } = await freshRealm()
    const garden = await newChannel(ada, 'garden', [ada, ben])
    const message = await dov.sends(general, 'lunch', '1')
    await replays([ada, ben, dov], async () => {
      await Promise.all([requestMove(ada, message, toChannel(garden)), dov.delete(`/messages/${message.id}`)])
    })
    expect(await ada.get(`/messages/${message.id}`)).toEqual(INVALID_MESSAGES)
  })
})
