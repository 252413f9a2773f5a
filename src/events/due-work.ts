/**
 * Work that the realm does without a request. Rows store the due times, so they survive a restart, unlike timers. The
 * realm has one alarm. When it fires, all due work runs, and returns the next time at which it is due.
 */
export type DueWork<Realm> = {
  name: string
  /** Whether it may begin again before it has ended. Otherwise it begins again afterwards. */
  mayOverlap?: true
  /** Does a batch of what is due. Returns the next time, in seconds, or undefined if nothing is left. */
  run(realm: Realm): Promise<number | undefined> | number | undefined
}

export type AnyDueWork = DueWork<unknown>
