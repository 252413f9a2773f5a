import { expect, test } from 'vitest'
import {
  afterAcknowledging,
  afterSending,
  isSilent,
  isTooSlow,
  isUnacknowledgedTooLong,
  newWindow,
  WINDOW_CHARACTERS,
} from '../../src/events/send-window'

const HALF = WINDOW_CHARACTERS / 2
const fresh = newWindow({ transport: 'socket', vendor: '' }, 0, 100)
const to = (id: number) => ({ last: id, upTo: id })

test('whoever was told a window is behind, until what is left of it is less', () => {
  const half = afterSending(fresh, to(1), HALF, 110)
  expect(half.full_since).toBeNull()
  const full = afterSending(half, to(2), HALF, 120)
  expect(full.full_since).toBe(120)
  expect(isTooSlow(full, 180)).toBe(false)
  expect(isTooSlow(full, 181)).toBe(true)
  expect(afterAcknowledging(full, 1, 130).full_since).toBeNull()
})

test('acknowledging a little makes room for a little: the window never grows', () => {
  let flow = fresh
  for (let id = 1; flow.full_since === null; id++) flow = afterSending(flow, to(id), 1000, 100)
  expect(flow.unacknowledged.length).toBeLessThan(20)
  expect(afterAcknowledging(flow, 1, 110).full_since).not.toBeNull()
  expect(afterAcknowledging(flow, flow.sent, 110).unacknowledged).toEqual([])
})

test('what is not acknowledged for a quarter of an hour keeps the log waiting', () => {
  const told = afterSending(fresh, to(1), 10, 200)
  expect(isUnacknowledgedTooLong(fresh, 100_000)).toBe(false)
  expect(isUnacknowledgedTooLong(told, 1100)).toBe(false)
  expect(isUnacknowledgedTooLong(afterSending(told, to(2), 10, 1000), 1101)).toBe(true)
  expect(isUnacknowledgedTooLong(afterAcknowledging(told, 1, 1000), 100_000)).toBe(false)
})

test('silence is when neither a ping nor a word was heard; streams are not asked', () => {
  expect(isSilent(fresh, 0, 400)).toBe(false)
  expect(isSilent(fresh, 0, 401)).toBe(true)
  expect(isSilent(fresh, 390, 401)).toBe(false)
  expect(isSilent(newWindow({ transport: 'stream', vendor: '' }, 0, 100), 0, 100_000)).toBe(false)
})
