import { now } from './clock'

/**
 * Returns how long a function runs, in milliseconds: the best of several tries, because other work on the machine makes a
 * try slower. Stops trying when a try took `enough` or less.
 */
export async function duration(run: () => void, { tries, enough }: { tries: number; enough: number }): Promise<number> {
  let best = Infinity
  for (let index = 0; index < tries && best > enough; index++) {
    const start = await now()
    run()
    best = Math.min(best, (await now()) - start)
  }
  return best
}
