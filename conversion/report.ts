const MAX_EXAMPLES = 5

/** What a conversion found, and what it left out and why. */
export class Report {
  #counts = {}
  #skipped = {}

  /** Counts, and returns how many there are now. */
  count(name, number = 1) {
    return (this.#counts[name] = (this.#counts[name] ?? 0) + number)
  }

  skip(reason, example = '') {
    const skipped = (this.#skipped[reason] ??= { number: 0, examples: [] })
    skipped.number++
    if (skipped.examples.length < MAX_EXAMPLES && example !== '') skipped.examples.push(String(example).slice(0, 200))
  }

  result() {
    return { converted: { ...this.#counts }, skipped: { ...this.#skipped } }
  }
}
