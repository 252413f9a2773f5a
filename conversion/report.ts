import type { Text } from './converted.ts'

const MAX_EXAMPLES = 5

export type ConversionReport = {
  converted: Record<string, number>
  skipped: Record<string, { number: number; examples: string[] }>
}

/** What a conversion found, and what it left out and why. */
export class Report {
  #counts: ConversionReport['converted'] = {}
  #skipped: ConversionReport['skipped'] = {}

  /** Counts, and returns how many there are now. */
  count(name: string, number = 1): number {
    return (this.#counts[name] = (this.#counts[name] ?? 0) + number)
  }

  skip(reason: string, example: Text = ''): void {
    const skipped = (this.#skipped[reason] ??= { number: 0, examples: [] })
    skipped.number++
    if (skipped.examples.length < MAX_EXAMPLES && example !== '') skipped.examples.push(String(example).slice(0, 200))
  }

  result(): ConversionReport {
    return { converted: { ...this.#counts }, skipped: { ...this.#skipped } }
  }
}
