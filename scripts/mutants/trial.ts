// Runs the tests of mutants, and judges them.

import type { NumberedMutant } from './list.ts'
import type { Answer } from './test-requests.ts'
import { Tester } from './tester.ts'

const SECONDS_PER_MUTANT = 300
const SECONDS_UNCHANGED = 3600
const SECONDS_TO_START = 120

export type Verdict = 'killed' | 'SURVIVED' | 'UNUSABLE'
export type Result = { mutant: NumberedMutant; answer: Answer; verdict: Verdict }

/** Mutants that were tried, and those for which no time was left. */
export type Outcome = { results: Result[]; leftOut: NumberedMutant[] }

export const nameOf = ({ area, file, reason }: NumberedMutant): string => `${area}: ${reason} (${file})`

/** Tests that hang kill the mutant too. If a file cannot be loaded, the mutant is unusable. */
function verdictOn({ state }: Answer): Verdict {
  if (state === 'failed' || state === 'hung') return 'killed'
  return state === 'passed' ? 'SURVIVED' : 'UNUSABLE'
}

/** Tries mutants in copies of the project. `end` removes the copies. */
export class Trial {
  readonly #root: string
  readonly #jobs: number
  readonly #testers: Tester[] = []

  constructor(root: string, jobs: number) {
    this.#root = root
    this.#jobs = jobs
  }

  end(): void {
    for (const tester of this.#testers) tester.end()
  }

  #tester = (number: number): Tester => (this.#testers[number] ??= new Tester(this.#root))

  /** Waits until the processes that run tests have started. */
  async start(): Promise<void> {
    const start = (_: unknown, number: number) => this.#tester(number).run({ tests: [], bail: 0 }, SECONDS_TO_START)
    await Promise.all(Array.from({ length: this.#jobs }, start))
  }

  /** Runs the tests without a mutant. A test that fails anyway would seem to kill every mutant. */
  async passUnchanged(mutants: readonly NumberedMutant[]): Promise<boolean> {
    const tests = [...new Set(mutants.flatMap((mutant) => mutant.tests))]
    console.log(`${tests.length} test files must pass before anything is changed ...`)
    const run = () => this.#tester(0).run({ tests, bail: 0 }, SECONDS_UNCHANGED)
    let answer = await run()
    // On a busy machine a test may fail once.
    if (answer.state === 'failed') answer = await run()
    if (answer.state === 'passed') return true
    console.error(`They do not (${answer.state}): ${answer.message}`)
    for (const test of answer.tests) console.error(`    ${test}`)
    return false
  }

  /** Tries mutants in their order, until `deadline` in milliseconds. One whose tests did not end before it was not tried. */
  async tryAll(mutants: readonly NumberedMutant[], deadline = Infinity): Promise<Outcome> {
    const waiting = [...mutants]
    const outcome: Outcome = { results: [], leftOut: [] }
    const work = async (_: unknown, number: number) => {
      for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
        const began = Date.now()
        const result = await this.#try(mutant, number, (deadline - began) / 1000)
        if (result === undefined) {
          outcome.leftOut.push(mutant)
          continue
        }
        outcome.results.push(result)
        const seconds = ((Date.now() - began) / 1000).toFixed(1)
        console.log(`${outcome.results.length}/${mutants.length} ${result.verdict} (${seconds} s): ${nameOf(mutant)}`)
        if (result.verdict === 'killed') console.log(`    by: ${result.answer.tests[0] ?? result.answer.state}`)
      }
    }
    await Promise.all(Array.from({ length: this.#jobs }, work))
    return outcome
  }

  async #try(mutant: NumberedMutant, number: number, secondsLeft: number): Promise<Result | undefined> {
    if (secondsLeft <= 0) return undefined
    const seconds = Math.min(SECONDS_PER_MUTANT, secondsLeft)
    let answer = await this.#tester(number).tryOut(mutant, seconds)
    // The machine may have run out of memory.
    if (answer.state === 'died') answer = await this.#tester(number).tryOut(mutant, seconds)
    if (answer.state === 'hung' && seconds < SECONDS_PER_MUTANT) return undefined
    return { mutant, answer, verdict: verdictOn(answer) }
  }
}
