import { expect, test } from 'vitest'
import { continuedLine, linkOver } from '../compose/lines'
import { prefixedLines } from '../compose/prefixed-lines'

/** Applies Enter where `|` is. */
function entered(written: string): string | undefined {
  const caret = written.indexOf('|')
  const text = written.replace('|', '')
  const change = continuedLine(text, caret)
  return change && text.slice(0, change.start) + change.text + text.slice(change.end)
}

test.for([
  ['- one|', '- one\n- '],
  ['* one| two', '* one\n*  two'],
  ['text\n  + deep|', 'text\n  + deep\n  + '],
  ['to do\n9. nine|', 'to do\n9. nine\n10. '],
  ['1) one|', '1) one\n2) '],
  ['> said|', '> said\n> '],
  ['- [x] done|', '- [x] done\n- [ ] '],
  ['- one\n- |', '- one\n'],
  ['- one\n- [ ] |', '- one\n'],
  ['> |', ''],
  ['no list|', undefined],
  ['-no list|', undefined],
  ['- one\n\n|', undefined],
  ['```\n- code|', undefined],
  ['```\n- code\n```\n- list|', '```\n- code\n```\n- list\n- '],
  ['|- before the sign', undefined],
] as const)('Enter in %j', ([written, expected]) => {
  expect(entered(written)).toBe(expected)
})

test.for([
  ['the plan', 'https://example.org/plan?a=1', '[the plan](https://example.org/plan?a=1)'],
  ['the plan', ' https://example.org\n', '[the plan](https://example.org)'],
  ['', 'https://example.org', undefined],
  ['two\nlines', 'https://example.org', undefined],
  ['the plan', 'javascript:alert(1)', undefined],
  ['the plan', 'some words', undefined],
  ['the plan', 'https://example.org https://example.com', undefined],
  ['https://example.com', 'https://example.org', undefined],
  ['a [link]', 'https://example.org', undefined],
  ['the plan', 'https://example.org/(1)', undefined],
] as const)('over %j is pasted %j', ([selected, pasted, expected]) => {
  expect(linkOver(selected, pasted)).toBe(expected)
})

test.for([
  ['one\ntwo', 0, 5, '- ', '- one\n- two'],
  ['- one\n- two', 3, 9, '- ', 'one\ntwo'],
  ['before\nthis', 8, 8, '> ', 'before\n> this'],
  ['', 0, 0, '+ ', '+ '],
] as const)('the lines of %j from %d to %d get %j', ([text, from, to, prefix, expected]) => {
  const change = prefixedLines(text, from, to, prefix)
  expect(text.slice(0, change.start) + change.text + text.slice(change.end)).toBe(expected)
})
