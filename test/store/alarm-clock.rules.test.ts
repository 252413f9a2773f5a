import { describe, expect, test } from 'vitest'
import { AlarmClock } from '../../src/store/alarm-clock'

/** A clock of an object that stores this alarm. `set` has what it set since then. */
async function clockWith({ at, now }: { at: number | null; now: number }) {
  const set: number[] = []
  const storage = {
    getAlarm: () => Promise.resolve(at),
    setAlarm: (time: number) => Promise.resolve(void set.push(time)),
  }
  const clock = new AlarmClock(storage, () => now)
  await clock.load()
  return { clock, set }
}

describe('the alarm', () => {
  test('is set if there is none', async () => {
    const { clock, set } = await clockWith({ at: null, now: 100_000 })
    expect([clock.isSet, clock.isLost]).toEqual([false, false])
    clock.fireBy(105_000)
    expect(set).toEqual([105_000])
    expect(clock.isSet).toBe(true)
  })

  test('is changed to an earlier time, and to no later one', async () => {
    const { clock, set } = await clockWith({ at: 105_000, now: 100_000 })
    clock.fireBy(105_000)
    clock.fireBy(110_000)
    expect(set).toEqual([])
    clock.fireBy(104_999)
    expect(set).toEqual([104_999])
  })

  test('is not lost before it is half a minute late', async () => {
    const { clock, set } = await clockWith({ at: 70_000, now: 100_000 })
    expect(clock.isLost).toBe(false)
    clock.fireBy(100_000)
    expect(set).toEqual([])
  })

  test('that is lost is set again, once', async () => {
    const { clock, set } = await clockWith({ at: 69_999, now: 100_000 })
    expect(clock.isLost).toBe(true)
    clock.fireBy(120_000)
    clock.fireBy(120_000)
    expect(clock.isLost).toBe(false)
    expect(set).toEqual([120_000])
  })

  test('that fired is set no more', async () => {
    const { clock, set } = await clockWith({ at: 99_000, now: 100_000 })
    clock.markFired()
    clock.fireBy(160_000)
    expect(set).toEqual([160_000])
  })

  test('is after a rollback what it was before', async () => {
    const { clock, set } = await clockWith({ at: 150_000, now: 100_000 })
    const restore = clock.restorePoint()
    clock.fireBy(110_000)
    restore()
    clock.fireBy(120_000)
    expect(set).toEqual([110_000, 120_000])
  })
})
