import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { addBytes, finish, FIRST_STATE, type Sha256State } from '../../src/domain/data/exports/sha256-rules'

const bytesOf = (length: number) => Uint8Array.from({ length }, (_, index) => (index * 31 + 7) % 256)
const expected = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

test.each([0, 1, 55, 56, 63, 64, 65, 119, 120, 128, 1000, 100_000])('the checksum of %i bytes', (length) => {
  const bytes = bytesOf(length)
  expect(finish(addBytes(FIRST_STATE, bytes))).toBe(expected(bytes))
})

test('the bytes may come in pieces of any size, and the state may be stored between them', () => {
  const bytes = bytesOf(10_000)
  let state: Sha256State = FIRST_STATE
  for (let at = 0, size = 1; at < bytes.length; at += size, size = (size * 7 + 3) % 301) {
    state = JSON.parse(JSON.stringify(addBytes(state, bytes.subarray(at, at + size))))
  }
  expect(finish(state)).toBe(expected(bytes))
})

test('more than four gibibytes have the right length', () => {
  expect(finish({ ...FIRST_STATE, bytes: 2 ** 33 })).not.toBe(finish(FIRST_STATE))
})
