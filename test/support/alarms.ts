import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { onTestFinished, vi } from 'vitest'
import { RealmObject } from '../../src/realm-object'
import { inStorage } from './faults'
import { advanceClock } from './clock'
import { runGatewayAlarms } from './gateways'
import type { TestRealm } from './realm'

/** Runs the alarms of the realm and of its gateways now, at any time. Returns false if the realm has set none. */
export async function runAlarm(realm: TestRealm): Promise<boolean> {
  await runGatewayAlarms(realm)
  return runDurableObjectAlarm(realm.stub)
}

// oxlint-disable-next-line typescript/unbound-method -- it is called with an object
const { alarm: doAlarm } = RealmObject.prototype

/** Does the due work of a realm, whether its alarm is set, is prevented or is disabled. */
export const doDueWork = (realm: TestRealm): Promise<void> =>
  runInDurableObject(realm.stub, (object) => {
    if (!(object instanceof RealmObject)) throw new Error('This Durable Object is not a realm')
    return doAlarm.call(object)
  })

/** Returns the time that the alarm is set to, in milliseconds of real time. */
export const alarmTime = (realm: TestRealm): Promise<number | null> =>
  inStorage(realm, (state) => state.storage.getAlarm())

export const loseAlarm = (realm: TestRealm): Promise<void> => inStorage(realm, (state) => state.storage.deleteAlarm())

/** No realm can set an alarm until the test ends, so none runs, and none writes a row. A test does the due work itself. */
export async function preventAlarms(realm: TestRealm): Promise<void> {
  const storage: DurableObjectStorage = await inStorage(realm, (state) => Object.getPrototypeOf(state.storage))
  const spy = vi.spyOn(storage, 'setAlarm').mockResolvedValue()
  onTestFinished(() => spy.mockRestore())
}

/** Does the due work after the time for which R2 keeps deleted files. */
export async function doDueWorkAfter30Days(realm: TestRealm): Promise<void> {
  await advanceClock(realm, 30 * 24 * 3600 + 1)
  await doDueWork(realm)
}

/** Advances the realm's clock and runs the alarm. */
export async function runAlarmAfter(realm: TestRealm, seconds: number): Promise<void> {
  await advanceClock(realm, seconds)
  await runAlarm(realm)
}

/** Trims the event log twice: the first time keeps rows for new events. */
export async function trimWhole(realm: TestRealm, pauseSeconds = 120): Promise<void> {
  await runAlarmAfter(realm, pauseSeconds)
  await runAlarmAfter(realm, pauseSeconds)
}
