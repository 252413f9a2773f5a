// Lists in the ascending order of ids, searched by halves.

/** Returns how many of the ids are at most `id`. */
export const countUpTo = (ids: readonly number[], id: number): number => countWhile(ids, (each) => each <= id)

/** Returns how many items at the beginning of a list pass a test. No item after the first that fails may pass it. */
export function countWhile<Item>(items: readonly Item[], passes: (item: Item) => boolean): number {
  let [low, high] = [0, items.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (passes(items[middle]!)) low = middle + 1
    else high = middle
  }
  return low
}

/** Returns whether the list contains an id. */
export const includesAscending = (ids: readonly number[], id: number): boolean => ids[countUpTo(ids, id) - 1] === id
