/**
 * Work that comes due by itself: rows, never timers, so it survives anything. The realm has one alarm; when it rings,
 * each piece of work does what is due and says when it wants to be woken again.
 */
export type DueWork<Realm> = {
  name: string
  /** Does what is due, in bites, and answers the next time (in seconds) at which something will be, if anything will. */
  ring(realm: Realm): Promise<number | undefined> | number | undefined
}

export type AnyDueWork = DueWork<unknown>
