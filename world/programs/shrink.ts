import type { Bundle } from '../bundle.ts'
import type { Program } from './program.ts'
import { runProgram, type Outcome } from './run-program.ts'

/**
 * Returns a smaller program that still fails: without faults and steps that the failure does not need. It tries to leave out one half,
 * then quarters, and so on, for at most so many runs.
 */
export async function shrink(
  program: Program,
  outcome: Outcome,
  { bundle, release, runs }: { bundle: Bundle; release: Bundle; runs: number },
): Promise<{ program: Program; outcome: Outcome }> {
  const best = { program: { ...program, onlyFaults: outcome.faults }, outcome }
  let left = runs
  const attempt = async (next: Program): Promise<boolean> => {
    if (left-- <= 0) return false
    const result = await runProgram(next, bundle, release)
    if (result.failure === undefined) return false
    Object.assign(best, { program: next, outcome: result })
    return true
  }
  // A fault is named by its call, and the calls change with the steps: so the steps come first.
  await leaveOut(outcome.steps, (without) => attempt({ ...best.program, onlyFaults: undefined, withoutSteps: without }))
  best.program = { ...best.program, onlyFaults: best.outcome.faults }
  const faults = best.outcome.faults
  await leaveOut(faults, (without) =>
    attempt({ ...best.program, onlyFaults: faults.filter((fault) => !without.includes(fault)) }),
  )
  return best
}

/** Leaves out more and more of the items, in smaller and smaller pieces. */
async function leaveOut<Item>(
  items: readonly Item[],
  isStillFailing: (without: readonly Item[]) => Promise<boolean>,
): Promise<void> {
  let without: Item[] = []
  for (let size = Math.ceil(items.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let at = 0; at < items.length; at += size) {
      const more = items.slice(at, at + size).filter((item) => !without.includes(item))
      if (more.length > 0 && (await isStillFailing([...without, ...more]))) without = [...without, ...more]
    }
}
