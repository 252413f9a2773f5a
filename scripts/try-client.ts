// `npm run try-client`, beside a running `npm run dev`: tests the server with a client by other authors. The client logs in,
// registers, sends messages, receives them as events, and fetches them.

import assert from 'node:assert/strict'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import zulip from 'zulip-js'
import { readNotes } from './dev-people.ts'

const { values: options } = parseArgs({
  options: { 'persist-to': { type: 'string', default: join(import.meta.dirname, '../.wrangler') } },
})
const { url, people } = readNotes(join(resolve(options['persist-to']), 'dev.json'))
if (people.length === 0) throw new Error('No server found: start `npm run dev` first')
const [ada, , , dov] = people
assert.ok(ada && dov)

const step = (name: string) => console.log(`ok  ${name}`)

function granted<Answer extends { result: string; msg: string }>(answer: Answer): Answer {
  assert.equal(answer.result, 'success', answer.msg)
  return answer
}

const client = await zulip({ username: ada.email, password: ada.password ?? '', realm: url })
assert.match(client.config.apiKey ?? '', /^[A-Za-z0-9]{32}$/)
step(`logs in to ${url} as ${ada.email} with a password`)

const wrong = await zulip({ username: ada.email, password: 'wrong', realm: url })
assert.equal(wrong.config.apiKey, undefined)
step('is refused with a wrong password')

const me = granted(await client.users.me.getProfile())
assert.equal(me.user_id, ada.user_id)
const { members } = granted(await client.users.retrieve())
assert.ok(members.length >= people.length)
const { streams } = granted(await client.streams.retrieve())
assert.ok(streams.some(({ name }) => name === 'general'))
const { subscriptions } = granted(await client.streams.subscriptions.retrieve())
assert.ok(subscriptions.some(({ name }) => name === 'general'))
step(`sees ${members.length} accounts, ${streams.length} channels, ${subscriptions.length} subscriptions`)

const queue = granted(await client.queues.register({ event_types: ['message', 'update_message_flags'] }))
step('registers an event queue')

const parked = client.events.retrieve({ queue_id: queue.queue_id, last_event_id: queue.last_event_id })
const content = `Sent through a client, *${new Date().toISOString()}*`
const sent = granted(await client.messages.send({ type: 'stream', to: 'general', topic: 'clients', content }))
const { events } = granted(await parked)
assert.deepEqual(
  events.map(({ type, message }) => [type, message?.id, message?.content]),
  [['message', sent.id, content]],
)
step('sends to a channel, and the waiting poll receives it')

const direct = granted(await client.messages.send({ type: 'private', to: [dov.user_id], content: 'And to you alone' }))
const more = granted(await client.events.retrieve({ queue_id: queue.queue_id, last_event_id: events.at(-1)?.id }))
assert.deepEqual(
  more.events.map(({ message }) => message?.id),
  [direct.id],
)
step('sends to a user, and the next poll receives it')

const narrow = [
  { operator: 'channel', operand: 'general' },
  { operator: 'topic', operand: 'clients' },
]
const page = granted(await client.messages.retrieve({ anchor: 'newest', num_before: 5, num_after: 0, narrow }))
assert.equal(page.messages.at(-1)?.id, sent.id)
const one = granted(await client.messages.getById({ message_id: sent.id }))
assert.equal(one.raw_content, content)
step('fetches it by its topic and by its id')

granted(await client.messages.flags.add({ messages: [sent.id], flag: 'starred' }))
const flagged = granted(
  await client.events.retrieve({ queue_id: queue.queue_id, last_event_id: more.events.at(-1)?.id }),
)
assert.deepEqual(
  flagged.events.map(({ type, flag, messages }) => [type, flag, messages]),
  [['update_message_flags', 'starred', [sent.id]]],
)
step('stars it, and receives the event')

granted(await client.queues.deregister({ queue_id: queue.queue_id }))
const gone = await client.events.retrieve({ queue_id: queue.queue_id, last_event_id: -1 })
assert.equal(gone.code, 'BAD_EVENT_QUEUE_ID')
step('deletes its queue')
