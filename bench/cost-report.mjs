// The tables of docs/cost.md.

import { WAYS } from './month.mjs'
import { PLAN } from './prices.mjs'
import {
  DUE_WORK_SECONDS,
  EVENTS_RECEIVED,
  HOURS,
  KEYS_IN_USE,
  PRESENT,
  ROWS_OF_DUE_WORK,
  TIMES,
  WORKING_DAYS,
} from './working-day.mjs'

/** Returns the table of actions: one row for each name in `actions`. */
export function actionTable(actions) {
  const rows = Object.entries(actions).map(([name, one]) => [
    name,
    one.realmRequests,
    one.written,
    one.writtenLater,
    one.read,
    one.d1Calls,
    one.d1Read,
    one.d1Written,
    Math.round(one.asks),
    Math.round(one.answers),
    one.cpuMs,
  ])
  return table(
    [
      'action',
      'realm requests',
      'rows written',
      'later',
      'rows read',
      'D1 calls',
      'D1 rows read',
      'D1 rows written',
      'request bytes',
      'answer bytes',
      'CPU ms',
    ],
    rows.map(([name, ...numbers]) => [name, ...numbers.map(short)]),
  )
}

/** Returns the table of months, with one column for each size of organization. */
export function monthTable(way, months) {
  const parts = Object.keys(months[0].used)
  const columns = [`with ${WAYS[way]}`, ...months.map(({ people }) => `${people.toLocaleString('en')} users`)]
  const rows = parts.map((part) => [
    PART_NAMES[part],
    ...months.map(({ used, parts: cost }) => `${millions(used[part])} · $${cost[part].toFixed(2)}`),
  ])
  return table(columns, [
    ...rows,
    ['a month', ...months.map(({ total }) => `**$${total.toFixed(2)}**`)],
    ['for each user', ...months.map(({ total, people }) => `$${(total / people).toFixed(4)}`)],
    ['realm requests per second, busiest hour', ...months.map(({ busiest }) => short(busiest))],
  ])
}

const PART_NAMES = {
  workerRequests: 'Worker requests',
  workerCpuMs: 'Worker CPU, ms',
  realmRequests: 'realm requests',
  realmGbSeconds: 'realm awake, GB-s',
  realmRowsWritten: 'realm rows written',
  realmRowsRead: 'realm rows read',
  d1RowsRead: 'D1 rows read',
  d1RowsWritten: 'D1 rows written',
}

function table(columns, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`
  return [line(columns), line(columns.map((_, nth) => (nth === 0 ? '---' : '--:'))), ...rows.map(line)].join('\n')
}

const short = (value) =>
  value === 0 ? '0' : value >= 100 ? String(Math.round(value)) : String(Number(value.toFixed(2)))

const millions = (value) => (value >= 1e5 ? `${short(value / 1e6)} M` : short(value))

export function introduction({ times, sizes, largest }) {
  const day = Object.entries(TIMES).map(([name, times_a_day]) => `- ${name}: ${frequency(times_a_day)}`)
  return `# What it costs

\`npm run cost -- write\` writes this page. It does each action ${times} times in realms of ${sizes.map((size) => size.toLocaleString('en')).join(', ')} users, with a
channel for each ten users, and counts what the action takes. The months of these realms are computed from their own figures.
${largest.toLocaleString('en')} users were not measured: a figure that doubled between the two largest realms continues in a line, and the
others stay.

"Later" is what follows: the outbox sends rows to D1, and the event log is trimmed. Fractions are work that several actions
share. An event takes a row of the log that [no queue needs any more](decisions/spare-rows.md), so trimming writes nothing. Due work
without tasks writes at most ${ROWS_OF_DUE_WORK} rows, at most once in ${DUE_WORK_SECONDS} seconds: a month counts these apart. It reads up to 4,000 rows each
minute, which the plan includes. CPU time is the time of the Worker and the realm together, on one small machine.

A month has ${WORKING_DAYS} working days. On each of them, ${PRESENT * 100} of 100 users work for ${HOURS} hours. Each of these users receives
${EVENTS_RECEIVED} events, uses ${KEYS_IN_USE} API keys in each hour (a row for each), and does this:

${day.join('\n')}

Prices are Cloudflare's for its paid plan, less what the plan includes. The plan itself costs $${PLAN} a month. Storage is extra:
about a kilobyte for each message in D1, at $0.75 for a gigabyte and month.

The realm keeps the ids of the messages of each conversation a second time (\`sent_ids\`). Up to 256 ids wait in the row of the
conversation, and then move to a row for 2,048 ids. So one of 256 messages writes one row more. That row replaces 2,048 rows
that registering, renaming and moving would read.

One realm answers some hundreds of requests per second, and at most a thousand. The last line of each table shows how close
an organization comes to this. Most of these requests are polls and presence pings.
`
}

const frequency = (times_a_day) =>
  times_a_day < 1 ? `once in ${Math.round(1 / times_a_day)} days` : `${times_a_day} times`
