// npm run pings                          the CPU of a presence ping in organizations of 3,000, 10,000 and 100,000 people
// npm run pings -- --people 10000        the same with so many
//
// 60 of 100 people were there in the last minute. The clients of the people who were invited ask for a hundred of them, as the web client
// does for those whom it shows. CPU is that of the whole process: of the Worker, the realm, and the gateway that answers pings.

import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openCast, register, type Cast } from './cast.ts'
import { Connection } from './connection.ts'
import { copyUsers } from './copies.ts'
import { post } from './requests.ts'
import { openServer, type Program } from './runtime.ts'
import { say } from './say.ts'
import { at, spread } from './statistics.ts'

const { values } = parseArgs({
  options: { people: { type: 'string', multiple: true, default: ['2900', '10000', '100000'] } },
})
const INVITED = 1000
const CONNECTIONS = 8
const ROUNDS = 5
const REQUESTED = 100
const USERS_PER_CHUNK = 256

const table = []
for (const people of values.people.map(Number)) {
  // A realm of its own for each form: with all queues in gateways, or with all in the realm.
  for (const queues of ['10000', '0']) table.push(await measure(people, queues))
}
console.table(table)

async function measure(people: number, queues_of_realm: string) {
  const server = await openServer({ QUEUES_PER_REALM: queues_of_realm })
  const cast = await openCast(server, `pings-${people}`)
  await cast.invite(INVITED)
  say(`creating ${people} people, of whom the realm serves ${queues_of_realm} queues`)
  const first = await copyUsers(cast, people - INVITED)
  const now = Math.floor(Date.now() / 1000)
  await cast.run(`
    INSERT INTO presences (chunk, entries)
    SELECT user_id / ${USERS_PER_CHUNK}, json_group_array(json_array(user_id, ${now}, ${now}, 2)) FROM users
    WHERE user_id >= ${first} AND user_id % 5 < 3 GROUP BY 1
    ON CONFLICT (chunk) DO UPDATE SET entries = excluded.entries;`)
  await cast.die()
  await cast.json(register(at(cast.people, 0), { event_types: '["message"]', fetch_event_types: '[]' }))
  await cast.ringNow(61)
  await cast.ringNow(61)
  const parley_user_ids = JSON.stringify(Array.from({ length: REQUESTED }, (_, nth) => first + nth))
  const requests = cast.people.map((person) =>
    post(
      '/api/v1/users/me/presence',
      { status: 'active', last_update_id: 1, slim_presence: 'true', parley_user_ids },
      person,
    ),
  )
  const { body } = await cast.succeed(at(requests, 0))
  await cast.succeed(at(requests, 0))
  const firstPings = await pingsOf(server, cast, requests)
  const rounds: { cpu: number; realmRequests: number }[] = []
  for (let round = 0; round < ROUNDS; round++) rounds.push(await pingsOf(server, cast, requests))
  await server.stop()
  return {
    people,
    'queues in': queues_of_realm === '0' ? 'gateways' : 'the realm',
    'bytes of an answer': body.length,
    'CPU ms, first ping': firstPings.cpu.toFixed(2),
    'CPU ms, later': spread(rounds.map(({ cpu }) => cpu)).median.toFixed(2),
    'realm requests, first': firstPings.realmRequests.toFixed(3),
    'realm requests, later': spread(rounds.map(({ realmRequests }) => realmRequests)).median.toFixed(3),
  }
}

/** Each person pings once. Returns the milliseconds of CPU and the requests of the realm for each ping. */
async function pingsOf(server: Program, cast: Cast, requests: readonly Buffer[]) {
  await setTimeout(200)
  const before = { cpu: server.cpuSeconds(), ...(await cast.meters()) }
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async (_, part) => {
      const connection = await Connection.open(server.port)
      for (let nth = part; nth < requests.length; nth += CONNECTIONS) await connection.succeed(at(requests, nth))
      connection.close()
    }),
  )
  const cpu = ((server.cpuSeconds() - before.cpu) * 1000) / requests.length
  return { cpu, realmRequests: ((await cast.meters()).realmRequests - before.realmRequests) / requests.length }
}
