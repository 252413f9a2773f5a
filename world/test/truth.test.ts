import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applyMigrations, DEVELOPMENT_VARIABLES } from '../../scripts/dev-server.ts'
import { buildWorker, openWorker } from '../../scripts/releases/worker.ts'
import { loadServer, type Bundle } from '../bundle.ts'
import { requestOf } from '../life/client.ts'
import { Host } from '../platform/host.ts'
import { randomOf } from '../random.ts'
import { World } from '../world.ts'
import { plainRows, runTruth, type Server } from './truth-program.ts'

// The world tells the truth: random requests have the same answers, events and rows on workerd.

const scratch = mkdtempSync(join(tmpdir(), 'parley-truth-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 }))

/** Without gateways: each call of a gateway takes ids of events, and a faster machine needs fewer calls. */
const QUEUES = { QUEUES_PER_REALM: '100' }
const VARIABLES = {
  ...DEVELOPMENT_VARIABLES,
  ...QUEUES,
  VENDOR_ALIAS: 'zulip',
  RATE_LIMIT_MAIL_BY_ACCOUNT: '',
}
const STEPS = 160
const WITHOUT_BODY = new Set([204, 304])

let bundle: Bundle
beforeAll(async () => {
  const state = join(scratch, 'state')
  await Promise.all([buildWorker(join(scratch, 'built')), applyMigrations({ state }).ended])
  bundle = await loadServer('current')
})

const newWorld = () => new World({ seed: 1, bundle, variables: { ...VARIABLES, PASSWORD_COST: '16384' } })

test('the same requests have the same answers, events and rows in the world and on workerd', async () => {
  const world = newWorld()
  const shared = world.sharedParts()
  const client = new Host(world.scheduler, 'client', 'Frankfurt')
  const inWorld: Server = {
    url: 'http://localhost',
    async send(request) {
      const { url, method, headers } = request
      const sent = requestOf(url, { method, headers, body: await request.text() })
      // The body comes in virtual time too.
      const answer = await world.scheduler.result(
        world.fetch(client, sent).then(async (response) => {
          const text = await response.text()
          return new Response(WITHOUT_BODY.has(response.status) ? null : text, { status: response.status })
        }),
      )
      // On workerd, what a request makes due has happened when Node sends the next one.
      await world.scheduler.pass(20)
      return answer
    },
  }
  const expected = await runTruth(inWorld, { shared, random: randomOf(1, 'truth'), steps: STEPS })
  const { stored } = world.object('RealmObject', 'parley')
  const rowsInWorld = plainRows((query) => world.query(stored, query), inWorld)

  const { url, close } = await openWorker({
    folder: join(scratch, 'built'),
    state: join(scratch, 'state'),
    queues: QUEUES,
  })
  const onWorkerd: Server = { url, send: (request) => fetch(request, { redirect: 'manual' }) }
  const actual = await runTruth(onWorkerd, { shared, random: randomOf(1, 'truth'), steps: STEPS })
  await close()
  const folder = join(scratch, 'state/v3/do/parley-RealmObject')
  const [file = ''] = readdirSync(folder).filter((name) => /^[0-9a-f]+\.sqlite$/.test(name))
  const database = new DatabaseSync(join(folder, file), { readOnly: true })
  const rowsOnWorkerd = plainRows((query) => database.prepare(query).all(), onWorkerd)
  database.close()

  expect(actual.answers).toEqual(expected.answers)
  expect(actual.seen).toEqual(expected.seen)
  expect(Object.keys(rowsOnWorkerd)).toEqual(Object.keys(rowsInWorld))
  expect(rowsOnWorkerd).toEqual(rowsInWorld)
  expect(expected.answers.filter(({ answer }) => answer.includes('"result":"success"')).length).toBeGreaterThan(30)
})
