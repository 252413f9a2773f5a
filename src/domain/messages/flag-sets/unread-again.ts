import type { Realm } from '../../../realm'
import { decodeRuns, difference, encodeRuns, includesId, runsOf, type Run } from '../../../store/id-set'
import { runsIn } from './runs'
import { chunkOf, firstIn, withinChunk } from './storage'

/**
 * What people made unread that is no news to them: they never received it, or left it behind when they left its channel,
 * or have read all there is up to far behind it. Unread is worked out from who received what since their floor, so these
 * are kept beside it. With each lot goes the event as of which it was made unread: it stands as long as somebody stays
 * with it from then on, which follows from when they were where, so nothing has to be cleared when they leave or when it
 * moves away from them.
 */
type Row = { chunk: number; as_of: number; ids: ArrayBuffer }
type Lot = { as_of: number; runs: Run[] }

const lotOf = ({ as_of, ids }: Pick<Row, 'as_of' | 'ids'>): Lot => ({ as_of, runs: decodeRuns(new Uint8Array(ids)) })

/** One person's. Most have none. */
export class UnreadAgain {
  #lots: Map<number, Lot> | undefined

  constructor(
    readonly realm: Realm,
    readonly user_id: number,
  ) {}

  /** As of which event they made it unread, if they did. */
  asOf(id: number): number | undefined {
    const lot = this.lots.get(chunkOf(id))
    return lot && includesId(lot.runs, withinChunk(id)) ? lot.as_of : undefined
  }

  /** All of them, as many at a time as are kept together. */
  *inLots(): Generator<number[]> {
    for (const [chunk, { runs }] of this.lots) yield idsIn(chunk, runs)
  }

  /** Those up to an id that they have not marked as read since, ascending. */
  unreadUpTo(last: number): number[] {
    const marks = { user_id: this.user_id, flag: 'read' as const }
    return [...this.lots].flatMap(([chunk, { runs }]) =>
      firstIn(chunk) > last
        ? []
        : idsIn(chunk, difference(runs, runsIn(this.realm, marks, chunk))).filter((id) => id <= last),
    )
  }

  get lots(): Map<number, Lot> {
    return (this.#lots ??= new Map(
      this.realm.sql.all<Row>`
        SELECT chunk, as_of, ids FROM unread_again WHERE user_id = ${this.user_id} ORDER BY chunk`.map((row) => [
        row.chunk,
        lotOf(row),
      ]),
    ))
  }
}

/** Who of these people made this message unread, and as of which event. */
export function madeUnreadBy(realm: Realm, id: number, people: readonly number[]): Map<number, number> {
  const rows = realm.sql.all<Omit<Row, 'chunk'> & { user_id: number }>`
    SELECT user_id, as_of, ids FROM unread_again
    WHERE chunk = ${chunkOf(id)} AND user_id IN (SELECT value FROM json_each(${people}))`
  const theirs = rows.filter((row) => includesId(lotOf(row).runs, withinChunk(id)))
  return new Map(theirs.map(({ user_id, as_of }) => [user_id, as_of]))
}

/** Everyone who ever did. */
export const whoMadeUnread = (realm: Realm): number[] =>
  realm.sql.all<{ user_id: number }>`SELECT DISTINCT user_id FROM unread_again`.map(({ user_id }) => user_id)

/** Of earlier lots what still stands is as good as made unread at this moment, so one row is enough for a chunk. */
export function makeUnreadAgain(
  realm: Realm,
  user_id: number,
  ids: readonly number[],
  standing: (earlier: readonly number[], as_of: number) => number[],
): void {
  const { lots } = new UnreadAgain(realm, user_id)
  for (const [chunk, some] of Map.groupBy(ids, chunkOf)) {
    const lot = lots.get(chunk)
    const earlier = lot ? standing(idsIn(chunk, lot.runs), lot.as_of) : []
    realm.sql.run`
      INSERT INTO unread_again (user_id, chunk, as_of, ids)
      VALUES (${user_id}, ${chunk}, ${realm.log.lastId}, ${encodeRuns(runsOf([...earlier, ...some].map(withinChunk)))})
      ON CONFLICT (user_id, chunk) DO UPDATE SET as_of = excluded.as_of, ids = excluded.ids`
  }
}

const idsIn = (chunk: number, runs: readonly Run[]): number[] =>
  runs.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, nth) => firstIn(chunk) + from + nth))
