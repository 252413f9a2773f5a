import type { IndexRow } from '../message-index/message'
import type { MessageAccess } from '../access/access'
import type { CompiledNarrow } from './compile'
import type { Scan } from './scan'
import type { Source } from './sources'

const ROWS_PER_READ_MIN = 50
const MAX_ROWS_PER_READ = 2000

export type NarrowQuery = Pick<CompiledNarrow, 'sources' | 'matches' | 'wholeHistory'>

/**
 * Returns messages of a narrow in one direction from a bound, nearest first. Each row of a source is tested: does it match, and
 * can the reader read it. Several sources race: they are read in turn, and the first that has enough or ends decides. The cost
 * is a few times that of the best source alone.
 */
export function takeMessages(access: MessageAccess, query: NarrowQuery, scan: Scan): IndexRow[] {
  if (scan.most === 0) return []
  const runners = query.sources.map((source) => new Runner(source, access, query, scan))
  let rowsRead = 0
  // The first read has as many rows as an unfiltered narrow needs. If few of them match, later reads have more.
  let size = Math.min(Math.max(scan.most, ROWS_PER_READ_MIN), MAX_ROWS_PER_READ)
  for (;;) {
    for (const runner of runners) {
      if (rowsRead < runner.source.startAfterRows) continue
      if (runner.read(size)) return runner.found
      rowsRead += size
    }
    size = Math.min(size * 2, MAX_ROWS_PER_READ)
  }
}

class Runner {
  readonly found: IndexRow[] = []
  #bound: number

  constructor(
    readonly source: Source,
    readonly access: MessageAccess,
    readonly query: NarrowQuery,
    readonly scan: Scan,
  ) {
    this.#bound = scan.bound
  }

  /** Reads more rows. Returns whether enough matches are found, or the source has ended. */
  read(most: number): boolean {
    const { source, access, query, scan, found } = this
    const rows = source.read({ direction: scan.direction, bound: this.#bound, most })
    if (this.#bound === scan.bound) access.prepare(rows.slice(0, scan.most))
    for (const row of rows) {
      if (!isInNarrow(access, query, row)) continue
      found.push(row)
      if (found.length === scan.most) return true
    }
    this.#bound = rows.at(-1)?.id ?? this.#bound
    return rows.length < most
  }
}

/**
 * Returns whether a message matches the narrow, and the reader can read it. Unless the narrow has a whole history, the message
 * must also be the reader's own: received, acted on, or moved into a subscription.
 */
export function isInNarrow(access: MessageAccess, narrow: Omit<NarrowQuery, 'sources'>, row: IndexRow): boolean {
  if (!narrow.matches(row) || !access.canRead(row)) return false
  return narrow.wholeHistory || access.isInOwnHistory(row) || access.movedIntoSubscription(row)
}
