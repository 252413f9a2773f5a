// Prints the results, and checks the promises.

import { figure } from './ratios.mjs'
import { number, rowOf, spreadOf, title } from './table.mjs'

const MAX_ROWS_PER_MESSAGE = 8

const MAX_ROWS_TO_REGISTER = 2000
/** The median CPU of the server, as a multiple of the floor's in the same run. */
/** @type {Record<string, [name: string, most: number]>} */
const MAX_CPU = { saturated: ['A send', 1.8], polls: ['A poll', 2.5], sockets: ['A frame', 2.5] }

/** Returns the broken promises. They hold on any machine: rows and calls are counts, and noise affects the floor too. */
export function brokenPromises({ sending, reads, loads, polls, sockets }) {
  const broken = []
  for (const [name, { read }] of Object.entries(reads))
    if (name.startsWith('POST /register') && read > MAX_ROWS_TO_REGISTER) broken.push(`${name} read ${read} rows`)
  const rounds = { ...loads, polls, sockets }
  for (const [measure, [name, most]] of Object.entries(MAX_CPU)) {
    const { median } = figure(rounds[measure], ({ cpuMs }) => cpuMs).ratio
    if (median > most) broken.push(`${name} takes ${median.toFixed(1)} times the CPU of the floor`)
  }
  for (const { audience, most, d1Calls, first } of sending) {
    if (most > MAX_ROWS_PER_MESSAGE) broken.push(`A message to ${audience} users wrote ${most} rows`)
    if (d1Calls + first.d1Calls > 0)
      broken.push(`Sending to ${audience} users made ${d1Calls + first.d1Calls} D1 calls`)
  }
  if (new Set(sending.map(({ written }) => written)).size > 1) broken.push('Rows written depend on the audience')
  return broken
}

export function print(results) {
  printCounts(results)
  printRatios(results)
  printDay(results)
  printReads(results)
  printWaking(results)
}

function printCounts({ sending, later }) {
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

// Name, measure, figure of a round, unit, and the limit of the ratio to the floor.
/** @type {[string, string, (round: Record<string, number>) => number | undefined, string, { least?: number, most?: number }][]} */
const FIGURES = [
  ['sends a second, 32 clients', 'saturated', (load) => load.perSecond, '', { least: 0.7 }],
  ['  CPU per send', 'saturated', (load) => load.cpuMs, 'ms', {}],
  ['one client, p50', 'single', (load) => load.p50, 'ms', { most: 1.4 }],
  ['one client, p99', 'single', (load) => load.p99, 'ms', { most: 3 }],
  ['moderate load, p50', 'moderate', (load) => load.p50, 'ms', {}],
  ['moderate load, p99', 'moderate', (load) => load.p99, 'ms', { most: 3 }],
  ['1,000 polls, last receives', 'polls', (release) => release.last, 'ms', { most: 2 }],
  ['  CPU per poll', 'polls', (release) => release.cpuMs, 'ms', {}],
  ['1,000 sockets, last receives', 'sockets', (release) => release.last, 'ms', { most: 2 }],
  ['  CPU per socket', 'sockets', (release) => release.cpuMs, 'ms', {}],
]

function printRatios({ loads, polls, sockets }) {
  const rounds = { ...loads, polls, sockets }
  title('Compared with the floor, in turns: median (least..most)', 'several rounds; noise affects both')
  row('', 'floor', 'server', 'server / floor', 'limit')
  for (const [name, measure, of, unit, limit] of FIGURES) {
    const { floor, server, ratio } = figure(rounds[measure], of)
    row(name, spreadOf(floor, unit), spreadOf(server, unit), spreadOf(ratio, 'x'), verdict(ratio, limit))
  }
}

/** @type {(ratio: { median: number }, limit: { least?: number, most?: number }) => string} */
function verdict({ median }, { least, most }) {
  if (least !== undefined) return `at least ${least}x: ${median >= least ? 'met' : 'missed'}`
  if (most !== undefined) return `at most ${most}x: ${median <= most ? 'met' : 'missed'}`
  return ''
}

function printDay({ day, sending }) {
  const { audience } = sending.at(-1)
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

function printReads({ reads }) {
  title('One client reads, in a realm of 1,000 users and 100,000 messages', '')
  row('', 'p50', 'p99', 'CPU', 'response', 'requests', 'rows read')
  for (const [name, { p50, p99, cpuMs, count, bytes, read }] of Object.entries(reads))
    row(name, number(p50, 'ms'), number(p99, 'ms'), number(cpuMs, 'ms'), `${Math.round(bytes / 1024)} KiB`, count, read)
}

function printWaking({ woken, restarted }) {
  title('That realm wakes, in a running process', '')
  row('', 'first response', 'second response', 'rows read to wake', 'and to respond')
  for (const { name, cold, again, read, readAll } of woken)
    row(name, spreadOf(cold, 'ms'), spreadOf(again, 'ms'), read, readAll - read)
  row('process killed, it responds', spreadOf(restarted.process, 'ms'))
  row('  and the realm in it', spreadOf(restarted.realm, 'ms'))
}

const row = rowOf([34, 25, 25, 20, 22, 12, 22])
