import { describe, expect, test } from 'vitest'
import { findAlertedUsers, indexAlertWords } from '../../src/domain/people/alert-words/matching'
import {
  alertWordKey,
  MAX_ALERT_WORDS,
  normalizeAlertWords,
  refusalOfAlertWordCount,
  refusalOfAlertWords,
} from '../../src/domain/people/alert-words/rules'

test('normalizeAlertWords removes surrounding spaces and empty words', () => {
  expect(normalizeAlertWords([' pizza ', '', '  ', 'coffee break'])).toEqual(['pizza', 'coffee break'])
})

test('alertWordKey ignores case', () => {
  expect(alertWordKey('Zoë')).toBe(alertWordKey('ZOË'))
})

describe('refusalOfAlertWords', () => {
  test.for([
    [[], undefined],
    [['🍕'.repeat(100)], undefined],
    [['pizza', 'x'.repeat(101)], 'alert_words[1] is too long (limit: 100 characters)'],
  ] as const)('%j: %s', ([words, msg]) => {
    expect(refusalOfAlertWords(words)?.message).toBe(msg)
  })
})

test('refusalOfAlertWordCount refuses more than 500 words', () => {
  const words = Array.from({ length: MAX_ALERT_WORDS }, (_, index) => `word ${index}`)
  expect(refusalOfAlertWordCount(words)).toBeUndefined()
  expect(refusalOfAlertWordCount([...words, 'one more'])?.message).toBe('You can have at most 500 alert words.')
})

describe('findAlertedUsers', () => {
  const [ADA, BEN] = [1, 2]
  const index = indexAlertWords([
    { user_id: ADA, word: 'Pizza' },
    { user_id: BEN, word: 'pizza' },
    { user_id: BEN, word: 'c++' },
    { user_id: ADA, word: 'x' },
  ])
  test.for([
    ['pizza?', [ADA, BEN]],
    ['pizzas', []],
    ['a pizza in c++', [ADA, BEN]],
    ['c++', [BEN]],
    ['x', [ADA]],
    ['xy', []],
    ['', []],
  ] as const)('%j alerts %j', ([text, expected]) => {
    expect([...findAlertedUsers(text, index)].toSorted((a, b) => a - b)).toEqual(expected)
  })
})
