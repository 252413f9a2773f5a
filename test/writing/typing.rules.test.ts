import { expect, test } from 'vitest'
import { isTooLargeForTyping } from '../../src/domain/writing/typing/rules'

test('isTooLargeForTyping: a channel may have at most a hundred subscribers', () => {
  expect([100, 101].map((subscriber_count) => isTooLargeForTyping({ subscriber_count }))).toEqual([false, true])
})
