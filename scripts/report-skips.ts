// A reporter of vitest: it counts the tests that were skipped, for each reason.

import type { TestCase } from 'vitest/node'

export default class SkipReporter {
  #names = new Map<string, string[]>()

  onTestCaseResult(test: TestCase): void {
    const result = test.result()
    const note = result.state === 'skipped' ? result.note : undefined
    if (note !== undefined) this.#names.set(note, [...(this.#names.get(note) ?? []), test.fullName])
  }

  onTestRunEnd(): void {
    for (const [reason, names] of this.#names) {
      console.log(`\n${names.length} tests were skipped. ${reason}`)
      for (const name of names) console.log(`  ${name}`)
    }
  }
}
