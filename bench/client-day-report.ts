// The part of docs/cost.md about the web client: what was counted in a browser, and what it adds up to in a month.

import { FRAMES, SOCKET } from '../web/test/counted-traffic.ts'
import { ACTS_OF_DAY, PING } from '../web/test/working-day.ts'
import type { ClientDay, Taken } from './client-day.ts'
import { monthTable, table } from './cost-report.ts'
import { COUNTED_ACTIONS } from '../src/domain/organization/usage/counted-work.ts'
import { addAction, CPU_MS_PER_POLL, listeningOf, monthOfDay } from './month.ts'
import { keysOf } from './records.ts'
import type { Used } from './prices.ts'
import { HOURS, TIMES, type Action } from './working-day.ts'

/** Requests whose CPU time was measured, in another client. A request of another kind counts as fetching 100 messages. */
const MEASURED_AS: Record<string, Action> = {
  'POST /messages': 'send to a channel',
  'POST /messages/flags': 'mark 20 messages as read',
  'POST /messages/ID/reactions': 'react to a message',
  'PATCH /messages/ID': 'edit a message',
  'POST /typing': 'send a typing notification',
  'GET /parley/search': 'search',
  [PING]: 'send a presence ping',
}
/** The queue ends at a weekend. */
const REGISTRATIONS_A_DAY = 1 / 5

/** Returns what a user's day in the web client takes. */
function usedIn({ day, kinds }: ClientDay): Used {
  const used: Used = {
    workerRequests: day.requests + day.pings,
    workerCpuMs: 0,
    realmRequests: day.realmRequests + day.pings,
    realmGbSeconds: 0,
    realmRowsWritten: day.written + day.writtenLater,
    realmRowsRead: day.read,
    d1RowsRead: day.d1Read,
    d1RowsWritten: day.d1Written,
  }
  for (const [kind, times] of Object.entries(kinds)) {
    if (kind === FRAMES) continue
    const cpuMs = kind === SOCKET ? CPU_MS_PER_POLL : COUNTED_ACTIONS[MEASURED_AS[kind] ?? 'fetch 100 messages'].cpu_ms
    used.workerCpuMs += times * cpuMs
  }
  addAction(used, countedFigures('register a queue'), REGISTRATIONS_A_DAY)
  addAction(used, countedFigures('log in'), TIMES['log in'])
  return used
}

/** Returns what an action took when `npm run cost -- write` last counted it. */
function countedFigures(name: Action) {
  const { realm_requests, written_later, d1_read, d1_written, cpu_ms, ...one } = COUNTED_ACTIONS[name]
  const inD1 = { d1Read: d1_read, d1Written: d1_written }
  return { ...one, ...inD1, realmRequests: realm_requests, writtenLater: written_later, cpuMs: cpu_ms }
}

/** Returns the part of docs/cost.md about the web client. */
export function clientSection(day: ClientDay, { people, sizes }: { people: number; sizes: readonly number[] }): string {
  const used = usedIn(day)
  const months = sizes.map((size) => monthOfDay(used, size))
  return `${SECTION}\n\n${clientDayTables(day, people)}\n\n${monthTable('with the web client', months)}`
}

/** Returns the page with this section in place of the earlier one. */
export function withClientSection(page: string, section: string): string {
  const [before, rest = ''] = page.split(`${SECTION}\n`, 2)
  const after = rest.indexOf('\n## ')
  if (before === undefined || after < 0) throw new Error('The page has no section of the web client')
  return `${before}${section}\n${rest.slice(after)}`
}

const SECTION = '## The web client'

function clientDayTables({ acts, day, kinds }: ClientDay, people: number): string {
  return `A browser with the client played this day, of ${HOURS} hours on the clock of its page, among ${people.toLocaleString('en')} users, 50 of them in the channel
(\`bench/client-day.ts\`). It is the day of the model above, as a user has it in this client: 600 messages arrive, 450 of them in
conversations that the user opens later, and 150 in the open one. The network is away for three minutes, 20 times. Each act is counted with the minute
that follows it, from its second time on. \`web/test/working-day.browser.test.ts\` holds the requests of each act.

${table(
  COLUMNS.map(({ title }) => title),
  [...ACTS_OF_DAY.map((act) => rowOf(act, acts[act])), rowOf('**the whole day**', { ...day, times: 1 })],
)}

A presence ping for each minute comes to that: ${day.pings} in the day. Their rows are part of the due work, because 256 users share one. A socket is a
request when it opens, and its frames are not. Bytes have the headers of requests, and not the files of the client. What others send is their own
work, so receiving costs what the client does then.

| requests of the day | web client | model of other clients |
| --- | --: | --: |
${compared(kinds)
  .map(([name, own, other]) => `| ${name} | ${own} | ${other} |`)
  .join('\n')}

The model is that of a client without a history: it fetches each conversation that it opens, marks 20 messages at once, and registers at each
start. The web client opens conversations from [what the browser keeps](decisions/replica.md), resumes its queue, and marks a message in view when the user has
seen it. It says that the user types, and that the user stopped. A message takes more rows than in the model, which sends 19 by one user to one topic
in a second.`
}

const COLUMNS: { title: string; of?: keyof Taken }[] = [
  { title: 'each time' },
  { title: 'times', of: 'times' },
  { title: 'requests', of: 'requests' },
  { title: 'realm requests', of: 'realmRequests' },
  { title: 'rows written', of: 'written' },
  { title: 'later', of: 'writtenLater' },
  { title: 'rows read', of: 'read' },
  { title: 'D1 calls', of: 'd1Calls' },
  { title: 'D1 rows read', of: 'd1Read' },
  { title: 'D1 rows written', of: 'd1Written' },
  { title: 'bytes sent', of: 'sent' },
  { title: 'bytes received', of: 'received' },
]

const rowOf = (name: string, taken: Taken): string[] =>
  COLUMNS.map(({ of }) => {
    if (of === undefined) return name
    return of === 'times' ? String(taken.times) : shortened(taken[of] / taken.times)
  })

const shortened = (value: number) => (value >= 100 ? String(Math.round(value)) : String(Number(value.toFixed(2))))

/** Returns the requests by name, in the web client and in the model. */
function compared(kinds: Record<string, number>): [string, number, number][] {
  const counted = (kind: string) => kinds[kind] ?? 0
  const named: [string, number, number][] = [
    ['presence pings', counted(PING), TIMES['send a presence ping']],
    ['mark as read', counted('POST /messages/flags'), TIMES['mark 20 messages as read']],
    ['typing notifications', counted('POST /typing'), TIMES['send a typing notification']],
    [
      'messages sent',
      counted('POST /messages'),
      TIMES['send to a channel'] + TIMES['send a direct message'] + TIMES['mention a user'],
    ],
    ['fetch messages, but for a search', 0, TIMES['fetch 100 messages']],
    ['sockets', counted(SOCKET), listeningOf('sockets').workerRequests],
    ['reactions', counted('POST /messages/ID/reactions'), TIMES['react to a message']],
    [
      'edits, with the text before',
      counted('GET /messages/ID') + counted('PATCH /messages/ID'),
      TIMES['edit a message'],
    ],
    ['searches, with their messages', counted('GET /parley/search') + counted('GET /messages'), TIMES.search],
  ]
  const sum = keysOf(kinds).reduce((total, kind) => total + (kind === FRAMES ? 0 : counted(kind)), 0)
  const others = sum - named.reduce((total, [, own]) => total + own, 0)
  return [...named, ['others: at starts, for the topics and pins of a channel', others, TIMES['register a queue']]]
}
