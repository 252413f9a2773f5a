const ENTRIES = Array.from({ length: 5000 }, (_, n) => ({
  id: n * 7919,
  name: `user ${n}`,
  flags: [n % 2 === 0, n % 3 === 0],
}))
const ROUNDS = 10
/** What `yardstick` took on the quiet machine for which the limits of tests were chosen. */
const YARDSTICK_MS = 20
const TRIES = 4

/** Work that is always the same, of the kind that requests are: texts are written, read and sorted. */
function yardstick(): number {
  let length = 0
  for (let round = 0; round < ROUNDS; round++) {
    const entries: typeof ENTRIES = JSON.parse(JSON.stringify(ENTRIES))
    length += entries.toSorted((a, b) => (a.name < b.name ? -1 : 1)).length
  }
  return length
}

/**
 * Returns how many times slower the machine is now than the one for which the limits were chosen, at least 1: other processors
 * are slower, and programs beside the tests share caches. So a limit is compared with other work at the same time, and not with a clock.
 */
export async function slownessBy(cpuMs: () => number | Promise<number>): Promise<number> {
  const times: number[] = []
  for (let tries = 0; tries < TRIES; tries++) {
    const began = await cpuMs()
    yardstick()
    times.push((await cpuMs()) - began)
  }
  return Math.max(1, Math.min(...times) / YARDSTICK_MS)
}
