/**
 * Runs work in turns. The realm serves other requests in between. Each turn takes a millisecond more, because the platform waits so
 * long at least: so a part of the work takes some milliseconds.
 */
export async function inTurns<Result>(work: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
    await scheduler.wait(0)
  }
}

type Deciding = { transaction<Result>(change: () => Result): Result }

/**
 * Decides after work that fills memory. In a large realm that has just woken, the work takes several turns, and the decision has a
 * transaction of its own. So `decide` reads what other requests may have changed meanwhile.
 */
export const decideAfter = <Decision>(
  work: Generator<void>,
  realm: Deciding,
  decide: () => Decision,
): Decision | Promise<Decision> => (work.next().done ? decide() : decideLater(work, realm, decide))

async function decideLater<Decision>(
  work: Generator<void>,
  realm: Deciding,
  decide: () => Decision,
): Promise<Decision> {
  await scheduler.wait(0)
  await inTurns(work)
  return realm.transaction(decide)
}
