// Prints what a long history costs, as one table.

import type { Taken } from './counts.ts'
import { figure, type Loaded, type Pair } from './ratios.ts'
import { number, rowOf, spreadOf, title } from './table.ts'

type Times = readonly Pair<{ p50: number }>[]
type Results = {
  messages: number
  longTopic: number
  reads: Record<string, Taken & { found: number; first: number; pairs: readonly Pair<Loaded>[] }>
  changes: Record<string, Taken & { pairs: Times }>
}

export function printHistory({ messages, longTopic, reads, changes }: Results): void {
  title(
    `In a realm of ${messages} messages, one topic of ${longTopic} beside them`,
    'rows and calls are exact; times in turns with the floor, one client: median (least..most)',
  )
  row('', 'found', 'rows at first', 'rows read', 'D1 calls', 'D1 rows', 'floor', 'server', 'server / floor', 'CPU')
  for (const [name, { found, first, read, d1Calls, d1Read, pairs }] of Object.entries(reads))
    row(
      name,
      found,
      first,
      read,
      d1Calls,
      d1Read,
      ...timesIn(pairs),
      number(figure(pairs, ({ cpuMs }) => cpuMs).server.median, 'ms'),
    )
  row('')
  row('', 'written', '', 'rows read', 'D1 calls', 'bytes', 'floor', 'server', 'server / floor')
  for (const [name, { written, read, d1Calls, response, pairs }] of Object.entries(changes))
    row(name, written, '', read, d1Calls, response, ...timesIn(pairs))
}

function timesIn(pairs: Times): string[] {
  const { floor, server, ratio } = figure(pairs, ({ p50 }) => p50)
  return [spreadOf(floor, 'ms'), spreadOf(server, 'ms'), spreadOf(ratio, 'x')]
}

const row = rowOf([46, 8, 13, 10, 9, 8, 22, 22, 20, 8])
