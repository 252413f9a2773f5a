import { expect, test } from 'vitest'
import { STUCK_AFTER_SECONDS } from '../../src/events/due-work-runs'
import { OneAtATime } from '../../src/events/one-at-a-time'

test('a run that was given up, and ends after all, does not let a third one begin beside its successor', async () => {
  let now = 0
  const realm = { name: 'parley', now: () => now, wakeAt: () => {} }
  const runs: PromiseWithResolvers<void>[] = []
  const plan = {
    begin: (busy: ReadonlySet<number>) => (busy.has(7) ? [] : [7]),
    keyOf: (key: number) => key,
    work: () => {
      const run = Promise.withResolvers<void>()
      runs.push(run)
      return run.promise
    },
    nextTime: () => undefined,
  }
  const oneAtATime = new OneAtATime(2)
  const first = oneAtATime.run(realm, plan)
  now = STUCK_AFTER_SECONDS
  const second = oneAtATime.run(realm, plan)
  expect(runs).toHaveLength(2)
  runs[0]!.resolve()
  await first
  void oneAtATime.run(realm, plan)
  expect(runs).toHaveLength(2)
  runs[1]!.resolve()
  await second
  void oneAtATime.run(realm, plan)
  expect(runs).toHaveLength(3)
})
