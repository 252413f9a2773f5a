/**
 * Chooses an item by numbers that were drawn before the run. So a sequence can be repeated, and shortened until only the
 * relevant steps remain. When the numbers end, it chooses the first item.
 */
export type Pick = <Item>(items: readonly Item[]) => Item

export function picking(numbers: readonly number[]): Pick {
  let at = 0
  return (items) => items[(numbers[at++] ?? 0) % items.length]!
}

/** Returns up to `most` of the items, possibly with repetitions. */
export const some = <Item>(pick: Pick, items: readonly Item[], most: number): Item[] =>
  Array.from({ length: pick(Array.from({ length: most + 1 }, (_, n) => n)) }, () => pick(items))
