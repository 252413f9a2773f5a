import { describe, expect, test } from 'vitest'
import { refusalOfEntries, refusalToStore } from '../../src/domain/accounts/bots/bot-storage-rules'

const NOTHING = { entries: 0, characters: 0 }

describe('refusalOfEntries', () => {
  test.for<[Record<string, string>, boolean]>([
    [{ a: '1', '': 'x' }, false],
    [{ a: 'b\0c' }, true],
    [{ 'a\0b': 'c' }, true],
  ])('%j is refused: %s', ([entries, isRefused]) => {
    expect(refusalOfEntries(entries) !== undefined).toBe(isRefused)
  })
})

describe('refusalToStore', () => {
  test('keys and values count, and replaced entries do not', () => {
    const stored = { entries: 1, characters: 10_000_000 }
    const msg = 'Request exceeds storage limit by 2 characters. The limit is 10000000 characters.'
    expect(refusalToStore({ a: '1' }, stored, NOTHING)?.refusal.msg).toBe(msg)
    expect(refusalToStore({ a: '1' }, stored, { entries: 1, characters: 2 })).toBeUndefined()
  })

  test('a bot has at most ten thousand keys', () => {
    const stored = { entries: 10_000, characters: 10 }
    expect(refusalToStore({ a: '1' }, stored, NOTHING)?.refusal.msg).toBe('No more than 10000 keys can be stored.')
    expect(refusalToStore({ a: '1' }, stored, { entries: 1, characters: 2 })).toBeUndefined()
  })
})
