import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import { explore, walk, type Model } from '../../world/models/explore'
import { randomOf } from '../../world/random'

/** The code of the server, which does what the steps of a model say. `before` is the state of the model. */
type Real<State, Step> = {
  do(step: Step, before: State): Promise<void> | void
  /** What can be compared with the model. */
  readonly seen: unknown
}

type Tested<State, Step, Defect> = {
  model: (defect?: Defect) => Model<State, Step>
  defects: readonly Defect[]
  /** At least so many states are visited. */
  states: number
  begin: () => Real<State, Step> | Promise<Real<State, Step>>
  seenIn: (state: State) => unknown
  /** How many random ways the code takes, and at most how many steps each has. */
  ways: number
  steps?: number
}

/** Tests that a model holds in any order of steps, that it finds its defects, and that the server does what it does. */
export function testModel<State, Step, Defect extends string>(
  title: string,
  { model, defects, states: least, begin, seenIn, ways, steps: most = Infinity }: Tested<State, Step, Defect>,
): void {
  describe(`${title}`, () => {
    test('is right in any order of steps', () => {
      const { failure, states } = explore(model())
      expect(failure).toBeUndefined()
      expect(states).toBeGreaterThan(least)
    })

    /** The server does what the steps say, as far as the right model has them. */
    async function take(steps: readonly Step[]): Promise<void> {
      const real = await begin()
      const done: Step[] = []
      let before = model().start
      for (const step of steps) {
        const [, after] =
          model()
            .next(before)
            .find(([each]) => isDeepStrictEqual(each, step)) ?? []
        if (after === undefined) return
        done.push(step)
        await real.do(step, before)
        expect(await real.seen, JSON.stringify(done)).toEqual(seenIn(after))
        before = after
      }
    }

    test.each(defects)('the model finds this defect, and the server does not have it: %s', async (defect) => {
      const { failure } = explore(model(defect))
      expect(failure).toBeDefined()
      await take(failure?.steps ?? [])
    })

    test('the server does what the model does', async () => {
      const random = randomOf(1, `ways of ${title}`)
      for (let nth = 0; nth < ways; nth++) {
        const way = walk(model(), (count) => random.below(count)).slice(0, most)
        await expect(take(way.map(({ step }) => step))).resolves.toBeUndefined()
      }
    })
  })
}
