import { appendFileSync, createReadStream, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const ITEMS_PER_RUN = 50_000
const CHARACTERS_PER_RUN = 32_000_000

/**
 * Sorts any number of items by a number, with the memory of one run: each run is sorted and written to a file, and the files
 * are merged. Items with the same number keep their order.
 */
export class ExternalSort {
  #runs = 0
  #items = []
  #characters = 0
  #count = 0

  constructor(folder) {
    this.folder = folder
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
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

  #path = (run) => join(this.folder, `run-${run}`)

  #writeRun() {
    const path = this.#path(this.#runs++)
    writeFileSync(path, '')
    const sorted = this.#items.sort(compare)
    for (let from = 0; from < sorted.length; from += 1000)
      appendFileSync(
        path,
        sorted
          .slice(from, from + 1000)
          .map(lineOf)
          .join(''),
      )
    this.#items = []
    this.#characters = 0
  }

  /** Yields all items in their order, and deletes the files. */
  async *sorted() {
    if (this.#items.length > 0) this.#writeRun()
    const heads = []
    for (let run = 0; run < this.#runs; run++) {
      const lines = createInterface({ input: createReadStream(this.#path(run)), crlfDelay: Infinity })
      heads.push({ lines: lines[Symbol.asyncIterator](), head: undefined })
    }
    for (const run of heads) await advance(run)
    for (;;) {
      let least
      for (const run of heads)
        if (run.head !== undefined && (least === undefined || compare(run.head, least.head) < 0)) least = run
      if (least === undefined) break
      yield JSON.parse(least.head.text)
      await advance(least)
    }
    rmSync(this.folder, { recursive: true })
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
