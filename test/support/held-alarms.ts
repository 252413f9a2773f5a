import { DueWorkRuns } from '../../src/events/due-work-runs'
import { AlarmClock } from '../../src/store/alarm-clock'

/**
 * An alarm of the tests fires a year late, which means never: one that fired in the middle of a slow test would do due work that the
 * test does not expect. A test runs an alarm itself, or does the due work (alarms.ts).
 */
const LATE_MILLISECONDS = 365 * 86_400_000

// oxlint-disable-next-line typescript/unbound-method -- it is called with an object
const { load } = AlarmClock.prototype
let areHeld = false

// The runtime names no class of storages. The first object that starts has one.
AlarmClock.prototype.load = function loadHeld(this: AlarmClock) {
  if (!areHeld) hold(Object.getPrototypeOf(this.storage))
  areHeld = true
  return load.call(this)
}

function hold(storages: DurableObjectStorage): void {
  // oxlint-disable-next-line typescript/unbound-method -- they are called with an object
  const { setAlarm, getAlarm } = storages
  storages.setAlarm = function setLate(this: DurableObjectStorage, time, options) {
    return setAlarm.call(this, Number(time) + LATE_MILLISECONDS, options)
  }
  storages.getAlarm = async function getHeld(this: DurableObjectStorage, options) {
    const time = await getAlarm.call(this, options)
    return time === null ? null : time - LATE_MILLISECONDS
  }
}

/** An alarm of the tests ends when all its work has ended, also on a slow machine. */
DueWorkRuns.prototype.endInTime = async (work) => {
  await work
  return true
}
