import { expect, test } from 'vitest'
import { movedTo } from '../store/own-order'
import { heldRows, inOwnOrder, railRows } from '../store/rail-rows'

const KEYS = ['alpha', 'beta', 'gamma', 'delta', 'epsilon']
const unread = new Set(['delta', 'beta'])
const rowsWith = (most: number, open = '') =>
  railRows(KEYS, { isUnread: (key) => unread.has(key), isOpen: (key) => key === open, most })

test.for([
  [0, '', ['beta', 'delta']],
  [0, 'epsilon', ['beta', 'delta', 'epsilon']],
  [0, 'beta', ['beta', 'delta']],
  [1, '', ['beta', 'delta', 'alpha']],
  [1, 'gamma', ['beta', 'delta', 'alpha', 'gamma']],
  [Infinity, '', ['beta', 'delta', 'alpha', 'gamma', 'epsilon']],
] as const)('a section with %d read rows, and %j open, shows the unread rows first', ([most, open, expected]) => {
  expect(rowsWith(most, open)).toEqual(expected)
})

test('rows that are held keep their places, and only the open one comes', () => {
  const isOpen = (key: string) => key === 'new'
  expect(heldRows(['b', 'a'], ['a', 'other', 'new'], isOpen)).toEqual(['b', 'a', 'new'])
  expect(heldRows(['new', 'a'], ['a', 'new'], isOpen)).toEqual(['new', 'a'])
})

test('what is pinned keeps the order that the user chose, and what is new comes last', () => {
  expect(inOwnOrder(['a', 'b', 7, 'c'], ['c', '7', 'gone', 'a'])).toEqual(['c', 7, 'a', 'b'])
  expect(inOwnOrder(['b', 'a'], [])).toEqual(['b', 'a'])
  const rows = { isUnread: (key: string) => unread.has(key), isOpen: () => false }
  expect(railRows(KEYS, { ...rows, most: Infinity, isOwnOrder: true })).toEqual(KEYS)
  expect(railRows(KEYS, { ...rows, most: 0, isOwnOrder: true })).toEqual(['beta', 'delta'])
})

test.for([
  ['a', 1, ['b', 'a', 'c']],
  ['c', 0, ['c', 'a', 'b']],
  ['a', -1, ['a', 'b', 'c']],
  ['b', 9, ['a', 'c', 'b']],
] as const)('%j moves to place %d, or as far as there is one', ([key, to, expected]) => {
  expect(movedTo(['a', 'b', 'c'], key, to)).toEqual(expected)
})
