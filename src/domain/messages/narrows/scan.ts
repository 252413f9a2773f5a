/** A read of the message index: at most `most` rows in one direction from a bound. The bound itself is not included. */
export type Scan = { direction: 'before' | 'after'; bound: number; most: number }

/**
 * What a scan found, nearest to the bound first. From `next` on there may be more; it is undefined at the end. There can be fewer
 * rows than requested, and more: all rows up to `next` are there.
 */
export type Found<Row> = { rows: readonly Row[]; next: number | undefined }

/** Returns the rows of a query that had `most` as its limit. */
export const foundUpTo = <Row extends { id: number }>(rows: readonly Row[], most: number): Found<Row> => ({
  rows,
  next: rows.length < most ? undefined : rows.at(-1)?.id,
})

/** Returns the order of a scan: nearest to the bound first. */
export const nearerFirst =
  (direction: Scan['direction']) =>
  (a: { id: number }, b: { id: number }): number =>
    direction === 'before' ? b.id - a.id : a.id - b.id
