import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { onTestFinished, vi } from 'vitest'
import { RealmObject } from '../../src/realm-object'
import type { TestRealm } from './realm'

/**
 * What can go wrong beneath a realm, made to go wrong on demand. Nothing in the server knows of it: the object is
 * restarted by the platform, its alarm is the platform's, and D1 fails where the realm's own calls reach the binding.
 */

/** The platform puts the object away: memory is gone, storage is kept, sockets stay connected. */
export async function evict(realm: TestRealm): Promise<void> {
  await inStorage(realm, () => undefined) // which wakes it, if it had crashed: only what is awake can be put away
  await evictDurableObject(realm.stub)
}

/** The object dies where it stands: memory and sockets are gone, and so is what was not yet committed. */
export async function crash(realm: TestRealm): Promise<void> {
  await runInDurableObject(realm.stub, (_, state) => state.abort('A test lets it crash')).catch(() => undefined)
}

/** It dies in the middle of the next transaction: all is written, and nothing of it durable. */
export const dieBeforeCommit = (realm: TestRealm): Promise<void> =>
  inStorage(realm, (state) => {
    const { storage } = state
    const really = storage.transactionSync.bind(storage)
    storage.transactionSync = (change) => {
      const result = really(change)
      state.abort('A test kills it before anything is durable')
      return result
    }
  })

/** Both ways in which an object may lose its memory. */
export const RESTARTS = [
  { how: 'is evicted', restart: evict },
  { how: 'crashes', restart: crash },
] as const

/** The object as it is in memory now: another one after each restart. */
export const instanceOf = (realm: TestRealm): Promise<object> => runInDurableObject(realm.stub, (object) => object)

/** Asks the object's own storage. */
export const inStorage = <Found>(
  realm: TestRealm,
  ask: (state: DurableObjectState) => Found | Promise<Found>,
): Promise<Found> => runInDurableObject(realm.stub, (_, state) => ask(state))

export const rowsIn = (realm: TestRealm, query: string): Promise<Record<string, SqlStorageValue>[]> =>
  inStorage(realm, (state) => state.storage.sql.exec(query).toArray())

export const countIn = async (realm: TestRealm, table: string): Promise<number> =>
  Number((await rowsIn(realm, `SELECT count(*) AS n FROM ${table}`))[0]!.n)

/** Long polls that wait. A socket that was answered and is not yet closed at both ends no longer does. */
export const parkedPolls = (realm: TestRealm): Promise<number> =>
  inStorage(realm, (state) => state.getWebSockets().filter((socket) => socket.readyState === WebSocket.OPEN).length)

/** Waits for the world to come to this, without a clock: every look is a turn of the object's. */
export async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let looks = 0; looks < 500; looks++) if (await holds()) return
  throw new Error('It never came to that')
}

export const untilParked = (realm: TestRealm, polls: number): Promise<void> =>
  until(async () => (await parkedPolls(realm)) === polls)

/** The realm's clock, ahead by so many seconds, until the object restarts. */
export const passTime = (realm: TestRealm, seconds: number): Promise<void> =>
  runInDurableObject(realm.stub, (object) => {
    if (!(object instanceof RealmObject)) throw new Error('Something else lives where the realm should')
    const { clock } = object
    object.clock = () => clock() + seconds * 1000
  })

/**
 * Long polls whose time is up at once. Answers how long each would have waited, in milliseconds. A faked clock would not
 * do: the platform lets a timer touch only what belongs to the request that set it.
 */
export function hastenHeartbeats(): number[] {
  const waits: number[] = []
  const { setTimeout } = globalThis
  const spy = vi.spyOn(globalThis, 'setTimeout').mockImplementation((act: () => void, wait = 0) => {
    if (wait < 40_000) return setTimeout(act, wait)
    waits.push(wait)
    return setTimeout(act, 0)
  })
  onTestFinished(() => spy.mockRestore())
  return waits
}

/** Rings the alarm now, whatever the time; false where none is set. */
export const ring = (realm: TestRealm): Promise<boolean> => runDurableObjectAlarm(realm.stub)

/** From here on nothing is done by itself, until the object restarts or somebody says so. */
export const silenceAlarm = (realm: TestRealm): Promise<object> =>
  runInDurableObject(realm.stub, (object) => Object.assign(object, { alarm: () => Promise.resolve() }))

/**
 * Stops the alarms of all realms until the test ends. Realms of earlier tests share the console: `hush` would collect what
 * their due work logs. And an alarm that runs already when `silenceAlarm` is called can still change its realm.
 */
export function silenceAllAlarms(): void {
  const spy = vi.spyOn(RealmObject.prototype, 'alarm').mockResolvedValue(undefined)
  onTestFinished(() => spy.mockRestore())
}

/** Does what is due, with the alarm silenced or not. */
export const doWhatIsDue = (realm: TestRealm): Promise<void> =>
  runInDurableObject(realm.stub, (object) => {
    if (!(object instanceof RealmObject)) throw new Error('Something else lives where the realm should')
    return RealmObject.prototype.alarm.call(object)
  })

/** When the alarm is set to, in milliseconds of real time. */
export const alarmOf = (realm: TestRealm): Promise<number | null> =>
  inStorage(realm, (state) => state.storage.getAlarm())

export const loseAlarm = (realm: TestRealm): Promise<void> => inStorage(realm, (state) => state.storage.deleteAlarm())

/** What the server says to whoever runs it, kept out of the test's own output. */
export function hush(how: 'error' | 'warn'): string[] {
  const said: string[] = []
  const spy = vi.spyOn(console, how).mockImplementation((...words) => void said.push(words.map(String).join(' ')))
  onTestFinished(() => spy.mockRestore())
  return said
}

/** An alarm so far ahead that nothing is done by itself while a test looks. */
export const keepAlarmQuiet = (realm: TestRealm): Promise<void> =>
  inStorage(realm, (state) => state.storage.setAlarm(Date.now() + 3_600_000))

/** No alarm rings by itself, of no realm, until the test ends: whatever is due is done when it is rung by hand. */
export async function holdAlarms(realm: TestRealm): Promise<void> {
  const storage: DurableObjectStorage = await inStorage(realm, (state) => Object.getPrototypeOf(state.storage))
  const spy = vi.spyOn(storage, 'setAlarm').mockResolvedValue()
  onTestFinished(() => spy.mockRestore())
}

/** Rings an alarm that is held. */
export const ringByHand = (realm: TestRealm): Promise<void> =>
  runInDurableObject(realm.stub, async (object) => {
    if (!(object instanceof RealmObject)) throw new Error('Something else lives where the realm should')
    await object.alarm()
  })

/** What D1 does with a batch of the realm's; the real thing is at hand. */
type Batch = (statements: D1PreparedStatement[]) => Promise<D1Result[]>
export type BatchFault = (statements: D1PreparedStatement[], really: Batch) => Promise<D1Result[]>

/** Refuses every call, as when it is away. */
export const refused: BatchFault = () => Promise.reject(new Error('D1 is away'))

/** Does most of the batch, then meets something it cannot do. */
export const failingMidway: BatchFault = (statements, really) =>
  really([...statements, env.DB.prepare('SELECT nothing FROM nowhere')])

/** Does everything, but the answer is lost on the way. */
export const answerLost: BatchFault = async (statements, really) => {
  await really(statements)
  throw new Error('The connection to D1 was lost')
}

/** Takes its time: until it is told to go on. */
export const slow =
  (goOn: Promise<unknown>): BatchFault =>
  async (statements, really) => {
    await goOn
    return really(statements)
  }

/** Works as always: for counting. */
export const working: BatchFault = (statements, really) => really(statements)

/** How a realm's D1 was asked since it was broken: one number of statements for each call. */
export type BrokenD1 = { calls: number[]; mend: () => void }

/**
 * Breaks D1 for one realm, or only watches it, until mended or the test ends. The realm's name is the first value of each
 * of its statements. Where D1 refuses everything, reading at the edge is refused as well.
 */
export function breakD1(realm: TestRealm, fault: BatchFault): BrokenD1 {
  const database: D1Database = Object.getPrototypeOf(env.DB)
  const statement: D1PreparedStatement = Object.getPrototypeOf(env.DB.prepare('SELECT 1'))
  // oxlint-disable-next-line typescript/unbound-method -- each is called with the object it was asked of
  const [batch, all] = [database.batch, statement.all]
  const isRealms = (each: unknown) => (each as { params: unknown[] }).params[0] === realm.name
  const calls: number[] = []
  const batches = vi.spyOn(database, 'batch').mockImplementation(async function (this: D1Database, statements) {
    const really: Batch = (these) => batch.call(this, these)
    if (!statements.some(isRealms)) return really(statements)
    calls.push(statements.length)
    return fault(statements, really)
  })
  const reads = vi.spyOn(statement, 'all').mockImplementation(async function (this: D1PreparedStatement) {
    if (fault === refused && isRealms(this)) throw new Error('D1 is away')
    return all.call(this)
  })
  const mend = () => {
    batches.mockRestore()
    reads.mockRestore()
  }
  onTestFinished(mend)
  return { calls, mend }
}

/** When this realm's D1 is read the next time, something else comes first. */
export function beforeD1IsRead(realm: TestRealm, act: () => Promise<unknown>): void {
  const statement: D1PreparedStatement = Object.getPrototypeOf(env.DB.prepare('SELECT 1'))
  // oxlint-disable-next-line typescript/unbound-method -- each is called with the object it was asked of
  const { all } = statement
  const spy = vi.spyOn(statement, 'all').mockImplementation(async function (this: D1PreparedStatement) {
    if ((this as unknown as { params: unknown[] }).params[0] === realm.name) {
      spy.mockRestore()
      await act()
    }
    return all.call(this)
  })
  onTestFinished(() => spy.mockRestore())
}

type StepOf = { route: string; step: string }

/** Acts once, just before the realm decides a later step of a request. */
export function beforeStep(realm: TestRealm, { route, step }: StepOf, act: () => Promise<unknown>): void {
  // oxlint-disable-next-line typescript/unbound-method -- it is called with the object it was asked of
  const { ask } = RealmObject.prototype
  const spy = vi.spyOn(RealmObject.prototype, 'ask').mockImplementation(async function (this: RealmObject, call) {
    if (call.endpoint === route && call.step === step && call.client.realm_name === realm.name) {
      spy.mockRestore()
      await act()
    }
    return ask.call(this, call)
  })
  onTestFinished(() => spy.mockRestore())
}
