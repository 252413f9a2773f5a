import { describe, expect, test } from 'vitest'
import type { Directory } from '../template'
import { hostileDirectory } from './support/hostile-directory'
import { complaintsAbout } from './support/html-check'
import { rendered, SETTINGS } from './support/rendered-message'

const settings = { ...SETTINGS, translate_emoticons: true }

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
