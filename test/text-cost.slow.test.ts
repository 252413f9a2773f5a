import { describe, expect, test } from 'vitest'
import { collected, lookThrough } from '../src/domain/people/alert-words/matching'
import { highlightedHtml, highlightedText } from '../src/tokenizer/highlight'
import { folded } from '../src/tokenizer/letters'
import { has, queryMeant, searched } from '../src/tokenizer/query'
import { stem } from '../src/tokenizer/stem'
import { tokensOf } from '../src/tokenizer/tokens'
import { escapeLiteral } from '../src/markdown/escape'
import { htmlDiff } from '../src/markdown/html-diff'
import { notificationText } from '../src/markdown/notification-text'
import { htmlTextParts } from '../src/markdown/html-text'
import { timeOf } from '../src/markdown/test/support/cost'

/**
 * What is done with a message after it is rendered grows with its length, and not with its square. Only times of one run
 * are compared.
 */
const nested = (tag: string, depth: number, inside: string) =>
  `<${tag}>`.repeat(depth) + inside + `</${tag}>`.repeat(depth)

const repeated = (unit: string, length: number) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length)

const TEXTS: Record<string, (length: number) => string> = {
  'one word': (length) => repeated('a', length),
  'words of one letter': (length) => repeated('a ', length),
  'words that differ': (length) => repeated(Array.from({ length }, (_, nth) => nth.toString(36)).join(' '), length),
  'a script without spaces': (length) => repeated('的', length),
  'a letter that stands for eighteen': (length) => repeated('\ufdfa', length),
  'letters with many accents': (length) => repeated('e\u0301\u0302\u0303\u0304', length),
  marks: (length) => repeated('&<>"\' ', length),
  'endings of words': (length) => repeated('ationalizations ', length),
}

const HTML: Record<string, (length: number) => string> = {
  ...Object.fromEntries(
    Object.entries(TEXTS).map(([name, text]) => [name, (length: number) => `<p>${escapeLiteral(text(length))}</p>`]),
  ),
  'quotes in quotes': (length) => nested('blockquote', 24, repeated('<p>a</p>\n', length - (length % 9))),
  'emphasis everywhere': (length) => repeated('<em>a</em> ', length - (length % 11)),
  'lists in lists': (length) => nested('ol', 24, repeated('<li>a</li>\n', length - (length % 11))),
  links: (length) => repeated('<a href="/b">a</a> ', length - (length % 19)),
  emoji: (length) => repeated('<span class="emoji emoji-1f600" role="img">:a:</span>', length - (length % 53)),
}

const query = queryMeant('a "a a" 的 nation 的的')
const alertWords = collected(
  Array.from({ length: 98 }, (_, nth) => ({ user_id: nth, word: 'a '.repeat(nth).trim() + 'z' })),
)

const OF_TEXT: Record<string, (text: string) => unknown> = {
  'the tokens of the search': (text) => tokensOf(text),
  'the search in a text': (text) => query.wanted.map((each) => has(searched(text), each)),
  'highlighted text': (text) => highlightedText(text, [query]),
  'alert words': (text) => lookThrough(folded(text), alertWords),
}

const everySecond = (html: string, word: string) => html.replaceAll(/ [^<>\s]+ (?=[^<>\s]+ )/g, ` ${word} `)

const OF_HTML: Record<string, (html: string) => unknown> = {
  'plain words': notificationText,
  'the text of HTML': htmlTextParts,
  'highlighted HTML': (html) => highlightedHtml(html, [query]),
  'a diff with nothing': (html) => htmlDiff('', html),
  'a diff of every second word': (html) => htmlDiff(everySecond(html, 'x'), everySecond(html, 'y')),
  'a diff with itself, changed everywhere': (html) => htmlDiff(html.replaceAll('a', 'b '), html),
}

// Four times the input takes four times as long, give or take. Its square would take sixteen times.
const SHORT = 10_000
const MOST_TIMES_AS_LONG = 10
const TOO_SHORT_TO_MEASURE_MS = 20

/** How many times as long four times the input takes. */
async function growth(work: (input: string) => unknown, input: (length: number) => string): Promise<number> {
  const time = (length: number, tries: number) => {
    const made = input(length)
    return timeOf(() => void work(made), { tries, enough: TOO_SHORT_TO_MEASURE_MS })
  }
  const short = Math.max(TOO_SHORT_TO_MEASURE_MS, await time(SHORT, 3))
  return (await time(4 * SHORT, 8)) / short
}

describe.each(Object.entries(OF_TEXT))('%s', (_, work) => {
  test.each(Object.entries(TEXTS))('take time in proportion to %s', async (__, input) =>
    expect(await growth(work, input)).toBeLessThan(MOST_TIMES_AS_LONG),
  )
})

describe.each(Object.entries(OF_HTML))('%s', (_, work) => {
  test.each(Object.entries(HTML))('take time in proportion to %s', async (__, input) =>
    expect(await growth(work, input)).toBeLessThan(MOST_TIMES_AS_LONG),
  )
})

describe('what bounds the work', () => {
  test('alert words are looked up so often at most, and then the rest of a text alerts nobody', () => {
    const words = collected([
      ...Array.from({ length: 99 }, (_, nth) => ({ user_id: 1, word: `aa${' '.repeat(0)}${'b'.repeat(nth)}` })),
      { user_id: 2, word: 'last' },
    ])
    expect([...lookThrough(`${'aac '.repeat(1000)}last`, words)]).toEqual([2])
    expect([...lookThrough(`${'aac '.repeat(10_000)}last`, words)]).toEqual([])
  })

  test('words far longer than words are count as they are, and are not kept in mind', () => {
    const long = `${'a'.repeat(60)}ing`
    expect(stem(long)).toBe(long)
    expect(stem('meetings')).toBe('meet')
  })

  test('a diff that would be far longer than a message shows no marks', () => {
    const words = (mark: string) => Array.from({ length: 8000 }, (_, nth) => `${nth} ${mark}`).join(' ')
    const diff = htmlDiff(`<p>${words('a')}</p>`, `<p>${words('b')}</p>`)
    expect(diff).toBe(`<div><p>${words('b')}</p></div>`)
    expect(htmlDiff('<p>a</p>', '<p>b</p>')).toContain('highlight_text_inserted')
  })

  test('a history has one budget for its diffs: beyond it, words count as rewritten', () => {
    const budget = { pairs: 5 }
    expect(htmlDiff('<p>a b c</p>', '<p>c a b</p>', budget)).toContain('highlight_text_inserted">c a b<')
    expect(htmlDiff('<p>a b c</p>', '<p>c a b</p>')).not.toContain('highlight_text_inserted">c a b<')
  })
})
