import { linesIn } from './lines.ts'

const ITEMS_PER_RUN = 50_000
const CHARACTERS_PER_RUN = 32_000_000
const ITEMS_PER_WRITE = 1000

/**
 * Sorts any number of items by a number, with the memory of one run: each run is sorted and written to a file, and the files
 * are merged. Items with the same number keep their order.
 */
export class ExternalSort {
  #runs = 0
  #items = []
  #characters = 0
  #count = 0

  /** `folder` is the place of the files in the storage. */
  constructor(storage, folder) {
    this.storage = storage
    this.folder = folder
  }

  get count() {
    return this.#count
  }

  add(order, item) {
    const text = JSON.stringify(item)
    this.#items.push({ order, sequence: this.#count++, text })
    this.#characters += text.length
    if (this.#items.length >= ITEMS_PER_RUN || this.#characters >= CHARACTERS_PER_RUN) this.#writeRun()
  }

  #name = (run) => `${this.folder}/run-${run}`

  #writeRun() {
    const name = this.#name(this.#runs++)
    const encoder = new TextEncoder()
    const sorted = this.#items.sort(compare)
    for (let from = 0; from < sorted.length; from += ITEMS_PER_WRITE) {
      const lines = sorted.slice(from, from + ITEMS_PER_WRITE).map(lineOf)
      this.storage.append(name, encoder.encode(lines.join('')))
    }
    this.#items = []
    this.#characters = 0
  }

  /** Yields all items in their order, and deletes the files. */
  async *sorted() {
    if (this.#items.length > 0) this.#writeRun()
    await this.storage.flush()
    const heads = []
    for (let run = 0; run < this.#runs; run++)
      heads.push({ lines: linesIn(this.storage.read(this.#name(run))), head: undefined })
    for (const run of heads) await advance(run)
    for (;;) {
      let least
      for (const run of heads)
        if (run.head !== undefined && (least === undefined || compare(run.head, least.head) < 0)) least = run
      if (least === undefined) break
      yield JSON.parse(least.head.text)
      await advance(least)
    }
    await this.storage.remove(this.folder)
  }
}

const compare = (a, b) => a.order - b.order || a.sequence - b.sequence

const lineOf = ({ order, sequence, text }) => `${order} ${sequence} ${text}\n`

async function advance(run) {
  const { done, value } = await run.lines.next()
  run.head = done ? undefined : readLine(value)
}

function readLine(line) {
  const first = line.indexOf(' ')
  const second = line.indexOf(' ', first + 1)
  return {
    order: Number(line.slice(0, first)),
    sequence: Number(line.slice(first + 1, second)),
    text: line.slice(second + 1),
  }
}
