import type { Route } from '../../src/api/endpoint'
import { ceilingOf } from './ceilings'
import { cpuCeilingOf } from './cpu'
import { COUNTS, type Cost } from './measure'

export type Line = { route: Route; request: number; cost: Cost; cpuMs: number }

const HEADS: Record<keyof Cost, string> = {
  read: 'Rows read',
  turn: 'In one turn',
  written: 'Rows written',
  events: 'Events',
  bytes: 'Bytes answered',
  d1Calls: 'D1 calls',
  d1Read: 'D1 rows read',
  d1Written: 'D1 rows written',
  laterWritten: 'Rows written later',
  laterD1Calls: 'D1 calls later',
}

const number = (value: number) => value.toLocaleString('en').replaceAll(',', ' ')
const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`

/** The page under docs/: what each count is, and the ceiling it must not exceed. */
export function pageOf(lines: readonly Line[]): string {
  const heads = ['Endpoint', 'Bytes sent', ...COUNTS.map((name) => HEADS[name]), 'CPU, ms']
  const aligned = ['---', ...heads.slice(1).map(() => '---:')]
  const rows = lines.map(({ route, request, cost, cpuMs }) => {
    const ceiling = ceilingOf(route)
    const counts = COUNTS.map((name) => `${number(cost[name])} ≤ ${number(ceiling[name])}`)
    return row([
      `\`${route}\``,
      number(request),
      ...counts,
      `${cpuMs.toFixed(1)} ≤ ${number(Math.round(cpuCeilingOf(route, request)))}`,
    ])
  })
  return `${HEAD}\n${row(heads)}${row(aligned)}${rows.join('')}`
}

/** The worst of some inputs of one kind. */
export type InputLine = {
  route: Route
  what: string
  count: number
  accepted: number
  worst: string
  bytes: number
  ms: number
  budget: number
}

/** The section of the page about inputs that programs take long for. */
export function inputsSection(lines: readonly InputLine[]): string {
  const heads = ['Endpoint', 'Input', 'Tried', 'Accepted', 'The worst of them', 'Bytes sent', 'CPU, ms']
  const rows = lines.map(({ route, what, count, accepted, worst, bytes, ms, budget }) =>
    row([
      route,
      what,
      String(count),
      String(accepted),
      inCell(worst),
      number(bytes),
      `${ms.toFixed(0)} ≤ ${budget.toFixed(0)}`,
    ]),
  )
  return `${INPUTS_HEAD}\n${row(heads)}${row(['---', '---', '---:', '---:', '---', '---:', '---:'])}${rows.join('')}`
}

/** The text is no link, and ends no cell. */
const inCell = (text: string) => `\`${text.replaceAll('|', '\\|').replaceAll('`', '´').replaceAll('](', '] (')}\``

const INPUTS_HEAD = `## What the worst inputs cost

The test \`test/amplification/worst/worst-inputs.test.ts\` sends pictures, emails and deliveries that programs take long for: much
decoding for few bytes, and texts of 100 kB that repeat the beginning of something that never ends. Each row is the worst of its
kind.

A request may take 0.1 seconds of CPU, and as much for each 100 kB. The test fails if one takes longer in each of six tries; a
machine that is slower at that moment has so much more time. The time is that of the whole runtime: the Worker, the realm, the databases and the client of the test.

Pictures are excepted: they may take 2.5 seconds. They wait in a queue in which accounts take turns, and are decoded in slices
of four milliseconds, so they do not delay other requests. \`docs/decisions/thumbnails.md\` has the details. The hash of a password
takes as long as \`PASSWORD_COST\` says, on purpose. No password is in this table.
`

const HEAD = `# What the largest request of each endpoint costs

\`npm run amplification\` writes this page. The test \`test/amplification/amplification.test.ts\` sends the largest legal
request of every endpoint to one realm: each list is as long as its declaration allows, and each text too. The realm has
5,000 users, 500 channels, and a million messages in 10,000 topics, so a request can name as much as it may. The worst pictures, emails and deliveries
are in the second table.

Each cell is a count and its ceiling: \`npm test\` fails if a count exceeds its ceiling. The ceilings are in
\`test/amplification/ceilings.ts\`. The counts are exact, whatever the machine does meanwhile. CPU is not.

- **Rows read** and **rows written** are rows of the realm's SQLite, as the platform bills them; an index counts too.
- **In one turn** are the rows that the realm reads before it serves other requests. At most 25,000 are allowed, except for a few
  requests, which \`ceilings.ts\` explains: they read no messages, and name thousands of users.
- **Events** are rows of the event log. The number of clients that receive an event does not matter.
- **D1 calls** are round trips. A batch is one call.
- **Later** is what the realm's alarm starts: sending rows to D1, sending email, exporting.
- **CPU** is the time of the whole runtime, including the databases and the client in the test. It differs from run to run, so its
  ceiling is three times the budget of the second table.

\`site:\` marks a page beside the API.
`
