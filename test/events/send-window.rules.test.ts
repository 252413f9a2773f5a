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
const empty = newWindow({ transport: 'socket', vendor: '' }, 0, 100)
const to = (id: number) => ({ last: id, upTo: id })

test('a window is full when it has as many characters as it may, and until the client acknowledges some', () => {
  const half = afterSending(empty, to(1), HALF, 110)
  expect(half.full_since).toBeNull()
  const full = afterSending(half, to(2), HALF, 120)
  expect(full.full_since).toBe(120)
  expect(isTooSlow(full, 180)).toBe(false)
  expect(isTooSlow(full, 181)).toBe(true)
  expect(afterAcknowledging(full, 1, 130).full_since).toBeNull()
})

test('an acknowledgement makes room for as much as it acknowledges: the window never grows', () => {
  let window = empty
  for (let id = 1; window.full_since === null; id++) window = afterSending(window, to(id), 1000, 100)
  expect(window.unacknowledged.length).toBeLessThan(20)
  expect(afterAcknowledging(window, 1, 110).full_since).not.toBeNull()
  expect(afterAcknowledging(window, window.sent, 110).unacknowledged).toEqual([])
})

test('events must be acknowledged within a quarter of an hour', () => {
  const sent = afterSending(empty, to(1), 10, 200)
  expect(isUnacknowledgedTooLong(empty, 100_000)).toBe(false)
  expect(isUnacknowledgedTooLong(sent, 1100)).toBe(false)
  expect(isUnacknowledgedTooLong(afterSending(sent, to(2), 10, 1000), 1101)).toBe(true)
  expect(isUnacknowledgedTooLong(afterAcknowledging(sent, 1, 1000), 100_000)).toBe(false)
})

test('a WebSocket is silent without pings and messages; an event stream is never silent', () => {
  expect(isSilent(empty, 0, 400)).toBe(false)
  expect(isSilent(empty, 0, 401)).toBe(true)
  expect(isSilent(empty, 390, 401)).toBe(false)
  expect(isSilent(newWindow({ transport: 'stream', vendor: '' }, 0, 100), 0, 100_000)).toBe(false)
})
