// Prints what a long history costs, as one table.

import { figure } from './ratios.mjs'
import { rowOf, spreadOf, title } from './table.mjs'

export function printHistory({ messages, longTopic, reads, changes }) {
  title(
    `In a realm of ${messages} messages, one topic of ${longTopic} beside them`,
    'rows and calls are exact; times in turns with the floor, one client: median (least..most)',
  )
  row('', 'found', 'rows read', 'D1 calls', 'D1 rows', 'floor', 'server', 'server / floor')
  for (const [name, { found, read, d1Calls, d1Read, pairs }] of Object.entries(reads))
    row(name, found, read, d1Calls, d1Read, ...timesIn(pairs))
  row('')
  row('', 'written', 'rows read', 'D1 calls', 'bytes', 'floor', 'server', 'server / floor')
  for (const [name, { written, read, d1Calls, response, pairs }] of Object.entries(changes))
    row(name, written, read, d1Calls, response, ...timesIn(pairs))
}

function timesIn(pairs) {
  const { floor, server, ratio } = figure(pairs, ({ p50 }) => p50)
  return [spreadOf(floor, 'ms'), spreadOf(server, 'ms'), spreadOf(ratio, 'x')]
}

const row = rowOf([46, 8, 10, 9, 8, 22, 22, 20])
