import { describe, expect, test } from 'vitest'
import type { Directory } from '../template'
import { hostileDirectory } from './support/hostile-directory'
import { htmlProblems } from './support/html-problems'
import { rendered, SETTINGS } from './support/rendered-message'

const settings = { ...SETTINGS, translatesEmoticons: () => true }

const html = (content: string, directory?: Directory) => rendered(content, settings, directory)

describe('htmlProblems', () => {
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
  ])('finds the problem in %s', (source) => {
    expect(htmlProblems(source)).not.toEqual([])
  })

  test('finds no problem in rendered Markdown', () => {
    const output = html('**a** [b](https://example.com/?a&b "c") :smile:\n\n- `<i>`\n\n```js\nx\n```', hostileDirectory)
    expect(htmlProblems(output)).toEqual([])
  })
})

describe('a link', () => {
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
  ])('never leads to %j', (address) => {
    expect(html(`[x](${address})`)).not.toContain('<a ')
    expect(html(`[x](<${address}>)`)).not.toContain('<a ')
  })

  test.each(['data:text/html,<script>alert(1)</script>', 'blob:https://example.com/1'])(
    'never has this address, but a part of it may be a link: %j',
    (address) => {
      for (const output of [html(`[x](${address})`), html(`[x](<${address}>)`)]) {
        expect(output).not.toMatch(/href="(?!https?:\/\/)/)
        expect(htmlProblems(output)).toEqual([])
      }
    },
  )

  test.each([
    // A browser must not decode an entity that the check did not decode, so its `&` is escaped.
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
  ])('may lead to %j', (address, href) => {
    expect(html(`[x](${address})`)).toBe(`<p><a href="${href}">x</a></p>`)
  })
})

describe('an author cannot forge', () => {
  test('tokens of the parser', () => {
    for (const token of ['\ufdd0\ufde0\ufdd1', '`a` \ufdd0\ufde0\ufdd1', '\ufdd0', '**\ufdd1**']) {
      expect(htmlProblems(html(token, hostileDirectory))).toEqual([])
    }
    expect(html('`a` \ufdd0\ufde0\ufdd1!')).toBe('<p><code>a</code> !</p>')
  })

  test('markup, by a name with HTML in it', () => {
    const content = '@**a** @_**b** @**c|7** @*d* #**e** #**e>f** #**e>f@9** :g: [#**e** @**a**](https://example.com)'
    expect(htmlProblems(html(content, hostileDirectory))).toEqual([])
  })
})
