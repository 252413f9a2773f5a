// npm run history            measures reads and moves in a realm of a million messages; takes two minutes
// npm run history -- 50000   the same with fewer messages
//
// Rows and calls are exact. Times are ratios to the floor program in the same run. For a read, the floor returns as many
// rows by their key, and as many bytes. For a change, it inserts one row with the request. It fails if a narrow reads more than 2,000
// rows, or a search takes more than 300 ms of CPU.

import { writeFileSync } from 'node:fs'
import process from 'node:process'
import { Connection, type Answer } from './connection.ts'
import { difference, type Taken } from './counts.ts'
import { printHistory } from './history-report.ts'
import { changesOf, openLongRealm, readsOf } from './long-realm.ts'
import { compare, figure, type Loaded, type Pair } from './ratios.ts'
import { compareReading, countReading, rowsOfFloor } from './reads.ts'
import { postText } from './requests.ts'
import { openServerAndFloor, type Program } from './runtime.ts'
import { say } from './say.ts'

const messages = Number(process.argv[2] ?? 1_000_000)
const longTopic = messages / 10
/** What a read may take: rows of the realm without words to search for, and CPU with them. */
const MAX_ROWS = 2000
const MAX_SEARCH_CPU_MS = 300
const ROUNDS = 7
const SECONDS = 0.2

const failed: string[] = []
const { server, floor } = await openServerAndFloor()
const realm = await openLongRealm(server, { messages, longTopic }, say)
const { cast } = realm

say('reading')
type Times = { pairs: Pair<{ p50: number }>[] }
/** `first`: the rows that the first such request reads. */
type Reads = { pairs: Pair<Loaded>[]; found: number; first: number }
const reads: Record<string, Taken & Reads> = {}
for (const [name, request] of Object.entries(readsOf(realm))) reads[name] = await costOfReading(request)
say('changing')
const changes: Record<string, Taken & Times> = {}
for (const [name, next] of Object.entries(changesOf(realm))) changes[name] = await costOfChanging(name, next)

const results = { messages, longTopic, reads, changes }
writeFileSync(new URL('history.json', import.meta.url), JSON.stringify(results, undefined, 2))
printHistory(results)
for (const [name, { first, read, pairs }] of Object.entries(reads)) {
  const isSearch = name.startsWith('search')
  const { median } = figure(pairs, ({ cpuMs }) => cpuMs).server
  if (isSearch ? median > MAX_SEARCH_CPU_MS : Math.max(first, read) > MAX_ROWS)
    failed.push(`${name}: ${first} and ${read} rows, ${median} ms of CPU`)
}
for (const line of failed) console.error(`Above its limit: ${line}`)
process.exitCode = failed.length > 0 ? 1 : 0
say('done')
await Promise.all([server.stop(), floor.stop()])

async function costOfReading(request: Buffer) {
  const counted = await countReading(cast, request)
  const pairs = await compareReading({ floor, server }, request, counted, { rounds: ROUNDS, seconds: SECONDS })
  return { ...counted, pairs }
}

/** Measures changes one at a time, because each needs something to change. */
async function costOfChanging(name: string, next: () => Buffer): Promise<Taken & Times> {
  await cast.ringNow()
  const first = next()
  const counted = await difference(cast, () => accepted(name, first))
  const line = await Connection.open(floor.port)
  // The floor must also read what a large response contains.
  const path = counted.response > 1000 ? `/insert-and-take?${await rowsOfFloor(floor, counted.response, 1)}` : '/insert'
  const once = async (program: Program) => {
    const since = performance.now()
    const answer = await (program === floor ? line.ask(postText(path, first.toString())) : accepted(name, next()))
    return { p50: answer.at - since }
  }
  const pairs = await compare({ floor, server }, once, ROUNDS)
  line.close()
  return { ...counted, pairs }
}

async function accepted(name: string, request: Buffer): Promise<Answer> {
  const answer = await cast.ask(request)
  if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${answer.body.toString()}`)
  return answer
}
