/**
 * Returns a function that returns the next random number from 0 up to `below`. A seed always gives the same numbers (a
 * linear congruential generator), so a failure can be repeated.
 */
export function randomNumbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
