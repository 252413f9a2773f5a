// One table for people to read, and the promises that it must keep.

import { figure } from './ratios.mjs'
import { number, rowOf, spreadOf, title } from './table.mjs'

const MOST_ROWS_PER_MESSAGE = 8

/** What must hold on any machine: rows and calls are counted, not timed. Answers what was broken. */
export function brokenPromises({ sending }) {
  const broken = []
  for (const { audience, most, d1Calls, first } of sending) {
    if (most > MOST_ROWS_PER_MESSAGE) broken.push(`A message to ${audience} people wrote ${most} rows`)
    if (d1Calls + first.d1Calls > 0)
      broken.push(`Sending to ${audience} people asked D1 ${d1Calls + first.d1Calls} times`)
  }
  if (new Set(sending.map(({ written }) => written)).size > 1) broken.push('Rows written depend on the audience')
  return broken
}

export function print(results) {
  printCounts(results)
  printRatios(results)
  printReads(results)
  printWaking(results)
}

function printCounts({ sending, later }) {
  title('Exact: one channel message, while nothing else is done', '')
  row('', 'rows written', 'rows read', 'D1 calls', 'request', 'answer', 'first in a new channel')
  for (const { audience, written, read, d1Calls, request, response, first } of sending)
    row(
      `to ${audience} people`,
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
    'to D1, out of the outbox': draining,
    'one reader marks all read': reading,
    'the log is trimmed': trimming,
  }))
    row(name, cost.written, cost.read, cost.d1Calls, cost.d1Written, cost.alarms)
}

// How each figure is read off a round, in what unit, and at most (or at least) how many times the floor's it should be.
const FIGURES = [
  ['sends a second, 32 clients', 'saturated', (load) => load.perSecond, '', { least: 0.5 }],
  ['  CPU per send', 'saturated', (load) => load.cpuMs, 'ms', {}],
  ['one client, p50', 'single', (load) => load.p50, 'ms', {}],
  ['one client, p99', 'single', (load) => load.p99, 'ms', { most: 3 }],
  ['moderate load, p50', 'moderate', (load) => load.p50, 'ms', {}],
  ['moderate load, p99', 'moderate', (load) => load.p99, 'ms', { most: 3 }],
  ['1,000 polls, last is told', 'polls', (told) => told.last, 'ms', { most: 2 }],
  ['  CPU per poll told', 'polls', (told) => told.cpuMs, 'ms', {}],
  ['1,000 sockets, last is told', 'sockets', (told) => told.last, 'ms', { most: 2 }],
  ['  CPU per socket told', 'sockets', (told) => told.cpuMs, 'ms', {}],
]

function printRatios({ loads, polls, sockets }) {
  const rounds = { ...loads, polls, sockets }
  title('Beside the floor, in turns: median (least..most)', 'a round on each, several times; noise hits both')
  row('', 'floor', 'server', 'server / floor', 'wanted')
  for (const [name, measure, of, unit, wanted] of FIGURES) {
    const { floor, server, ratio } = figure(rounds[measure], of)
    row(name, spreadOf(floor, unit), spreadOf(server, unit), spreadOf(ratio, 'x'), verdict(ratio, wanted))
  }
}

function verdict({ median }, { least, most }) {
  if (least !== undefined) return `at least ${least}x: ${median >= least ? 'met' : 'missed'}`
  if (most !== undefined) return `at most ${most}x: ${median <= most ? 'met' : 'missed'}`
  return ''
}

function printReads({ reads }) {
  title('One client reads, in a realm of 1,000 people and 100,000 messages', '')
  row('', 'p50', 'p99', 'CPU', 'answer', 'asked')
  for (const [name, { p50, p99, cpuMs, count, bytes }] of Object.entries(reads))
    row(
      name,
      number(p50, 'ms'),
      number(p99, 'ms'),
      number(cpuMs, 'ms'),
      `${Math.round(bytes / 1024)} KiB`,
      `${count} times`,
    )
}

function printWaking({ woken, restarted }) {
  title('That realm wakes: the object died, the process lives', '')
  row('', 'first answer', 'the same again', 'rows read to wake', 'and to answer')
  for (const { name, cold, again, read, readAll } of woken)
    row(name, spreadOf(cold, 'ms'), spreadOf(again, 'ms'), read, readAll - read)
  row('process killed, it answers', spreadOf(restarted.process, 'ms'))
  row('  and the realm in it', spreadOf(restarted.realm, 'ms'))
}

const row = rowOf([34, 25, 25, 20, 22, 12, 22])
