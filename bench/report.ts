// Prints the results, and checks the promises.

import type { Counted, countLater } from './counts.ts'
import type { Release } from './fan-out.ts'
import type { mixedDay } from './mixed-day.ts'
import { figure, type Figure, type Loaded, type Pair } from './ratios.ts'
import { at } from './statistics.ts'
import { number, rowOf, spreadOf, title } from './table.ts'
import type { Restarted, Woken } from './waking.ts'

export type Read = Loaded & { bytes: number; read: number; crossings: number }
export type Rounds = {
  loads: Record<'saturated' | 'single' | 'moderate', Pair<Loaded>[]>
  polls: Pair<Release>[]
  sockets: Pair<Release>[]
}
export type Results = Rounds & {
  sending: Counted[]
  later: Awaited<ReturnType<typeof countLater>>
  day: Awaited<ReturnType<typeof mixedDay>>
  reads: Record<string, Read>
  woken: Woken[]
  restarted: Restarted
}

export function print(results: Results): void {
  printCounts(results)
  printRatios(results)
  printDay(results)
  printReads(results)
  printWaking(results)
}

function printCounts({ sending, later }: Results) {
  title('Exact: one channel message, without other work', '')
  row('', 'rows written', 'rows read', 'D1 calls', 'request', 'answer', 'first in a new channel')
  for (const { audience, written, read, d1Calls, request, response, first } of sending)
    row(
      `to ${audience} users`,
      written,
      read,
      d1Calls,
      `${request} B`,
      `${response} B`,
      `${first.written} rows + ${first.alarms} alarm`,
    )
  const { messages, draining, reading, trimming } = later
  title(`Exact: later, for ${messages} messages at once`, '')
  row('', 'rows written', 'rows read', 'D1 calls', 'D1 rows', 'alarms')
  for (const [name, cost] of Object.entries({
    'the outbox is drained': draining,
    'one user marks all as read': reading,
    'the log is trimmed': trimming,
  }))
    row(name, cost.written, cost.read, cost.d1Calls, cost.d1Written, cost.alarms)
}

/** The limit of a ratio to the floor. */
type Limit = { least?: number; most?: number }
type Line = { name: string; figures: Figure; unit: string; limit?: Limit }

const linesOf = ({ loads: { saturated, single, moderate }, polls, sockets }: Rounds): Line[] => [
  {
    name: 'sends a second, 32 clients',
    figures: figure(saturated, ({ perSecond }) => perSecond),
    unit: '',
    limit: { least: 0.7 },
  },
  { name: '  CPU per send', figures: figure(saturated, ({ cpuMs }) => cpuMs), unit: 'ms' },
  { name: 'one client, p50', figures: figure(single, ({ p50 }) => p50), unit: 'ms', limit: { most: 1.4 } },
  { name: 'one client, p99', figures: figure(single, ({ p99 }) => p99), unit: 'ms', limit: { most: 3 } },
  { name: 'moderate load, p50', figures: figure(moderate, ({ p50 }) => p50), unit: 'ms' },
  { name: 'moderate load, p99', figures: figure(moderate, ({ p99 }) => p99), unit: 'ms', limit: { most: 3 } },
  { name: '1,000 polls, last receives', figures: figure(polls, ({ last }) => last), unit: 'ms', limit: { most: 2 } },
  { name: '  CPU per poll', figures: figure(polls, ({ cpuMs }) => cpuMs), unit: 'ms' },
  {
    name: '1,000 sockets, last receives',
    figures: figure(sockets, ({ last }) => last),
    unit: 'ms',
    limit: { most: 2 },
  },
  { name: '  CPU per socket', figures: figure(sockets, ({ cpuMs }) => cpuMs), unit: 'ms' },
]

function printRatios(rounds: Rounds) {
  title('Compared with the floor, in turns: median (least..most)', 'several rounds; noise affects both')
  row('', 'floor', 'server', 'server / floor', 'limit')
  for (const { name, figures, unit, limit = {} } of linesOf(rounds)) {
    const { floor, server, ratio } = figures
    row(name, spreadOf(floor, unit), spreadOf(server, unit), spreadOf(ratio, 'x'), verdict(ratio, limit))
  }
}

function verdict({ median }: { median: number }, { least, most }: Limit): string {
  if (least !== undefined) return `at least ${least}x: ${median >= least ? 'met' : 'missed'}`
  if (most !== undefined) return `at most ${most}x: ${median <= most ? 'met' : 'missed'}`
  return ''
}

function printDay({ day, sending }: Results) {
  const { audience } = at(sending, -1)
  title(`A working day of ${audience.toLocaleString('en')} users, mixed`, '')
  row('', 'requests', 'a second', 'p50', 'p95', 'CPU', 'limit')
  const limit = `p95 at most 100 ms: ${day.p95 <= 100 ? 'met' : 'missed'}`
  row(
    '',
    day.count,
    Math.round(day.perSecond),
    number(day.p50, 'ms'),
    number(day.p95, 'ms'),
    number(day.cpuMs, 'ms'),
    limit,
  )
}

function printReads({ reads }: Results) {
  title('One client reads, in a realm of 1,000 users and 100,000 messages', '')
  row('', 'p50', 'p99', 'CPU', 'response', 'requests', 'rows read')
  for (const [name, { p50, p99, cpuMs, count, bytes, read }] of Object.entries(reads))
    row(name, number(p50, 'ms'), number(p99, 'ms'), number(cpuMs, 'ms'), `${Math.round(bytes / 1024)} KiB`, count, read)
}

function printWaking({ woken, restarted }: Results) {
  title('That realm wakes, in a running process', '')
  row('', 'first response', 'second response', 'rows read to wake', 'and to respond')
  for (const { name, cold, again, read, readAll } of woken)
    row(name, spreadOf(cold, 'ms'), spreadOf(again, 'ms'), read, readAll - read)
  row('process killed, it responds', spreadOf(restarted.process, 'ms'))
  row('  and the realm in it', spreadOf(restarted.realm, 'ms'))
}

const row = rowOf([34, 25, 25, 20, 22, 12, 22])
