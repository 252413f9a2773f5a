import { describe, expect, test } from 'vitest'
import { counterparts, diffBudget } from '../src/markdown/common-words'
import { htmlDiff } from '../src/markdown/diff'
import { NOBODY_KNOWN } from '../src/markdown/references'
import { complaintsAbout } from './support/html-check'
import { rendered, SETTINGS } from './support/rendered'

const directory = { ...NOBODY_KNOWN, userByName: (name: string) => ({ user_id: 1, full_name: name, is_active: true }) }

const html = (content: string) => rendered(content, SETTINGS, directory)

/** With the marks written shorter. */
const diff = (before: string, after: string) =>
  htmlDiff(html(before), html(after))
    .replace(/<span class="highlight_text_inserted">([^<]*)<\/span>/g, '[+$1+]')
    .replace(/<span class="highlight_text_deleted">([^<]*)<\/span>/g, '[-$1-]')

describe('the difference between two versions of a message', () => {
  test('marks words that are new and words that are gone', () => {
    expect(htmlDiff('<p>content before edit</p>', '<p>content after edit</p>')).toBe(
      '<div><p>content <span class="highlight_text_inserted">after</span> <span class="highlight_text_deleted">before</span> edit</p></div>',
    )
  })

  test.each([
    ['a b', 'a b', '<p>a b</p>'],
    ['a', 'a b c', '<p>a [+b c+]</p>'],
    ['b', 'a b', '<p>[+a+] b</p>'],
    ['a b c', 'a c', '<p>a [-b-] c</p>'],
    ['a b', 'a', '<p>a [-b-]</p>'],
    ['a b', 'b', '<p>[-a-] b</p>'],
    ['a', 'b', '<p>[+b+] [-a-]</p>'],
    ['a', '', '[-a-]'],
    ['', 'a', '<p>[+a+]</p>'],
    ['a', '**a**', '<p><strong>a</strong></p>'],
    ['**a** b', '**a**', '<p><strong>a</strong> [-b-]</p>'],
    ['a **b** c', 'a **x** c', '<p>a <strong>[+x+]</strong> [-b-] c</p>'],
    ['a\nb', 'a\nc', '<p>a<br> [+c+] [-b-]</p>'],
    ['a\n\nb', 'a', '<p>a [-b-]</p>'],
    ['a', 'a\n\nb', '<p>a</p> <p>[+b+]</p>'],
    ['a **b** c', 'a c **d e** f', '<p>a [-b-] c <strong>[+d e+]</strong> [+f+]</p>'],
    ['x', '* a\n* b', '<ul> <li>[+a+]</li> <li>[+b+] [-x-]</li> </ul>'],
    ['* a\n* b\n* c', '* a\n* c', '<ul> <li>a [-b-]</li> <li>c</li> </ul>'],
    ['<a> & b', '<a> & c', '<p>&lt;a&gt; &amp; [+c+] [-b-]</p>'],
  ])('%j to %j', (before, after, expected) => {
    expect(diff(before, after)).toBe(`<div>${expected}</div>`)
  })

  test('tells where a link leads if that changes', () => {
    expect(diff('[a](https://b.com)', '[a](https://c.com)')).toBe(
      '<div><p><a href="https://c.com">a[+ Link: https://c.com .+]</a> [- Link: https://b.com .-]</p></div>',
    )
    expect(diff('see [a](https://b.com)', 'so [a](https://b.com)')).not.toContain('Link:')
  })

  test('takes an emoji, a formula and a picture for words', () => {
    expect(diff(':smile: a', ':tada: a')).toContain('>[+:tada:+]</span> [-:smile:-] a')
    expect(diff('$$x$$ a', '$$y$$ a')).toMatch(/^<div><p><span class="highlight_text_inserted"><span class="katex">/)
    expect(diff('$$x$$ a', '$$y$$ a')).toMatch(/<\/span><\/span> \[-x-\] a<\/p><\/div>$/)
    expect(diff('$$x$$ a', '$$x$$ b')).toMatch(/^<div><p><span class="katex">.*<\/span> \[\+b\+\] \[-a-\]<\/p><\/div>$/)
    expect(diff('https://a.com/x.png', 'https://a.com/y.png')).toMatch(/inserted"><img [^>]*> Link: [^ ]* \.<\/span>/)
  })

  test('leaves the lines of code as they are', () => {
    expect(diff('```\na  b\n  c\n```', '```\na  b\n  d\n```')).toBe(
      '<div><div class="codehilite"><pre><span></span><code>a  b\n  [+d+]\n</code> [-c-]</pre></div></div>',
    )
  })
})

describe('words in common', () => {
  const matched = (before: string, after: string) => [...counterparts([...before], [...after], diffBudget())]

  test.each([
    ['', '', []],
    ['abc', 'abc', [0, 1, 2]],
    ['abc', 'axc', [0, -1, 2]],
    ['abc', 'c', [2]],
    ['abcde', 'ace', [0, 2, 4]],
    ['ab', 'ba', [1, -1]],
  ])('%j, %j', (before, after, expected) => {
    expect(matched(before, after)).toEqual(expected)
  })

  test('are found in texts of any length, between words they have once', () => {
    const before = Array.from({ length: 5000 }, (_, index) => `w${index}`)
    const after = before.flatMap((word, index) => (index % 100 === 7 ? [] : index % 50 === 3 ? [word, 'new'] : [word]))
    const found = counterparts(before, after, diffBudget())
    expect(after.map((word, index) => (word === 'new' ? -1 : before.indexOf(word)) === found[index])).not.toContain(
      false,
    )
  })
})

const numbersFrom = (seed: number) => {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

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
  const next = numbersFrom(23)
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
  const next = numbersFrom(24)

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

  /** In a Worker the clock only moves between turns of the event loop. */
  async function now(): Promise<number> {
    await new Promise<void>((resolve) => {
      setTimeout(resolve, 0)
    })
    return performance.now()
  }
})
