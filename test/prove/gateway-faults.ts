import { onTestFinished, vi } from 'vitest'
import { GatewayObject } from '../../src/gateway-object'
import { alignClocks, crashGateway, evictGateway, gatewaysOf, runGatewayAlarms } from '../support/gateways'
import type { TestRealm } from '../support/realm'
import type { Pick } from './chances'

/** What can happen to a call of a gateway. */
const CALL_FAULTS = ['a gateway misses a call', 'the answer of a gateway is lost', 'a gateway is slow'] as const
type CallFault = (typeof CALL_FAULTS)[number]

/** What can happen to the gateways of a realm. */
export const GATEWAY_FAULTS = [
  'a gateway dies',
  'a gateway sleeps',
  'the gateways store their events',
  ...CALL_FAULTS,
] as const

type GatewayFault = (typeof GATEWAY_FAULTS)[number]

export const isGatewayFault = (what: string): what is GatewayFault => GATEWAY_FAULTS.some((fault) => fault === what)

const isCallFault = (fault: GatewayFault): fault is CallFault => CALL_FAULTS.some((other) => other === fault)

/** The faults of the next calls, by the realm and the number of the gateway. */
const planned = new Map<string, CallFault[]>()

/** The next calls succeed. */
export const forgetCallFaults = (): void => planned.clear()

/** Lets one of the gateways of a realm fail. Returns how. */
export async function injectFault(realm: TestRealm, fault: GatewayFault, pick: Pick): Promise<string> {
  const numbers = await gatewaysOf(realm)
  if (numbers.length === 0) return fault
  const number = pick(numbers)
  if (fault === 'a gateway dies') await crashGateway(realm, number)
  if (fault === 'a gateway sleeps') await evictGateway(realm, number)
  await alignClocks(realm)
  if (fault === 'the gateways store their events') await runGatewayAlarms(realm)
  if (isCallFault(fault)) planned.set(`${realm.name}/${number}`, [fault, fault])
  return fault
}

/** From now on until the test ends, calls of gateways fail as it was planned. */
export function letCallsFail(): void {
  // oxlint-disable-next-line typescript/unbound-method -- it is called with its own object
  const { deliver } = GatewayObject.prototype
  const spy = vi.spyOn(GatewayObject.prototype, 'deliver')
  spy.mockImplementation(function (this: GatewayObject, batch) {
    const fault = planned.get(`${batch.realm_name}/${batch.number}`)?.shift()
    if (fault === undefined) return deliver.call(this, batch)
    if (fault === 'a gateway misses a call') throw new Error('A test loses this call')
    const reply = deliver.call(this, batch)
    if (fault === 'the answer of a gateway is lost') throw new Error('A test loses this answer')
    // The platform waits for it, as it waits for a slow object.
    return severalTurns().then(() => reply) as unknown as typeof reply
  })
  onTestFinished(() => spy.mockRestore())
}

async function severalTurns(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await scheduler.wait(0)
}
