import { describe, expect, test } from 'vitest'
import { rankMatches, relevanceOf, type RankedMatch } from '../../src/domain/messages/search/ranking-rules'
import { countToken, parseQuery } from '../../src/tokenizer/query'

const NOW = 2_000_000_000
const DAY = 86_400

const match = (id: number, more: Partial<RankedMatch> = {}): RankedMatch => ({
  id,
  timestamp: NOW,
  words_in_topic: 0,
  occurrences: 1,
  length: 300,
  is_literal: false,
  is_personal: false,
  ...more,
})

const rank = (...matches: RankedMatch[]) => rankMatches(matches, { now: NOW, num_words: 2 })

describe('the order by relevance', () => {
  test.each<[string, Partial<RankedMatch>, Partial<RankedMatch>]>([
    ['words in the topic', { words_in_topic: 2 }, { is_literal: true }],
    ['what was written as it was written', { is_literal: true }, { occurrences: 8 }],
    ['more of the words', { occurrences: 4 }, { occurrences: 1 }],
    ['a shorter text', { length: 50 }, { length: 5000 }],
    ['a newer message', {}, { timestamp: NOW - 60 * DAY }],
    ['a message to the reader', { is_personal: true }, {}],
    ['both words in the topic', { words_in_topic: 2 }, { words_in_topic: 1 }],
  ])('prefers %s', (_, better, worse) => {
    expect(rank(match(1, better), match(2, worse))).toEqual([1, 2])
    expect(rank(match(2, worse), match(1, better))).toEqual([1, 2])
  })

  test('has the newer message first where all else is equal, and no match is lost', () => {
    expect(rank(match(3), match(9), match(5))).toEqual([9, 5, 3])
    expect(rank()).toEqual([])
  })

  test('is a number for a search without words, and for a message of the future', () => {
    expect(relevanceOf(match(1, { words_in_topic: 1 }), { now: NOW, num_words: 0 })).toBeGreaterThan(0)
    expect(relevanceOf(match(1, { timestamp: NOW + DAY }), { now: NOW, num_words: 1 })).toBe(
      relevanceOf(match(1), { now: NOW, num_words: 1 }),
    )
  })
})

test('a word is counted by its stem, in any part of an unspaced text, and not beyond the most', () => {
  const count = (text: string, word: string, most = 8) => countToken(text, parseQuery(word).tokens[0]!, most)
  expect(count('pizza, pizzas and a pizzeria', 'pizza')).toBe(2)
  expect(count('雨と雨', '雨')).toBe(2)
  expect(count('pizza '.repeat(20), 'pizza')).toBe(8)
  expect(count('pasta', 'pizza')).toBe(0)
})
