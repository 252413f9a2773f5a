/** Returns the list in batches. An event is a row, and SQLite limits a row, like a bound value, to two megabytes. */
export const splitIntoBatches = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size))
