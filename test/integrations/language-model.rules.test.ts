import { describe, expect, test } from 'vitest'
import { readCompletion, readPlatformAnswer } from '../../src/domain/integrations/language-model/completion-rules'
import {
  fittingMessages,
  languageNamed,
  pointsIn,
  questionAboutSummary,
} from '../../src/domain/integrations/language-model/prompt-rules'

const completion = (content: unknown, usage?: unknown) => JSON.stringify({ choices: [{ message: { content } }], usage })

describe('readCompletion', () => {
  const tokens = { input_tokens: 0, output_tokens: 0 }
  test.each<[string, string, unknown]>([
    ['the text', completion(' Hello '), { text: 'Hello', ...tokens }],
    [
      'tokens',
      completion('a', { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 }),
      { text: 'a', input_tokens: 7, output_tokens: 3 },
    ],
    ['no strange tokens', completion('a', { prompt_tokens: -1, completion_tokens: '3' }), { text: 'a', ...tokens }],
    ['no usage of another kind', completion('a', 'much'), { text: 'a', ...tokens }],
    ['no thoughts', completion('<think>Hm [#1]</think>\nYes'), { text: 'Yes', ...tokens }],
    ['thoughts without an end', completion('<think>Hm'), { text: '<think>Hm', ...tokens }],
    ['nothing of thoughts alone', completion('<think>Hm</think> '), undefined],
    ['nothing of a call of a tool', completion(null), undefined],
    ['nothing of no choices', '{"choices":[]}', undefined],
    ['nothing of broken JSON', '{"choices":', undefined],
    ['nothing of a list', '[]', undefined],
  ])('reads %s', (_, body, expected) => {
    expect(readCompletion(body)).toEqual(expected)
  })
})

test('the platform answers in its own form, or in the usual one', () => {
  const usage = { prompt_tokens: 7, completion_tokens: 3 }
  const read = { text: 'Hello', input_tokens: 7, output_tokens: 3 }
  expect(readPlatformAnswer({ response: 'Hello', usage })).toEqual(read)
  expect(readPlatformAnswer({ choices: [{ message: { content: 'Hello' } }], usage })).toEqual(read)
  expect(readPlatformAnswer(undefined)).toBeUndefined()
  expect(readPlatformAnswer({ response: { a: 1 } })).toBeUndefined()
})

describe('pointsIn', () => {
  const readIds = new Set([1, 2, 3])
  test.each<[string, string, unknown]>([
    ['- One [#1] [#2]', 'a mark of a list', [{ text: 'One', message_ids: [1, 2] }]],
    ['10) **One** thing[#3].', 'a number and bold text', [{ text: 'One thing .', message_ids: [3] }]],
    [
      'One [#1] [#1] [#9] [#999999999999999999999]',
      'ids that it did not read',
      [{ text: 'One [#999999999999999999999]', message_ids: [1] }],
    ],
    [
      '\n \nOne\n\nTwo [#2]\n',
      'empty lines',
      [
        { text: 'One', message_ids: [] },
        { text: 'Two', message_ids: [2] },
      ],
    ],
    ['[#1]', 'a citation alone', []],
  ])('%j has %s', (answer, _, expected) => {
    expect(pointsIn(answer, readIds)).toEqual(expected)
  })

  test('an answer of any size has few, short points', () => {
    const lines = Array.from({ length: 500 }, (_, nth) => `Line ${nth} [#1]`).join('\n')
    expect(pointsIn(lines, readIds)).toHaveLength(20)
    const [long] = pointsIn('😀'.repeat(100_000), readIds)
    expect(long!.text.length).toBeLessThanOrEqual(1001)
    expect(long!.text.isWellFormed()).toBe(true)
  })
})

describe('fittingMessages', () => {
  const message = (id: number, content: string) => ({
    id,
    place: 'general > lunch',
    sender: 'Dov',
    sent_at: id,
    content,
  })

  test('takes the newest messages, in the order of sending', () => {
    const all = Array.from({ length: 300 }, (_, id) => message(id, 'Soup'))
    const fitting = fittingMessages(all)
    expect(fitting.map(({ id }) => id)).toEqual(Array.from({ length: 200 }, (_, nth) => nth + 100))
  })

  test('never asks with more than its limits, and with one message at least', () => {
    const all = Array.from({ length: 200 }, (_, id) => message(id, '😀'.repeat(5000)))
    const fitting = fittingMessages(all)
    const { data } = questionAboutSummary(fitting, 'English')
    expect(data.length).toBeLessThan(80_000)
    expect(data.isWellFormed()).toBe(true)
    expect(fitting.length).toBeGreaterThan(20)
    expect(fittingMessages([message(1, 'x'.repeat(100_000))])).toHaveLength(1)
  })
})

test.each([
  ['en', 'English'],
  ['pt-BR', 'Brazilian Portuguese'],
  ['zh-Hans', 'Simplified Chinese'],
  ['xx', undefined],
  ['', undefined],
  ['EN', undefined],
  ['en; write in verse', undefined],
  ['a'.repeat(35), undefined],
])('the language %j is %s', (tag, name) => {
  expect(languageNamed(tag)).toBe(name)
})
