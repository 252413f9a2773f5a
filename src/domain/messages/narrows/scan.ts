/** A read of the message index: at most `most` rows in one direction from a bound. The bound itself is not included. */
export type Scan = { direction: 'before' | 'after'; bound: number; most: number }

/** Returns the order of a scan: nearest to the bound first. */
export const nearerFirst =
  (direction: Scan['direction']) =>
  (a: { id: number }, b: { id: number }): number =>
    direction === 'before' ? b.id - a.id : a.id - b.id
