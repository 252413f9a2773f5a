import type { Random } from '../random.ts'

const [FIRST_MILLISECONDS, MAX_MILLISECONDS] = [300, 30_000]

/** Returns when a client comes back after a cut, as the web client does: soon, then later and later, and never all at once. */
export function pauseAfter(failures: number, random: Random): number {
  if (failures === 0) return random.between(0, FIRST_MILLISECONDS)
  return Math.min(500 * 2 ** failures, MAX_MILLISECONDS) * random.between(0.5, 1)
}

/** After how long a device acknowledges what it received. */
export const ACKNOWLEDGE_MILLISECONDS = [500, 20_000] as const
/** How long a device waits for an answer to its ping. */
export const PONG_MILLISECONDS = 25_000
