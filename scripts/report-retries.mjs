// A reporter of vitest: it names the tests that failed at first and passed when they were repeated.

export default class RetryReporter {
  #retried = []

  onTestCaseResult(test) {
    const { flaky, retryCount } = test.diagnostic() ?? {}
    if (flaky) this.#retried.push(`${test.module.relativeModuleId}: ${test.fullName} (attempt ${retryCount + 1})`)
  }

  onTestRunEnd() {
    if (this.#retried.length === 0) return
    console.log(`\n${this.#retried.length} tests passed only when they were repeated. Each needs a mend:`)
    for (const name of this.#retried) console.log(`  ${name}`)
  }
}
