import { describe, expect, test } from 'vitest'
import { htmlDiff } from '../html-diff'
import { EMPTY_DIRECTORY } from '../template'
import { now } from './support/clock'
import { htmlProblems } from './support/html-problems'
import { randomNumbers } from './support/random-numbers'
import { rendered, SETTINGS } from './support/rendered-message'

const directory = {
  ...EMPTY_DIRECTORY,
  userByName: (name: string) => ({ user_id: 1, full_name: name, is_active: true }),
}

const html = (content: string) => rendered(content, SETTINGS, directory)

test('the diff of two random messages is well-formed and has the words of both', () => {
  const PIECES = [
    ['a', 'b c', ' ', '\n', '\n\n', '**', '*', '`', '~~', '<script>', '&lt;', '"', '[a](https://b.com)', '@**Ada**'],
    [
      '\n* ',
      '\n  * ',
      '\n1. ',
      '\n> ',
      '\n# ',
      '\na|b\n-|-\nc|d',
      '\n---\n',
      '\n```js\nx = 1\n```\n',
      '$$x^2$$',
      ':smile:',
    ],
    [
      '\n```quote\n',
      '\n```spoiler s\n',
      '\n```math\ny\n```\n',
      '\n```\n',
      'https://a.com/x.png',
      '🙂',
      '<time:2020-01-01>',
    ],
  ].flat()
  const next = randomNumbers(23)
  const failures = []
  let before = ''
  for (let round = 0; round < 3000; round++) {
    const after = Array.from({ length: next(16) }, () => PIECES[next(PIECES.length)]).join('')
    const diff = htmlDiff(html(before), html(after))
    const withoutDeleted = diff.replace(/<span class="highlight_text_deleted">[^<]*<\/span>/g, '')
    const hasLostText =
      textWithoutSpaces(withoutDeleted.replace(/ Link: \S+ \./g, '')) !== textWithoutSpaces(html(after))
    const problems = htmlProblems(diff.replace(/ class="highlight_text_(?:inserted|deleted)"/g, ''))
    if (hasLostText || problems.length > 0) failures.push({ before, after, diff, problems, hasLostText })
    before = after
  }
  expect(failures).toEqual([])
})

const textWithoutSpaces = (output: string) => output.replace(/<[^>]*>|\s+/g, '')

describe('the time to compare', () => {
  const words = (count: number, of: (index: number) => string) =>
    `<p>${Array.from({ length: count }, (_, index) => of(index)).join(' ')}</p>`
  const next = randomNumbers(24)

  test.each([
    ['unrelated', words(2000, (index) => `a${index}`), words(2000, (index) => `b${index}`)],
    ['repetitive', words(5000, () => 'a'), words(4000, () => 'a')],
    ['alternating', words(5000, (index) => 'ab'.charAt(index % 2)), words(5000, (index) => 'abb'.charAt(index % 3))],
    ['random', words(5000, () => `${next(3)}`), words(5000, () => `${next(3)}`)],
    [
      'mostly the same',
      words(5000, (index) => `a${index}`),
      words(5000, (index) => `a${index + (index % 9 ? 0 : 9999)}`),
    ],
    ['tags without text', '<p></p>'.repeat(1500), '<ul><li></li></ul>'.repeat(700)],
    ['void elements', '<br>'.repeat(2500), '<hr>'.repeat(2500)],
  ])('is bounded for %s texts of 10,000 characters', async (_, before, after) => {
    const start = await now()
    htmlDiff(before, after)
    expect((await now()) - start).toBeLessThan(1500)
  })
})
