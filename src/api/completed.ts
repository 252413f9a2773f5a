import type { AnyEndpoint, AnyStep, RealmSteps } from './endpoint'

type Deciding = { transaction<Result>(change: () => Result): Result }

/** Returns a decision with what only D1 has, if the endpoint adds it. `admitAgain` admits the caller after other requests ran. */
export const completed = (
  decider: AnyStep & Partial<Pick<AnyEndpoint, 'complete'>>,
  realm: unknown,
  decided: unknown,
  admitAgain: () => Promise<{ realm: Deciding; actor: unknown }>,
): unknown => (decider.complete ? decider.complete(realm, decided, admittedSteps(admitAgain)) : decided)

/** Returns the steps of a request that the realm itself continues. Other requests run before each of them. */
const admittedSteps = (admitAgain: () => Promise<{ realm: Deciding; actor: unknown }>): RealmSteps<unknown> => ({
  ask: async (step, input) => {
    await scheduler.wait(0)
    const { realm, actor } = await admitAgain()
    return realm.transaction(() => (step as AnyStep).decide(realm, actor, input)) as never
  },
})
