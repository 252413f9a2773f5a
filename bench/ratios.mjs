// The server beside the floor: the same load on one, then on the other, several times over. What disturbs the machine
// disturbs both, so the ratio of a round says more than either number.

import { closedLoop, openLoop } from './load.mjs'
import { spread } from './statistics.mjs'

/** Each of `measures` on the floor and on the server, in turns. Answers the figures of all rounds, by measure. */
export async function compare({ floor, server }, measures, rounds) {
  const found = {}
  for (const [name, measure] of Object.entries(measures)) {
    await measure(floor)
    await measure(server)
    const pairs = []
    for (let round = 0; round < rounds; round++) {
      // Whoever comes second finds a warmer machine: they take turns at that too.
      const order = round % 2 === 0 ? [floor, server] : [server, floor]
      const outcomes = new Map()
      for (const program of order) outcomes.set(program, await measure(program))
      pairs.push({ floor: outcomes.get(floor), server: outcomes.get(server) })
    }
    found[name] = pairs
  }
  return found
}

/** Loads that send messages; on the floor the same bytes become the one row. */
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

/** One figure of all rounds: on the floor, on the server, and the server's as a multiple of the floor's. */
export const figure = (pairs, of) => ({
  floor: spread(pairs.map((pair) => of(pair.floor))),
  server: spread(pairs.map((pair) => of(pair.server))),
  ratio: spread(pairs.map((pair) => of(pair.server) / of(pair.floor))),
})
