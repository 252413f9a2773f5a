import type { Route } from '../../src/api/endpoint'
import { ceilingOf } from './ceilings'
import { COUNTS, type Cost } from './measure'

export type Line = { route: Route; request: number; cost: Cost; cpuMs: number | undefined }

const HEADS: Record<keyof Cost, string> = {
  read: 'Rows read',
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
    return row([`\`${route}\``, number(request), ...counts, cpuMs === undefined ? '' : cpuMs.toFixed(1)])
  })
  return `${HEAD}\n${row(heads)}${row(aligned)}${rows.join('')}`
}

const HEAD = `# What the largest request of each endpoint costs

\`npm run amplification\` writes this page. The test \`test/amplification/amplification.test.ts\` sends the largest legal
request of every endpoint to one realm: each list is as long as its declaration allows, and each text too. The realm has
5,000 users, 500 channels and 6,000 messages, so a request can name as much as it may.

Each cell is a count and its ceiling: \`npm test\` fails if a count exceeds its ceiling. The ceilings are in
\`test/amplification/ceilings.ts\`. The counts are exact, whatever the machine does meanwhile.

- **Rows read** and **rows written** are rows of the realm's SQLite, as the platform bills them; an index counts too.
- **Events** are rows of the event log. The number of clients that receive an event does not matter.
- **D1 calls** are round trips. A batch is one call.
- **Later** is what the realm's alarm starts: sending rows to D1, sending email, exporting.
- **CPU** is the time of the whole process, including the client in the test. It differs from run to run, and no test reads it.

\`site:\` marks a page beside the API.
`
