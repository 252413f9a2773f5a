import { expect, test } from 'vitest'
import { isRecentlyActive, weeklyTraffic } from '../../src/domain/writing/channel-activity/rules'

const DAY = 86_400
const NOW = 2_000_000_000

test.for<[messages: number, days: number, traffic: number | null]>([
  [100, 6, null],
  [7, 7, 7],
  [0, 7, 0],
  [100, 14, 50],
  [28, 28, 7],
  [28, 400, 7],
  [3, 28, 0],
  [4940, 28, 1200], // large numbers are rounded
  [396, 28, 99],
  [404, 28, 100],
  [4_000_000, 28, 1_000_000],
])('weeklyTraffic: %i messages in %i days are %s a week', ([messages, days, traffic]) => {
  expect(weeklyTraffic(messages, days * DAY)).toBe(traffic)
})

test.for<[newest: number | undefined, created: number, isActive: boolean]>([
  [179, 900, true],
  [180, 900, false],
  [undefined, 179, true],
  [undefined, 180, false],
])('isRecentlyActive: newest message %s days ago, created %i days ago: %s', ([newest, created, isActive]) => {
  const time = (days: number) => NOW - days * DAY
  expect(isRecentlyActive(newest === undefined ? undefined : time(newest), time(created), NOW)).toBe(isActive)
})
