import { describe, expect, test } from 'vitest'
import { pauseOf, waitBeforeCall } from '../../src/events/gateways/call-pause'

const NOW = 1_000_000
/** A gateway that was called at this moment, and has applied all changes. */
const gateway = { calledAt: NOW, isDue: false, position: 7, applied: 3, revokedAt: 3 }

describe('the next call of a gateway', () => {
  test('begins so late that all gateways together have at most 250 calls in a second', () => {
    for (const gateways of [1, 4, 16, 25]) expect(gateways * (1000 / pauseOf(gateways))).toBeCloseTo(250)
  })

  test('begins at most 100 milliseconds later', () => {
    expect(pauseOf(1000)).toBe(100)
  })

  test('waits for the rest of the pause', () => {
    expect(waitBeforeCall(gateway, 10, NOW)).toBe(40)
    expect(waitBeforeCall(gateway, 10, NOW + 15)).toBe(25)
  })

  test('begins at once after the pause, and if there was none before', () => {
    expect(waitBeforeCall(gateway, 10, NOW + 40)).toBe(0)
    expect(waitBeforeCall({ ...gateway, calledAt: -Infinity }, 10, NOW)).toBe(0)
  })

  test('waits no longer than the pause, also if the clock was set back', () => {
    expect(waitBeforeCall(gateway, 10, NOW - 60_000)).toBe(40)
  })

  test.each([
    ['takes a right away', { revokedAt: 4 }],
    ['is the first with rights, and the gateway has none', { applied: null, revokedAt: 0 }],
    ['renews a lease', { isDue: true }],
    ['asks what the gateway has', { position: undefined }],
  ])('begins at once if it %s', (_, change) => {
    expect(waitBeforeCall({ ...gateway, ...change }, 10, NOW)).toBe(0)
  })
})
