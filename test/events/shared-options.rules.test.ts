import { expect, test } from 'vitest'
import { SharedOptions } from '../../src/events/shared-options'

const textWith = (operand: string) => JSON.stringify({ narrow: [['topic', operand]] })

test('queues with the same text share their options, and long texts are forgotten before they fill the memory', () => {
  const options = new SharedOptions()
  const first = options.parse(textWith('lunch'))
  expect(first).toEqual({ narrow: [['topic', 'lunch']] })
  expect(options.parse(textWith('lunch'))).toBe(first)
  expect(options.parse(textWith('dinner'))).toEqual({ narrow: [['topic', 'dinner']] })
  expect(options.parse(textWith('lunch'))).toBe(first)

  const long = textWith('x'.repeat(999_930))
  const parsed = options.parse(long)
  // The short texts are forgotten, and the long one is kept until another does not fit beside it.
  const again = options.parse(textWith('lunch'))
  expect(options.parse(long)).toBe(parsed)
  expect(options.parse(textWith('lunch'))).toBe(again)
  expect(again).not.toBe(first)
  options.parse(textWith('y'.repeat(999_930)))
  expect(options.parse(long)).not.toBe(parsed)
})
