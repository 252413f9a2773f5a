import { expect, test } from 'vitest'
import { piecesOf } from '../parts/emoji-pieces'

test.each([
  ['no emoji', [{ text: 'no emoji' }]],
  ['', []],
  [':tada:', [{ text: ':tada:', name: 'tada' }]],
  ['so :+1: it is', [{ text: 'so ' }, { text: ':+1:', name: '+1' }, { text: ' it is' }]],
  ['`:tada:` :eyes:', [{ text: '`:tada:` ' }, { text: ':eyes:', name: 'eyes' }]],
  ['```\n:tada:\n```', [{ text: '```\n:tada:\n```' }]],
  ['a ` :tada:', [{ text: 'a ` ' }, { text: ':tada:', name: 'tada' }]],
])('%j has these pieces', (text, pieces) => {
  expect(piecesOf(text)).toEqual(pieces)
})

test('a long text of marks takes linear time', () => {
  for (const mark of ['`', '```', ':', ':a', '` :'])
    expect(
      piecesOf(mark.repeat(100_000))
        .map(({ text }) => text)
        .join(''),
    ).toBe(mark.repeat(100_000))
})
