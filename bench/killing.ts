// npm run prove runs this last; alone: npx -c 'node bench/killing.ts 20', or with queues in four gateways:
// npx -c 'node bench/killing.ts 20 4'
//
// Kills the process with SIGKILL while clients send and listen, and starts it again on the same files. Afterwards each
// acknowledged message is in the history, in all queues and in D1 exactly once, and no event id belongs to two events.

import { setTimeout } from 'node:timers/promises'
import { openCast, type Sent } from './cast.ts'
import { Connection } from './connection.ts'
import { registerAll } from './fan-out.ts'
import { Listener, waitUntil, type Way } from './listener.ts'
import { get, post, type Person } from './requests.ts'
import { openServer } from './runtime.ts'
import { at } from './statistics.ts'

const [KILLS, GATEWAYS] = [Number(process.argv[2] ?? 5), Number(process.argv[3] ?? 0)]
const SENDERS = 8
const LISTENERS = GATEWAYS === 0 ? 9 : 16
const SENT_BETWEEN_KILLS = 50
const WAYS: Way[] = ['poll', 'socket', 'stream']

const inGateways = { QUEUES_PER_REALM: '0', QUEUES_PER_GATEWAY: String(LISTENERS / GATEWAYS) }
const server = await openServer(GATEWAYS === 0 ? {} : inGateways)
const cast = await openCast(server, 'doomed')
await cast.invite(SENDERS + LISTENERS)
const channel = await cast.channel('square', cast.people)

const messageOfEvent = new Map<number, number>()
const broken: string[] = []
const listeners: Listener[] = []
const queues = await registerAll(cast, cast.people.slice(SENDERS))
for (const [nth, queue] of queues.entries()) {
  const listener = new Listener(server, queue, at(WAYS, nth % WAYS.length), () => {})
  listener.onEvent = ({ id, message }) => {
    if ((messageOfEvent.get(id) ?? message?.id) !== message?.id) broken.push(`Event ${id} belongs to two messages`)
    if (message) messageOfEvent.set(id, message.id)
  }
  listeners.push(listener)
}
const listening = listeners.map((listener) => listener.listen())

const acknowledged = new Map<number, string>()
let attempts = 0
let isSending = true
const sending = Array.from({ length: SENDERS }, (_, nth) => sendOnAndOn(at(cast.people, nth)))
for (let kill = 0; kill < KILLS; kill++) {
  // A server that is killed during its start is not started again.
  for (const most = acknowledged.size + SENT_BETWEEN_KILLS; acknowledged.size < most;) await setTimeout(10)
  await setTimeout(Math.random() * 100)
  await server.crash()
}
await setTimeout(500)
isSending = false
await Promise.all(sending)

const history = await wholeHistory()
const allReceived = () => listeners.every(({ received }) => received.size >= history.size)
await waitUntil(allReceived)
for (const listener of listeners) listener.stop()
await Promise.all(listening)
const inD1 = await messagesInD1(history.size)
judge()
await server.stop()

async function sendOnAndOn(person: Person) {
  let connection: Connection | undefined
  while (isSending) {
    const content = `attempt ${attempts++}`
    try {
      if (connection === undefined || connection.isClosed) connection = await Connection.open(server.port)
      const fields = { type: 'channel', to: channel, topic: 'news', content }
      const { id } = await connection.json<Sent>(post('/api/v1/messages', fields, person))
      acknowledged.set(id, content)
    } catch {
      connection = undefined // killed during the request: it is unknown whether the message was sent
      await setTimeout(20)
    }
  }
  connection?.close()
}

type Row = { id: number; content: string }
type Page = { messages: Row[]; found_newest: boolean }

async function wholeHistory(): Promise<Map<number, string>> {
  const found = new Map<number, string>()
  for (let anchor = 0, isDone = false; !isDone;) {
    const narrow = JSON.stringify([['channel', channel]])
    const query = new URLSearchParams({
      anchor: `${anchor}`,
      num_before: '0',
      num_after: '1000',
      apply_markdown: 'false',
      narrow,
    })
    const page = await cast.json<Page>(get(`/api/v1/messages?${query}`, at(cast.people, 0)))
    for (const { id, content } of page.messages) found.set(id, content)
    isDone = page.found_newest
    anchor = at(page.messages, -1).id + 1
  }
  return found
}

/** Waits until the outbox is drained. Returns the content of messages by id. */
async function messagesInD1(count: number): Promise<Map<number, string>> {
  const database = await server.miniflare.getD1Database('DB')
  let rows: Row[] = []
  await waitUntil(async () => {
    const { results } = await database.prepare("SELECT id, content FROM messages WHERE realm_id = 'doomed'").all<Row>()
    rows = results
    return rows.length >= count
  })
  return new Map(rows.map(({ id, content }) => [id, content]))
}

function judge() {
  for (const [id, content] of acknowledged) {
    if (history.get(id) !== content) broken.push(`Message ${id} was acknowledged and is not in history`)
    if (inD1.get(id) !== content) broken.push(`Message ${id} was acknowledged and is not in D1`)
  }
  if (new Set(history.values()).size < history.size) broken.push('A message is in history twice')
  for (const { way, received, refusals } of listeners) {
    const name = `A listener by ${way}`
    if (refusals.length > 0) broken.push(`${name} was refused: ${refusals[0]}`)
    for (const content of history.values())
      if (received.get(content) !== 1) broken.push(`${name} received "${content}" ${received.get(content) ?? 0} times`)
    if (received.size > history.size) broken.push(`${name} received a message that is not in history`)
  }
  for (const each of broken.slice(0, 20)) console.error(`BROKEN: ${each}`)
  const comebacks = listeners.reduce((sum, listener) => sum + listener.comebacks, 0)
  console.log(
    `Killed ${KILLS} times, with ${GATEWAYS} gateways: ${attempts} messages attempted, ${acknowledged.size} acknowledged, ${history.size} in history, ${inD1.size} in D1, received by ${LISTENERS} listeners, who reconnected ${comebacks} times.`,
  )
  process.exitCode = broken.length > 0 ? 1 : 0
}
