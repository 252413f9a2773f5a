import { describe, expect, test } from 'vitest'
import { htmlDiff } from '../html-diff'
import { EMPTY_DIRECTORY } from '../template'
import { now } from './support/clock'
import { complaintsAbout } from './support/html-check'
import { randomNumbers } from './support/random-numbers'
import { rendered, SETTINGS } from './support/rendered-message'

const directory = {
  ...EMPTY_DIRECTORY,
  userByName: (name: string) => ({ user_id: 1, full_name: name, is_active: true }),
}

const html = (content: string) => rendered(content, SETTINGS, directory)

test('two messages of any kind make a well-formed third, with the words of both', () => {
  const SCRAPS = [
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
    const after = Array.from({ length: next(16) }, () => SCRAPS[next(SCRAPS.length)]).join('')
    const shown = htmlDiff(html(before), html(after))
    const unmarked = shown.replace(/<span class="highlight_text_deleted">[^<]*<\/span>/g, '')
    const lost = squeezed(unmarked.replace(/ Link: \S+ \./g, '')) !== squeezed(html(after))
    const complaints = complaintsAbout(shown.replace(/ class="highlight_text_(?:inserted|deleted)"/g, ''))
    if (lost || complaints.length > 0) failures.push({ before, after, shown, complaints, lost })
    before = after
  }
  expect(failures).toEqual([])
})

const squeezed = (shown: string) => shown.replace(/<[^>]*>|\s+/g, '')

describe('the time it takes', () => {
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
    ['nothing but tags', '<p></p>'.repeat(1500), '<ul><li></li></ul>'.repeat(700)],
    ['unclosed by nature', '<br>'.repeat(2500), '<hr>'.repeat(2500)],
  ])('is bounded for %s texts of 10,000 characters', async (_, before, after) => {
    const start = await now()
    htmlDiff(before, after)
    expect((await now()) - start).toBeLessThan(1500)
  })
})
