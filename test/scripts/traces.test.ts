import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askAt, askWithSecret } from '../../scripts/api-client.ts'
import { applyMigrations, DEVELOPMENT_SECRET } from '../../scripts/dev-server.ts'
import { buildWorker, openWorker } from '../../scripts/releases/worker.ts'
import type { TraceEvent } from '../../scripts/run-worker.ts'
import { STEPS } from '../../src/api/steps'
import { ROOT } from './dev-process'

// The Worker as it is deployed, on workerd, which streams its traces to another Worker as the platform does.

const scratch = mkdtempSync(join(tmpdir(), 'parley-traces-'))
const [folder, state] = [join(scratch, 'worker'), join(scratch, 'state')]
beforeAll(() => Promise.all([buildWorker(folder), applyMigrations({ state }).ended]))
afterAll(() => rmSync(scratch, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 }))

const OWNER = { owner_email: 'ada@walrus.example', owner_full_name: 'Ada Walrus', owner_password: 'a walrus of eleven' }

/** Starts the server, lets `act` use it as the owner of a realm, and returns what was recorded. */
async function recordedWhile(act: (ask: ReturnType<typeof askAt>) => Promise<unknown>) {
  const events: TraceEvent[] = []
  const queues = { QUEUES_PER_REALM: '0', QUEUES_PER_GATEWAY: '2' }
  const { url, close } = await openWorker({ folder, state, queues, onTrace: (event) => events.push(event) })
  try {
    const created = askWithSecret(url, DEVELOPMENT_SECRET)
    const owner = await created<{ email: string; api_key: string }>('POST /realms', { name: 'parley', ...OWNER })
    await act(askAt(url, owner))
    const names = () => events.map(({ name }) => name)
    await expect.poll(names, { timeout: 60_000 }).toEqual(expect.arrayContaining([...STEPS]))
    // A step tells its facts when it ends.
    const requests = () => events.filter(({ name }) => name === 'parley.request').map(({ spanId }) => spanId)
    const ended = () => events.filter(({ type }) => type === 'spanClose').map(({ span }) => span)
    await expect.poll(() => requests().filter((id = '') => !ended().includes(id)), { timeout: 60_000 }).toEqual([])
    return events.toSorted((a, b) => a.sequence - b.sequence)
  } finally {
    await close()
  }
}

test('a trace has the steps of the server in their order, and no text, name or address of people', async () => {
  const events = await recordedWhile(async (ask) => {
    const queue = await ask<{ queue_id: string; last_event_id: number }>('POST /register', { event_types: ['message'] })
    await ask('POST /users/me/subscriptions', { subscriptions: [{ name: 'walrus channel' }] })
    await ask('POST /messages', {
      type: 'channel',
      to: 'walrus channel',
      topic: 'walrus topic',
      content: 'walrus text',
    })
    await ask('GET /events', { queue_id: queue.queue_id, last_event_id: queue.last_event_id })
    await ask('GET /messages', { anchor: 'newest', num_before: 1, num_after: 0 })
  })
  const opened = events.filter(({ type }) => type === 'spanOpen')
  const factsOf = (spanId = '') =>
    Object.fromEntries(
      events
        .filter(({ type, span }) => type === 'attributes' && span === spanId)
        .flatMap(({ info = [] }) => info.map(({ name, value }) => [name, value])),
    )
  const ours = opened.filter(({ name = '' }) => name.startsWith('parley.'))
  const sending = ours.find(({ spanId }) => factsOf(spanId).route === 'POST /messages' && 'status' in factsOf(spanId))
  expect(factsOf(sending?.spanId)).toEqual({
    request_id: expect.stringMatching(/^[\da-f-]{36}$/),
    realm: 'parley',
    route: 'POST /messages',
    status: 200,
  })
  const inside = ours.filter(({ span }) => span === sending?.spanId).map(({ name }) => name)
  expect(inside).toEqual(['parley.decode', 'parley.prepare', 'parley.ask', 'parley.present'])

  const facts = JSON.stringify(ours.map(({ spanId }) => factsOf(spanId)))
  expect(facts).not.toMatch(/walrus|ada@/i)
})

test('the documentation has each step of a trace', () => {
  const page = readFileSync(join(ROOT, 'docs/observing.md'), 'utf8')
  const named = [...page.matchAll(/^\| `(parley\.\w+)` \|/gm)].map(([, name]) => name)
  expect(new Set(named)).toEqual(new Set(STEPS))
})
