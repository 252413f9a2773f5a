import { expect, test } from 'vitest'
import { renderTemplate } from '../render'
import { EMPTY_DIRECTORY } from '../template'
import { hostileDirectory } from './support/hostile-directory'
import { htmlProblems } from './support/html-problems'
import { randomNumbers } from './support/random-numbers'
import { LIMITS, parsed, SETTINGS } from './support/rendered-message'

const settings = { ...SETTINGS, translatesEmoticons: () => true }

// Hostile pieces first, then pieces that begin, end, nest and overlap constructs.
const PIECES = [
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

test('random Markdown is parsed without an error, and its HTML has no problem', () => {
  const next = randomNumbers(20)
  const failures = []
  for (let round = 0; round < 6000; round++) {
    const length = 1 + next(next(20) === 0 ? 120 : 14)
    const content = Array.from({ length }, () => PIECES[next(PIECES.length)]).join('')
    for (const directory of [hostileDirectory, EMPTY_DIRECTORY]) {
      const { template } = parsed(content, round % 2 === 0 ? settings : { ...settings, linkifiers })
      const { html } = renderTemplate(template, directory, LIMITS)
      const problems = htmlProblems(html)
      if (problems.length > 0) failures.push({ content, html, problems })
    }
  }
  expect(failures).toEqual([])
})

test('a parsed message is plain JSON', () => {
  const next = randomNumbers(21)
  for (let round = 0; round < 300; round++) {
    const content = Array.from({ length: 12 }, () => PIECES[next(PIECES.length)]).join('')
    const message = parsed(content, settings)
    expect(JSON.parse(JSON.stringify(message))).toEqual(message)
  }
})
