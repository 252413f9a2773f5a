// Lists of ids in ascending order, searched by halves.

/** Returns how many of the ids are at most `id`. */
export function countUpTo(ids: readonly number[], id: number): number {
  let [low, high] = [0, ids.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (ids[middle]! <= id) low = middle + 1
    else high = middle
  }
  return low
}

/** Returns whether the list contains an id. */
export const includesAscending = (ids: readonly number[], id: number): boolean => ids[countUpTo(ids, id) - 1] === id
