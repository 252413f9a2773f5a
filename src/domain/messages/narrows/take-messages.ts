import type { IndexRow } from '../message-index/message'
import type { MessageAccess } from '../access/access'
import type { CompiledNarrow } from './compile'
import type { Scan } from './scan'
import type { Source } from './sources'

const ROWS_PER_READ_MIN = 50
const MAX_ROWS_PER_READ = 2000

export type NarrowQuery = Pick<CompiledNarrow, 'sources' | 'inMemory' | 'matches' | 'wholeHistory'>

/** A race reads so many rows for each message, and what it found is worth keeping. */
const ROWS_WORTH_KEEPING = 3

/**
 * Returns messages of a narrow in one direction from a bound, nearest first. Each row of a source is tested: does it match, and
 * can the reader read it. Several sources race: they are read in turn, and the first that has enough or ends decides. The cost
 * is a few times that of the best source alone. No race is needed for the newest messages if memory has them.
 */
export function takeMessages(access: MessageAccess, query: NarrowQuery, scan: Scan): IndexRow[] {
  if (scan.most === 0) return []
  return takeFromMemory(access, query, scan) ?? race(access, query, scan)
}

/** Returns the messages if memory has enough candidates, or all. */
function takeFromMemory(access: MessageAccess, query: NarrowQuery, { direction, bound, most }: Scan) {
  const newest = direction === 'before' ? query.inMemory?.find(bound, most) : undefined
  if (newest === undefined) return undefined
  access.prepare(newest.rows)
  const found = newest.rows.filter((row) => isInNarrow(access, query, row))
  return found.length === most || newest.isAll ? found : undefined
}

function race(access: MessageAccess, query: NarrowQuery, scan: Scan): IndexRow[] {
  const runners = query.sources.map((source) => new Runner(source, access, query, scan))
  let rowsRead = 0
  for (;;)
    for (const runner of runners) {
      if (rowsRead < runner.source.startAfterRows) continue
      rowsRead += runner.size
      if (!runner.read()) continue
      const { found } = runner
      const fromNewest = scan.direction === 'before' && scan.bound > access.realm.messageIds.last
      if (fromNewest && rowsRead > ROWS_WORTH_KEEPING * scan.most) query.inMemory?.keep(found, found.length < scan.most)
      return found
    }
}

class Runner {
  readonly found: IndexRow[] = []
  /** How many rows the next read takes: first as many as an unfiltered narrow needs, and more if few of them match. */
  size: number
  #bound: number

  constructor(
    readonly source: Source,
    readonly access: MessageAccess,
    readonly query: NarrowQuery,
    readonly scan: Scan,
  ) {
    this.#bound = scan.bound
    this.size = Math.min(Math.max(scan.most, ROWS_PER_READ_MIN), MAX_ROWS_PER_READ)
  }

  /** Reads more rows. Returns whether enough matches are found, or the source has ended. */
  read(): boolean {
    const { source, access, query, scan, found, size: most } = this
    this.size = Math.min(most * 2, MAX_ROWS_PER_READ)
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
