// npm run history   what people ask of a realm of a million messages; filling it takes a few minutes
//
// Rows and calls are exact; times are those of this machine and this moment.

import { markRead, openCast, register } from './cast.mjs'
import { difference } from './counts.mjs'
import { closedLoop } from './load.mjs'
import { get, patch } from './requests.mjs'
import { build, scratch, startServer } from './runtime.mjs'

const MESSAGES = Number(process.argv[2] ?? 1_000_000)
const PEOPLE = 100
const UNREAD = 1000
const LONG_TOPIC = 100_000
const MARKED = 5000
const MARKED_AT_ONCE = 50_000
const SECONDS = 1

const directory = scratch()
const server = await startServer(directory, await build('worker.ts', directory))
const cast = await openCast(server, 'old')
await cast.invite(PEOPLE)
const hall = await cast.channel('hall', cast.people)
const { before } = await cast.history(MESSAGES, cast.people, hall)
await cast.die()
const lake = await cast.channel('lake', cast.people)
const { before: beforeLong } = await cast.history(LONG_TOPIC, cast.people, lake, 1)
await cast.die()
const [reader] = cast.people
const { topics } = await cast.json(get(`/api/v1/users/me/${hall}/topics`, reader))
const topic = topics[7].name
const lastRead = before + MESSAGES - UNREAD
for (let first = 1; first <= lastRead; first += MARKED_AT_ONCE) {
  const count = Math.min(MARKED_AT_ONCE, lastRead - first + 1)
  await cast.json(
    markRead(
      reader,
      Array.from({ length: count }, (_, nth) => first + nth),
    ),
  )
}

const fetch = (anchor, narrow = [], { before = 50, after = 50 } = {}) =>
  get(
    `/api/v1/messages?${new URLSearchParams({ anchor, num_before: before, num_after: after, narrow: JSON.stringify(narrow) })}`,
    reader,
  )
const newest = { before: 100, after: 0 }
const searchFor = (words, ...narrow) => fetch('newest', [['search', words], ...narrow], newest)
const asked = {
  '100 newest': fetch('newest', [], newest),
  '100 around the first unread': fetch('first_unread'),
  '100 around the middle': fetch(Math.floor(MESSAGES / 2)),
  '100 newest of the channel': fetch('newest', [['channel', hall]], newest),
  '100 around its middle': fetch(Math.floor(MESSAGES / 2), [['channel', hall]]),
  '100 newest of a topic': fetch(
    'newest',
    [
      ['channel', hall],
      ['topic', topic],
    ],
    newest,
  ),
  '100 newest by one person': fetch('newest', [['sender', cast.people[50].user_id]], newest),
  '100 newest with a picture, of which there are none': fetch('newest', [['has', 'image']], newest),
  'search: a word in every message': searchFor('something'),
  'search: one in 200 messages': searchFor('subject4321'),
  'search: one in a single message': searchFor('123456th'),
  'search: one that nobody said': searchFor('nothing'),
  'search: two words': searchFor('something subject4321'),
  'search: a phrase': searchFor('"about subject4321"'),
  'search: a word of every message, in a topic': searchFor('something', ['topic', topic]),
  'search: one in 200 messages, by one person': searchFor('subject4321', ['sender', cast.people[21].user_id]),
  'search: a word in a topic name': searchFor('old'),
}

const rows = {}
for (const [name, request] of Object.entries(asked)) {
  for (let warm = 0; warm < 3; warm++) await cast.json(request)
  const before = await cast.meters()
  const { messages } = await cast.json(request)
  const after = await cast.meters()
  const { p50 } = await closedLoop(server, { clients: 1, seconds: SECONDS, requestOf: () => request })
  rows[name] = {
    found: messages.length,
    'realm rows': after.read - before.read,
    'D1 calls': after.edgeD1.calls - before.edgeD1.calls,
    'D1 rows': after.edgeD1.read - before.edgeD1.read,
    'p50 ms': Number(p50.toFixed(2)),
  }
}
console.log(`One client, in a realm of ${MESSAGES} messages`)
console.table(rows)

// What changes something is done once each, by somebody who has read nothing of all this.
const [, newcomer] = cast.people
const last = before + MESSAGES
const move = { topic: 'elsewhere', propagate_mode: 'change_all', send_notification_to_new_thread: 'false' }
const done = {
  'register a queue, 50,000 unread and more': register(newcomer, {}),
  [`mark ${MARKED} as read`]: markRead(
    newcomer,
    Array.from({ length: MARKED }, (_, nth) => last - nth * 3),
  ),
  [`rename a topic of ${LONG_TOPIC} messages`]: patch(`/api/v1/messages/${beforeLong + LONG_TOPIC}`, move, cast.owner),
  'move it to another channel': patch(
    `/api/v1/messages/${beforeLong + LONG_TOPIC}`,
    { stream_id: hall, propagate_mode: 'change_all', send_notification_to_new_thread: 'false' },
    cast.owner,
  ),
}
const taken = {}
for (const [name, request] of Object.entries(done)) {
  await cast.ringNow()
  let ms
  const { read, written, d1Calls, response } = await difference(cast, async () => {
    const began = performance.now()
    const answer = await cast.ask(request)
    ms = performance.now() - began
    if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${answer.body.toString()}`)
    return answer
  })
  taken[name] = { 'realm rows read': read, written, 'D1 calls': d1Calls, bytes: response, ms: Number(ms.toFixed(1)) }
}
console.table(taken)
await server.stop()
