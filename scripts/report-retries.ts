// A reporter of vitest: it names the tests that failed at first and passed when they were repeated, and says why they failed.

import type { TestCase } from 'vitest/node'

const LINES = 12

export default class RetryReporter {
  #retried: string[] = []

  onTestCaseResult(test: TestCase): void {
    const { flaky = false, retryCount = 0 } = test.diagnostic() ?? {}
    if (!flaky) return
    this.#retried.push(`${test.module.relativeModuleId}: ${test.fullName} (attempt ${retryCount + 1})`)
    for (const { message = '', stack = '' } of test.result().errors ?? []) {
      const places = stack.split('\n').filter((line) => /[./]test[./]/.test(line))
      for (const line of [...message.split('\n').slice(0, LINES), ...places]) this.#retried.push(`    ${line}`)
    }
  }

  onTestRunEnd(): void {
    if (this.#retried.length === 0) return
    console.log('\nThese tests passed only when they were repeated. Each needs a mend:')
    for (const line of this.#retried) console.log(`  ${line}`)
  }
}
