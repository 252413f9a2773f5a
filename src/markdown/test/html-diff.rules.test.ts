import { describe, expect, test } from 'vitest'
import { diffBudget } from '../diff-budget'
import { commonSubsequence } from '../diff/common-subsequence'
import { htmlDiff } from '../html-diff'
import { EMPTY_DIRECTORY } from '../template'
import { rendered, SETTINGS } from './support/rendered-message'

const directory = {
  ...EMPTY_DIRECTORY,
  userByName: (name: string) => ({ user_id: 1, full_name: name, is_active: true }),
}

const html = (content: string) => rendered(content, SETTINGS, directory)

/** Returns a diff with short markers: `[+inserted+]` and `[-deleted-]`. */
const diff = (before: string, after: string) =>
  htmlDiff(html(before), html(after))
    .replace(/<span class="highlight_text_inserted">([^<]*)<\/span>/g, '[+$1+]')
    .replace(/<span class="highlight_text_deleted">([^<]*)<\/span>/g, '[-$1-]')

describe('the diff of two versions of a message', () => {
  test('marks inserted and deleted words', () => {
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

  test('shows the address of a link if it changes', () => {
    expect(diff('[a](https://b.com)', '[a](https://c.com)')).toBe(
      '<div><p><a href="https://c.com">a[+ Link: https://c.com .+]</a> [- Link: https://b.com .-]</p></div>',
    )
    expect(diff('see [a](https://b.com)', 'so [a](https://b.com)')).not.toContain('Link:')
  })

  test('compares an emoji, a formula and an image as one word', () => {
    expect(diff(':smile: a', ':tada: a')).toContain('>[+:tada:+]</span> [-:smile:-] a')
    expect(diff('$$x$$ a', '$$y$$ a')).toMatch(/^<div><p><span class="highlight_text_inserted"><span class="katex">/)
    expect(diff('$$x$$ a', '$$y$$ a')).toMatch(/<\/span><\/span> \[-x-\] a<\/p><\/div>$/)
    expect(diff('$$x$$ a', '$$x$$ b')).toMatch(/^<div><p><span class="katex">.*<\/span> \[\+b\+\] \[-a-\]<\/p><\/div>$/)
    expect(diff('https://a.com/x.png', 'https://a.com/y.png')).toMatch(/inserted"><img [^>]*> Link: [^ ]* \.<\/span>/)
  })

  test('keeps the spaces in code', () => {
    expect(diff('```\na  b\n  c\n```', '```\na  b\n  d\n```')).toBe(
      '<div><div class="codehilite"><pre><span></span><code>a  b\n  [+d+]\n</code> [-c-]</pre></div></div>',
    )
  })
})

describe('the common subsequence', () => {
  const indexes = (before: string, after: string) => [...commonSubsequence([...before], [...after], diffBudget())]

  test.each([
    ['', '', []],
    ['abc', 'abc', [0, 1, 2]],
    ['abc', 'axc', [0, -1, 2]],
    ['abc', 'c', [2]],
    ['abcde', 'ace', [0, 2, 4]],
    ['ab', 'ba', [1, -1]],
  ])('%j, %j', (before, after, expected) => {
    expect(indexes(before, after)).toEqual(expected)
  })

  test('of long texts is found between words that both have once', () => {
    const before = Array.from({ length: 5000 }, (_, index) => `w${index}`)
    const after = before.flatMap((word, index) => (index % 100 === 7 ? [] : index % 50 === 3 ? [word, 'new'] : [word]))
    const found = commonSubsequence(before, after, diffBudget())
    expect(after.map((word, index) => (word === 'new' ? -1 : before.indexOf(word)) === found[index])).not.toContain(
      false,
    )
  })
})

describe('the length and time of a diff', () => {
  test('a diff that is far longer than a message shows only the new version', () => {
    const text = (suffix: string) => Array.from({ length: 8000 }, (_, index) => `${index} ${suffix}`).join(' ')
    const longDiff = htmlDiff(`<p>${text('a')}</p>`, `<p>${text('b')}</p>`)
    expect(longDiff).toBe(`<div><p>${text('b')}</p></div>`)
    expect(htmlDiff('<p>a</p>', '<p>b</p>')).toContain('highlight_text_inserted')
  })

  test('words count as rewritten when the budget is used up', () => {
    const budget = { pairs: 5 }
    expect(htmlDiff('<p>a b c</p>', '<p>c a b</p>', budget)).toContain('highlight_text_inserted">c a b<')
    expect(htmlDiff('<p>a b c</p>', '<p>c a b</p>')).not.toContain('highlight_text_inserted">c a b<')
  })
})
