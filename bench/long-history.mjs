// npm run history            what people ask of a realm of a million messages: two minutes, one of them to fill the realm
// npm run history -- 50000   the same, of so many
//
// Rows and calls are exact. Times are told as ratios to the floor program in the same run: for a fetch, as many rows by
// their key and an answer as large; for a change, one row that holds the request.

import { writeFileSync } from 'node:fs'
import { Connection } from './connection.mjs'
import { difference } from './counts.mjs'
import { printHistory } from './history-report.mjs'
import { closedLoop } from './load.mjs'
import { changesOf, openLongRealm, readsOf } from './long-realm.mjs'
import { compare } from './ratios.mjs'
import { get, postText } from './requests.mjs'
import { openServerAndFloor } from './runtime.mjs'
import { say } from './say.mjs'

const messages = Number(process.argv[2] ?? 1_000_000)
const longTopic = messages / 10
const ROUNDS = 7
const SECONDS = 0.2

const { server, floor } = await openServerAndFloor()
const realm = await openLongRealm(server, { messages, longTopic }, say)
const { cast } = realm

say('reading')
const reads = {}
for (const [name, request] of Object.entries(readsOf(realm))) reads[name] = await costOfReading(request)
say('changing')
const changes = {}
for (const [name, next] of Object.entries(changesOf(realm))) changes[name] = await costOfChanging(name, next)

const results = { messages, longTopic, reads, changes }
writeFileSync(new URL('history.json', import.meta.url), JSON.stringify(results, undefined, 2))
printHistory(results)
say('done')
await Promise.all([server.stop(), floor.stop()])

async function costOfReading(request) {
  // What is asked for the first time fills what is kept in memory.
  await cast.json(request)
  const counted = await difference(cast, () => cast.ask(request))
  const found = (await cast.json(request)).messages.length
  const taken = get(`/take?${await rowsOfFloor(counted.response, found)}`)
  const requests = new Map([
    [floor, taken],
    [server, request],
  ])
  const load = (program) =>
    closedLoop(program, { clients: 1, seconds: SECONDS, requestOf: () => requests.get(program) })
  const { read: pairs } = await compare({ floor, server }, { read: load }, ROUNDS)
  return { found, ...counted, pairs }
}

/** Once at a time, as there must be something to change. */
async function costOfChanging(name, next) {
  await cast.ringNow()
  const first = next()
  const counted = await difference(cast, () => accepted(name, first))
  const line = await Connection.open(floor.port)
  // A large answer to a change has to be read from somewhere.
  const path = counted.response > 1000 ? `/insert-and-take?${await rowsOfFloor(counted.response, 1)}` : '/insert'
  const once = async (program) => {
    const since = performance.now()
    const { at } = await (program === floor ? line.ask(postText(path, first.toString())) : accepted(name, next()))
    return { p50: at - since }
  }
  const { change: pairs } = await compare({ floor, server }, { change: once }, ROUNDS)
  line.close()
  return { ...counted, pairs }
}

async function accepted(name, request) {
  const answer = await cast.ask(request)
  if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${answer.body.toString()}`)
  return answer
}

/** So many rows that are told in so many bytes together. */
async function rowsOfFloor(bytes, count) {
  if (count === 0) return 'first=1&count=0'
  const line = await Connection.open(floor.port)
  const { first } = await line.json(postText(`/fill?count=${count}`, 'x'.repeat(Math.floor(bytes / count))))
  line.close()
  return `first=${first}&count=${count}`
}
