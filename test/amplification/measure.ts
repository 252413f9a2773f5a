import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { onTestFinished, vi } from 'vitest'
import { RealmObject } from '../../src/realm-object'
import { doDueWork } from '../support/alarms'
import type { TestRealm } from '../support/realm'
import { cpuMs } from './cpu'

/** The cost of one request, in exact counts. `later` is the cost of its due work. */
export type Cost = {
  read: number
  turn: number
  written: number
  events: number
  bytes: number
  d1Calls: number
  d1Read: number
  d1Written: number
  laterWritten: number
  laterD1Calls: number
}

export const COUNTS = [
  'read',
  'turn',
  'written',
  'events',
  'bytes',
  'd1Calls',
  'd1Read',
  'd1Written',
  'laterWritten',
  'laterD1Calls',
] as const satisfies readonly (keyof Cost)[]

type D1Meter = { calls: number; read: number; written: number }

/** Counts all calls of D1 by the Worker and by the realm until the test ends. A batch is one call. */
export function meterD1(): D1Meter {
  const meter = { calls: 0, read: 0, written: 0 }
  const count = (results: readonly D1Result[]) => {
    meter.calls++
    for (const { meta } of results) {
      meter.read += meta.rows_read
      meter.written += meta.rows_written
    }
  }
  // A call of the database itself goes through a session too.
  const session: D1DatabaseSession = Object.getPrototypeOf(env.DB.withSession())
  const statement: D1PreparedStatement = Object.getPrototypeOf(env.DB.prepare('SELECT 1'))
  // oxlint-disable-next-line typescript/unbound-method -- each function is called with its own object
  const [batch, all, run] = [session.batch, statement.all, statement.run]
  const spies = [
    vi.spyOn(session, 'batch').mockImplementation(async function (this: D1DatabaseSession, statements) {
      const results = await batch.call(this, statements)
      count(results)
      return results
    }),
    vi.spyOn(statement, 'all').mockImplementation(async function (this: D1PreparedStatement) {
      const result = await all.call(this)
      count([result])
      return result
    }),
    vi.spyOn(statement, 'run').mockImplementation(async function (this: D1PreparedStatement) {
      const result = await run.call(this)
      count([result])
      return result
    }),
    // The server uses no other methods. If it does, their rows must be counted too.
    ...(['first', 'raw'] as const).map((name) =>
      vi.spyOn(statement, name).mockImplementation(() => {
        throw new Error(`D1's ${name} is not counted`)
      }),
    ),
  ]
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore()
  })
  return meter
}

type RealmCounts = { read: number; written: number; events: number; waiting: number }

const countsOf = (realm: TestRealm): Promise<RealmCounts> =>
  runInDurableObject(realm.stub, (object, state) => {
    if (!(object instanceof RealmObject)) throw new Error('The object is not a realm')
    const rowsOf = (table: string) =>
      state.storage.sql.exec<{ n: number }>(`SELECT count(*) AS n FROM ${table}`).one().n
    return { ...object.meter(), events: rowsOf('events'), waiting: rowsOf('outbox') }
  })

const MAX_ALARMS = 200

/**
 * Counts the rows that the realm reads in each turn: from a call of the Worker, or a pause in which the realm serves other requests,
 * until the next one. Returns a function that returns the most of a turn since it was called last.
 */
export function meterTurns(realm: TestRealm): () => number {
  let meter = () => ({ read: 0 })
  let [before, most] = [0, 0]
  const endTurn = () => {
    const { read } = meter()
    // An object that restarted counts from 0.
    most = Math.max(most, read - Math.min(before, read))
    before = read
  }
  // oxlint-disable-next-line typescript/unbound-method -- each function is called with its own object
  const [{ ask }, wait] = [RealmObject.prototype, scheduler.wait]
  const spies = [
    vi.spyOn(RealmObject.prototype, 'ask').mockImplementation(async function (this: RealmObject, call) {
      if (call.client.realm_name !== realm.name) return ask.call(this, call)
      meter = () => this.meter()
      before = meter().read
      const result = await ask.call(this, call)
      endTurn()
      return result
    }),
    vi.spyOn(scheduler, 'wait').mockImplementation((...parameters) => {
      endTurn()
      return wait.apply(scheduler, parameters)
    }),
  ]
  onTestFinished(() => spies.forEach((spy) => spy.mockRestore()))
  return () => {
    const found = most
    most = 0
    return found
  }
}

/** Does due work until none is left. On a slow machine, D1 may be late: then the rows wait, and a later request would seem to cause them. */
async function settle(realm: TestRealm): Promise<void> {
  for (let alarms = 0; alarms < MAX_ALARMS; alarms++) {
    const { written } = await countsOf(realm)
    await doDueWork(realm)
    const after = await countsOf(realm)
    if (after.written === written && after.waiting === 0) return
  }
  throw new Error('The realm always has due work')
}

/** Returns the cost of a request. Reads the whole response, because a stream has no cost before it is read. */
export async function costOf(
  realm: TestRealm,
  { d1, mostOfTurn }: { d1: D1Meter; mostOfTurn: () => number },
  sendRequest: () => Promise<Response>,
): Promise<{ cost: Cost; cpu: number; status: number; text: string }> {
  await settle(realm)
  const before = await countsOf(realm)
  const d1Before = { ...d1 }
  mostOfTurn()
  const began = await cpuMs()
  const response = await sendRequest()
  const body = response.status === 101 ? new ArrayBuffer(0) : await response.arrayBuffer()
  const ended = await cpuMs()
  const after = await countsOf(realm)
  const d1After = { ...d1 }
  const turn = mostOfTurn()
  await settle(realm)
  const later = await countsOf(realm)
  const cost = {
    read: after.read - before.read,
    turn,
    written: after.written - before.written,
    events: after.events - before.events,
    bytes: body.byteLength,
    d1Calls: d1After.calls - d1Before.calls,
    d1Read: d1After.read - d1Before.read,
    d1Written: d1After.written - d1Before.written,
    laterWritten: later.written - after.written,
    laterD1Calls: d1.calls - d1After.calls,
  }
  return { cost, cpu: ended - began, status: response.status, text: new TextDecoder().decode(body.slice(0, 2000)) }
}
