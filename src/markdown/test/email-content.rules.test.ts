import { describe, expect, test } from 'vitest'
import { emailHtml } from '../email-html'
import { emailText } from '../email-text'

const WORDS = { spoiler: 'Open it.' }
const URL = 'https://acme.example.com'

const CASES: [what: string, rendered: string, html: string, text: string][] = [
  [
    'a link to the realm',
    '<p><a href="/user_uploads/1/x.pdf">x</a></p>',
    `<p><a href="${URL}/user_uploads/1/x.pdf">x</a></p>`,
    `x (${URL}/user_uploads/1/x.pdf)`,
  ],
  [
    'a link to a message',
    '<p><a href="#narrow/near/5">there</a></p>',
    `<p><a href="${URL}/#narrow/near/5">there</a></p>`,
    `there (${URL}/#narrow/near/5)`,
  ],
  [
    'a link of the writer',
    '<p><a href="https://x.example/a?b=1&amp;c">https://x.example/a?b=1&amp;c</a></p>',
    '<p><a href="https://x.example/a?b=1&amp;c">https://x.example/a?b=1&amp;c</a></p>',
    'https://x.example/a?b=1&c',
  ],
  ['a dangerous link', '<p><a href="javascript:alert(1)">x</a><a href="//evil.example">y</a></p>', '<p>xy</p>', 'xy'],
  [
    'text that looks like HTML',
    '<p>&lt;img src=x&gt; &amp;amp;</p>',
    '<p>&lt;img src=x&gt; &amp;amp;</p>',
    '<img src=x> &amp;',
  ],
  [
    'styles and classes',
    '<p style="color:red" class="a" onclick="x()">a<span class="k">b</span></p>',
    '<p>ab</p>',
    'ab',
  ],
  ['unknown elements', '<p>a<script>b</script><iframe src="x">c</iframe></p>', '<p>abc</p>', 'abc'],
  [
    'a mention',
    '<p><span class="user-mention" data-user-id="5">@Dov</span> hi</p>',
    '<p><b>@Dov</b> hi</p>',
    '@Dov hi',
  ],
  [
    'a Unicode emoji',
    '<p><span aria-label="tada" class="emoji emoji-1f389" role="img" title="tada">:tada:</span></p>',
    '<p>🎉</p>',
    '🎉',
  ],
  [
    'an emoji of the realm',
    '<p><img alt=":cat:" class="emoji" src="/user_avatars/1/cat.png" title="cat"></p>',
    '<p>:cat:</p>',
    ':cat:',
  ],
  [
    'a spoiler',
    '<div class="spoiler-block"><div class="spoiler-header">\n<p>End</p>\n</div><div class="spoiler-content" aria-hidden="true">\n<p>He dies</p>\n</div></div>',
    '<p><b>\n<p>End</p>\n</b></p><p><i>Open it.</i></p>',
    'End\n(Open it.)',
  ],
  [
    'a formula',
    '<p><span class="katex"><span class="katex-mathml"><math><semantics><mrow><mi>x</mi></mrow><annotation encoding="application/x-tex">x &lt; 1</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">x</span></span></p>',
    '<p><code>x &lt; 1</code></p>',
    '$$x < 1$$',
  ],
  [
    'a quote',
    '<blockquote>\n<p>a</p>\n<p>b</p>\n</blockquote>',
    '<blockquote>\n<p>a</p>\n<p>b</p>\n</blockquote>',
    '> a\n>\n> b',
  ],
  [
    'a list',
    '<ol start="3">\n<li>a</li>\n<li>b</li>\n</ol>',
    '<ol start="3">\n<li>a</li>\n<li>b</li>\n</ol>',
    '3. a\n4. b',
  ],
  [
    'a list in a list',
    '<ol>\n<li>a\n<ul>\n<li>b</li>\n<li>c</li>\n</ul>\n</li>\n<li>d</li>\n</ol>',
    '<ol>\n<li>a\n<ul>\n<li>b</li>\n<li>c</li>\n</ul>\n</li>\n<li>d</li>\n</ol>',
    '1. a\n   - b\n   - c\n2. d',
  ],
  [
    'a previewed picture',
    '<p><a href="/u/x.png">x</a></p>\n<div class="message_inline_image"><a href="/u/x.png"><img src="/t/x"></a></div>',
    `<p><a href="${URL}/u/x.png">x</a></p>\n`,
    `x (${URL}/u/x.png)`,
  ],
  [
    'only a picture',
    '<div class="message_inline_image"><a href="/u/x.png"><img src="/t/x"></a></div>',
    `<p><a href="${URL}/u/x.png">${URL}/u/x.png</a></p>`,
    `${URL}/u/x.png`,
  ],
]

CASES.push(
  [
    'a table',
    '<table>\n<thead>\n<tr>\n<th>Name</th>\n<th align="right">Value</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>a|b</td>\n<td><strong>1</strong> and <a href="https://x.example">x</a></td>\n</tr>\n</tbody>\n</table>',
    '<table>\n<thead>\n<tr>\n<th>Name</th>\n<th>Value</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>a|b</td>\n<td><strong>1</strong> and <a href="https://x.example">x</a></td>\n</tr>\n</tbody>\n</table>',
    '| Name | Value                       |\n| ---- | --------------------------- |\n| a\\|b | 1 and x (https://x.example) |',
  ],
  [
    'code',
    '<p>Run <code>a_b</code>:</p>\n<div class="codehilite" data-code-language="Python"><pre><span></span><code><span class="k">if</span> a:\n    b\n\n```\n</code></pre></div>',
    '<p>Run <code>a_b</code>:</p>\n<pre><code>if a:\n    b\n\n```\n</code></pre>',
    'Run `a_b`:\n\n````\nif a:\n    b\n\n```\n````',
  ],
)

test('a wide table is not aligned', () => {
  const long = 'x'.repeat(80)
  const rendered = `<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>${long}</td></tr></tbody></table>`
  expect(emailText(rendered, URL, WORDS)).toBe(`| a |\n| --- |\n| ${long} |`)
})

describe('a message in an email', () => {
  test.for(CASES)('%s', ([, rendered, html, text]) => {
    expect(emailHtml(rendered, URL, WORDS)).toBe(html)
    expect(emailText(rendered, URL, WORDS)).toBe(text)
  })
})
