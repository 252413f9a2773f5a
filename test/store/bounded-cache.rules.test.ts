import { expect, test } from 'vitest'
import { BoundedCache } from '../../src/store/bounded-cache'

const KILOBYTE = 'x'.repeat(500)

test('a cache holds at most its number of bytes; the value whose last use is oldest goes first', () => {
  const cache = new BoundedCache<string>(3500)
  for (const key of ['a', 'b', 'c']) cache.set(key, KILOBYTE)
  expect(cache.get('a')).toBe(KILOBYTE)
  cache.set('d', KILOBYTE)
  expect(['a', 'b', 'c', 'd'].filter((key) => cache.get(key) !== undefined)).toEqual(['a', 'c', 'd'])
})

test('the bytes of a replaced or deleted value do not count', () => {
  const cache = new BoundedCache<string>(3500)
  for (let times = 0; times < 10; times++) cache.set('a', KILOBYTE)
  cache.set('b', KILOBYTE)
  cache.delete('b')
  cache.delete('absent')
  for (const key of ['c', 'd']) cache.set(key, KILOBYTE)
  expect(['a', 'c', 'd'].map((key) => cache.get(key))).toEqual([KILOBYTE, KILOBYTE, KILOBYTE])
})

test('long keys count', () => {
  const cache = new BoundedCache<number>(3500)
  for (const key of ['a', 'b', 'c', 'd']) cache.set(KILOBYTE + key, 1)
  expect(cache.get(`${KILOBYTE}a`)).toBeUndefined()
  expect(cache.get(`${KILOBYTE}d`)).toBe(1)
})

test('a value that is larger than the cache is not kept', () => {
  const cache = new BoundedCache<Uint8Array>(1000)
  cache.set('large', new Uint8Array(1001))
  expect(cache.get('large')).toBeUndefined()
  cache.set('small', new Uint8Array(500))
  expect(cache.get('small')).toHaveLength(500)
})

test('values can be deleted by what they are', () => {
  const cache = new BoundedCache<number>(3500)
  for (const value of [1, 2, 3, 4]) cache.set(String(value), value)
  cache.deleteIf((value) => value % 2 === 0)
  expect([1, 2, 3, 4].map((value) => cache.get(String(value)))).toEqual([1, undefined, 3, undefined])
  cache.clear()
  expect(cache.get('1')).toBeUndefined()
})
