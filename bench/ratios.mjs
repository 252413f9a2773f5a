// Compares the server with the floor: the same load on one, then on the other, in several rounds. Other programs on the
// machine disturb both, so the ratio of a round is more reliable than either time.

import { closedLoop, openLoop } from './load.mjs'
import { spread } from './statistics.mjs'

/** Runs each of `measures` on the floor and on the server, in turns. Returns the figures of all rounds, by measure. */
export async function compare({ floor, server }, measures, rounds) {
  const found = {}
  for (const [name, measure] of Object.entries(measures)) {
    await measure(floor)
    await measure(server)
    const pairs = []
    for (let round = 0; round < rounds; round++) {
      // The second program finds a warmer machine, so the order alternates.
      const order = round % 2 === 0 ? [floor, server] : [server, floor]
      const outcomes = new Map()
      for (const program of order) outcomes.set(program, await measure(program))
      pairs.push({ floor: outcomes.get(floor), server: outcomes.get(server) })
    }
    found[name] = pairs
  }
  return found
}

/** Loads that send messages. The floor stores the same bytes in one row. */
export const sendingLoads = (requestOf, { seconds, moderatePerSecond }) => ({
  saturated: (program) => load(closedLoop, program, { clients: 32, seconds, requestOf: requestOf(program) }),
  single: (program) => load(closedLoop, program, { clients: 1, seconds, requestOf: requestOf(program) }),
  moderate: (program) =>
    load(openLoop, program, { perSecond: moderatePerSecond, seconds: seconds * 2, requestOf: requestOf(program) }),
})

export async function load(loop, program, options) {
  const before = program.cpuSeconds()
  const outcome = await loop(program, options)
  return { ...outcome, cpuMs: ((program.cpuSeconds() - before) * 1000) / outcome.count }
}

/** Returns one figure of all rounds: the floor, the server, and the ratio of the server to the floor. */
export const figure = (pairs, of) => ({
  floor: spread(pairs.map((pair) => of(pair.floor))),
  server: spread(pairs.map((pair) => of(pair.server))),
  ratio: spread(pairs.map((pair) => of(pair.server) / of(pair.floor))),
})
