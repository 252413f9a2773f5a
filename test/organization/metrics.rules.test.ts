import { expect, test } from 'vitest'
import { metricsPage, REALMS_PER_PAGE } from '../../src/domain/organization/metrics/metrics-page'

const row = (realm_id: string, counts: object = {}, gauges: object = {}) => ({
  realm_id,
  saved_at: 1_800_000_000,
  counts: JSON.stringify(counts),
  gauges: JSON.stringify(gauges),
})

const linesOf = (page: string, name: string) => page.split('\n').filter((line) => line.startsWith(name))

test('a page has each figure of each realm, and 0 for what a realm never did', () => {
  const page = metricsPage([row('acme', { requests: 7 }, { listeners: 2 }), row('beta')])
  expect(linesOf(page, 'parley_requests_total')).toEqual([
    'parley_requests_total{realm="acme"} 7',
    'parley_requests_total{realm="beta"} 0',
  ])
  expect(linesOf(page, 'parley_listeners')).toEqual([
    'parley_listeners{realm="acme"} 2',
    'parley_listeners{realm="beta"} 0',
  ])
  expect(page).toContain('# TYPE parley_requests_total counter\n')
  expect(page).toContain('# TYPE parley_listeners gauge\n')
  expect(page.endsWith('\n')).toBe(true)
})

test('the buckets of latencies add up', () => {
  const page = metricsPage([row('acme', { latency_10: 5, latency_100: 2, latency_more: 1, latency_ms: 2500 })])
  expect(linesOf(page, 'parley_response_seconds')).toEqual([
    'parley_response_seconds_bucket{realm="acme",le="0.01"} 5',
    'parley_response_seconds_bucket{realm="acme",le="0.03"} 5',
    'parley_response_seconds_bucket{realm="acme",le="0.1"} 7',
    'parley_response_seconds_bucket{realm="acme",le="0.3"} 7',
    'parley_response_seconds_bucket{realm="acme",le="1"} 7',
    'parley_response_seconds_bucket{realm="acme",le="+Inf"} 8',
    'parley_response_seconds_sum{realm="acme"} 2.5',
    'parley_response_seconds_count{realm="acme"} 8',
  ])
})

test('a full page names the next one, and no other page does', () => {
  const names = Array.from({ length: REALMS_PER_PAGE }, (_, nth) => `realm-${1000 + nth}`)
  expect(metricsPage(names.map((name) => row(name)))).toContain(`# More realms: /metrics?after=${names.at(-1)}\n`)
  expect(metricsPage(names.slice(1).map((name) => row(name)))).not.toContain('More realms')
})
