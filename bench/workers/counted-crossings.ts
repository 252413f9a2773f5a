import { Calls, withCrossings } from './crossings'

/**
 * The calls of one request: long ones are those of the Worker, short ones those of the realm and of its neighbors. All of them share the
 * memory of the Worker.
 */
export const crossings = { isCounting: false, long: new Calls(), short: new Calls() }

/** Begins or ends to count. Returns how many of the calls until then waited for each other. */
export function countCrossings(isCounting: boolean) {
  const { long, short } = crossings
  const counted = { long: long.inSequence, short: short.inSequence }
  long.all.length = short.all.length = 0
  crossings.isCounting = isCounting
  return counted
}

/** Returns the bindings, whose calls are counted meanwhile. */
export const withCountedCrossings = <Env extends object>(env: Env, distance: 'long' | 'short'): Env =>
  withCrossings(env, (what, call) => (crossings.isCounting ? crossings[distance].around(what, call) : call()))
