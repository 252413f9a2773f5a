import { describe, expect, test } from 'vitest'
import { textOfHtml } from '../parts/html-text'

describe('the words of rendered HTML', () => {
  test.each([
    ['formatting disappears', '<p>Everyone, about <strong>anything</strong>.</p>', 'Everyone, about anything.'],
    [
      'blocks and lines are separated',
      '<p>one</p>\n<ul>\n<li>two</li>\n<li>three<br>four</li></ul>',
      'one two three four',
    ],
    ['a link keeps its punctuation', '<p>(<a href="https://x.example">x.example</a>), yes</p>', '(x.example), yes'],
    ['entities are characters', '<p>1 &lt; 2 &amp;&amp; &quot;a&quot; &#39;b&#39;</p>', '1 < 2 && "a" \'b\''],
    ['escaped HTML stays text', '<p>&lt;script&gt;</p>', '<script>'],
    [
      'an emoji is a character',
      '<p><span aria-label="tada" class="emoji emoji-1f389" role="img">:tada:</span>!</p>',
      '🎉!',
    ],
    [
      'an emoji of the organization is its name',
      '<p>so <img alt=":parley:" class="emoji" src="/p.png" title="parley"></p>',
      'so :parley:',
    ],
    ...[
      ['a heart is red', '2764', '\u2764\uFE0F'],
      ['a heart in a sequence is red', '2764-fe0f-200d-1f525', '\u2764\uFE0F\u200D\u{1F525}'],
      ['a key has its colours', '0031-20e3', '1\uFE0F\u20E3'],
      ['a hand has its tone', '270c-1f3fd', '\u270C\u{1F3FD}'],
      ['a flag has its two halves', '1f1e9-1f1ea', '\u{1F1E9}\u{1F1EA}'],
    ].map(([name, code, glyph]): [string, string, string] => [
      name!,
      `<p><span aria-label="x" class="emoji emoji-${code}" role="img">:x:</span></p>`,
      glyph!,
    ]),
  ])('%s', (_, html, text) => {
    expect(textOfHtml(html, 100)).toBe(text)
  })

  test('are cut', () => {
    expect(textOfHtml('<p>one two</p>', 3)).toBe('one')
  })
})
