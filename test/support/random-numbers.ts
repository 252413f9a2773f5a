/**
 * Returns a function that returns the next random number from 0 up to `bound`. A seed always gives the same numbers (a linear
 * congruential generator), so a failure can be repeated.
 */
export function randomBelow(seed: number): (bound: number) => number {
  let state = seed
  return (bound) => {
    state = (Math.imul(state | 0, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * bound)
  }
}

export type Pick = <Item>(items: readonly Item[]) => Item

/** Returns a function that picks items at random, in the same order for the same seed. */
export function randomPick(seed: number): Pick {
  const below = randomBelow(seed)
  return (items) => items[below(items.length)]!
}
