import { describe, expect, test } from 'vitest'
import { html } from './support/example-realm'

describe('blocks', () => {
  test.each([
    ['', ''],
    [' \n\t\n', ''],
    ['a\r\nb\rc', '<p>a<br>\nb<br>\nc</p>'],
    ['a\n\n\n\nb', '<p>a</p>\n<p>b</p>'],
    ['/me waves', '<p>/me waves</p>'],
    ['a\n## b ##\nc', '<p>a</p>\n<h2>b</h2>\n<p>c</p>'],
    ['##\na\nb', '<h2>a</h2>\n<p>b</p>'],
    ['#a\n# b\\', '<p>#a<br>\n# b\\</p>'],
    ['a\n---\nb', '<p>a</p>\n<hr>\n<p>b</p>'],
    ['* * *', '<hr>'],
    ['> a\n\n> b', '<blockquote>\n<p>a</p>\n</blockquote>\n<blockquote>\n<p>b</p>\n</blockquote>'],
    ['> a\n>\n> b', '<blockquote>\n<p>a</p>\n<p>b</p>\n</blockquote>'],
    ['a\n>b\nc', '<p>a</p>\n<blockquote>\n<p>b<br>\nc</p>\n</blockquote>'],
    ['>\n>', '<p>&gt;<br>\n&gt;</p>'],
    ['    a\n      b\n\n    c', '<div class="codehilite"><pre><span></span><code>a\n  b\n\nc\n</code></pre></div>'],
    [
      '* a\n\n      b  ',
      '<ul>\n<li>a<div class="codehilite"><pre><span></span><code>b\n</code></pre></div>\n</li>\n</ul>',
    ],
    [`${'9'.repeat(18)}. a`, `<ol start="${'9'.repeat(18)}">\n<li>a</li>\n</ol>`],
    [`${'9'.repeat(19)}. a`, `<p>${'9'.repeat(19)}. a</p>`],
    ['1. a\n* b', '<ol>\n<li>a</li>\n</ol>\n<ul>\n<li>b</li>\n</ul>'],
    ['* a\n- b\n+ c', '<ul>\n<li>a</li>\n<li>b</li>\n<li>c</li>\n</ul>'],
    ['* a\n  * b\n* c', '<ul>\n<li>a<ul>\n<li>b</li>\n</ul>\n</li>\n<li>c</li>\n</ul>'],
    ['* a\n    * b', '<ul>\n<li>a<br>\n    * b</li>\n</ul>'],
    ['* a\n\n  b', '<ul>\n<li>\n<p>a</p>\n<p>b</p>\n</li>\n</ul>'],
    ['in the year\n10. March', '<p>in the year<br>\n10. March</p>'],
  ])('%j', (content, expected) => {
    expect(html(content)).toBe(expected)
  })

  test('a table has as many cells in each row as in its head', () => {
    expect(html('a | b | c\n:-- | --: | :-:\n`x|y` | **z**')).toBe(
      [
        '<table>\n<thead>\n<tr>',
        '<th style="text-align: left;">a</th>',
        '<th style="text-align: right;">b</th>',
        '<th style="text-align: center;">c</th>',
        '</tr>\n</thead>\n<tbody>\n<tr>',
        '<td style="text-align: left;"><code>x|y</code></td>',
        '<td style="text-align: right;"><strong>z</strong></td>',
        '<td style="text-align: center;"></td>',
        '</tr>\n</tbody>\n</table>',
      ].join('\n'),
    )
    expect(html('a | b\n--- | ---')).toContain('<tbody>\n<tr>\n<td></td>\n<td></td>\n</tr>')
    expect(html('|a|\n|-|\nb')).toBe('<p>|a|<br>\n|-|<br>\nb</p>')
  })

  test('a fence makes code, a quote, a spoiler or math, by its language', () => {
    const code = (language: string, text: string) =>
      `<div class="codehilite" data-code-language="${language}"><pre><span></span><code>${text}\n</code></pre></div>`
    expect(html('```batch\na < "b"\n```')).toBe(code('Batchfile', 'a &lt; "b"'))
    expect(html('```{.bat}\na\n```')).toBe(code('Batchfile', 'a'))
    expect(html('```frobnicate\na\n```')).toBe(code('frobnicate', 'a'))
    expect(html('```Frobnicate\na\n```')).toBe(code('frobnicate', 'a'))
    expect(html('```BAT\na\n```')).toBe(code('Batchfile', 'a'))
    expect(html('```Quote\na\n```')).toBe('<blockquote>\n<p>a</p>\n</blockquote>')
    expect(html('```Spoiler Who?\na\n```')).toContain('<p>Who?</p>')
    expect(html('```Math\nx\n```')).toContain('katex-display')
    expect(html('```\na\n```', { default_code_block_language: 'matlab' })).toBe(code('Matlab', 'a'))
    expect(html('````bat\n```\n````')).toBe(code('Batchfile', '```'))
    expect(html('~~~quote\n```bat\na')).toBe(`<blockquote>\n${code('Batchfile', 'a')}\n</blockquote>`)
    expect(html(' ```\na\n ```')).toBe('<p><code>\na\n </code></p>')
  })

  test('a spoiler needs no header, can be in a quote, and can contain lists', () => {
    expect(html('```quote\n```spoiler\na\n* b\n```\n```')).toBe(
      [
        '<blockquote>\n<div class="spoiler-block"><div class="spoiler-header">',
        '</div><div class="spoiler-content" aria-hidden="true">',
        '<p>a</p>\n<ul>\n<li>b</li>\n</ul>\n</div></div>\n</blockquote>',
      ].join('\n'),
    )
  })
})
