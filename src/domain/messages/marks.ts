import type { Realm } from '../../realm'
import { decodeRuns, difference, encodeRuns, includesId, runsOf, union, type Run } from '../../store/id-set'

/**
 * What people have marked: read, starred, collapsed, and "historical" for what they acted on without having received it.
 * Each is a set of message ids, cut in chunks by id range; one compressed row for each chunk in which something is set, so
 * marking a thousand messages is one or two rows.
 */
export type Mark = 'read' | 'starred' | 'collapsed' | 'historical'

const IDS_PER_CHUNK = 16_384
const chunkOf = (id: number) => Math.floor(id / IDS_PER_CHUNK)

/** One person's set of one kind, read as far as it is asked. */
export class MarkSet {
  readonly #chunks = new Map<number, Run[]>()

  constructor(
    readonly realm: Realm,
    readonly user_id: number,
    readonly flag: Mark,
  ) {}

  has(id: number): boolean {
    return includesId(this.#chunk(chunkOf(id)), id - chunkOf(id) * IDS_PER_CHUNK)
  }

  /** Every id in the set, ascending. */
  *ids(): Generator<number> {
    const rows = this.realm.sql.all<{ chunk: number; ids: ArrayBuffer }>`
      SELECT chunk, ids FROM marks WHERE user_id = ${this.user_id} AND flag = ${this.flag} ORDER BY chunk`
    for (const { chunk, ids } of rows)
      for (const { from, to } of decodeRuns(new Uint8Array(ids)))
        for (let id = from; id <= to; id++) yield chunk * IDS_PER_CHUNK + id
  }

  #chunk(chunk: number): Run[] {
    const known = this.#chunks.get(chunk)
    if (known) return known
    const runs = storedRuns(this.realm, this.user_id, this.flag, chunk)
    this.#chunks.set(chunk, runs)
    return runs
  }
}

/** Which of these people have marked this message. Reads one row for each of them who has marked anything near it. */
export function markedBy(realm: Realm, flag: Mark, id: number, people: readonly number[]): number[] {
  const found: number[] = []
  for (let from = 0; from < people.length; from += PEOPLE_PER_READ) {
    const some = people.slice(from, from + PEOPLE_PER_READ)
    const rows = realm.sql.all<MarkedNear>`
      SELECT user_id, ids FROM marks
      WHERE flag = ${flag} AND chunk = ${chunkOf(id)} AND user_id IN (SELECT value FROM json_each(${some}))`
    found.push(...whoMarked(rows, id))
  }
  return found
}

// A person's row is small, but a thousand of the largest would be tens of megabytes.
const PEOPLE_PER_READ = 500

/** Everyone who has made this message their own without having received it: there are few, and an index knows them. */
export const takenUpBy = (realm: Realm, id: number): number[] =>
  whoMarked(
    realm.sql.all<MarkedNear>`SELECT user_id, ids FROM marks WHERE flag = 'historical' AND chunk = ${chunkOf(id)}`,
    id,
  )

type MarkedNear = { user_id: number; ids: ArrayBuffer }

const whoMarked = (rows: readonly MarkedNear[], id: number): number[] =>
  rows.flatMap(({ user_id, ids }) => {
    const within = id - chunkOf(id) * IDS_PER_CHUNK
    return includesId(decodeRuns(new Uint8Array(ids), within), within) ? [user_id] : []
  })

export const addMarks = (realm: Realm, user_id: number, flag: Mark, ids: readonly number[]): void =>
  changeMarks(realm, { user_id, flag }, ids, union)

export const removeMarks = (realm: Realm, user_id: number, flag: Mark, ids: readonly number[]): void =>
  changeMarks(realm, { user_id, flag }, ids, difference)

function changeMarks(
  realm: Realm,
  { user_id, flag }: { user_id: number; flag: Mark },
  ids: readonly number[],
  change: (stored: Run[], changed: Run[]) => Run[],
): void {
  const byChunk = new Map<number, number[]>()
  for (const id of ids) {
    const chunk = chunkOf(id)
    const others = byChunk.get(chunk)
    if (others) others.push(id - chunk * IDS_PER_CHUNK)
    else byChunk.set(chunk, [id - chunk * IDS_PER_CHUNK])
  }
  for (const [chunk, within] of byChunk) {
    const key = `last marks of ${user_id} ${flag}`
    // Whoever sends marks what they sent, one message after another in the same chunk: it is kept in mind.
    const kept = realm.memo.known<{ chunk: number; runs: Run[] }>(key)
    const before = kept?.chunk === chunk ? kept.runs : storedRuns(realm, user_id, flag, chunk)
    const runs = change(before, runsOf(within))
    realm.memo.forget(key)
    realm.memo.of(key, () => ({ chunk, runs }))
    if (runs.length === 0)
      realm.sql.run`DELETE FROM marks WHERE user_id = ${user_id} AND flag = ${flag} AND chunk = ${chunk}`
    else
      realm.sql
        .run`INSERT INTO marks (user_id, flag, chunk, ids) VALUES (${user_id}, ${flag}, ${chunk}, ${encodeRuns(runs)})
                    ON CONFLICT (user_id, flag, chunk) DO UPDATE SET ids = excluded.ids`
  }
}

function storedRuns(realm: Realm, user_id: number, flag: Mark, chunk: number): Run[] {
  const row = realm.sql.maybe<{
    ids: ArrayBuffer
  }>`SELECT ids FROM marks WHERE user_id = ${user_id} AND flag = ${flag} AND chunk = ${chunk}`
  return row ? decodeRuns(new Uint8Array(row.ids)) : []
}
