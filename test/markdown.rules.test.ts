import { describe, expect, test } from 'vitest'
import { parseMarkdown } from '../src/markdown/parse'
import { NOBODY_KNOWN, type Directory } from '../src/markdown/references'
import { renderTemplate } from '../src/markdown/render'
import { complaintsAbout } from './support/html-check'
import { rendered, SETTINGS } from './support/rendered'

const settings = { ...SETTINGS, translate_emoticons: true }

const HOSTILE = '<img src=x onerror="alert(1)">\'&lt;'

/** Everybody and everything exists, and is called something nobody should be called. */
const hostileDirectory: Directory = {
  userByName: (name) => ({ user_id: 7, full_name: HOSTILE + name, is_active: !name.includes('gone') }),
  userById: (user_id) => ({ user_id, full_name: HOSTILE, is_active: true }),
  groupByName: (name) => ({ id: 3, name: HOSTILE + name }),
  channelByName: (name) => ({ stream_id: 5, name: `${HOSTILE}${name}\ud800` }),
  emojiByName: (name) => ({ name, source_url: '/user_avatars/1/emoji/"><script>.png' }),
}

const written = (content: string, directory?: Directory) => rendered(content, settings, directory)

describe('the check itself', () => {
  test.each([
    '<script>alert(1)</script>',
    '<p onclick="x">a</p>',
    '<p>a',
    '<p><em>a</p></em>',
    '<a href="javascript:alert(1)">a</a>',
    '<a href="java&#10;script:alert(1)">a</a>',
    '<a href="&#106;avascript:alert(1)">a</a>',
    '<a href="//evil.example.com">a</a>',
    '<a href="/a"><a href="/b">b</a></a>',
    '<img src="data:image/svg+xml,x">',
    '<p>a < b</p>',
    '<p>a & b</p>',
    '<span class="modal">a</span>',
    '<p>\ufdd0</p>',
  ])('complains about %s', (html) => {
    expect(complaintsAbout(html)).not.toEqual([])
  })

  test('has nothing to say about what we write', () => {
    const html = written(
      '**a** [b](https://example.com/?a&b "c") :smile:\n\n- `<i>`\n\n```js\nx\n```',
      hostileDirectory,
    )
    expect(complaintsAbout(html)).toEqual([])
  })
})

describe('where a link may lead', () => {
  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'java\u0000script:alert(1)',
    'javascript://example.com/%0aalert(1)',
    'data:text/html,x',
    'vbscript:msgbox(1)',
    'itms://example.com/app',
    'file:///etc/passwd',
    'FILE:///C:/a.txt',
    'file:a.txt',
    'sms:+123',
    'blob:x',
    'ms-word:ofe|u|x',
    'http:alert(1)',
    'https://',
    '//evil.example.com/',
    '/\\evil.example.com/',
    '\\\\evil.example.com/',
    '',
    '#',
  ])('not to %j', (address) => {
    expect(written(`[x](${address})`)).not.toContain('<a ')
    expect(written(`[x](<${address}>)`)).not.toContain('<a ')
  })

  test.each(['data:text/html,<script>alert(1)</script>', 'blob:https://example.com/1'])(
    'not as what it says in %j, though part of it may be a link',
    (address) => {
      for (const html of [written(`[x](${address})`), written(`[x](<${address}>)`)]) {
        expect(html).not.toMatch(/href="(?!https?:\/\/)/)
        expect(complaintsAbout(html)).toEqual([])
      }
    },
  )

  test.each([
    // What a browser would read an entity as is not what was judged: so it is written to be read as it stands.
    ['&#106;avascript:alert(1)', 'http://&amp;#106;avascript:alert(1)'],
    ['javascript&colon;alert(1)', 'http://javascript&amp;colon;alert(1)'],
    ['https://example.com/"x', 'https://example.com/&quot;x'],
    ['java\tscript:alert(1)', 'http://java%20%20%20%20script:alert(1)'],
    ['https://example.com/?a=1&b=2', 'https://example.com/?a=1&amp;b=2'],
    ['HTTPS://Example.com', 'https://Example.com'],
    ['example.com/a', 'http://example.com/a'],
    ['a@example.com', 'mailto:a@example.com'],
    ['mailto:a@example.com', 'mailto:a@example.com'],
    ['tel:+123', 'tel:+123'],
    ['ftp://example.com/a.txt', 'ftp://example.com/a.txt'],
    ['bitcoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'bitcoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
    ['/user_uploads/1/a.txt', '/user_uploads/1/a.txt'],
    ['#narrow/stream/1-a', '#narrow/stream/1-a'],
    ['https://acme.example.com/#narrow/stream/1-a', '#narrow/stream/1-a'],
    ['https://acme.example.com/user_uploads/1/a.txt', 'user_uploads/1/a.txt'],
    ['https://acme.example.com.evil.example.com/#a', 'https://acme.example.com.evil.example.com/#a'],
  ])('to %j', (address, href) => {
    expect(written(`[x](${address})`)).toBe(`<p><a href="${href}">x</a></p>`)
  })
})

describe('what an author cannot forge', () => {
  test('the tokens of the parser', () => {
    for (const token of ['\ufdd0\ufde0\ufdd1', '`a` \ufdd0\ufde0\ufdd1', '\ufdd0', '**\ufdd1**']) {
      expect(complaintsAbout(written(token, hostileDirectory))).toEqual([])
    }
    expect(written('`a` \ufdd0\ufde0\ufdd1!')).toBe('<p><code>a</code> !</p>')
  })

  test('markup, by what they are called', () => {
    const content = '@**a** @_**b** @**c|7** @*d* #**e** #**e>f** #**e>f@9** :g: [#**e** @**a**](https://example.com)'
    expect(complaintsAbout(written(content, hostileDirectory))).toEqual([])
  })
})

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

/** The same numbers every time (a linear congruential generator), so that a failure can be looked at again. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const linkifiers = [
  { id: 1, pattern: '#(?P<id>[0-9]+)', url_template: 'https://example.com/{id}{?id}' },
  { id: 2, pattern: '(?P<word>[a-z*]+)', url_template: '{+word}:alert(1)' },
]

test('nothing that can be typed throws, or writes what we would not', () => {
  const next = numbersFrom(20)
  const failures = []
  for (let round = 0; round < 6000; round++) {
    const length = 1 + next(next(20) === 0 ? 120 : 14)
    const content = Array.from({ length }, () => SCRAPS[next(SCRAPS.length)]).join('')
    for (const directory of [hostileDirectory, NOBODY_KNOWN]) {
      const { template } = parseMarkdown(content, round % 2 === 0 ? settings : { ...settings, linkifiers })
      const { html } = renderTemplate(template, directory)
      const complaints = complaintsAbout(html)
      if (complaints.length > 0) failures.push({ content, html, complaints })
    }
  }
  expect(failures).toEqual([])
})

test('a template survives being sent and stored', () => {
  const next = numbersFrom(21)
  for (let round = 0; round < 300; round++) {
    const content = Array.from({ length: 12 }, () => SCRAPS[next(SCRAPS.length)]).join('')
    const parsed = parseMarkdown(content, settings)
    expect(JSON.parse(JSON.stringify(parsed))).toEqual(parsed)
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

  const UNLIMITED = { source: 1_000_000, html: 100_000_000 }

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

  /** In a Worker the clock only moves between turns of the event loop. */
  async function now(): Promise<number> {
    await new Promise<void>((resolve) => {
      setTimeout(resolve, 0)
    })
    return performance.now()
  }
})
