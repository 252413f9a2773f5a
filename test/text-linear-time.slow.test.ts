import { describe, expect, test } from 'vitest'
import { inVendorSpelling } from '../src/api/vendor-names'
import { marked } from '../src/integrations/wording/markup'
import { indexAlertWords, findAlertedUsers } from '../src/domain/people/alert-words/matching'
import { highlightedHtml, highlightedText } from '../src/tokenizer/highlight'
import { foldForComparison } from '../src/tokenizer/word-boundaries'
import { containsToken, parseQuery, normalizeText } from '../src/tokenizer/query'
import { stem } from '../src/tokenizer/stem'
import { tokensOf } from '../src/tokenizer/tokens'
import { growth, MAX_LINEAR_GROWTH } from '../src/markdown/test/support/growth'
import { HTML_SAMPLES, TEXT_SAMPLES } from '../src/markdown/test/support/text-samples'

const query = parseQuery('a "a a" 的 nation 的的')
const alertWords = indexAlertWords(
  Array.from({ length: 98 }, (_, index) => ({ user_id: index, word: 'a '.repeat(index).trim() + 'z' })),
)

const TEXT_FUNCTIONS: Record<string, (text: string) => unknown> = {
  'splitting a text into search tokens': (text) => tokensOf(text),
  'searching a text': (text) => query.tokens.map((each) => containsToken(normalizeText(text), each)),
  'highlighting a text': (text) => highlightedText(text, [query]),
  'finding alert words': (text) => findAlertedUsers(foldForComparison(text), alertWords),
}

const HTML_FUNCTIONS: Record<string, (html: string) => unknown> = {
  'highlighting HTML': (html) => highlightedHtml(html, [query]),
}

describe.each(Object.entries(TEXT_FUNCTIONS))('%s', (_, run) => {
  test.each(Object.entries(TEXT_SAMPLES))('takes linear time for %s', async (__, input) =>
    expect(await growth(run, input)).toBeLessThan(MAX_LINEAR_GROWTH),
  )
})

describe.each(Object.entries(HTML_FUNCTIONS))('%s', (_, run) => {
  test.each(Object.entries(HTML_SAMPLES))('takes linear time for %s', async (__, input) =>
    expect(await growth(run, input)).toBeLessThan(MAX_LINEAR_GROWTH),
  )
})

test.each<[string, (text: string) => unknown, string]>([
  ['a message that looks like a name of the vendor', (text) => inVendorSpelling(`"${text}`, 'zulip'), 'svc_'],
  ['many such names', (text) => inVendorSpelling(text, 'zulip'), `"${'svc_'.repeat(50)}`],
  ['spaces between marked words', (text) => marked(`a${text}b`, '**'), ' '],
])('%s takes linear time', async (_, run, unit) => {
  const input = (length: number) => unit.repeat(Math.ceil(length / unit.length))
  expect(await growth(run, input)).toBeLessThan(MAX_LINEAR_GROWTH)
})

describe('limits of text processing', () => {
  test('after a maximum of lookups, the rest of a text has no alert words', () => {
    const words = indexAlertWords([
      ...Array.from({ length: 99 }, (_, index) => ({ user_id: 1, word: `aa${'b'.repeat(index)}` })),
      { user_id: 2, word: 'last' },
    ])
    expect([...findAlertedUsers(`${'aac '.repeat(1000)}last`, words)]).toEqual([2])
    expect([...findAlertedUsers(`${'aac '.repeat(10_000)}last`, words)]).toEqual([])
  })

  test('very long words are not stemmed', () => {
    const long = `${'a'.repeat(60)}ing`
    expect(stem(long)).toBe(long)
    expect(stem('meetings')).toBe('meet')
  })
})
