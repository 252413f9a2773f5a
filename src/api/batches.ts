/** A list cut into pieces: a row, and so an event, and a bound value hold two megabytes. */
export const inBatches = <Item>(all: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, nth) => all.slice(nth * size, (nth + 1) * size))
