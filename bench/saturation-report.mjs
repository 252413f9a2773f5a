// Writes docs/growth.md: which object of an organization saturates first, and what the organization costs.

import { readFileSync, writeFileSync } from 'node:fs'
import { WAYS } from './month.mjs'
import { BYTES_PER_BODY, actionsIn, continuedTo, duration, saturationOf } from './saturation.mjs'

const SIZES = [10_000, 100_000, 1_000_000]
const page = (name) => new URL(`../docs/${name}.md`, import.meta.url)

/** `bytes` is what one message takes in the realm's file and in D1, as measured. */
export function writeSaturation(bytes) {
  const cost = readFileSync(page('cost'), 'utf8')
  const [smaller, larger] = [actionsIn(cost, 1000), actionsIn(cost, 10_000)]
  const rows = SIZES.flatMap((people) =>
    Object.keys(WAYS).map((way) => {
      const actions = people === larger.people ? larger.actions : continuedTo(people, smaller, larger)
      return saturationOf(actions, bytes, people, way)
    }),
  )
  writeFileSync(page('growth'), text(bytes, rows))
}

const percent = (share) => `${Math.round(share * 100).toLocaleString('en')} %`
const millions = (number) => `${(number / 1e6).toFixed(number < 1e7 ? 1 : 0)} million`

function text(bytes, rows) {
  const table = rows.map(
    ({ people, way, gateways, withoutGateways, shares, months, first, databasesInAYear, gatewayDollars, dollars }) => [
      people.toLocaleString('en'),
      way,
      gateways,
      percent(withoutGateways),
      ...Object.values(shares).map(percent),
      ...Object.values(months).map(duration),
      databasesInAYear.toLocaleString('en'),
      `$${Math.round(dollars).toLocaleString('en')}`,
      `$${Math.round(gatewayDollars).toLocaleString('en')}`,
      first,
    ],
  )
  return `# Growth

\`npm run growth\` writes this page and \`growth.svg\`. It computes which object of an organization saturates first. It takes the
working day and the actions of [What it costs](cost.md), and measures the bytes of a message. Figures above 10,000 users are computed:
a figure that doubled between 1,000 and 10,000 users continues in a line.

| users | listening by | gateways | thread, without gateways | thread | sockets | file is full in | a database is full in | databases in a year | a month | of it for gateways | first |
| --: | --- | --: | --: | --: | --: | --: | --: | --: | --: | --: | --- |
${table.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}

- **Thread:** the requests to the realm in its busiest hour, as a share of 500 per second. One object answers so many on one small
  machine, with a 95th percentile below 100 ms.
- **Gateways:** there are two listeners for each user who works. The realm serves the first 10,000, and each [gateway](decisions/gateways.md)
  3,000. Their polls and sockets do not reach the realm. Presence pings do: they are most of the requests that are left. If many clients use
  long polls, set \`QUEUES_PER_REALM\` to 3000: then 10,000 such users take 79 % of the thread.
- **Sockets:** the listeners of the realm, as a share of the ${(32_768).toLocaleString('en')} sockets of one object.
- **File:** the realm's own SQLite has at most 10 GB. A message takes ${Math.round(bytes.realm)} bytes there: its row in the message
  index, its two indexes and its id in \`sent_ids\`. So 10 GB end at **${millions(1e10 / bytes.realm)} messages**. A mention, a reaction or
  an edit takes more rows, and a queue that is behind keeps events.
- **Database:** a message of one line takes ${Math.round(bytes.database)} bytes in D1, with its words in the search index. The table assumes
  ${BYTES_PER_BODY.toLocaleString('en')} bytes, as [What it costs](cost.md) does. A realm continues in another database at 8 GB: [More databases](deploying.md#more-databases).
- **A month** is the bill of [What it costs](cost.md), with D1's storage on average in the first year. A gateway is awake while people
  work, and the realm calls it for each event, at most ${50} times per second.

A share above 100 % means that one realm object does not serve this organization. Nothing else in the deployment saturates: the Worker
and R2 have no object, and other realms have objects of their own.

**What the table does not have.** For a reaction, an edit or a typing notification in a channel, the realm tests each queue: more than one
thread can do for 100,000 users. A message needs no such tests. And a presence ping returns who was there in the last minute: with 60,000
users at work, some megabytes each time. Pings alone are 400 % of the thread for 100,000 users. So an organization of 100,000 users is
beyond this version, whatever its clients.
`
}
