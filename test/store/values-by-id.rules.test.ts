import { expect, test } from 'vitest'
import { cacheKey, cacheKeyById, RealmCache } from '../../src/store/realm-cache'
import { ValuesById } from '../../src/store/values-by-id'

const KILOBYTE = 'x'.repeat(500)
const IDS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

const keptIn = (values: ValuesById<string>) => IDS.filter((id) => values.find('names', id) !== undefined)

test('the values have at most the given number of bytes; the cache forgets the least recently used values first', () => {
  const values = new ValuesById<string>(6000)
  for (const id of IDS) {
    values.find('names', 'a')
    values.set('names', id, KILOBYTE)
  }
  expect(values.find('names', 'h')).toBe(KILOBYTE)
  expect(values.find('names', 'a')).toBe(KILOBYTE)
  expect(keptIn(values).length).toBeLessThanOrEqual(5)
  expect(values.find('names', 'b')).toBeUndefined()
})

test('the bytes of a replaced or deleted value do not count', () => {
  const values = new ValuesById<string>(6000)
  for (let times = 0; times < 100; times++) {
    values.set('names', 'a', KILOBYTE)
    values.set('names', 'b', KILOBYTE)
    values.delete('names', 'b')
  }
  expect(keptIn(values)).toEqual(['a'])
  values.set('names', 'c', KILOBYTE)
  expect(keptIn(values)).toEqual(['a', 'c'])
})

test('a deleted value of the older generation is gone', () => {
  const values = new ValuesById<string>(2000)
  for (const id of ['a', 'b']) values.set('names', id, KILOBYTE)
  values.delete('names', 'a')
  values.delete('names', 'b')
  expect(keptIn(values)).toEqual([])
})

test('the cache of a realm bounds the values by id, and keeps the only value of another key', () => {
  const cache = new RealmCache(6000)
  const nameOf = cacheKeyById<number, string>()
  const all = cacheKey<string>()
  cache.set(all, KILOBYTE.repeat(10))
  for (let id = 0; id < 20; id++) cache.set(nameOf(id), KILOBYTE)
  const kept = Array.from({ length: 20 }, (_, id) => id).filter((id) => cache.find(nameOf(id)) !== undefined)
  expect(kept.length).toBeLessThanOrEqual(6)
  expect(kept).toContain(19)
  expect(cache.find(all)).toBe(KILOBYTE.repeat(10))
})

test('a value is invalid with the values that it was computed from, in both generations', () => {
  const cache = new RealmCache(2000)
  const nameOf = cacheKeyById<number, string>()
  const initialsOf = cacheKeyById<number, string>({ invalidatedBy: [nameOf] })
  const all = cacheKey<string>({ invalidatedBy: [nameOf] })
  cache.set(initialsOf(1), KILOBYTE)
  cache.set(nameOf(1), KILOBYTE)
  cache.set(initialsOf(2), 'B')
  cache.set(all, 'A, B')
  cache.invalidate(nameOf(1))
  expect([cache.find(nameOf(1)), cache.find(initialsOf(1)), cache.find(all)]).toEqual([undefined, undefined, undefined])
  expect(cache.find(initialsOf(2))).toBe('B')
})
