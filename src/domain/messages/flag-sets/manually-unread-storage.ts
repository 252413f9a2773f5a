import type { Realm } from '../../../realm'
import type { SqlReader } from '../../../store/realm-sql'
import { decodeRuns, difference, encodeRuns, includesId, runsOf, type Run } from '../../../store/id-set'
import { flaggedRuns } from './flagged-runs'
import { chunkOf, firstIdIn, offsetInChunk } from './storage'

/**
 * Unread messages are computed from what a user received since the read-up-to id. Messages that the user marked as unread and
 * that this does not find are stored here. The user did not receive them, or left their channel since, or the read-up-to id is
 * above them.
 *
 * Each chunk has the id of the event at which the user marked it. The messages count as unread only while the user stays
 * subscribed since that event. Subscription periods tell that, so no row changes when the user leaves or a message moves.
 */
type Row = { chunk: number; at_event: number; ids: ArrayBuffer }
type Chunk = { at_event: number; runs: Run[] }

const chunkFrom = ({ at_event, ids }: Pick<Row, 'at_event' | 'ids'>): Chunk => ({
  at_event,
  runs: decodeRuns(new Uint8Array(ids)),
})

/** The manually unread messages of one user. Most users have none. */
export class ManuallyUnread {
  #chunks: Map<number, Chunk> | undefined

  constructor(
    readonly realm: Realm,
    readonly user_id: number,
  ) {}

  /** Returns the event at which the user marked the message as unread, or undefined. */
  atEvent(id: number): number | undefined {
    const chunk = this.chunks.get(chunkOf(id))
    return chunk && includesId(chunk.runs, offsetInChunk(id)) ? chunk.at_event : undefined
  }

  /** Yields the ids of each chunk. */
  *inBatches(): Generator<number[]> {
    for (const [chunk, { runs }] of this.chunks) yield idsIn(chunk, runs)
  }

  /** Returns the ids up to `last` that the user has not marked as read since, ascending. */
  unreadUpTo(last: number): number[] {
    const key = { user_id: this.user_id, flag: 'read' as const }
    return [...this.chunks].flatMap(([chunk, { runs }]) =>
      firstIdIn(chunk) > last
        ? []
        : idsIn(chunk, difference(runs, flaggedRuns(this.realm, key, chunk))).filter((id) => id <= last),
    )
  }

  get chunks(): Map<number, Chunk> {
    return (this.#chunks ??= new Map(
      this.realm.sql.all<Row>`
        SELECT chunk, at_event, ids FROM manually_unread WHERE user_id = ${this.user_id} ORDER BY chunk`.map((row) => [
        row.chunk,
        chunkFrom(row),
      ]),
    ))
  }
}

/** Returns those of these users who marked this message as unread, each with the event at which they did. */
export function eventsOfManuallyUnread(sql: SqlReader, id: number, people: readonly number[]): Map<number, number> {
  const rows = sql.all<Omit<Row, 'chunk'> & { user_id: number }>`
    SELECT user_id, at_event, ids FROM manually_unread
    WHERE chunk = ${chunkOf(id)} AND user_id IN (SELECT value FROM json_each(${people}))`
  const ofMessage = rows.filter((row) => includesId(chunkFrom(row).runs, offsetInChunk(id)))
  return new Map(ofMessage.map(({ user_id, at_event }) => [user_id, at_event]))
}

/** Returns the users who have manually unread messages. */
export const usersWithManuallyUnread = (sql: SqlReader): number[] =>
  sql.all<{ user_id: number }>`SELECT DISTINCT user_id FROM manually_unread`.map(({ user_id }) => user_id)

/**
 * Adds messages that the user marks as unread now. `stillUnread` selects the earlier messages of the chunk that still count as
 * unread. They get the same event as the new ones, so a chunk needs only one row.
 */
export function storeManuallyUnread(
  realm: Realm,
  user_id: number,
  ids: readonly number[],
  stillUnread: (earlier: readonly number[], at_event: number) => number[],
): void {
  const { chunks } = new ManuallyUnread(realm, user_id)
  for (const [chunk, added] of Map.groupBy(ids, chunkOf)) {
    const stored = chunks.get(chunk)
    const earlier = stored ? stillUnread(idsIn(chunk, stored.runs), stored.at_event) : []
    realm.sql.run`
      INSERT INTO manually_unread (user_id, chunk, at_event, ids)
      VALUES (${user_id}, ${chunk}, ${realm.log.lastId}, ${encodeRuns(runsOf([...earlier, ...added].map(offsetInChunk)))})
      ON CONFLICT (user_id, chunk) DO UPDATE SET at_event = excluded.at_event, ids = excluded.ids`
  }
}

const idsIn = (chunk: number, runs: readonly Run[]): number[] =>
  runs.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, index) => firstIdIn(chunk) + from + index))
