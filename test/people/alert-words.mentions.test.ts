import { describe, expect, test } from 'vitest'
import { succeeded, type Json, type Person } from '../support/person'
import { freshRealm, newChannel } from '../support/realm'
import { rowsWritten } from '../support/tables'

const addAlertWords = async (user: Person, ...alert_words: string[]) =>
  succeeded(await user.post('/users/me/alert_words', { alert_words }))

const alertingContents = async (user: Person): Promise<string[]> => {
  const narrow = [['is', 'alerted']]
  const params = { narrow, anchor: 'oldest', num_after: 100, apply_markdown: false }
  const { messages } = succeeded(await user.get('/messages', params))
  for (const { flags } of messages) expect(flags).toContain('has_alert_word')
  return messages.map(({ content }: Json) => content)
}

describe('a message with an alert word', () => {
  test('has the flag has_alert_word in events and responses, only for users with this alert word', async () => {
    const { ada, cleo, dov, general } = await freshRealm()
    await addAlertWords(ada, 'pizza', 'coffee break')
    await addAlertWords(cleo, 'Pizza')
    const queues = await Promise.all([ada, cleo, dov].map((user) => user.registers({ event_types: ['message'] })))
    const { id } = await dov.sends(general, 'lunch', 'PIZZA, anyone?')
    const flags = await Promise.all(queues.map(async (queue) => (await queue.next()).flags))
    expect(flags).toEqual([['has_alert_word'], ['has_alert_word'], []])
    for (const [user, expected] of [
      [ada, ['has_alert_word']],
      [cleo, ['has_alert_word']],
      [dov, []],
    ] as const)
      expect(succeeded(await user.get(`/messages/${id}`)).message.flags).toEqual(expected)
  })

  test('alerts its recipients only, not users who cannot read it or were not subscribed', async () => {
    const { ada, ben, cleo, dov, vault } = await freshRealm()
    const river = await newChannel(ada, 'river', [ada])
    for (const user of [ada, ben, cleo, dov]) await addAlertWords(user, 'pizza')
    await ada.sends(vault, 'x', 'pizza 1')
    await ada.sends(river, 'x', 'pizza 2')
    await ada.sendsDirectly([dov], 'pizza 3')
    expect(await alertingContents(ada)).toEqual(['pizza 1', 'pizza 2', 'pizza 3'])
    expect(await alertingContents(ben)).toEqual(['pizza 1'])
    expect(await alertingContents(cleo)).toEqual([])
    expect(await alertingContents(dov)).toEqual(['pizza 3'])
    const { messages } = succeeded(
      await dov.get('/messages', { narrow: [['channel', 'river']], anchor: 'oldest', num_after: 5 }),
    )
    expect(messages[0].flags).toEqual(['read', 'historical'])
  })

  const CASES: [word: string, content: string, alerts: boolean][] = [
    ['pizza', 'Pizza!', true],
    ['pizza', '(pizza)', true],
    ['pizza', 'pizzas', false],
    ['pizza', 'mypizza', false],
    ['pizza', 'pizza_margherita', false],
    ['pizza', '**piz**za', true],
    ['pizza', 'piz\nza', false],
    ['pizza', '`pizza`', true],
    ['pizza', '```\npizza\n```', false],
    ['pizza', '```\npasta\n```\npizza', true],
    ['pizza', '[here](https://example.com/pizza)', false],
    ['coffee break', 'A coffee\nbreak?', true],
    ['coffee break', 'A coffee, break?', false],
    ['c++', 'I like C++.', true],
    ['c++', 'c+++', true],
    ['@all', 'at@all', true],
    ['zoë', 'ZOE\u0308 is here', true],
    ['zoe', 'Zoë is here', false],
    ['a&b', 'A&B', true],
    ['<b>', 'say <b>', true],
    ['strong', '**x**', false],
    ['会议', '今天会议取消', true],
    ['会議', '今日の会議は中止', true],
    ['회의', '오늘 회의를 합니다', true],
    ['会议', '今天会取消', false],
    ['привет', 'Всем Привет!', true],
  ]
  test('has the word as a whole word in any case, and not in a code block', async () => {
    const { ada, dov, general } = await freshRealm()
    for (const [word, content, alerts] of CASES) {
      await addAlertWords(ada, word)
      const { id } = await dov.sends(general, 'x', content)
      const { flags } = succeeded(await ada.get(`/messages/${id}`)).message
      expect(flags.includes('has_alert_word'), `${word} in ${content}`).toBe(alerts)
      succeeded(await ada.delete('/users/me/alert_words', { alert_words: [word] }))
    }
  })

  test('keeps the flag when the alert words change, and an earlier message does not get it', async () => {
    const { ada, dov, general } = await freshRealm()
    await dov.sends(general, 'x', 'pizza')
    await addAlertWords(ada, 'pizza')
    await dov.sends(general, 'x', 'pizza again')
    await ada.delete('/users/me/alert_words', { alert_words: ['pizza'] })
    await dov.sends(general, 'x', 'pizza at last')
    expect(await alertingContents(ada)).toEqual(['pizza again'])
  })

  test('writes one row for each alerted user', async () => {
    const { realm, ada, ben, cleo, dov, general } = await freshRealm()
    const rowsToSend = async (content: string) => {
      const before = await rowsWritten(realm)
      await dov.sends(general, 'x', content, { read_by_sender: false })
      return (await rowsWritten(realm)) - before
    }
    for (const user of [ada, ben, cleo]) await addAlertWords(user, 'pizza')
    await addAlertWords(cleo, 'pasta')
    await rowsToSend('pizza')
    await rowsToSend('pasta')
    const plain = await rowsToSend('Hello')
    expect(await rowsToSend('pizza')).toBe(plain + 3)
    expect(await rowsToSend('pasta')).toBe(plain + 1)
  })

  test('matches a queue with the narrow is:alerted', async () => {
    const { ada, dov, general } = await freshRealm()
    await addAlertWords(ada, 'pizza')
    const queue = await ada.registers({ event_types: ['message'], narrow: [['is', 'alerted']] })
    await dov.sends(general, 'x', 'pasta')
    const { id } = await dov.sends(general, 'x', 'pizza')
    expect(await queue.next()).toMatchObject({ message: { id }, flags: ['has_alert_word'] })
  })

  test('alerts other users after an edit', async () => {
    const { ada, ben, dov, general } = await freshRealm()
    await addAlertWords(ada, 'pizza')
    await addAlertWords(ben, 'pasta')
    const { id } = await dov.sends(general, 'x', 'pizza')
    const queues = await Promise.all(
      [ada, ben].map((user) => user.registers({ event_types: ['update_message', 'message'] })),
    )
    succeeded(await dov.patch(`/messages/${id}`, { content: 'pasta' }))
    expect(await alertingContents(ada)).toEqual([])
    expect(await alertingContents(ben)).toEqual(['pasta'])
    expect((await queues[0]!.next()).flags).toEqual([])
    expect((await queues[1]!.next()).flags).toEqual(['has_alert_word'])
  })
})
