/**
 * Runs the writes of a turn: all of them, or none. After a fault the object ends, because its memory may have what its tables do
 * not. The next call starts it again, from its tables.
 */
export function allOrNothing<Result>(ctx: DurableObjectState, change: () => Result): Result {
  try {
    return ctx.storage.transactionSync(change)
  } catch (error) {
    ctx.abort(`A write failed: ${String(error)}`)
    throw error
  }
}
