import { expect, test } from 'vitest'
import { proseOf } from '../../src/domain/messages/public-pages/prose-rules'

const contentOf = (document: string) => proseOf(`# Title\n\n${document}`, (name) => name === 'calls').content

test('the first line is the title', () => {
  expect(proseOf('# Calls\n\nPeople talk.\n', () => false)).toEqual({ title: 'Calls', content: 'People talk.' })
})

test.each([
  ['lines of a paragraph', 'One\ntwo.\n\nThree', 'One two.\n\nThree'],
  ['lines of an item', '- One\n  two\n- Three\n\n1. Four\n   five', '- One two\n- Three\n\n1. Four five'],
  ['rows of a table', '| a | b |\n| - | - |\n| 1 | 2 |', '| a | b |\n| - | - |\n| 1 | 2 |'],
  ['a heading', '## One\nTwo\nthree', '## One\nTwo three'],
  ['code', 'One:\n```bash\na\nb\n```\nTwo\nthree', 'One:\n```bash\na\nb\n```\nTwo three'],
])('%s', (_, document, content) => {
  expect(contentOf(document)).toBe(content)
})

test.each([
  ['[the calls](calls.md)', '[the calls](/help/calls)'],
  ['[why](decisions/limits.md)', 'why'],
  ['[a site](https://example.com/x.md)', '[a site](https://example.com/x.md)'],
])('%s becomes %s', (document, content) => {
  expect(contentOf(document)).toBe(content)
})
