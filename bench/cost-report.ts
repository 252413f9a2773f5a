// The tables of docs/cost.md.

import { WAYS, type ActionFigures, type Actions, type monthOf, type Way } from './month.ts'
import { keysOf } from './records.ts'
import { PLAN, type Resource } from './prices.ts'
import { fillingOf, REPLICA_ACTIONS, type MonthsOfReplicas, type ReplicaFigures } from './replicas.ts'
import {
  DUE_WORK_SECONDS,
  EVENTS_RECEIVED,
  HOURS,
  KEYS_IN_USE,
  PRESENT,
  ROWS_OF_DUE_WORK,
  TIMES,
  WORKING_DAYS,
  ACTIONS,
} from './working-day.ts'

type Month = ReturnType<typeof monthOf>

/** Returns the table of actions: one row for each name in `actions`. */
export function actionTable(actions: Actions) {
  const rows = ACTIONS.map((name) => actionRow(name, actions[name]))
  return table(HEADINGS, rows)
}

const actionRow = (name: string, one: ActionFigures) => [
  name,
  ...[one.realmRequests, one.written, one.writtenLater, one.read, one.d1Calls, one.d1Read, one.d1Written].map(short),
  ...[Math.round(one.asks), Math.round(one.answers), one.cpuMs].map(short),
]

/** The most that replicas may add to a month. */
const MAX_ADDED_SHARE = 0.1
const FILLINGS = [1000, 100_000, 1_000_000]

/** Returns what the requests of a browser take that keeps the history. */
export function replicaTable(replica: ReplicaFigures): string {
  const rows = REPLICA_ACTIONS.map((name) => actionRow(name, replica[name]))
  return `## Browsers that keep the history

[What a browser keeps](decisions/replica.md) costs these requests. They were counted in the largest realm, of a reader of all of its
messages, in 200 topics:

${table(HEADINGS, rows)}

A queue lasts for a day, so most working days begin without a comparison. The month below counts one for each of them: all ids of a
month, or the newest million of the realm, with a block and 100 messages that differ. One of ten compares again, because an event
arrived meanwhile. "Without" leaves out the row that each reaction and each edit writes for the comparison. What a browser does not
ask for, because it has it, is not deducted.`
}

/** Returns what a month costs without and with replicas. Throws if they add more than they may. */
export function replicaMonthTable(way: Way, months: readonly MonthsOfReplicas[]): string {
  const added = months.map(({ without, with: total }) => total / without - 1)
  const [worst = 0] = added.toSorted((a, b) => b - a)
  if (worst > MAX_ADDED_SHARE) throw new Error(`With ${WAYS[way]}, replicas add ${share(worst)} to a month`)
  return table(
    [`with ${WAYS[way]}`, ...months.map(({ people }) => `${people.toLocaleString('en')} users`)],
    [
      ['without', ...months.map(({ without }) => `$${without.toFixed(2)}`)],
      ['with replicas', ...months.map(({ with: total }) => `**$${total.toFixed(2)}**`)],
      ['more', ...added.map(share)],
    ],
  )
}

/** Returns what it costs to fill a browser. */
export function fillingTable(replica: ReplicaFigures): string {
  const rows = FILLINGS.map((messages) => {
    const { requests, used, bytes, dollars } = fillingOf(replica, messages)
    return [
      messages.toLocaleString('en'),
      ...[requests, used.realmRowsRead, used.d1RowsRead, used.workerCpuMs / 1000, bytes / 1e6].map(short),
      `$${dollars.toFixed(5)}`,
    ]
  })
  const columns = ['messages', 'requests', 'realm rows read', 'D1 rows read', 'CPU s', 'MB before compression', 'costs']
  return `The first filling is apart. It costs each browser once:\n\n${table(columns, rows)}`
}

const share = (part: number) => `${(part * 100).toFixed(1)} %`

const HEADINGS = [
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
]

/** Returns the table of months, with one column for each size of organization. */
export function monthTable(title: string, months: readonly Month[]): string {
  const parts = keysOf(PART_NAMES)
  const columns = [title, ...months.map(({ people }) => `${people.toLocaleString('en')} users`)]
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

/** In the order of the table. */
const PART_NAMES: Record<Resource, string> = {
  workerRequests: 'Worker requests',
  workerCpuMs: 'Worker CPU, ms',
  realmRequests: 'realm requests',
  realmGbSeconds: 'realm awake, GB-s',
  realmRowsWritten: 'realm rows written',
  realmRowsRead: 'realm rows read',
  d1RowsRead: 'D1 rows read',
  d1RowsWritten: 'D1 rows written',
}

export function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(columns), line(columns.map((_, nth: number) => (nth === 0 ? '---' : '--:'))), ...rows.map(line)].join(
    '\n',
  )
}

const short = (value: number) =>
  value === 0 ? '0' : value >= 100 ? String(Math.round(value)) : String(Number(value.toFixed(2)))

const millions = (value: number) => (value >= 1e5 ? `${short(value / 1e6)} M` : short(value))

export function introduction({ times, sizes, largest }: { times: number; sizes: readonly number[]; largest: number }) {
  const day = Object.entries(TIMES).map(([name, times_a_day]) => `- ${name}: ${frequency(times_a_day)}`)
  return `# What it costs

\`npm run cost -- write\` writes this page. It does each action ${times} times in realms of ${sizes.map((size: number) => size.toLocaleString('en')).join(', ')} users, with a
channel for each ten users, and counts what the action takes. The months of these realms are computed from their own figures.
${largest.toLocaleString('en')} users were not measured: a figure that doubled between the two largest realms continues in a line, and the
others stay.

"Later" is what follows: the outbox sends rows to D1, and the event log is trimmed. Fractions are work that several actions
share. An event takes a row of the log that [no queue needs any more](decisions/spare-rows.md), so trimming writes nothing. Due work
without tasks writes at most ${ROWS_OF_DUE_WORK} rows, at most once in ${DUE_WORK_SECONDS} seconds: a month counts these apart. It reads up to 4,000 rows each
minute, which the plan includes. CPU time is the time of the Worker and the realm together, on one small machine.

Two clients are counted. The first is a model: a program that sends each request of a list. The second is the web client itself, which a browser
runs: [its part of this page](#the-web-client) compares both.

A month has ${WORKING_DAYS} working days. On each of them, ${PRESENT * 100} of 100 users work for ${HOURS} hours. Each of these users receives
${EVENTS_RECEIVED} events, uses ${KEYS_IN_USE} API keys in each hour (a row for each), and does this:

${day.join('\n')}

Prices are Cloudflare's for its paid plan, less what the plan includes. The plan itself costs $${PLAN} a month. Storage is extra:
about a kilobyte for each message in D1, at $0.75 for a gigabyte and month.

A phone that sleeps keeps its queue for 12 hours, so it does not register again when it wakes
(\`test/events/phone-week.test.ts\`):

| a phone in a week with 50 wakes | requests | rows |
| --- | --: | --: |
| registers | 1 | 2 |
| polls | 50 | 100 |
| presence pings, one awake and one before it sleeps | 100 | 50 |
| due work while it sleeps, at most | 0 | 150 |

The realm keeps the ids of the messages of each conversation a second time (\`sent_ids\`). Up to 256 ids wait in the row of the
conversation, and then move to a row for 2,048 ids. So one of 256 messages writes one row more. That row replaces 2,048 rows
that registering, renaming and moving would read.

One realm answers some hundreds of requests per second, and at most a thousand. The last line of each table shows how close
an organization comes to this. Most of these requests are polls and presence pings.

## The model of other clients
`
}

const frequency = (times_a_day: number) =>
  times_a_day < 1 ? `once in ${Math.round(1 / times_a_day)} days` : `${times_a_day} times`
