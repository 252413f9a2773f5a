import { expect, test } from 'vitest'
import { countsOf, rankedIds, type MatchPage } from '../store/search-counts'

type Match = MatchPage['matches'][number]

const match = (id: number, more: Partial<Match> = {}): Match => ({
  id,
  sender_id: 1,
  timestamp: 1000 + id,
  conversation: 0,
  has: [],
  is_mentioned: false,
  words_in_topic: 0,
  occurrences: 1,
  length: 100,
  is_literal: false,
  ...more,
})

const lunch = { stream_id: 7, topic: 'lunch' }
const supper = { stream_id: 7, topic: 'supper' }

test('counts are of all pages; a conversation of two pages counts once, and direct messages have no channel', () => {
  const pages: MatchPage[] = [
    {
      matches: [match(9, { sender_id: 2, has: ['link', 'image'] }), match(8, { conversation: 1, is_mentioned: true })],
      conversations: [lunch, { user_ids: [3] }],
      num_words: 1,
      next: 8,
    },
    {
      matches: [match(7, { has: ['link'] }), match(6, { conversation: 1 })],
      conversations: [supper, lunch],
      num_words: 1,
      next: null,
    },
  ]
  expect(countsOf(pages, [1007, 0])).toEqual({
    count: 4,
    isComplete: true,
    numConversations: 3,
    senders: [
      { value: 1, count: 3 },
      { value: 2, count: 1 },
    ],
    channels: [
      { value: 7, count: 3 },
      { value: undefined, count: 1 },
    ],
    contents: { link: 2, image: 1, attachment: 0, reaction: 0 },
    mentions: 1,
    times: [3, 4],
  })
  expect(countsOf(pages.slice(0, 1), [])).toMatchObject({ count: 2, isComplete: false })
  expect(countsOf([], [5])).toMatchObject({ count: 0, isComplete: true, times: [0] })
})

test('the best match of all pages is first; a direct message comes before the same one in a channel', () => {
  const page = (matches: Match[]): MatchPage => ({
    matches,
    conversations: [lunch, { user_ids: [3] }],
    num_words: 1,
    next: null,
  })
  const pages = [page([match(9), match(8, { words_in_topic: 1 })]), page([match(7, { is_literal: true })])]
  expect(rankedIds(pages, 2000)).toEqual([8, 7, 9])
  expect(rankedIds([page([match(9), match(8, { conversation: 1 })])], 2000)).toEqual([8, 9])
})
