// npm run audiences               the CPU of one message to 100, 1,000, 10,000 and 100,000 subscribers, whose queues are in gateways
// npm run audiences -- 4 16       the same with these numbers of gateways
//
// Each user of the realm has a queue, and no client listens: so the figures are those of the realm, which decides who receives a message,
// and of the calls of the gateways. Each audience is in all gateways, so each message has as many calls. CPU is that of the whole process.

import { setTimeout } from 'node:timers/promises'
import { openCast, register, send } from './cast.mjs'
import { Connection } from './connection.mjs'
import { copyQueues, copyUsers, subscribeCopies } from './copies.mjs'
import { openServer } from './runtime.mjs'
import { say } from './say.mjs'
import { spread } from './statistics.mjs'

const GATEWAYS = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [0, 1, 4, 16]
const AUDIENCES = [100, 1000, 10_000, 100_000]
const ROUNDS = 9
const [SENDERS, MESSAGES_OF_SENDER] = [8, 5]
const INVITED = 100
const LARGEST = AUDIENCES.at(-1)

const table = []
for (const gateways of GATEWAYS) await measure(gateways)
console.table(table)

async function measure(gateways) {
  const server = await openServer({ QUEUES_PER_REALM: '0', QUEUES_PER_GATEWAY: String(LARGEST) })
  const cast = await openCast(server, `audiences-${gateways}`)
  await cast.invite(INVITED)
  say(`creating ${LARGEST} users with ${gateways} gateways`)
  const first = await copyUsers(cast, LARGEST)
  const channels = []
  for (const size of AUDIENCES) {
    const channel = await cast.channel(`audience of ${size}`, cast.people.slice(0, 1))
    await subscribeCopies(cast, channel, first, first + size - 1)
    channels.push(channel)
  }
  if (gateways > 0) {
    const { queue_id } = await cast.json(
      register(cast.people[1], { event_types: '["message"]', fetch_event_types: '[]' }),
    )
    await copyQueues(cast, queue_id, { first, last: first + LARGEST - 1, gateways })
  }
  await cast.die()
  const row = { gateways }
  for (const [nth, channel] of channels.entries()) {
    const request = send(cast.people[0], channel, 'lunch')
    for (let warm = 0; warm < 5; warm++) await cpuOf(server, () => cast.json(request))
    const each = []
    for (let round = 0; round < ROUNDS; round++) each.push(await cpuOf(server, () => cast.json(request)))
    const burst = await cpuOf(server, () =>
      Promise.all(Array.from({ length: SENDERS }, () => sendMany(server, request))),
    )
    row[`${AUDIENCES[nth]}`] = spread(each).median.toFixed(2)
    row[`${AUDIENCES[nth]}, burst`] = (burst / SENDERS / MESSAGES_OF_SENDER).toFixed(2)
    say(JSON.stringify(row))
  }
  table.push(row)
  await server.stop()
}

async function sendMany(server, request) {
  const connection = await Connection.open(server.port)
  for (let count = 0; count < MESSAGES_OF_SENDER; count++) await connection.json(request)
  connection.close()
}

/** Returns the milliseconds of CPU until the process is idle again. */
async function cpuOf(server, act) {
  await untilIdle(server)
  const before = server.cpuSeconds()
  await act()
  await untilIdle(server)
  return (server.cpuSeconds() - before) * 1000
}

/** Waits until the process has used nearly nothing for a moment. */
async function untilIdle(server) {
  for (let calm = 0; calm < 3;) {
    const before = server.cpuSeconds()
    await setTimeout(20)
    calm = (server.cpuSeconds() - before) * 1000 < 0.4 ? calm + 1 : 0
  }
}
