import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { onTestFinished, vi } from 'vitest'
import { GatewayObject } from '../../src/gateway-object'
import { RealmObject } from '../../src/realm-object'
import { hostsOf } from './gateways'
import type { TestRealm } from './realm'

// Faults of a realm's object. The server's code is not changed: the platform itself restarts the object.

/** Evicts the object: its memory is lost, its storage and its sockets remain. */
export async function evict(realm: TestRealm): Promise<void> {
  for (const host of await hostsOf(realm)) {
    await runInDurableObject(host, () => undefined) // starts the object if it crashed: only an object that runs can be evicted
    await evictDurableObject(host)
  }
}

/** Stops the object at once: its memory, its sockets and its uncommitted writes are lost. */
export async function crash(realm: TestRealm): Promise<void> {
  for (const host of await hostsOf(realm))
    await runInDurableObject(host, (_, state) => state.abort('A test lets it crash')).catch(() => undefined)
}

/** The object crashes at the end of its next transaction, when all is written and nothing is durable. */
export const crashBeforeCommit = (realm: TestRealm): Promise<void> =>
  inStorage(realm, (state) => {
    const { storage } = state
    const run = storage.transactionSync.bind(storage)
    storage.transactionSync = (change) => {
      const result = run(change)
      state.abort('A test kills it before anything is durable')
      return result
    }
  })

/** Both ways in which an object can lose its memory. */
export const RESTARTS = [
  { how: 'is evicted', restart: evict },
  { how: 'crashes', restart: crash },
] as const

/** Returns the object that is in memory now. It is a different one after each restart. */
export const instanceOf = (realm: TestRealm): Promise<object> => runInDurableObject(realm.stub, (object) => object)

/** Returns the answer of `read` about the state of the object, or about its storage. */
export const inStorage = <Answer>(
  realm: TestRealm,
  read: (state: DurableObjectState) => Answer | Promise<Answer>,
): Promise<Answer> => runInDurableObject(realm.stub, (_, state) => read(state))

/** Returns how many long polls wait. A socket that was answered, and is not closed at both ends yet, does not count. */
export const parkedPolls = (realm: TestRealm): Promise<number> =>
  sumOfHosts(realm, (object, state) => {
    const open = state.getWebSockets().filter((socket) => socket.readyState === WebSocket.OPEN)
    return open.length + heldBy(object)
  })

/** Returns how many long polls wait in the object itself, without a socket. */
export const heldPolls = (realm: TestRealm): Promise<number> => sumOfHosts(realm, heldBy)

const heldBy = (object: DurableObject) =>
  object instanceof RealmObject || object instanceof GatewayObject ? object.meter().heldPolls : 0

async function sumOfHosts(
  realm: TestRealm,
  count: (object: DurableObject, state: DurableObjectState) => number,
): Promise<number> {
  const counts = (await hostsOf(realm)).map((host) => runInDurableObject(host, count))
  return (await Promise.all(counts)).reduce((sum, each) => sum + each, 0)
}

export const untilParked = (realm: TestRealm, polls: number): Promise<void> =>
  until(async () => (await parkedPolls(realm)) === polls)

/** Waits until a condition is true. It needs no clock, because each check lets the object do its next step. */
export async function until(condition: () => Promise<boolean>): Promise<void> {
  for (let checks = 0; checks < 500; checks++) if (await condition()) return
  throw new Error('The condition did not become true')
}

/** Collects the lines that the server logs, and keeps them out of the output of the tests. */
export function captureConsole(level: 'error' | 'warn'): string[] {
  const lines: string[] = []
  const spy = vi.spyOn(console, level).mockImplementation((...parts) => void lines.push(parts.map(String).join(' ')))
  onTestFinished(() => spy.mockRestore())
  return lines
}

type StepOf = { route: string; step: string }

/** Acts once, just before the realm decides a later step of a request. */
export function beforeStep(realm: TestRealm, { route, step }: StepOf, act: () => Promise<unknown>): void {
  // oxlint-disable-next-line typescript/unbound-method -- it is called with its own object
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
