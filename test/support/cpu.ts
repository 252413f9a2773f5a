import { slownessBy } from './yardstick'

/** Returns the CPU time of this thread in milliseconds. The platform compiles, decompresses and collects garbage in other threads. */
export function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

export async function millisecondsOf(run: () => unknown): Promise<number> {
  const began = cpuMs()
  await run()
  return cpuMs() - began
}

/**
 * Returns the CPU time of the fastest of several measurements. One of `enough` or less ends the search. A longer time is that of
 * the machine for which the limits were chosen.
 */
export async function leastMs(measure: () => Promise<number>, enough: number, tries: number): Promise<number> {
  let least = Infinity
  for (let nth = 0; nth < tries && least > enough; nth++) least = Math.min(least, await measure())
  return least > enough ? least / (await slownessBy(cpuMs)) : least
}
