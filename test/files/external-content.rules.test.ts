import { expect, test } from 'vitest'
import { partOf } from '../../src/domain/files/external-content/rules'

test.each([
  ['bytes=0-1', 'bytes=0-1'],
  ['bytes=0-', 'bytes=0-4194303'],
  ['bytes=1000-90000000', 'bytes=1000-4195303'],
  ['bytes=-500', 'bytes=-500'],
  ['bytes=-90000000', 'bytes=-4194304'],
  ['bytes=-', undefined],
  ['bytes=0-1,4-5', undefined],
  ['lines=0-1', undefined],
  [null, undefined],
])('the range %j of a client is %j for the other site', (range, part) => {
  expect(partOf(range)).toBe(part)
})
