import type { QueueOptions } from './queue'

/**
 * Parsed options of queues, by their text. Most clients of an organization register with the same options, so a realm that wakes with
 * 100,000 queues parses few texts, and its queues share few objects. They are never changed.
 */
export class SharedOptions {
  readonly #parsed = new Map<string, QueueOptions>()
  #characters = 0

  parse(text: string): QueueOptions {
    const parsed = this.#parsed.get(text)
    if (parsed) return parsed
    const options: QueueOptions = JSON.parse(text)
    this.#characters += text.length
    if (this.#characters > MAX_CHARACTERS) {
      this.#parsed.clear()
      this.#characters = text.length
    }
    this.#parsed.set(text, options)
    return options
  }
}

/** A client can register with a long narrow, so texts are bounded by their characters. */
const MAX_CHARACTERS = 1_000_000
