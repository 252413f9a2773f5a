import { describe, expect, test } from 'vitest'
import { networkOf } from '../../src/api/network-address'
import { readRateLimits, RecentRequests, secondsUntilAllowed, type RateLimit } from '../../src/api/rate-limit'

test.each<[string, RateLimit[]]>([
  ['', []],
  ['60:200', [{ seconds: 60, most: 200 }]],
  [
    '60:200,3600:1000',
    [
      { seconds: 60, most: 200 },
      { seconds: 3600, most: 1000 },
    ],
  ],
  [
    ' 60:200 , 1:5 ',
    [
      { seconds: 60, most: 200 },
      { seconds: 1, most: 5 },
    ],
  ],
  ['0:5', []],
  ['nonsense', []],
  ['60', []],
])('%j is read', (rule, limits) => {
  expect(readRateLimits(rule)).toEqual(limits)
})

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['unknown', 'unknown'],
  ['no:address', 'no:address'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:1::7:8', '2001:db8:1:0::/64'],
  ['::ffff:192.0.2.1', '::ffff:192.0.2.1'],
  ['::1', '::1'],
])('%s is counted as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

/** Counts requests at these times. Returns for each how many requests remain, or how long the client must wait. */
function countAt(rule: string, times: readonly number[]) {
  const recent = new RecentRequests()
  return times.map((now) => {
    const status = recent.count('ada', readRateLimits(rule), now)
    if (status === undefined) return 'no limit'
    return status.allowed ? status.remaining : `wait ${status.retry_after}`
  })
}

describe('a rate limit', () => {
  test.each<[string, string, number[], (string | number)[]]>([
    ['does not exist without a rule', '', [0, 0, 0], ['no limit', 'no limit', 'no limit']],
    ['allows its number of simultaneous requests', '60:2', [0, 0, 0, 0], [1, 0, 'wait 60', 'wait 60']],
    ['ends when the oldest request is outside the period', '60:2', [0, 30, 45, 59], [1, 0, 'wait 15', 'wait 1']],
    ['then allows one more request', '60:2', [0, 30, 60, 61, 90], [1, 0, 0, 'wait 29', 0]],
    ['does not count refused requests', '60:1', [0, 10, 20, 60], [0, 'wait 50', 'wait 40', 0]],
    ['works with fractions of a second', '1:1', [0, 0.5, 0.75, 1], [0, 'wait 0.5', 'wait 0.25', 0]],
    ['with two rules reports the stricter one', '60:10,1:2', [0, 0, 0, 1], [1, 0, 'wait 1', 1]],
    ['does so in any order of the rules', '1:2,60:10', [0, 0, 0, 1], [1, 0, 'wait 1', 1]],
    [
      'with two exceeded rules reports the longer wait',
      '60:2,1:1',
      [0, 0.5, 1, 1.25],
      [0, 'wait 0.5', 0, 'wait 58.75'],
    ],
    ['keeps the requests of the longer period', '1:2,60:3', [0, 2, 4, 6, 59], [1, 1, 0, 'wait 54', 'wait 1']],
    ['starts again after a long pause', '60:2', [0, 0, 1000], [1, 0, 1]],
    ['keeps all requests if the clock is set back', '60:2', [100, 100, 50], [1, 0, 'wait 110']],
  ])('%s', (_, rule, times, results) => {
    expect(countAt(rule, times)).toEqual(results)
  })

  test('returns its rule, and the time at which the oldest request no longer counts', () => {
    const recent = new RecentRequests()
    const limits = readRateLimits('60:3')
    recent.count('ada', limits, 100.5)
    expect(recent.count('ada', limits, 110)).toEqual({
      allowed: true,
      limit: 3,
      remaining: 1,
      reset: 161,
      retry_after: 0,
    })
  })

  test('counts each key separately', () => {
    const recent = new RecentRequests()
    const limits = readRateLimits('60:1')
    expect(recent.count('ada', limits, 0)?.allowed).toBe(true)
    expect(recent.count('ben', limits, 0)?.allowed).toBe(true)
    expect(recent.count('ada', limits, 0)?.allowed).toBe(false)
  })

  test('keeps the requests of a long period when it drops those of a short one', () => {
    const recent = new RecentRequests()
    const [hourly, quick] = [readRateLimits('3600:1'), readRateLimits('1:5')]
    recent.count('ada', quick, 0)
    expect(recent.count('address', hourly, 0)?.allowed).toBe(true)
    for (let now = 1; now < 100; now++) recent.count('ada', quick, now)
    expect(recent.count('address', hourly, 100)?.allowed).toBe(false)
  })
})

test('keys beyond the bound in bytes replace those with the oldest requests', () => {
  const recent = new RecentRequests(1000)
  const limits = readRateLimits('60:1')
  const allows = (key: string) => recent.count(key, limits, 0)?.allowed
  for (let nth = 0; nth < 100; nth++) expect(allows(`address ${nth}`)).toBe(true)
  expect(allows('address 99')).toBe(false)
  expect(allows('address 0')).toBe(true)
})

test.each<[times: number[], rule: string, wait: number]>([
  [[], '60:2', 0],
  [[99], '60:2', 0],
  [[99, 100], '60:2', 59],
  [[40, 100], '60:2', 0], // the first was a whole minute ago
  [[41, 100], '60:2', 1],
  [[50, 60, 70, 80], '60:2', 30], // counted under a rule that allowed more
  [[95, 100], '60:2,3600:2', 3595], // the longest wait of all rules
  [[100], '', 0],
])('after %j there is room by %j in %i s', (times, rule, wait) => {
  expect(secondsUntilAllowed(times, readRateLimits(rule), 100)).toBe(wait)
})
