import type { Realm } from '../../../realm'
import { decodeRuns, difference, encodeRuns, includesId, runsOf, type Run } from '../../../store/id-set'
import { flaggedRuns } from './flagged-runs'
import { chunkOf, firstIdIn, offsetInChunk } from './storage'

/**
 * What people made unread that is no news to them: they never received it, or left it behind when they left its channel,
 * or have read all there is up to far behind it. Unread is worked out from who received what since their floor, so these
 * are kept beside it. With each lot goes the event as of which it was made unread: it stands as long as somebody stays
 * with it from then on, which follows from when they were where, so nothing has to be cleared when they leave or when it
 * moves away from them.
 */
type Row = { chunk: number; at_event: number; ids: ArrayBuffer }
type Chunk = { at_event: number; runs: Run[] }

const chunkFrom = ({ at_event, ids }: Pick<Row, 'at_event' | 'ids'>): Chunk => ({
  at_event,
  runs: decodeRuns(new Uint8Array(ids)),
})

/** One person's. Most have none. */
export class ManuallyUnread {
  #lots: Map<number, Chunk> | undefined

  constructor(
    readonly realm: Realm,
    readonly user_id: number,
  ) {}

  /** As of which event they made it unread, if they did. */
  atEvent(id: number): number | undefined {
    const lot = this.chunks.get(chunkOf(id))
    return lot && includesId(lot.runs, offsetInChunk(id)) ? lot.at_event : undefined
  }

  /** All of them, as many at a time as are kept together. */
  *inBatches(): Generator<number[]> {
    for (const [chunk, { runs }] of this.chunks) yield idsIn(chunk, runs)
  }

  /** Those up to an id that they have not marked as read since, ascending. */
  unreadUpTo(last: number): number[] {
    const marks = { user_id: this.user_id, flag: 'read' as const }
    return [...this.chunks].flatMap(([chunk, { runs }]) =>
      firstIdIn(chunk) > last
        ? []
        : idsIn(chunk, difference(runs, flaggedRuns(this.realm, marks, chunk))).filter((id) => id <= last),
    )
  }

  get chunks(): Map<number, Chunk> {
    return (this.#lots ??= new Map(
      this.realm.sql.all<Row>`
        SELECT chunk, at_event, ids FROM manually_unread WHERE user_id = ${this.user_id} ORDER BY chunk`.map((row) => [
        row.chunk,
        chunkFrom(row),
      ]),
    ))
  }
}

/** Who of these people made this message unread, and as of which event. */
export function eventsOfManuallyUnread(realm: Realm, id: number, people: readonly number[]): Map<number, number> {
  const rows = realm.sql.all<Omit<Row, 'chunk'> & { user_id: number }>`
    SELECT user_id, at_event, ids FROM manually_unread
    WHERE chunk = ${chunkOf(id)} AND user_id IN (SELECT value FROM json_each(${people}))`
  const theirs = rows.filter((row) => includesId(chunkFrom(row).runs, offsetInChunk(id)))
  return new Map(theirs.map(({ user_id, at_event }) => [user_id, at_event]))
}

/** Everyone who ever did. */
export const usersWithManuallyUnread = (realm: Realm): number[] =>
  realm.sql.all<{ user_id: number }>`SELECT DISTINCT user_id FROM manually_unread`.map(({ user_id }) => user_id)

/** Of earlier lots what still stands is as good as made unread at this moment, so one row is enough for a chunk. */
export function storeManuallyUnread(
  realm: Realm,
  user_id: number,
  ids: readonly number[],
  standing: (earlier: readonly number[], at_event: number) => number[],
): void {
  const { chunks } = new ManuallyUnread(realm, user_id)
  for (const [chunk, some] of Map.groupBy(ids, chunkOf)) {
    const lot = chunks.get(chunk)
    const earlier = lot ? standing(idsIn(chunk, lot.runs), lot.at_event) : []
    realm.sql.run`
      INSERT INTO manually_unread (user_id, chunk, at_event, ids)
      VALUES (${user_id}, ${chunk}, ${realm.log.lastId}, ${encodeRuns(runsOf([...earlier, ...some].map(offsetInChunk)))})
      ON CONFLICT (user_id, chunk) DO UPDATE SET at_event = excluded.at_event, ids = excluded.ids`
  }
}

const idsIn = (chunk: number, runs: readonly Run[]): number[] =>
  runs.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, nth) => firstIdIn(chunk) + from + nth))
