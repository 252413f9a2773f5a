/** A part of the server as a small machine: all that may happen next, in any state. States are plain data. */
export type Model<State, Step> = {
  start: State
  /** Each step that may happen, with the state after it. */
  next(state: State): (readonly [step: Step, after: State])[]
  /** Returns what is wrong in a state. */
  problemOf(state: State): string | undefined
}

export type Explored<Step> = {
  states: number
  /** The shortest way to a state that is wrong. */
  failure: { steps: Step[]; problem: string } | undefined
}

/** Visits each state that any order of steps reaches. The shortest ways come first. */
export function explore<State, Step>(model: Model<State, Step>): Explored<Step> {
  const seen = new Set([JSON.stringify(model.start)])
  let paths: { state: State; steps: Step[] }[] = [{ state: model.start, steps: [] }]
  while (paths.length > 0) {
    const later: typeof paths = []
    for (const { state, steps } of paths) {
      const problem = model.problemOf(state)
      if (problem !== undefined) return { states: seen.size, failure: { steps, problem } }
      for (const [step, after] of model.next(state)) {
        const key = JSON.stringify(after)
        if (seen.has(key)) continue
        seen.add(key)
        later.push({ state: after, steps: [...steps, step] })
      }
    }
    paths = later
  }
  return { states: seen.size, failure: undefined }
}

/** Returns one way that ends where nothing may happen any more, with the state after each step. `choose` returns an index. */
export function walk<State, Step>(
  model: Model<State, Step>,
  choose: (count: number) => number,
): { step: Step; after: State }[] {
  const way: { step: Step; after: State }[] = []
  let state = model.start
  for (;;) {
    const following = model.next(state)
    const chosen = following[choose(following.length)]
    if (chosen === undefined) return way
    const [step, after] = chosen
    way.push({ step, after })
    state = after
  }
}
