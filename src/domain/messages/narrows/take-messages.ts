import type { IndexRow } from '../message-index/message'
import type { MessageAccess } from '../access/access'
import type { CompiledNarrow } from './compile'
import type { Source, Scan } from './sources'

const LEAST_ROWS_PER_PAGE = 50
const MOST_ROWS_PER_PAGE = 2000

export type NarrowQuery = Pick<CompiledNarrow, 'sources' | 'matches' | 'wholeHistory'>

/**
 * Messages of a narrow in one direction from a bound, nearest first. Each row that a source has is asked the two questions
 * that nothing may skip: does it belong, and may this reader read it. Where there are several sources, they run against
 * each other, page by page, and the first that is through wins: whatever was asked, it costs a few times what the best of
 * them would have cost alone.
 */
export function takeMessages(access: MessageAccess, wanted: NarrowQuery, stretch: Scan): IndexRow[] {
  if (stretch.most === 0) return []
  const runners = wanted.sources.map((source) => new Runner(source, access, wanted, stretch))
  let looked = 0
  // The first page is what an unfiltered narrow needs; if much of it is filtered out, pages grow.
  let size = Math.min(Math.max(stretch.most, LEAST_ROWS_PER_PAGE), MOST_ROWS_PER_PAGE)
  for (;;) {
    for (const runner of runners) {
      if (looked < runner.source.worthAfter) continue
      if (runner.isThroughAfter(size)) return runner.found
      looked += size
    }
    size = Math.min(size * 2, MOST_ROWS_PER_PAGE)
  }
}

class Runner {
  readonly found: IndexRow[] = []
  #bound: number

  constructor(
    readonly source: Source,
    readonly access: MessageAccess,
    readonly wanted: NarrowQuery,
    readonly stretch: Scan,
  ) {
    this.#bound = stretch.bound
  }

  /** Has it all that was wanted, or all that there is, after this many more? */
  isThroughAfter(rows: number): boolean {
    const { source, access, wanted, stretch, found } = this
    const page = source.page({ direction: stretch.direction, bound: this.#bound, most: rows })
    for (const row of page) {
      if (!isInNarrow(access, wanted, row)) continue
      found.push(row)
      if (found.length === stretch.most) return true
    }
    this.#bound = page.at(-1)?.id ?? this.#bound
    return page.length < rows
  }
}

/** Returns whether a message matches the narrow, and the reader can read it and finds it in such a narrow. */
export function isInNarrow(access: MessageAccess, narrow: Omit<NarrowQuery, 'sources'>, row: IndexRow): boolean {
  if (!narrow.matches(row) || !access.canRead(row)) return false
  return narrow.wholeHistory || access.isInOwnHistory(row) || access.movedIntoSubscription(row)
}
