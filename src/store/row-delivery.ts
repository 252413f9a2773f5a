/** A store that may be away, and may refuse some rows and accept others. */
export type RowStore<Row> = {
  /** Stores all of the rows or none. Rejects if it stored none, or if its answer was lost. */
  write: (rows: readonly Row[]) => Promise<void>
  /** Returns true if the store accepts a write that is certainly valid. */
  isAvailable: () => Promise<boolean>
  /** Returns what an error of `write` says about its cause. */
  causeOf: (error: unknown) => 'rows' | 'store' | 'unknown'
}

export type RowDelivery<Row> = {
  rows: readonly Row[]
  /** False: an error of unknown cause ends the delivery. True: the delivery looks for the rows that cause it. */
  splits: boolean
  /** Returns false if the delivery took so long, or so many calls, that it must end before the next batch. */
  mayContinue: (calls: number) => boolean
  /** Called when the store has these rows: with consecutive rows, in their order. */
  onStored: (rows: readonly Row[]) => void
  /** Called when the store is available and refused this row, which was sent alone. */
  onRefused: (row: Row, error: unknown) => void
}

/**
 * `done`: every row was stored or refused. `away`: the store accepts nothing at the moment. `interrupted`: it must not
 * continue. In the last two cases the other rows are still to be delivered.
 */
export type DeliveryEnd = { how: 'done' } | { how: 'away'; error: unknown } | { how: 'interrupted' }

/**
 * Sends rows in one call. If the store refuses the batch, halves of it are sent, and halves of these, until each refused
 * row is alone. A row counts as refused only if the error is about the row, or if the store accepts something else right
 * after it: rows are never refused because the store is away.
 */
export async function deliverRows<Row>(store: RowStore<Row>, delivery: RowDelivery<Row>): Promise<DeliveryEnd> {
  const { rows, splits, mayContinue, onStored, onRefused } = delivery
  const batches = rows.length === 0 ? [] : [rows]
  let calls = 0
  let isKnownAvailable = false
  for (let batch = batches.shift(); batch !== undefined; batch = batches.shift()) {
    if (!mayContinue(calls)) return { how: 'interrupted' }
    calls++
    try {
      await store.write(batch)
    } catch (error) {
      const cause = store.causeOf(error)
      if (cause === 'store' || (cause === 'unknown' && !splits)) return { how: 'away', error }
      // The store may have become unavailable, so it is tested again before a row counts as refused.
      if (cause === 'unknown' && (batch.length === 1 || !isKnownAvailable)) {
        calls++
        if (!(await store.isAvailable())) return { how: 'away', error }
        isKnownAvailable = true
      }
      const [first] = batch
      if (batch.length === 1 && first !== undefined) onRefused(first, error)
      else batches.unshift(...halvesOf(batch))
      continue
    }
    isKnownAvailable = true
    onStored(batch)
  }
  return { how: 'done' }
}

function halvesOf<Row>(rows: readonly Row[]): [readonly Row[], readonly Row[]] {
  const middle = Math.ceil(rows.length / 2)
  return [rows.slice(0, middle), rows.slice(middle)]
}
