import { describe, expect, test } from 'vitest'
import { refusalOfSnippet, refusalOfSnippetCount } from '../../src/domain/personal/saved-snippets/rules'

describe('refusalOfSnippet', () => {
  test.for([
    ['Hello', 'Hi', undefined],
    ['🍕'.repeat(60), '🍕'.repeat(10_000), undefined],
    ['', 'Hi', 'Title cannot be empty.'],
    ['Hello', '', 'Content cannot be empty.'],
    ['x'.repeat(61), 'Hi', 'title is too long (limit: 60 characters)'],
    ['Hello', 'x'.repeat(10_001), 'content is too long (limit: 10000 characters)'],
  ] as const)('%s, %s: %s', ([title, content, msg]) => {
    expect(refusalOfSnippet({ title, content })?.message).toBe(msg)
  })
})

test('refusalOfSnippetCount refuses more than 200 snippets', () => {
  expect(refusalOfSnippetCount(199)).toBeUndefined()
  expect(refusalOfSnippetCount(200)?.message).toBe('No more than 200 snippets can be saved.')
})
