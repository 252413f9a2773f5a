import { runInDurableObject } from 'cloudflare:test'
import { onTestFinished, vi } from 'vitest'
import { GatewayObject } from '../../src/gateway-object'
import { RealmObject } from '../../src/realm-object'
import { hostsOf } from './gateways'
import type { TestRealm } from './realm'

/** A slow machine needs some seconds between two statements of a test. A test that they break must fail on each machine. */
const LATENESS = 5
const MIN_LATE = 60

/** Sets the clock of a realm ahead by this many seconds, until the object restarts. A minute or more is a little more. */
export const advanceClock = (realm: TestRealm, seconds: number): Promise<void> =>
  replaceClock(realm, (clock) => () => clock() + (seconds < MIN_LATE ? seconds : seconds + LATENESS) * 1000)

/** Stops the clock of a realm at this second, until the object restarts. */
export const stopClock = (realm: TestRealm, seconds: number): Promise<void> =>
  replaceClock(realm, () => () => seconds * 1000)

/** Each reading of the realm's clock is this many seconds after the one before, until the object restarts. */
export const advanceClockPerReading = (realm: TestRealm, seconds: number): Promise<void> =>
  replaceClock(realm, (clock) => {
    let time = clock()
    return () => (time += seconds * 1000)
  })

type Clock = () => number

async function replaceClock(realm: TestRealm, replacement: (clock: Clock) => Clock): Promise<void> {
  for (const host of await hostsOf(realm))
    await runInDurableObject(host, (object) => {
      if (!(object instanceof RealmObject || object instanceof GatewayObject)) throw new Error('It has no clock')
      object.clock = replacement(object.clock)
    })
}

const MIN_HEARTBEAT_MS = 40_000

/**
 * Ends each wait of a long poll at once. Returns how long each would have waited, in milliseconds. Fake timers cannot do
 * this: the platform lets a timer touch only what belongs to the request that set it.
 */
export function endHeartbeatWaits(): number[] {
  const waits: number[] = []
  const { setTimeout } = globalThis
  const spy = vi.spyOn(globalThis, 'setTimeout').mockImplementation((act: () => void, wait = 0) => {
    if (wait < MIN_HEARTBEAT_MS) return setTimeout(act, wait)
    waits.push(wait)
    return setTimeout(act, 0)
  })
  onTestFinished(() => spy.mockRestore())
  return waits
}

const HELD_POLLS_TIMER_MS = 2000

/** The timer of held polls fires at once, again and again. Then only the realm's clock decides about heartbeats. */
export function hastenHeldPolls(): void {
  const { setTimeout } = globalThis
  const spy = vi
    .spyOn(globalThis, 'setTimeout')
    .mockImplementation((act: () => void, wait = 0) => setTimeout(act, wait === HELD_POLLS_TIMER_MS ? 0 : wait))
  onTestFinished(() => spy.mockRestore())
}

/** Returns a time in seconds, by the clock of the machine. */
export const secondsFromNow = (seconds: number): number => Math.floor(Date.now() / 1000) + seconds
