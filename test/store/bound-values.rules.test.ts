import { expect, test } from 'vitest'
import { bound } from '../../src/store/sql'

test.for([
  ['an array', new Uint8Array([1, 2, 3])],
  ['a part of an array', new Uint8Array([0, 1, 2, 3, 4]).subarray(1, 4)],
  ['a buffer that shares its memory with others', Buffer.concat([Buffer.from([1]), Buffer.from([2, 3])])],
] as const)('bytes are bound as a copy of exactly these bytes: %s', ([, bytes]) => {
  const value = bound(bytes)
  expect(value).toBeInstanceOf(ArrayBuffer)
  expect([...new Uint8Array(value instanceof ArrayBuffer ? value : [])]).toEqual([1, 2, 3])
})
