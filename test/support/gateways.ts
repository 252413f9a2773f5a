import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { onTestFinished, vi } from 'vitest'
import type { Variables } from '../../src/config'
import {
  BEGIN_OF_MESSAGE_EVENT,
  type GatewayBatch,
  type GatewayEvent,
  type GatewayReply,
} from '../../src/events/gateways/protocol'
import { gatewayOf } from '../../src/events/gateways/queue-ids'
import { GatewayObject } from '../../src/gateway-object'
import type { RealmObject } from '../../src/realm-object'
import type { Json } from './person'
import { freshRealm, type Cast, type TestRealm } from './realm'
import { selectRows } from './tables'

/** Whether the tests run with `TEST_GATEWAYS`. */
export const ALL_QUEUES_ARE_IN_GATEWAYS = Reflect.get(env, 'QUEUES_PER_REALM') === '0'

/** Returns a realm whose queues are all in gateways, so many in each. */
export async function realmWithGateways(queues_per_gateway: number, queues_of_realm = 0): Promise<Cast> {
  putQueuesInGateways(queues_per_gateway, queues_of_realm)
  return freshRealm()
}

/** Returns such a realm that does not compare each list of recipients with a test of each queue. */
export async function realmWithUncheckedGateways(queues_per_gateway: number): Promise<Cast> {
  setVariables({ CHECK_DECLARATIONS: '' })
  return realmWithGateways(queues_per_gateway)
}

/** Realms that are created from now on, until the test ends, have so many queues in each gateway. */
export const putQueuesInGateways = (queues_per_gateway: number, queues_of_realm = 0): void =>
  setVariables({ QUEUES_PER_REALM: String(queues_of_realm), QUEUES_PER_GATEWAY: String(queues_per_gateway) })

/** Returns a realm of a deployment without gateways, although its variables give the realm no queues. */
export async function realmWithoutGateways(): Promise<Cast> {
  const { GATEWAY } = env
  Reflect.deleteProperty(env, 'GATEWAY')
  onTestFinished(() => void Object.assign(env, { GATEWAY }))
  setVariables({ QUEUES_PER_REALM: '0' })
  return freshRealm()
}

function setVariables(variables: Variables): void {
  const names = Object.keys(variables) as (keyof Variables)[]
  const original = Object.fromEntries(names.map((name) => [name, Reflect.get(env, name)]))
  Object.assign(env, variables)
  onTestFinished(() => {
    for (const name of names)
      if (original[name] === undefined) Reflect.deleteProperty(env, name)
      else Object.assign(env, { [name]: original[name] })
  })
}

/** Returns the numbers of the realm's gateways. */
export const gatewaysOf = (realm: TestRealm): Promise<number[]> =>
  runInDurableObject(realm.stub, (_, { storage: { sql } }) => {
    const hasTable = sql.exec(`SELECT 1 FROM sqlite_master WHERE name = 'gateways'`).toArray().length > 0
    return hasTable
      ? sql
          .exec<{ number: number }>('SELECT number FROM gateways')
          .toArray()
          .map(({ number }) => number)
      : []
  })

/** Returns the objects that serve listeners: the realm, and its gateways. */
export async function hostsOf(realm: TestRealm): Promise<DurableObjectStub[]> {
  const numbers = await gatewaysOf(realm)
  return [realm.stub, ...numbers.map((number) => gatewayStub(realm, number))]
}

/** Returns the object that serves a queue. */
export function hostOf(realm: TestRealm, queue_id: string): DurableObjectStub {
  const number = gatewayOf(queue_id)
  return number === undefined ? realm.stub : gatewayStub(realm, number)
}

/** Returns rows of the object that serves a queue. */
export const rowsOfHost = (realm: TestRealm, { id }: { id: string }, query: string): Promise<Json[]> =>
  runInDurableObject(hostOf(realm, id), (_, { storage }) => storage.sql.exec(query).toArray())

/** Returns the messages that wait in the logs of the realm and of its gateways. */
export async function messagesInLogs(realm: TestRealm): Promise<number[]> {
  const ids = new Set<number>()
  for (const { id } of await selectRows(realm, "SELECT id FROM events WHERE kind = 'message'")) ids.add(id)
  for (const number of await gatewaysOf(realm))
    await runInDurableObject(gatewayStub(realm, number), (_, { storage }) => {
      for (const { events } of storage.sql.exec<{ events: string }>('SELECT events FROM segments'))
        for (const { id, texts } of JSON.parse(events) as GatewayEvent[])
          if (texts.some((text) => text.startsWith(BEGIN_OF_MESSAGE_EVENT))) ids.add(id)
    })
  return [...ids]
}

/** The alarm of each gateway runs now. */
export async function runGatewayAlarms(realm: TestRealm): Promise<void> {
  for (const number of await gatewaysOf(realm))
    await runInDurableObject(gatewayStub(realm, number), (object) => (object as GatewayObject).alarm())
}

/** Stops a gateway at once: its memory, its sockets and its uncommitted writes are lost. */
export const crashGateway = (realm: TestRealm, number: number): Promise<void> =>
  runInDurableObject(gatewayStub(realm, number), (_, state) => state.abort('A test lets it crash')).catch(
    () => undefined,
  )

type Deliver = (batch: GatewayBatch) => GatewayReply

/** Replaces what a gateway answers to the realm, until the test ends. */
export function replaceDeliver(
  realm: TestRealm,
  number: number,
  replacement: (deliver: Deliver, batch: GatewayBatch) => GatewayReply,
): void {
  // oxlint-disable-next-line typescript/unbound-method -- it is called with its own object
  const { deliver } = GatewayObject.prototype
  const spy = vi.spyOn(GatewayObject.prototype, 'deliver').mockImplementation(function (this: GatewayObject, batch) {
    const isReplaced = batch.realm_name === realm.name && batch.number === number
    return isReplaced ? replacement((each) => deliver.call(this, each), batch) : deliver.call(this, batch)
  })
  onTestFinished(() => spy.mockRestore())
}

/** Returns the calls that a gateway receives from now on. */
export function recordCalls(realm: TestRealm, number: number): GatewayBatch[] {
  const batches: GatewayBatch[] = []
  replaceDeliver(realm, number, (deliver, batch) => {
    batches.push(batch)
    return deliver(batch)
  })
  return batches
}

/** Evicts a gateway: its memory is lost, its storage and its sockets remain. */
export async function evictGateway(realm: TestRealm, number: number): Promise<void> {
  await runInDurableObject(gatewayStub(realm, number), () => undefined) // only an object that runs can be evicted
  await evictDurableObject(gatewayStub(realm, number))
}

/** Sets the clock of each gateway to that of the realm. */
export async function alignClocks(realm: TestRealm): Promise<void> {
  const ahead = await runInDurableObject(realm.stub, (object) => (object as RealmObject).clock() - Date.now())
  for (const number of await gatewaysOf(realm))
    await runInDurableObject(gatewayStub(realm, number), (object) => {
      ;(object as GatewayObject).clock = () => Date.now() + ahead
    })
}

/** Returns the object of a gateway. Each call returns a new stub: a stub stays broken after the object crashed. */
const gatewayStub = (realm: TestRealm, number: number) =>
  env.GATEWAY.get(env.GATEWAY.idFromName(`${realm.name}/${number}`))
