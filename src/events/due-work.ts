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

const TRY_AGAIN_AFTER_SECONDS = 60

/** Rings it all, side by side: what waits for a slow D1 must not keep what is due here waiting. */
export async function ringAll<Realm extends { now(): number; wakeAt(seconds: number): void }>(
  allWork: readonly DueWork<Realm>[],
  realm: Realm,
): Promise<void> {
  await Promise.all(
    allWork.map(async (work) => {
      try {
        const next = await work.ring(realm)
        if (next !== undefined) realm.wakeAt(next)
      } catch (error) {
        // One piece of work that fails must not keep the others from being done, nor be forgotten.
        console.error(`Due work ${work.name} failed`, error)
        realm.wakeAt(realm.now() + TRY_AGAIN_AFTER_SECONDS)
      }
    }),
  )
}
