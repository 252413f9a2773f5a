import { expect, onTestFinished, test, vi } from 'vitest'
import type { DueWork } from '../../src/events/due-work'
import { DueWorkRuns } from '../../src/events/due-work-runs'

const NOW = 1_900_000_000

function realmWithAlarm() {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const alarms: number[] = []
  let now = NOW
  return {
    alarms,
    realm: { name: 'realm', now: () => now, wakeAt: (seconds: number) => alarms.push(seconds) },
    runs: new DueWorkRuns(async (work, realm) => {
      const next = await work.run(realm)
      if (next !== undefined) realm.wakeAt(next)
    }),
    advance: (seconds: number) => (now += seconds),
  }
}

/** Work that ends when the test says so. */
class SlowWork implements DueWork<unknown> {
  readonly name = 'slow'
  begun = 0
  #end: (next: number | undefined) => void = () => undefined

  constructor(readonly mayOverlap?: true) {}

  run = () => {
    this.begun++
    return new Promise<number | undefined>((resolve) => {
      this.#end = resolve
    })
  }

  async end(next?: number) {
    this.#end(next)
    await vi.advanceTimersByTimeAsync(0)
  }
}

const quickWork = () => ({ name: 'quick', run: vi.fn<() => number | undefined>() })

async function afterTheWait(beginning: Promise<void>) {
  await vi.advanceTimersByTimeAsync(1000)
  await beginning
}

test('work that ends soon sets no alarm but its own, and leaves no timer', async () => {
  const { realm, alarms, runs } = realmWithAlarm()
  await runs.begin([quickWork(), { name: 'repeated', run: () => NOW + 7 }], realm)
  expect(alarms).toEqual([NOW + 7])
  expect(vi.getTimerCount()).toBe(0)
})

test('the alarm ends before slow work, which sets the next alarm when it ends', async () => {
  const { realm, alarms, runs } = realmWithAlarm()
  const slow = new SlowWork()
  await afterTheWait(runs.begin([slow, quickWork()], realm))
  expect(alarms, 'the object may stop before the work ends').toEqual([NOW + 60])
  await slow.end(NOW + 5)
  expect(alarms).toEqual([NOW + 60, NOW + 5])
})

test('slow work does not begin again before it has ended, and then soon, because more may be due', async () => {
  const { realm, alarms, runs } = realmWithAlarm()
  const slow = new SlowWork()
  const quick = quickWork()
  await afterTheWait(runs.begin([slow, quick], realm))
  await runs.begin([slow, quick], realm)
  expect([slow.begun, quick.run.mock.calls.length]).toEqual([1, 2])
  expect(alarms, 'the object may stop, as before').toEqual([NOW + 60, NOW + 60])
  await slow.end()
  expect(alarms).toEqual([NOW + 60, NOW + 60, NOW])
  const again = runs.begin([slow, quick], realm)
  expect(slow.begun).toBe(2)
  await slow.end()
  await again
  expect(alarms).toHaveLength(3)
})

test('work that may overlap begins again at once', async () => {
  const { realm, runs } = realmWithAlarm()
  const slow = new SlowWork(true)
  await afterTheWait(runs.begin([slow], realm))
  await afterTheWait(runs.begin([slow], realm))
  expect(slow.begun).toBe(2)
})

test('work that never ends begins again after a quarter of an hour', async () => {
  const { realm, runs, advance } = realmWithAlarm()
  const slow = new SlowWork()
  await afterTheWait(runs.begin([slow], realm))
  advance(899)
  await runs.begin([slow], realm)
  expect(slow.begun).toBe(1)
  advance(1)
  await afterTheWait(runs.begin([slow], realm))
  expect(slow.begun).toBe(2)
})
