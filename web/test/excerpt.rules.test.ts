import { expect, test } from 'vitest'
import { excerptText } from '../parts/excerpt'

const plain = (markdown: string) => excerptText(markdown, (name) => ({ joy: '😂' })[name])

test.each([
  ['@**Cleo Marchetti|9** and @_**Ben** look', '@Cleo Marchetti and @Ben look'],
  ['@*role:moderators* may', '@role:moderators may'],
  ['see #**general>lunch** or #**help**', 'see #general › lunch or #help'],
  ['**Shall** we *go* ~~home~~ `now`?', 'Shall we go home now?'],
  ['2 * 3 * 4 and a_b_c', '2 * 3 * 4 and a_b_c'],
  ['a [plan](https://example.com/x) :joy: :unknown: at 12:30:15', 'a plan 😂 :unknown: at 12:30:15'],
  ['[Voice message (0:42)](/user_uploads/1/45/voice', 'Voice message (0:42)'],
  ['```python\nprint(1)\n```', 'print(1)'],
  ['# Title\n\n* one\n* two\n> quoted', 'Title one two quoted'],
  ['<b>& more', '<b>& more'],
  ['read <https://example.com/a>', 'read https://example.com/a'],
])('the beginning of %j is shown as %j', (markdown, text) => {
  expect(plain(markdown)).toBe(text)
})

test('a long text of marks takes linear time', () => {
  for (const mark of ['*', '`', '[', '@**', '#**', '~~', ':', '![](', '**a'])
    expect(plain(mark.repeat(120)).length).toBeLessThan(1000)
})
