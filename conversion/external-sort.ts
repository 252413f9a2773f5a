import { linesIn } from './lines.ts'
import type { Storage } from './storage.ts'

/** An item as it is stored. */
type Entry = { order: number; sequence: number; text: string }
/** A sorted file, and its first entry that was not taken yet. */
type Run = { lines: AsyncGenerator<string>; head: Entry | undefined }

const ITEMS_PER_RUN = 50_000
const CHARACTERS_PER_RUN = 32_000_000
const ITEMS_PER_WRITE = 1000

/**
 * Sorts any number of items by a number, with the memory of one run: each run is sorted and written to a file, and the files
 * are merged. Items with the same number keep their order.
 */
export class ExternalSort<Item> {
  readonly storage: Storage
  readonly folder: string
  #runs = 0
  #items: Entry[] = []
  #characters = 0
  #count = 0

  /** `folder` is the place of the files in the storage. */
  constructor(storage: Storage, folder: string) {
    this.storage = storage
    this.folder = folder
  }

  get count() {
    return this.#count
  }

  add(order: number, item: Item) {
    const text = JSON.stringify(item)
    this.#items.push({ order, sequence: this.#count++, text })
    this.#characters += text.length
    if (this.#items.length >= ITEMS_PER_RUN || this.#characters >= CHARACTERS_PER_RUN) this.#writeRun()
  }

  #name = (run: number) => `${this.folder}/run-${run}`

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
  async *sorted(): AsyncGenerator<Item> {
    if (this.#items.length > 0) this.#writeRun()
    await this.storage.flush()
    const runs = Array.from({ length: this.#runs }, (_, run): Run => {
      return { lines: linesIn(this.storage.read(this.#name(run))), head: undefined }
    })
    for (const run of runs) await advance(run)
    for (;;) {
      let least
      for (const run of runs)
        if (hasMore(run) && (least === undefined || compare(run.head, least.head) < 0)) least = run
      if (least === undefined) break
      yield JSON.parse(least.head.text)
      await advance(least)
    }
    await this.storage.remove(this.folder)
  }
}

const compare = (a: Entry, b: Entry) => a.order - b.order || a.sequence - b.sequence

const lineOf = ({ order, sequence, text }: Entry) => `${order} ${sequence} ${text}\n`

const hasMore = (run: Run): run is Run & { head: Entry } => run.head !== undefined

async function advance(run: Run) {
  const { done, value } = await run.lines.next()
  run.head = done ? undefined : readLine(value)
}

function readLine(line: string): Entry {
  const first = line.indexOf(' ')
  const second = line.indexOf(' ', first + 1)
  return {
    order: Number(line.slice(0, first)),
    sequence: Number(line.slice(first + 1, second)),
    text: line.slice(second + 1),
  }
}
