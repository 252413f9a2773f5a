// The tables of docs/cost.md.

import { WAYS } from './month.mjs'
import { PLAN } from './prices.mjs'
import { EVENTS_HEARD, HOURS, PRESENT, TIMES, WORKING_DAYS } from './working-day.mjs'

/** What each action took, from their names. */
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
      'and later',
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

/** Months of organizations of several sizes, side by side. */
export function monthTable(way, months) {
  const parts = Object.keys(months[0].used)
  const columns = [`by ${WAYS[way]}`, ...months.map(({ people }) => `${people.toLocaleString('en')} people`)]
  const rows = parts.map((part) => [
    PART_NAMES[part],
    ...months.map(({ used, parts: cost }) => `${millions(used[part])} · $${cost[part].toFixed(2)}`),
  ])
  return table(columns, [
    ...rows,
    ['a month', ...months.map(({ total }) => `**$${total.toFixed(2)}**`)],
    ['for each person', ...months.map(({ total, people }) => `$${(total / people).toFixed(4)}`)],
    ['realm requests a second, busiest hour', ...months.map(({ busiest }) => short(busiest))],
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

export function introduction({ times, people }) {
  const day = Object.entries(TIMES).map(([name, often]) => `- ${name}: ${often} times`)
  return `# What it costs

Made by \`npm run cost -- write\`: each action is done ${times} times in a realm of ${people} people, and what it took is
counted. "And later" is what follows from it: the outbox tells D1, the log is trimmed. Fractions are work that many
share. CPU time is one small machine's, the Worker's and the realm's together. One row more in each
hour in which an API key is used is not counted.

A month is ${WORKING_DAYS} working days on which ${PRESENT * 100} of 100 people are there for ${HOURS} hours. Each of them does this in a day, and
hears of ${EVENTS_HEARD} things:

${day.join('\n')}

Prices are Cloudflare's for its paid plan, less what is included in it, $${PLAN} a month for the plan itself. Storage comes
on top: about a kilobyte for each message in D1, at $0.75 a gigabyte and month.

One realm answers some hundreds of requests a second, a thousand at the most: the last line of each table says how near
an organization comes to it. Nearly all of that is polls and pings that one is there.
`
}
