import { describe, expect, test } from 'vitest'
import { parseMarkdown } from '../parse'
import { renderTemplate } from '../render'
import { EMPTY_DIRECTORY } from '../template'
import { now } from './support/clock'
import { hostileDirectory } from './support/hostile-directory'
import { complaintsAbout } from './support/html-check'
import { randomNumbers } from './support/random-numbers'
import { LIMITS, parsed, SETTINGS } from './support/rendered-message'

const settings = { ...SETTINGS, translate_emoticons: true }

// Hostile scraps first, then what makes constructs begin, end, nest and collide.
const SCRAPS = [
  ['<script>', '</p>', '<img src=x onerror=alert(1)>', '"onmouseover="x', "' onclick='x", '&lt;', '&#x3c;', '&', '<'],
  [
    'javascript:alert(1)',
    'JAVASCRIPT&colon;x',
    'java\tscript:x',
    'data:text/html,x',
    'vbscript:x',
    '//evil.example.com',
  ],
  ['\ufdd0\ufde0\ufdd1', '\ufdd0', '\ufde1', '\u0000', '\ud800', '\u202e', '\u200d', '\ufe0f', '\r', '\u2028'],
  ['*', '**', '***', '~~', '`', '``', '```', '~~~', '$$', '_', '\\', '^', '|', '!', '.', ':', '#', '>', '-', '+'],
  ['@**', '@_**', '@*', '#**', '@**all**', '@**topic**', '@**gone**', '@**a|7**', '#**c>t**', '#**c>t@5**', ':smile:'],
  ['[', ']', '(', ')', '[a](', '](', '<time:', '<time:2020-01-01>', '"', "'", '![', '[a](b "c")', '<https://a.com>'],
  [
    'http://',
    'https://a.com/x.png',
    'https://youtu.be/abc',
    'https://a.com/v.mp4',
    'a@b.com',
    'a.com',
    'user_uploads/1/x.png',
  ],
  ['/user_uploads/1/a"b.png', 'https://acme.example.com/#a', 'https://acme.example.com/user_uploads/1/a.png'],
  ['\n', '\n', '\n\n', '\n  ', '\n    ', '\n* ', '\n  * ', '\n1. ', '\n> ', '\n# ', '\n---\n', '\na|b\n-|-\n', '\t'],
  [
    '\n```\n',
    '\n```quote\n',
    '\n```spoiler a\n',
    '\n~~~math\n',
    '\n```js\n',
    '\n~~~\n',
    ' ',
    ' ',
    'a',
    'b c',
    '🙂',
    '👩‍🚀',
    ':)',
  ],
  [
    '$$x$$',
    '$$',
    '\\frac{',
    '\\begin{matrix}',
    '&\\\\',
    '\\end{matrix}',
    '\\href{javascript:x}{',
    '^{',
    '}',
    '\\char"3C',
  ],
  ['\n```python\n', '\n```php\n', '\n```html\n', '\n```\n#!sh\n', '"""', '/*', '<?php', '#12', 'x#12y', '(#7)'],
].flat()

const linkifiers = [
  { id: 1, pattern: '#(?P<id>[0-9]+)', url_template: 'https://example.com/{id}{?id}' },
  { id: 2, pattern: '(?P<word>[a-z*]+)', url_template: '{+word}:alert(1)' },
]

test('nothing that can be typed throws, or writes what we would not', () => {
  const next = randomNumbers(20)
  const failures = []
  for (let round = 0; round < 6000; round++) {
    const length = 1 + next(next(20) === 0 ? 120 : 14)
    const content = Array.from({ length }, () => SCRAPS[next(SCRAPS.length)]).join('')
    for (const directory of [hostileDirectory, EMPTY_DIRECTORY]) {
      const { template } = parsed(content, round % 2 === 0 ? settings : { ...settings, linkifiers })
      const { html } = renderTemplate(template, directory, LIMITS)
      const complaints = complaintsAbout(html)
      if (complaints.length > 0) failures.push({ content, html, complaints })
    }
  }
  expect(failures).toEqual([])
})

test('a template survives being sent and stored', () => {
  const next = randomNumbers(21)
  for (let round = 0; round < 300; round++) {
    const content = Array.from({ length: 12 }, () => SCRAPS[next(SCRAPS.length)]).join('')
    const message = parsed(content, settings)
    expect(JSON.parse(JSON.stringify(message))).toEqual(message)
  }
})

describe('the time it takes', () => {
  // What has made parsers slow: each of these, repeated, starts something that never ends, or ends it everywhere.
  const PATTERNS = [
    ['a ', '*', '**', '***', '*a ', '*a*', '**a ', '~~', '~~a', '`', '`a', '\\`', '$$', '$$a\\$', '@**a', '@**a**'],
    ['#**a>', '[', '[a](', '[a](b "c', '](', '(http://a/', '(http://a/(', ',http://a/)', 'a.com,', 'a.', 'a@b.'],
    [
      '<time:',
      '&amp',
      ':a',
      ':a:',
      '🙂',
      '👨\u200d',
      '\u{1f3f4}\u{e0067}',
      '>',
      '>\n',
      '> a\n',
      '- a\n',
      '* ',
      '1. a\n',
    ],
    ['  - a\n', '    a\n', '# a\n', '#', '---\n', '-\n---\n', '- - ', '|', '|a|\n', '|a|\n|-|\n', 'a|b\n-|-\n', '`|'],
    ['```\n', '```quote\n', '```spoiler a\n', '\t', '\n\n', 'https://a.com/x.png ', 'https://a.com/x.png\n\n'],
    ['$$x$$ ', '$$x^', '```math\nx\n```\n', '```js\nx("y")\n```\n', '```c\n"\\\n', '#12 ', '    x\n\ny\n\n'],
  ].flat()

  const UNLIMITED = { ...LIMITS, source: 1_000_000, html: 100_000_000 }

  // A tenfold input takes ten times as long, give or take; its square would take a hundred times.
  const MOST_TIMES_AS_LONG = 40
  // Other work on the machine only ever makes it slower: the best of several tries is what it takes.
  const MOST_TRIES = 8
  const TOO_SHORT_TO_MEASURE_MS = 10

  test.each(PATTERNS)('grows with the length of %j repeated, not with its square', async (pattern) => {
    let [short, long] = [Infinity, Infinity]
    for (let nth = 0; nth < MOST_TRIES && !(long < MOST_TIMES_AS_LONG * short); nth++) {
      short = Math.max(TOO_SHORT_TO_MEASURE_MS, Math.min(short, await timeFor(repeated(pattern, 10_000))))
      long = Math.min(long, await timeFor(repeated(pattern, 100_000)))
    }
    expect(long).toBeLessThan(MOST_TIMES_AS_LONG * short)
  })

  const repeated = (pattern: string, length: number) => pattern.repeat(Math.ceil(length / pattern.length))

  async function timeFor(content: string): Promise<number> {
    const start = await now()
    parseMarkdown(content, settings, UNLIMITED)
    return (await now()) - start
  }
})
