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
  ])('%s', (_, html, text) => {
    expect(textOfHtml(html, 100)).toBe(text)
  })

  test('are cut', () => {
    expect(textOfHtml('<p>one two</p>', 3)).toBe('one')
  })
})
