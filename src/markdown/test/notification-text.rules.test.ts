import { describe, expect, test } from 'vitest'
import { notificationText, plainText } from '../notification-text'
import fixtures from './fixtures/zulip-markdown.json'

describe('the text of a notification', () => {
  type Fixture = { name: string; expected_output: string; text_content?: string }
  const cases: Fixture[] = fixtures.regular_tests
  const withText = cases.flatMap(({ name, expected_output, text_content }) =>
    text_content === undefined ? [] : [[name, expected_output, text_content]],
  )

  // The examples are older than the short text for quotes.
  test.each(withText)('%s', (_, html = '', text) => {
    expect(plainText(html)).toBe(text)
  })

  test.each([
    ['', ''],
    ['<p>a &amp; &lt;b&gt; &quot;c&quot;</p>', 'a & <b> "c"'],
    ['<p><span aria-label="flag" class="emoji emoji-1f1e6-1f1e7" role="img" title="x">:x:</span></p>', '🇦🇧'],
    ['<p>so <img alt=":parley:" class="emoji" src="/p.png" title="parley"></p>', 'so :parley:'],
    ['<ol start="9">\n<li>a<ol>\n<li>b</li>\n<li>c</li>\n</ol>\n</li>\n</ol>\n<p>d</p>', '9. a\n  1. b\n  2. c\nd'],
    [
      '<div class="spoiler-block"><div class="spoiler-header">\n</div><div class="spoiler-content" aria-hidden="true">\n<p>the butler</p>\n</div></div>\n<p>b</p>',
      '(…)\n\nb',
    ],
    ['<blockquote>\n<p>a<br>\nb</p>\n</blockquote>', '> a\n> b\n'],
  ])('%j', (html, text) => {
    expect(notificationText(html)).toBe(text)
    expect(plainText(html)).toBe(text)
  })

  const HEADER =
    '<p><span class="user-mention silent" data-user-id="9">Ada</span> <a href="#narrow/channel/1-a/topic/b/near/7">wrote</a>:</p>'
  const QUOTE = '<blockquote>\n<p>a</p>\n</blockquote>'

  test.each([
    ['a quote', `${QUOTE}\n<p>c</p>`, '[…]\nc'],
    ['a quote with its header', `${HEADER}\n${QUOTE}\n<p>c</p>`, '[…]\nc'],
    ['two quotes, one after the other', `${HEADER}\n${QUOTE}\n${QUOTE}\n<p>c</p>`, '[…]\nc'],
    ['quotes between texts', `<p>b</p>\n${QUOTE}\n<p>c</p>\n${QUOTE}`, 'b\n[…]\nc\n[…]\n'],
    ['only quotes', `${HEADER}\n${QUOTE}`, 'Ada wrote:\n> a\n'],
    ['a quote in a list', `<ul>\n<li>${QUOTE}</li>\n</ul>\n<p>c</p>`, '\n> a\n\n\nc'],
    ['another text before a quote', `<p><a href="/near/7">wrote</a>:</p>\n${QUOTE}`, 'wrote:\n[…]\n'],
  ])('says only that there is %s', (_, html, text) => {
    expect(notificationText(html)).toBe(text)
  })
})
