import type { IndexRow } from '../message-index/message'
import type { MessageAccess } from '../access/access'
import type { CompiledNarrow } from './compile'
import { foundUpTo, type Found, type Scan } from './scan'
import { allMessages, type Source } from './sources'

const MIN_ROWS_PER_READ = 50
const MAX_ROWS_PER_READ = 2000

export type NarrowQuery = Pick<CompiledNarrow, 'sources' | 'inMemory' | 'matches' | 'wholeHistory'> & {
  /** It also finds messages that the reader can no longer read. Only for ids that the reader knows. */
  hasUnreadable?: boolean
}

/** A race costs so many rows for each message, and what it found is worth keeping. */
const ROWS_WORTH_KEEPING = 3

/**
 * One turn of the realm reads about so many rows, or fewer in many statements. Then it returns what it found, and the Worker
 * continues: other requests are served between two turns. The realm needs about 20 ms.
 */
const ROWS_PER_TURN = 15_000
/** A statement takes the time of more rows. Hundreds of topics take hundreds of statements. */
const ROWS_PER_STATEMENT = 5

/** In a later turn, the broad sources read so much before the others begin again. */
const ROWS_BEFORE_OTHERS = 250

/** What a turn may have cost when it is over. Scans of one page share a turn. */
export type Turn = { ends_at: number; isLater?: boolean }

const costSoFar = ({ realm }: MessageAccess): number => {
  const { read, statements } = realm.sql.meter
  return read + statements * ROWS_PER_STATEMENT
}

export const newTurn = (access: MessageAccess): Turn => ({ ends_at: costSoFar(access) + ROWS_PER_TURN })

/** A turn after one that did not find enough. Another start of all sources would cost more than what is to be found. */
export const laterTurn = (access: MessageAccess): Turn => ({ ...newTurn(access), isLater: true })

/**
 * Returns messages of a narrow in one direction from a bound, nearest first, and from where to continue. Each row of a source is
 * tested: does it match, and can the reader read it. Several sources race: the one that cost least is read next, and the first that
 * has enough or ends decides. The cost is a few times that of the best source alone. No race is needed for the newest messages if memory has
 * them. With fewer messages than requested, `next` is undefined if there are no more, and otherwise the turn was over.
 */
export function takeMessages(
  access: MessageAccess,
  query: NarrowQuery,
  scan: Scan,
  turn: Turn = newTurn(access),
): Found<IndexRow> {
  if (scan.most === 0) return { rows: [], next: undefined }
  return takeFromMemory(access, query, scan) ?? race(access, query, scan, turn)
}

/** Returns the messages if memory has enough candidates, or all. */
function takeFromMemory(access: MessageAccess, query: NarrowQuery, { direction, bound, most }: Scan) {
  const newest = direction === 'before' ? query.inMemory?.find(bound, most) : undefined
  if (newest === undefined) return undefined
  access.prepare(newest.rows)
  const found = newest.rows.filter((row) => isInNarrow(access, query, row))
  return found.length === most || newest.isAll ? foundUpTo(found, most) : undefined
}

function race(access: MessageAccess, query: NarrowQuery, scan: Scan, turn: Turn): Found<IndexRow> {
  const costBefore = costSoFar(access)
  const racing = query.sources.map((source) => new Runner(source, { access, query, scan, turn }))
  let rowsRead = 0
  const isRacing = ({ isOut, source, isFirst, isProductive }: Runner) =>
    !isOut &&
    (isFirst || rowsRead >= source.startAfterRows) &&
    (isProductive || rowsRead < (source.endAfterRows ?? Infinity))
  // In each turn, a channel of many topics takes many statements to begin with. Until then, a cheaper source reads more.
  const leastCost = () => Math.min(...racing.filter(isRacing).map(({ cost }) => cost))
  for (;;) {
    for (const runner of racing) {
      if (!isRacing(runner) || runner.cost > leastCost()) continue
      rowsRead += runner.size
      if (!runner.read()) {
        const [farthest] = racing.toSorted((a, b) => farther(scan.direction)(a.bound, b.bound))
        if (costSoFar(access) <= turn.ends_at || farthest!.bound === scan.bound) continue
        return { rows: farthest!.found, next: farthest!.bound }
      }
      const { found, next } = runner
      const fromNewest = scan.direction === 'before' && scan.bound > access.realm.messageIds.last
      const isWorthKeeping = costSoFar(access) - costBefore > ROWS_WORTH_KEEPING * scan.most
      if (fromNewest && isWorthKeeping) query.inMemory?.keep(found, next === undefined)
      return { rows: found, next }
    }
    const left = racing.filter(({ isOut }) => !isOut)
    if (left.length === 0) racing.push(new Runner(allMessages(access.realm), { access, query, scan, turn }))
    // The others cost too much, so one that waits for them begins.
    else if (!left.some(isRacing)) rowsRead = Math.min(...left.map(({ source }) => source.startAfterRows))
  }
}

type Race = { access: MessageAccess; query: NarrowQuery; scan: Scan; turn: Turn }

const farther =
  (direction: Scan['direction']) =>
  (a: number, b: number): number =>
    direction === 'before' ? a - b : b - a

class Runner {
  readonly found: IndexRow[] = []
  /** How many rows the next read takes: first as many as an unfiltered narrow needs, and more if few of them match. */
  size: number
  /** Up to here, all messages of the narrow are found. */
  bound: number
  /** Where the narrow continues once this runner has enough; undefined at its end. */
  next: number | undefined
  /** The source costs too much, so another one decides. */
  isOut = false
  /** What its reads have cost. Before the first one, it is what that will cost. */
  #cost: number | undefined
  #rows = 0

  constructor(
    readonly source: Source,
    readonly race: Race,
  ) {
    const { scan } = race
    this.bound = scan.bound
    this.size = Math.min(Math.max(scan.most, MIN_ROWS_PER_READ), MAX_ROWS_PER_READ)
  }

  /** Whether at least a quarter of what it read is in the narrow. */
  get isProductive(): boolean {
    return this.found.length * 4 >= this.#rows
  }

  /** Whether it need not wait for the others. */
  get isFirst(): boolean {
    return this.race.turn.isLater === true && this.source.isBroad === true
  }

  get cost(): number {
    const { source, race, size, isFirst } = this
    return (
      this.#cost ??
      source.openingCost?.(race.scan) ??
      (race.turn.isLater && !isFirst ? Math.max(size, ROWS_BEFORE_OTHERS) : 0)
    )
  }

  /** Reads more rows. Returns whether enough matches are found, or the source has ended. */
  read(): boolean {
    const { source, found } = this
    const { access, query, scan, turn } = this.race
    // What costs much to begin with then has many rows.
    const most = this.#cost === undefined && this.cost > MAX_ROWS_PER_READ ? MAX_ROWS_PER_READ : this.size
    this.size = Math.min(most * 2, MAX_ROWS_PER_READ)
    const before = costSoFar(access)
    const listed = source.read({ direction: scan.direction, bound: this.bound, most })
    this.#cost = (this.#cost ?? 0) + (listed?.cost ?? costSoFar(access) - before)
    this.isOut = listed === undefined
    if (listed === undefined) return false
    const { rows, next, work = 0 } = listed
    turn.ends_at -= work
    this.#rows += rows.length
    if (this.bound === scan.bound) access.prepare(rows.slice(0, scan.most))
    for (const row of rows) {
      if (!isInNarrow(access, query, row)) continue
      found.push(row)
      this.next = row.id
      if (found.length === scan.most) return true
    }
    this.next = next
    this.bound = next ?? this.bound
    return next === undefined
  }
}

/**
 * Returns whether a message matches the narrow, and the reader can read it. Unless the narrow has a whole history, the message
 * must also be the reader's own: received, acted on, or moved into a subscription.
 */
export function isInNarrow(access: MessageAccess, narrow: Omit<NarrowQuery, 'sources'>, row: IndexRow): boolean {
  if (!narrow.matches(row) || !(narrow.hasUnreadable === true || access.canRead(row))) return false
  return narrow.wholeHistory || access.isInOwnHistory(row) || access.movedIntoSubscription(row)
}
