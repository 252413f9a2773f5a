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
  realm.memo.forget(latestKey({ user_id, flag }))
  for (const [chunk, within] of byChunk) {
    const runs = change(storedRuns(realm, user_id, flag, chunk), runsOf(within))
    if (runs.length === 0)
      realm.sql.run`DELETE FROM marks WHERE user_id = ${user_id} AND flag = ${flag} AND chunk = ${chunk}`
    else writeChunk(realm, { user_id, flag }, chunk, encodeRuns(runs))
  }
}

type Whose = { user_id: number; flag: Mark }

const writeChunk = (realm: Realm, { user_id, flag }: Whose, chunk: number, ids: Uint8Array): void =>
  realm.sql.run`INSERT INTO marks (user_id, flag, chunk, ids) VALUES (${user_id}, ${flag}, ${chunk}, ${ids})
                ON CONFLICT (user_id, flag, chunk) DO UPDATE SET ids = excluded.ids`

/** The end of a set that somebody adds to, message after message: what came before its last run is encoded already. */
type Latest = { chunk: number; head: Uint8Array; endOfHead: number; last: Run }

const latestKey = ({ user_id, flag }: Whose) => `latest marks of ${user_id} ${flag}`

/** Marks a message newer than all that are marked: whoever sends does so every time, and it is done without reading. */
export function addLatestMark(realm: Realm, user_id: number, flag: Mark, id: number): void {
  const chunk = chunkOf(id)
  const within = id - chunk * IDS_PER_CHUNK
  const key = latestKey({ user_id, flag })
  const known = realm.memo.known<Latest>(key)
  if (known?.chunk !== chunk || within <= known.last.to) {
    addMarks(realm, user_id, flag, [id])
    realm.memo.of(key, () => latestOf(chunk, storedRuns(realm, user_id, flag, chunk)))
    return
  }
  const grown = grownBy(known, within)
  writeChunk(realm, { user_id, flag }, chunk, joined(grown.head, encodeRuns([grown.last], grown.endOfHead)))
  realm.memo.forget(key)
  realm.memo.of(key, () => grown)
}

function latestOf(chunk: number, runs: readonly Run[]): Latest {
  const before = runs.slice(0, -1)
  return { chunk, head: encodeRuns(before), endOfHead: (before.at(-1)?.to ?? -1) + 1, last: runs.at(-1)! }
}

function grownBy(known: Latest, id: number): Latest {
  const { chunk, head, endOfHead, last } = known
  if (id === last.to + 1) return { ...known, last: { from: last.from, to: id } }
  return {
    chunk,
    head: joined(head, encodeRuns([last], endOfHead)),
    endOfHead: last.to + 1,
    last: { from: id, to: id },
  }
}

function joined(head: Uint8Array, tail: Uint8Array): Uint8Array {
  const whole = new Uint8Array(head.length + tail.length)
  whole.set(head)
  whole.set(tail, head.length)
  return whole
}

function storedRuns(realm: Realm, user_id: number, flag: Mark, chunk: number): Run[] {
  const row = realm.sql.maybe<{
    ids: ArrayBuffer
  }>`SELECT ids FROM marks WHERE user_id = ${user_id} AND flag = ${flag} AND chunk = ${chunk}`
  return row ? decodeRuns(new Uint8Array(row.ids)) : []
}
