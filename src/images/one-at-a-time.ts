import { busy } from './problem'

/** A Worker has thirty seconds after its response. */
const MAX_WAITING = 20

let last: Promise<unknown> = Promise.resolve()
let waiting = 0

/** Starts the work when all earlier works of this isolate have ended. Throws if many wait. */
export async function oneAtATime<Result>(work: () => Promise<Result>): Promise<Result> {
  if (waiting >= MAX_WAITING) throw busy()
  waiting++
  const result = last.then(work)
  last = result.catch(() => undefined).finally(() => waiting--)
  return result
}
