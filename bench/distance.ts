// npm run distance             prints how long each action takes for users at different distances from the realm
// npm run distance -- write    also writes docs/distance.md
//
// Each call of the Worker to the realm, its neighbors, D1 and R2 takes the round trip longer. The command fails if an action takes more
// than 1.2 round trips and its own work.

import { writeFileSync } from 'node:fs'
import process from 'node:process'
import { openCast, register } from './cast.ts'
import { Connection } from './connection.ts'
import { distantRequests } from './distant-requests.ts'
import { openServer } from './runtime.ts'
import { say } from './say.ts'
import { at, spread } from './statistics.ts'

const ROUND_TRIPS = [20, 100, 250]
const MAX_ROUND_TRIPS = 1.2
const TIMES = 9
/** So many users share texts of a registration. */
const PEOPLE = 1100
/** A busy machine is late by so much. */
const LATE_MS = 25

const server = await openServer()
const connection = await Connection.open(server.port)
const rows: { name: string; work: number; times: number[] }[] = []

const cast = await openCast(server, 'far')
for (const [name, requestOf] of Object.entries(await distantRequests(cast))) {
  say(name)
  await ask(requestOf(0), 0) // the first one at this Worker compiles code
  const work = await medianOf(requestOf, 0)
  const times: number[] = []
  for (const milliseconds of ROUND_TRIPS) times.push(await medianOf(requestOf, milliseconds))
  rows.push({ name, work, times })
}
rows.push(await firstRegistrations())

const table = [
  `| action | work | ${ROUND_TRIPS.map((ms) => `${ms} ms`).join(' | ')} |`,
  `| --- | --: | ${ROUND_TRIPS.map(() => '--:').join(' | ')} |`,
  ...rows.map(({ name, work, times }) => `| ${name} | ${[work, ...times].map((ms) => ms.toFixed(0)).join(' | ')} |`),
].join('\n')
console.log(table)
if (process.argv.includes('write'))
  writeFileSync(new URL('../docs/distance.md', import.meta.url), `${introduction()}\n\n${table}\n`)
const slow = rows.filter(({ work, times }) =>
  times.some((ms, nth) => ms > MAX_ROUND_TRIPS * at(ROUND_TRIPS, nth) + work + LATE_MS),
)
connection.close()
await server.stop()
if (slow.length > 0) throw new Error(`Too slow: ${slow.map(({ name }) => name).join(', ')}`)

async function medianOf(requestOf: (nth: number) => Buffer, milliseconds: number): Promise<number> {
  const times: number[] = []
  for (let nth = 0; nth < TIMES; nth++) times.push(await ask(requestOf(nth), milliseconds))
  return spread(times).median
}

/** Returns how long the answer takes, in milliseconds. */
async function ask(request: Buffer, milliseconds: number): Promise<number> {
  const lineEnd = request.indexOf('\r\n') + 2
  const header = Buffer.from(`x-bench-distance: ${milliseconds}\r\n`)
  const began = performance.now()
  const bytes = Buffer.concat([request.subarray(0, lineEnd), header, request.subarray(lineEnd)])
  await connection.succeed(bytes)
  return performance.now() - began
}

/** Measures the first registration at a Worker that has no text of the realm: in a new realm for each time. */
async function firstRegistrations() {
  const times: number[] = []
  for (const milliseconds of [0, ...ROUND_TRIPS]) {
    say(`first registration at ${milliseconds} ms`)
    const realm = await openCast(server, `first-${milliseconds}`)
    await realm.invite(PEOPLE)
    times.push(await ask(register(at(realm.people, 0), {}), milliseconds))
  }
  const [work = 0, ...atDistance] = times
  return { name: 'register at a Worker without texts', work, times: atDistance }
}

function introduction(): string {
  return `# Distance

\`npm run distance -- write\` writes this page. It runs each action ${TIMES} times for a user whose Worker is so many milliseconds from the
realm, to it and back, and says how long the answer takes at the median. The realm, its neighbors, D1 and R2 are in one place. "Work" is
the time without a distance, on one small machine. [One long crossing for each action](decisions/neighbors.md) says how. The command fails
if an action takes more than ${MAX_ROUND_TRIPS} round trips and its work, and ${LATE_MS} ms by which the machine may be late.

To log in, the server hashes the password, which takes a fifth of a second on purpose. The first registration is that of a realm with
${PEOPLE.toLocaleString('en')} users which the Worker does not know, and so is measured once.`
}
