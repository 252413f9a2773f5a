import type { KnownFlake } from './known-flakes.ts'

/** A test that failed at first and then passed, with the reason of its failure. */
export type RepeatedTest = { test: string; attempts: number; reason: readonly string[] }

type Verdict = { lines: string[]; isFailure: boolean }

/** Returns what to say about the tests that passed only when they were repeated, and whether the run fails because of them. */
export function verdictOn(repeated: readonly RepeatedTest[], listed: readonly KnownFlake[]): Verdict {
  const lines: string[] = []
  const flakeOf = (test: string) =>
    listed.find((flake) => (flake.test.endsWith('/') ? test.startsWith(flake.test) : test === flake.test))
  const unlisted = repeated.filter(({ test }) => flakeOf(test) === undefined)
  const say = (title: string, tests: readonly RepeatedTest[]) => {
    if (tests.length === 0) return
    lines.push('', title)
    for (const { test, attempts, reason } of tests) {
      const flake = flakeOf(test)
      const note = flake === undefined ? '' : `, listed since ${flake.since}: ${flake.cause}`
      lines.push(`  ${test} (attempt ${attempts})${note}`, ...reason.map((line) => `      ${line}`))
    }
  }
  say(
    'These tests passed only when they were repeated, and are listed in scripts/retries/known-flakes.ts:',
    repeated.filter((test) => !unlisted.includes(test)),
  )
  say('These tests passed only when they were repeated, so the run fails. Each needs a mend:', unlisted)
  return { lines, isFailure: unlisted.length > 0 }
}
