// Writes docs/growth.md: which object of an organization saturates first, and what the organization costs.

import { readFileSync, writeFileSync } from 'node:fs'
import { parsed } from './connection.ts'
import { WAYS, type Way } from './month.ts'
import { keysOf } from './records.ts'
import {
  BUSY,
  BYTES_PER_BODY,
  SOCKETS,
  actionsIn,
  continuedTo,
  duration,
  saturationOf,
  type MessageBytes,
} from './saturation.ts'
import {
  LARGE_TIMES,
  QUEUES_PER_GATEWAY,
  QUEUES_PER_REALM,
  threadOf,
  type Cpu,
  type Measured,
  type Thread,
} from './thread.ts'
import { at } from './statistics.ts'

const SIZES = [10_000, 100_000, 1_000_000]
/** The size for which the page lists what takes the thread. */
const DETAILED = 100_000
const page = (name: string) => new URL(`../docs/${name}.md`, import.meta.url)
/** The CPU of the realm for each action, and the bytes of a message: as measured. */
export const MEASURED_FILE = new URL('realm-cpu.data.json', import.meta.url)
export const BYTES_FILE = new URL('message-bytes.data.json', import.meta.url)

export const writeGrowthPage = () => writeFileSync(page('growth'), growthPage())

/** Returns the text of docs/growth.md, from docs/cost.md and from what was measured. */
export function growthPage() {
  const rows = SIZES.flatMap((people) => keysOf(WAYS).map((way) => saturationAt(people, way)))
  return text(bytesOfMessage(), rows)
}

const bytesOfMessage = () => parsed<MessageBytes>(readFileSync(BYTES_FILE))

/** Returns how much of each limit an organization uses, from docs/cost.md and from what was measured. */
export function saturationAt(people: number, way: Way) {
  const cost = readFileSync(page('cost'), 'utf8')
  const [smaller, larger] = [actionsIn(cost, 1000), actionsIn(cost, 10_000)]
  const actions = people === larger.people ? larger.actions : continuedTo(people, smaller, larger)
  return saturationOf({ actions, cpu: cpuAt(people), bytes: bytesOfMessage() }, people, way)
}

/** Returns the CPU of the realm of this size: measured, or continued from the two largest sizes. */
function cpuAt(people: number): Measured {
  const measured = parsed<Record<string, Measured>>(readFileSync(MEASURED_FILE))
  const sizes = Object.entries(measured).map(([size, figures]) => ({ ...figures, people: Number(size) }))
  const [smaller, largest] = [at(sizes, -2), at(sizes, -1)]
  const found = sizes.find((size) => size.people === people)
  return found ?? { ...largest, actions: continuedTo(people, smaller, largest) }
}

/** Returns how many users one realm serves in its busiest hour, in thousands. */
function mostUsers(way: Way) {
  let people = 1000
  while (threadOf(cpuAt(people + 1000), people + 1000, way).share <= BUSY) people += 1000
  return people.toLocaleString('en')
}

const percent = (share: number) => `${Math.round(share * 100).toLocaleString('en')} %`
const parts = (share: number) => `${(share * 100).toFixed(1)} %`
const millions = (number: number) => `${(number / 1e6).toFixed(number < 1e7 ? 1 : 0)} million`
const table = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n')

/** Returns the table of what takes the thread: a column of shares for each way to listen. */
function threadTable() {
  const measured = cpuAt(DETAILED)
  const polls = threadOf(measured, DETAILED, 'polls')
  const sockets = threadOf(measured, DETAILED, 'sockets')
  const actions: Record<string, Partial<Cpu>> = measured.actions
  const names = [...new Set([...sockets.rows, ...polls.rows].map(({ name }) => name))]
  const rowOf = (thread: Thread, name: string) => thread.rows.find((row) => row.name === name)
  const lines = names.map((name) => {
    const { own = '', call = '', later = '' } = actions[name] ?? {}
    const { perSecond, ms } = at(
      [polls, sockets].flatMap((thread) => rowOf(thread, name) ?? []),
      0,
    )
    const shares = [polls, sockets].map((thread) => rowOf(thread, name)).map((row) => (row ? parts(row.share) : ''))
    return [name, perSecond.toFixed(1), own, call, later, ms.toFixed(2), ...shares]
  })
  const sums = (title: string, valueOf: (thread: Thread) => number) => [
    `**${title}**`,
    '',
    '',
    '',
    '',
    '',
    parts(valueOf(polls)),
    parts(valueOf(sockets)),
  ]
  return table([
    ...lines,
    sums('together', ({ share }) => share),
    sums('if the realm answered the presence pings', ({ share, pings }) => share + pings),
  ])
}

function text(bytes: MessageBytes, rows: readonly ReturnType<typeof saturationOf>[]): string {
  const cells = rows.map((row) => [
    row.people.toLocaleString('en'),
    row.way,
    row.gateways,
    percent(row.withoutGateways),
    percent(row.shares["the realm's thread"]),
    percent(row.shares["the realm's sockets"]),
    ...Object.values(row.months).map(duration),
    row.databasesInAYear.toLocaleString('en'),
    `$${Math.round(row.dollars).toLocaleString('en')}`,
    `$${Math.round(row.gatewayDollars).toLocaleString('en')}`,
    row.first,
  ])
  return `# Growth

\`npm run growth\` writes this page and \`growth.svg\`. It computes which object of an organization saturates first. It takes the
working day and the actions of [What it costs](cost.md), the CPU of the realm object from \`npm run realm-cpu\`, and measures the bytes
of a message. \`npm run growth -- simulate\` only writes this page.

| users | listening by | gateways | thread, without gateways | thread | sockets | file is full in | a database is full in | databases in a year | a month | of it for gateways | first |
| --: | --- | --: | --: | --: | --: | --: | --: | --: | --: | --: | --- |
${table(cells)}

- **Thread:** the milliseconds of CPU that the realm object needs in each second of its busiest hour, as a share of its one thread. At
  more than ${Math.round(BUSY * 100)} to ${Math.round(BUSY * 100) + 10} %, requests wait for several others, and the 95th percentile grows without
  bound. So more than ${Math.round(BUSY * 100)} % count as too much: **more than ${mostUsers('polls')} users with ${WAYS.polls}, or ${mostUsers('sockets')} with
  ${WAYS.sockets}**.
- **Gateways:** there are two listeners for each user who works. The realm serves the first ${QUEUES_PER_REALM.toLocaleString('en')}, or none if its
  gateways have more than ${(LARGE_TIMES * QUEUES_PER_REALM).toLocaleString('en')}, and each [gateway](decisions/gateways.md) serves ${QUEUES_PER_GATEWAY.toLocaleString('en')}. Their polls and sockets do not reach the realm. One more gateway
  answers [presence pings](decisions/presence.md): the realm admits each key once an hour, and learns who was there.
- **Sockets:** the listeners of the realm, as a share of the ${SOCKETS.toLocaleString('en')} sockets of one object.
- **File:** the realm's own SQLite has at most 10 GB. A message takes ${Math.round(bytes.realm)} bytes there: its row in the message
  index, its two indexes and its id in \`sent_ids\`. So 10 GB end at **${millions(1e10 / bytes.realm)} messages**. A mention, a reaction or
  an edit takes more rows, and a queue that is behind keeps events.
- **Database:** a message of one line takes ${Math.round(bytes.database)} bytes in D1, with its words in the search index. The table assumes
  ${BYTES_PER_BODY.toLocaleString('en')} bytes, as [What it costs](cost.md) does. A realm continues in another database at 8 GB: [More databases](deploying.md#more-databases).
- **A month** is the bill of [What it costs](cost.md), with D1's storage on average in the first year. A gateway is awake while people
  work. A poll or a socket costs the same request at a gateway as at the realm. What is more: the calls of the realm, the gateways' questions
  about credentials, and the hours of the gateways.

Figures above 10,000 users are computed from those of 1,000 and 10,000: what doubled continues in a line. The CPU of the realm was
measured at 1,000, 10,000 and 100,000 users, and that of a million is computed.

## What takes the thread of ${DETAILED.toLocaleString('en')} users

\`npm run realm-cpu -- write\` measures the realm object apart from the Worker. It captures the calls that the Worker makes for an action,
and repeats them inside the object, each by another user or about another message. The figures are milliseconds of CPU: the least of
the passes of four runs, because what else the machine does makes a pass slower and never faster. In its slowest run the same machine
needed 1.25 times as much in all.

| what | in a second | own | its calls | later | together | share, ${WAYS.polls} | share, ${WAYS.sockets} |
| --- | --: | --: | --: | --: | --: | --: | --: |
${threadTable()}

- **In a second** of the busiest hour. If polls and sockets differ, this is the number for polls.
- **Own:** the CPU of the whole process while the realm decides: admission, statements, the choice of recipients in its gateways, the batches
  for these gateways, and a commit of its own for each action. Under load, [several actions share a commit](decisions/shared-commits.md). The channel
  has twenty subscribers. By the working day an event has six recipients on average.
- **Its calls:** the same calls with the same results, and a realm that decides nothing. It has the costs of both sides, Worker and realm, so
  the realm's part is smaller.
- **Later:** the outbox and the log. It includes what D1 itself does, which is another object in production.
- A poll, a frame and a call of a gateway are the CPU of the whole process, too. The calls of gateways are counted as if a round trip took
  20 ms.
- **Not in the table:** what the platform does outside the object, such as replication of its storage. The processor is one of a small machine,
  and the platform's may be faster or slower. One commit for each action, both sides of each call and D1 make the figures
  upper bounds on this machine.
- **Fetching:** each user has fetched messages before, and hundreds of messages of other channels are newer than the user's own. [Memory
  has the newest messages of each channel](decisions/newest-messages.md).
- **Reacting and editing** are about messages that were sent since the realm woke.

A realm at more than ${Math.round(BUSY * 100)} % does not serve this organization well. Nothing else in the deployment saturates: the Worker
and R2 have no object, and other realms have objects of their own.

**Registering** names [shared texts](decisions/shared-texts.md) of users and public channels, and encodes what differs for this user. Before,
it encoded all channels for each user, and took 84 ms in this realm. What is left grows with the unread messages and subscriptions of the
user, not with the realm.

**The first event of a kind** after the realm woke is not in the table. With gateways the realm then makes the list of queues that receive
it, in pieces. The first message to 100,000 users takes four to seven seconds of CPU. Another request then waits some ten milliseconds, and
longer when the platform collects garbage: 80 to 500 ms at worst. An edit of a message from before the realm woke has no list. It
first looks at all users with a queue, in one piece of a third of a second, and then tests their queues for five seconds, in pieces. Other
requests are served in between.
`
}
