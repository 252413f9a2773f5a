import { describe, expect, test } from 'vitest'
import { succeeded, type Json, type Person } from '../support/person'
import { freshRealm, newChannel } from '../support/realm'
import { rowsWritten } from '../support/tables'

const wants = async (person: Person, ...alert_words: string[]) =>
  succeeded(await person.post('/users/me/alert_words', { alert_words }))

const alertsIn = async (person: Person): Promise<string[]> => {
  const narrow = [['is', 'alerted']]
  const asked = { narrow, anchor: 'oldest', num_after: 100, apply_markdown: false }
  const { messages } = succeeded(await person.get('/messages', asked))
  for (const { flags } of messages) expect(flags).toContain('has_alert_word')
  return messages.map(({ content }: Json) => content)
}

describe('a message with an alert word in it', () => {
  test('is flagged for whoever wanted the word, when it is told and when it is fetched, and for nobody else', async () => {
    const { ada, cleo, dov, general } = await freshRealm()
    await wants(ada, 'pizza', 'coffee break')
    await wants(cleo, 'Pizza')
    const queues = await Promise.all([ada, cleo, dov].map((person) => person.registers({ event_types: ['message'] })))
    const { id } = await dov.sends(general, 'lunch', 'PIZZA, anybody?')
    const flags = await Promise.all(queues.map(async (queue) => (await queue.next()).flags))
    expect(flags).toEqual([['has_alert_word'], ['has_alert_word'], []])
    for (const [person, expected] of [
      [ada, ['has_alert_word']],
      [cleo, ['has_alert_word']],
      [dov, []],
    ] as const)
      expect(succeeded(await person.get(`/messages/${id}`)).message.flags).toEqual(expected)
  })

  test('alerts who receives it, and nobody who may not read it or was not there', async () => {
    const { ada, ben, cleo, dov, vault } = await freshRealm()
    const river = await newChannel(ada, 'river', [ada])
    for (const person of [ada, ben, cleo, dov]) await wants(person, 'pizza')
    await ada.sends(vault, 'x', 'pizza 1')
    await ada.sends(river, 'x', 'pizza 2')
    await ada.sendsDirectly([dov], 'pizza 3')
    expect(await alertsIn(ada)).toEqual(['pizza 1', 'pizza 2', 'pizza 3'])
    expect(await alertsIn(ben)).toEqual(['pizza 1'])
    expect(await alertsIn(cleo)).toEqual([])
    expect(await alertsIn(dov)).toEqual(['pizza 3'])
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
  test('is one where the word stands by itself, in whatever case, but not in a block of code', async () => {
    const { ada, dov, general } = await freshRealm()
    for (const [word, content, alerts] of CASES) {
      await wants(ada, word)
      const { id } = await dov.sends(general, 'x', content)
      const { flags } = succeeded(await ada.get(`/messages/${id}`)).message
      expect(flags.includes('has_alert_word'), `${word} in ${content}`).toBe(alerts)
      succeeded(await ada.delete('/users/me/alert_words', { alert_words: [word] }))
    }
  })

  test('stays one when the words change, and none becomes one', async () => {
    const { ada, dov, general } = await freshRealm()
    await dov.sends(general, 'x', 'pizza')
    await wants(ada, 'pizza')
    await dov.sends(general, 'x', 'pizza again')
    await ada.delete('/users/me/alert_words', { alert_words: ['pizza'] })
    await dov.sends(general, 'x', 'pizza at last')
    expect(await alertsIn(ada)).toEqual(['pizza again'])
  })

  test('costs a row for each who is alerted', async () => {
    const { realm, ada, ben, cleo, dov, general } = await freshRealm()
    const written = async (content: string) => {
      const before = await rowsWritten(realm)
      await dov.sends(general, 'x', content, { read_by_sender: false })
      return (await rowsWritten(realm)) - before
    }
    for (const person of [ada, ben, cleo]) await wants(person, 'pizza')
    await wants(cleo, 'pasta')
    await written('pizza')
    await written('pasta')
    const plain = await written('Hello')
    expect(await written('pizza')).toBe(plain + 3)
    expect(await written('pasta')).toBe(plain + 1)
  })

  test('queues narrowed to what is alerted hear of it', async () => {
    const { ada, dov, general } = await freshRealm()
    await wants(ada, 'pizza')
    const queue = await ada.registers({ event_types: ['message'], narrow: [['is', 'alerted']] })
    await dov.sends(general, 'x', 'pasta')
    const { id } = await dov.sends(general, 'x', 'pizza')
    expect(await queue.next()).toMatchObject({ message: { id }, flags: ['has_alert_word'] })
  })

  test('alerts others when it says something else', async () => {
    const { ada, ben, dov, general } = await freshRealm()
    await wants(ada, 'pizza')
    await wants(ben, 'pasta')
    const { id } = await dov.sends(general, 'x', 'pizza')
    const queues = await Promise.all(
      [ada, ben].map((person) => person.registers({ event_types: ['update_message', 'message'] })),
    )
    succeeded(await dov.patch(`/messages/${id}`, { content: 'pasta' }))
    expect(await alertsIn(ada)).toEqual([])
    expect(await alertsIn(ben)).toEqual(['pasta'])
    expect((await queues[0]!.next()).flags).toEqual([])
    expect((await queues[1]!.next()).flags).toEqual(['has_alert_word'])
  })
})
