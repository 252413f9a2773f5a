import { tooLarge } from './problem'

/** A step takes about ten nanoseconds, so a slice takes four milliseconds: several delay a request that waits several times. */
const STEPS_PER_SLICE = 400_000
/** No picture that users make needs as much. */
const MAX_STEPS = 250_000_000
/** Requests that wait for their turn go on meanwhile. */
export const PAUSE_MS = 4

/**
 * Divides the work on a picture into slices, between which the other requests of the isolate go on. A slice is counted in steps:
 * the clock of a Worker stands still while it works.
 */
export class Pace {
  #steps = 0
  #slice = 0

  /** `pause` ends when the work may go on. */
  constructor(readonly pause: () => Promise<void> = () => pauseFor(PAUSE_MS)) {}

  /** Counts steps that were taken. Returns a promise to wait for if the slice is over. Throws if the picture takes too many. */
  after(steps: number): Promise<void> | undefined {
    this.#steps += steps
    this.#slice += steps
    if (this.#steps > MAX_STEPS) throw tooLarge()
    if (this.#slice < STEPS_PER_SLICE) return undefined
    this.#slice = 0
    return this.pause()
  }

  /** Ends the slice: what follows takes most of one, and cannot be divided. */
  beforeWhole(): Promise<void> {
    this.#slice = 0
    return this.pause()
  }
}

export const pauseFor = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
  })
