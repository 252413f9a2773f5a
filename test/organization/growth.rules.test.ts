import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { averageOf, busiestOf } from '../../bench/month'
import { mapKeys } from '../../bench/records'
import { growthPage, MEASURED_FILE } from '../../bench/saturation-report'
import * as thread from '../../bench/thread'
import { ACTIONS, TIMES } from '../../bench/working-day'
import { pauseOf } from '../../src/events/gateways/call-pause'
import { LARGE_TIMES, readQueueLimits } from '../../src/events/queue-limits'

const { gatewayCalls, gatewaysFor, QUEUES_PER_GATEWAY, QUEUES_PER_REALM, threadOf } = thread

const page = readFileSync(path.join(import.meta.dirname, '../../docs/growth.md'), 'utf8')
const measured: Record<string, { actions: Record<string, unknown> }> = JSON.parse(readFileSync(MEASURED_FILE, 'utf8'))

const actionsOf = (ms: number) => mapKeys(ACTIONS, () => ({ own: ms, call: 0, later: 0 }))
/** A realm in which each action takes a millisecond. */
const simple = { actions: actionsOf(1), admission: 0, dueWork: 0 }

test('docs/growth.md is what `npm run growth -- simulate` writes', () => {
  expect(page).toBe(growthPage())
})

test('the CPU of the realm is measured for each action of a working day', () => {
  for (const { actions } of Object.values(measured).slice(0, 2))
    expect(Object.keys(actions)).toEqual(Object.keys(TIMES))
})

test.each([1, 4, 11, 100])('the pause between calls of a gateway is that of the server: %i gateways', (gateways) => {
  expect(1000 * thread.pauseOf(gateways)).toBeCloseTo(pauseOf(gateways))
})

test('the limits of queues are those of the server', () => {
  expect(readQueueLimits({})).toEqual({ queues_of_realm: QUEUES_PER_REALM, queues_of_gateway: QUEUES_PER_GATEWAY })
  expect(thread.LARGE_TIMES).toBe(LARGE_TIMES)
})

describe('threadOf', () => {
  // 600 of 1,000 users work. In the busiest hour they do twice as much as on average.
  const perSecond = (2 * 600 * Object.values(TIMES).reduce((sum, times) => sum + times, 0)) / (8 * 3600)

  test('is the time of all actions of a second in the busiest hour', () => {
    const { rows, share } = threadOf(simple, 1000, 'sockets')
    const actions = rows.filter(({ name }) => name in TIMES).reduce((sum, row) => sum + row.share, 0)
    expect(actions).toBeCloseTo(perSecond / 1000)
    expect(share).toBeGreaterThan(actions)
  })

  test('does not have the listeners of gateways', () => {
    const people = 100_000
    expect(threadOf(simple, people, 'polls').share).toBeLessThan(threadOf(simple, people, 'polls', 0).share)
  })
})

describe('gatewayCalls', () => {
  test('are none without gateways', () => {
    expect(gatewaysFor(1000)).toBe(0)
    expect(gatewayCalls(1000, 0, busiestOf)).toBe(0)
  })

  test('are as many as events for a gateway with few of them', () => {
    const events = busiestOf(96, 20)
    expect(gatewayCalls(1e9, 1, () => events)).toBeCloseTo(events, 1)
  })

  test('are at most 250 in a second for up to 25 gateways, however many events there are', () => {
    const calls = gatewayCalls(100_000, 25, () => 1e6)
    expect(calls).toBeCloseTo(250)
    expect(calls).toBeGreaterThan(gatewayCalls(100_000, 25, averageOf))
  })
})
