// Compares the server with the floor: the same load on one, then on the other, in several rounds. Other programs on the
// machine disturb both, so the ratio of a round is more reliable than either time.

import { closedLoop, openLoop, type Outcome, type RequestOf } from './load.ts'
import type { Program } from './runtime.ts'
import { spread, type Spread } from './statistics.ts'

/** What a round gave for both programs. */
export type Pair<T> = { floor: T; server: T }
export type Loaded = Outcome & { cpuMs: number }
export type Figure = { floor: Spread; server: Spread; ratio: Spread }

/** Measures the floor and the server in turns. Returns the figures of all rounds. The first one warms both up. */
export async function compare<P, T>(
  { floor, server }: Pair<P>,
  measure: (program: P) => Promise<T>,
  rounds: number,
): Promise<Pair<T>[]> {
  await measure(floor)
  await measure(server)
  const pairs: Pair<T>[] = []
  for (let round = 0; round < rounds; round++) {
    // The second program finds a warmer machine, so the order alternates.
    if (round % 2 === 0) pairs.push({ floor: await measure(floor), server: await measure(server) })
    else {
      const ofServer = await measure(server)
      pairs.push({ floor: await measure(floor), server: ofServer })
    }
  }
  return pairs
}

/** Returns the request of each client of a program. `asMessage`: the floor stores as many rows as the server, and otherwise one. */
export type RequestsOf = (program: Program, asMessage: boolean) => RequestOf

/** Loads that send messages. The floor stores the same bytes. */
export function sendingLoads(requestsOf: RequestsOf, { seconds, perSecond }: { seconds: number; perSecond: number }) {
  const closed = (clients: number, asMessage: boolean) => (program: Program) =>
    load(closedLoop, program, { clients, seconds, requestOf: requestsOf(program, asMessage) })
  return {
    saturated: closed(32, false),
    saturatedRows: closed(32, true),
    single: closed(1, false),
    singleRows: closed(1, true),
    moderate: (program: Program) =>
      load(openLoop, program, { perSecond, seconds: seconds * 2, requestOf: requestsOf(program, false) }),
  }
}

export async function load<O>(
  loop: (program: Program, options: O) => Promise<Outcome>,
  program: Program,
  options: O,
): Promise<Loaded> {
  const before = program.cpuSeconds()
  const outcome = await loop(program, options)
  return { ...outcome, cpuMs: ((program.cpuSeconds() - before) * 1000) / outcome.count }
}

/** Returns one figure of all rounds: the floor, the server, and the ratio of the server to the floor. */
export const figure = <T>(pairs: readonly Pair<T>[], of: (round: T) => number): Figure => ({
  floor: spread(pairs.map((pair) => of(pair.floor))),
  server: spread(pairs.map((pair) => of(pair.server))),
  ratio: spread(pairs.map((pair) => of(pair.server) / of(pair.floor))),
})
