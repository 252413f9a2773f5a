import { describe, expect, test } from 'vitest'
import { notificationText } from '../notification-text'
import fixtures from './fixtures/zulip-markdown.json'

describe('the text of a notification', () => {
  type Fixture = { name: string; expected_output: string; text_content?: string }
  const cases: Fixture[] = fixtures.regular_tests
  const withText = cases.flatMap(({ name, expected_output, text_content }) =>
    text_content === undefined ? [] : [[name, expected_output, text_content]],
  )

  test.each(withText)('%s', (_, html = '', text) => {
    expect(notificationText(html)).toBe(text)
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
    ['<blockquote>\n<p>a<br>\nb</p>\n</blockquote>\n<p>c</p>', '> a\n> b\n\nc'],
  ])('%j', (html, text) => {
    expect(notificationText(html)).toBe(text)
  })
})
