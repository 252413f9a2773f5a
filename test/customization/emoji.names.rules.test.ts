import { describe, expect, test } from 'vitest'
import { normalizeEmojiName, refusalOfEmojiName } from '../../src/domain/customization/emoji/name-rules'

describe('the names of custom emoji', () => {
  test.for([
    ['parley', 'parley'],
    [' brown parley ', 'brown_parley'],
    ['a  b', 'a__b'],
    ['   ', ''],
  ])('%j is stored as %j', ([name, stored]) => {
    expect(normalizeEmojiName(name!)).toBe(stored)
  })

  test.for([
    ['parley', undefined],
    ['7', undefined],
    ['brown_parley-2', undefined],
    ['x'.repeat(100), undefined],
    ['', 'Emoji name is missing'],
    ['Parley', 'Emoji names must contain only lowercase English letters, digits, spaces, dashes, and underscores.'],
    ['pärley', 'Emoji names must contain only lowercase English letters, digits, spaces, dashes, and underscores.'],
    ['a:b', 'Emoji names must contain only lowercase English letters, digits, spaces, dashes, and underscores.'],
    ['parley_', 'Emoji names must end with either a letter or digit.'],
    ['-', 'Emoji names must end with either a letter or digit.'],
    ['x'.repeat(101), 'Emoji names must not be longer than 100 characters.'],
  ])('%j: %s', ([name, refusal]) => {
    expect(refusalOfEmojiName(name!)?.message).toBe(refusal)
  })
})
