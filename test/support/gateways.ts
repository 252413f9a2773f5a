import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { onTestFinished, vi } from 'vitest'
import type { Variables } from '../../src/config'
import type { GatewayBatch, GatewayReply } from '../../src/events/gateways/protocol'
import { gatewayOf } from '../../src/events/gateways/queue-ids'
import { GatewayObject } from '../../src/gateway-object'
import { freshRealm, type Cast, type TestRealm } from './realm'

/** Returns a realm whose queues are all in gateways, so many in each. */
export async function realmWithGateways(queues_per_gateway: number): Promise<Cast> {
  setVariables({ QUEUES_PER_REALM: '0', QUEUES_PER_GATEWAY: String(queues_per_gateway) })
  return freshRealm()
}

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

/** Returns the object of a gateway. Each call returns a new stub: a stub stays broken after the object crashed. */
const gatewayStub = (realm: TestRealm, number: number) =>
  env.GATEWAY.get(env.GATEWAY.idFromName(`${realm.name}/${number}`))
