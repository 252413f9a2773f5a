// A reporter of vitest: it counts the tests that were skipped, for each reason.

export default class SkipReporter {
  #names = new Map()

  onTestCaseResult(test) {
    const { state, note } = test.result()
    if (state === 'skipped' && note !== undefined)
      this.#names.set(note, [...(this.#names.get(note) ?? []), test.fullName])
  }

  onTestRunEnd() {
    for (const [reason, names] of this.#names) {
      console.log(`\n${names.length} tests were skipped. ${reason}`)
      for (const name of names) console.log(`  ${name}`)
    }
  }
}
