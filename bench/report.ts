// Prints what was measured.

import { figure, type Figure } from './ratios.ts'
import type { Results } from './results.ts'
import { keysOf } from './records.ts'
import { number, rowOf, spreadOf, title } from './table.ts'

export function print(results: Results): void {
  printCounts(results)
  printRatios(results)
  printLong(results)
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

type Line = { name: string; figures: Figure; unit: string }

function linesOf({ loads, listened, day, long }: Results): Line[] {
  const { saturated, saturatedRows, single, singleRows, moderate } = loads
  const { sockets, polls } = listened
  const cpu = ({ cpuMs }: { cpuMs: number }) => cpuMs
  const last = (round: { last: number }) => round.last
  return [
    { name: 'sends a second, 32 clients', figures: figure(saturated, ({ perSecond }) => perSecond), unit: '' },
    { name: '  CPU per send', figures: figure(saturated, cpu), unit: 'ms' },
    { name: '  p99, as many rows', figures: figure(saturatedRows, ({ p99 }) => p99), unit: 'ms' },
    { name: 'one client, p50', figures: figure(single, ({ p50 }) => p50), unit: 'ms' },
    { name: 'one client, p50, as many rows', figures: figure(singleRows, ({ p50 }) => p50), unit: 'ms' },
    { name: 'one client, p99', figures: figure(single, ({ p99 }) => p99), unit: 'ms' },
    { name: 'moderate load, p50', figures: figure(moderate, ({ p50 }) => p50), unit: 'ms' },
    { name: 'moderate load, p99', figures: figure(moderate, ({ p99 }) => p99), unit: 'ms' },
    ...keysOf(sockets).flatMap((group) => [
      { name: `${group} sockets, last receives`, figures: figure(sockets[group], last), unit: 'ms' },
      { name: '  CPU per socket', figures: figure(sockets[group], cpu), unit: 'ms' },
    ]),
    { name: '1,000 polls, last receives', figures: figure(polls, last), unit: 'ms' },
    { name: '  CPU per poll, parked again', figures: figure(polls, cpu), unit: 'ms' },
    { name: 'day of 10,000, p50', figures: figure(day, ({ p50 }) => p50), unit: 'ms' },
    { name: 'day of 10,000, p95', figures: figure(day, ({ p95 }) => p95), unit: 'ms' },
    { name: '  CPU per request', figures: figure(day, cpu), unit: 'ms' },
    { name: '100 newest of a million, p50', figures: figure(long.pages.newest, ({ p50 }) => p50), unit: 'ms' },
    { name: '  CPU', figures: figure(long.pages.newest, cpu), unit: 'ms' },
    { name: '100 newest of a channel, p50', figures: figure(long.pages.channel, ({ p50 }) => p50), unit: 'ms' },
    { name: '  CPU', figures: figure(long.pages.channel, cpu), unit: 'ms' },
  ]
}

function printRatios(results: Results) {
  title('Compared with the floor, in turns: median (least..most)', 'several rounds; noise affects both')
  row('', 'floor', 'server', 'server / floor')
  for (const { name, figures, unit } of linesOf(results)) {
    const { floor, server, ratio } = figures
    row(name, spreadOf(floor, unit), spreadOf(server, unit), spreadOf(ratio, 'x'))
  }
}

function printReads({ reads }: Results) {
  title('One client reads, in a realm of 1,000 users and 100,000 messages', '')
  row('', 'p50', 'p99', 'CPU', 'response', 'requests', 'rows read')
  for (const [name, { p50, p99, cpuMs, count, bytes, read }] of Object.entries(reads))
    row(name, number(p50, 'ms'), number(p99, 'ms'), number(cpuMs, 'ms'), `${Math.round(bytes / 1024)} KiB`, count, read)
}

function printLong({ long: { narrows, searches } }: Results) {
  title('Exact: in a realm of a million messages', '')
  row('', 'found', 'rows read at first', 'rows read', 'D1 calls', 'D1 rows', 'CPU')
  for (const [name, { found, first, read, d1Calls, d1Read, cpuMs }] of Object.entries({ ...narrows, ...searches }))
    row(name, found, first, read, d1Calls, d1Read, number(cpuMs, 'ms'))
}

function printWaking({ woken, restarted }: Results) {
  title('That realm wakes, in a running process', '')
  row('', 'first response', 'second response', 'rows read to wake', 'and to respond')
  for (const { name, cold, again, read, readAll } of woken)
    row(name, spreadOf(cold, 'ms'), spreadOf(again, 'ms'), read, readAll - read)
  row('process killed, it responds', spreadOf(restarted.process, 'ms'))
  row('  and the realm in it', spreadOf(restarted.realm, 'ms'))
}

const row = rowOf([46, 25, 25, 20, 22, 12, 22])
