/**
 * What is left to chance in one step, as numbers that were drawn beforehand: so a sequence can be run again, and made
 * shorter until only what matters is left. Where the numbers end, the first of everything is chosen.
 */
export type Pick = <Item>(items: readonly Item[]) => Item

export function picking(numbers: readonly number[]): Pick {
  let at = 0
  return (items) => items[(numbers[at++] ?? 0) % items.length]!
}

/** So many of them, each perhaps more than once. */
export const some = <Item>(pick: Pick, items: readonly Item[], most: number): Item[] =>
  Array.from({ length: pick(Array.from({ length: most + 1 }, (_, n) => n)) }, () => pick(items))
