import { describe, expect, test } from 'vitest'
import { html } from './support/example-realm'

test('a link inside the text of a link becomes text', () => {
  for (const inner of ['https://evil.example', '[there](https://evil.example)']) {
    const link = html(`[see ***${inner}*** now](https://good.example)`)
    expect(link.match(/<a /g), link).toHaveLength(1)
    expect(link).toMatch(/^<p><a href="https:\/\/good\.example">/)
  }
})

describe('syntax within a line', () => {
  test.each([
    ['**a *b* ~~c~~**', '<strong>a <em>b</em> <del>c</del></strong>'],
    ['*a **b** c*', '<em>a <strong>b</strong> c</em>'],
    ['*a *b* c*', '<em>a <em>b</em> c</em>'],
    ['a * b * c', 'a * b * c'],
    ['2^*a*', '2^<em>a</em>'],
    ['*a^b*', '*a^b*'],
    ['~~~~a~~~~', '~~~~a~~~~'],
    ['__a__ \\*b\\*', '__a__ \\<em>b\\</em>'],
    ['`` a`b ``', '<code> a`b </code>'],
    ['``a`', '``a`'],
    ['\\`a`', '\\`a`'],
    ['\\\\`a`', '\\<code>a</code>'],
    ['&copy; &lt; & &x', '&copy; &lt; &amp; &amp;x'],
    ['`&copy;`', '<code>&amp;copy;</code>'],
    ['[a](https://example.com "b c")', '<a href="https://example.com" title="b c">a</a>'],
    ['[a](<https://example.com/(>)', '<a href="https://example.com/(">a</a>'],
    ['[a](https://example.com/(b))', '<a href="https://example.com/(b)">a</a>'],
    ['[[a]](https://example.com)', '<a href="https://example.com">[a]</a>'],
    ['[](https://example.com)', '<a href="https://example.com">https://example.com</a>'],
    ['[**a** :smile:](https://example.com)', '<a href="https://example.com">**a** :smile:</a>'],
    ['![a](b.c)', '![a](b.c)'],
    ['a.zip b.MOV c.java d.py e.md', 'a.zip b.MOV c.java d.py e.md'],
    ['https://example.zip', '<a href="https://example.zip">https://example.zip</a>'],
    ['**https://example.com**', '<strong>https://example.com</strong>'],
    ['***https://a.com***', '<strong><em><a href="https://a.com">https://a.com</a></em></strong>'],
    ['~~**https://a.com**~~', '<del><strong><a href="https://a.com">https://a.com</a></strong></del>'],
    [
      '**see *there*: https://a.com**',
      '<strong>see <em>there</em>: <a href="https://a.com">https://a.com</a></strong>',
    ],
    [
      '**`a`https://a.com [b](c.com)d.com**',
      '<strong><code>a</code><a href="https://a.com">https://a.com</a> <a href="http://c.com">b</a><a href="http://d.com">d.com</a></strong>',
    ],
  ])('%j', (content, expected) => {
    expect(html(content)).toBe(`<p>${expected}</p>`)
  })
})
