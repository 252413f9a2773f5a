import { env } from 'cloudflare:workers'
import type { Route } from '../../src/api/endpoint'
import { slownessBy } from '../support/yardstick'

/** A Worker may use 0.1 seconds for a request, and as much for each 100 kB of it. */
const [MS, BYTES] = [100, 100_000]
export const budgetFor = (bytes: number): number => MS * Math.max(1, bytes / BYTES)

/**
 * The largest request of an endpoint is sent once, and its program may not be compiled yet. It reads and writes thousands of rows
 * in databases that run in the same process.
 */
const FIRST_TIME = 3
/** The endpoints that may take longer, in milliseconds, and the reasons. */
const LARGER: Partial<Record<Route, number>> = {
  // A client that starts gets all 5,000 users and 500 channels.
  'POST /register': 1500,
}
export const cpuCeilingOf = (route: Route, bytes: number): number => LARGER[route] ?? FIRST_TIME * budgetFor(bytes)

/** Returns the CPU time of the runtime in milliseconds. It is 0 where the system does not tell it. */
export async function cpuMs(): Promise<number> {
  return Number(await (await env.AMPLIFICATION.fetch('http://amplification/')).text())
}

/** Returns how many times slower the machine is now than the one for which the budgets were chosen, at least 1. */
export const slowness = (): Promise<number> => slownessBy(cpuMs)

/** Writes a section of the page, if `npm run amplification` runs the tests. */
export async function writeSection(nth: number, body: string): Promise<void> {
  await env.AMPLIFICATION.fetch(`http://amplification/${nth}`, { method: 'PUT', body })
}
