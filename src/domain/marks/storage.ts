import type { Realm } from '../../realm'
import { decodeRuns, difference, encodeRuns, includesId, runsOf, runWith, union, type Run } from '../../store/id-set'
import { noteSent, sentLately, settledUpTo } from './read-by-sending'

/**
 * What people have marked: read, starred, collapsed, "historical" for what they acted on without having received it, and
 * "alerted" where one of their alert words fell. Each is a set of message ids, cut in chunks by id range; one compressed row for each chunk in which something is set, so
 * marking a thousand messages is one or two rows.
 */
export type Mark = 'read' | 'starred' | 'collapsed' | 'historical' | 'alerted' | 'awaited'

/** What nobody need read has one mark, which is nobody's; those few who want to read it all the same have it as awaited. */
const EVERYBODY = 0

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

  /** The ids around this one that are in the set without a gap, as far as one chunk tells; none if it is not in it. */
  runWith(id: number): Run | undefined {
    const first = chunkOf(id) * IDS_PER_CHUNK
    const run = runWith(this.#chunk(chunkOf(id)), id - first)
    return run && { from: run.from + first, to: run.to + first }
  }

  #chunk(chunk: number): Run[] {
    const known = this.#chunks.get(chunk)
    if (known) return known
    const runs = storedRuns(this.realm, this.user_id, this.flag, chunk)
    this.#chunks.set(chunk, runs)
    return runs
  }
}

/** Every id in a set, ascending. Of what is read this is never asked, and part of that is not in the rows yet. */
export function* markedIds(realm: Realm, user_id: number, flag: Exclude<Mark, 'read'>): Generator<number> {
  const rows = realm.sql.all<{ chunk: number; ids: ArrayBuffer }>`
    SELECT chunk, ids FROM marks WHERE user_id = ${user_id} AND flag = ${flag} ORDER BY chunk`
  for (const { chunk, ids } of rows)
    for (const { from, to } of decodeRuns(new Uint8Array(ids)))
      for (let id = from; id <= to; id++) yield chunk * IDS_PER_CHUNK + id
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
  if (flag !== 'read') return found
  if (isReadByEverybody(realm, id)) {
    const awaited = new Set(markedBy(realm, 'awaited', id, people))
    return people.filter((user_id) => !awaited.has(user_id) || found.includes(user_id))
  }
  const sender = people.find((user_id) => sentLately(realm).bySender.get(user_id)?.includes(id))
  return sender === undefined || found.includes(sender) ? found : [...found, sender]
}

/** Which of these people have marked anything at all. */
export const whoMarkAnything = (realm: Realm, flag: Mark, people: readonly number[]): number[] =>
  realm.sql.all<{ user_id: number }>`
    SELECT DISTINCT user_id FROM marks
    WHERE flag = ${flag} AND user_id IN (SELECT value FROM json_each(${people}))`.map(({ user_id }) => user_id)

// A person's row is small, but a thousand of the largest would be tens of megabytes.
const PEOPLE_PER_READ = 500

/** Everyone who has made this message their own without having received it: there are few, and an index knows them. */
export const takenUpBy = (realm: Realm, id: number): number[] =>
  whoMarked(
    realm.sql.all<MarkedNear>`SELECT user_id, ids FROM marks WHERE flag = 'historical' AND chunk = ${chunkOf(id)}`,
    id,
  )

/** Everyone who is alerted to this message: an index knows these, too. */
export const alertedTo = (realm: Realm, id: number): number[] =>
  whoMarked(
    realm.sql.all<MarkedNear>`SELECT user_id, ids FROM marks WHERE flag = 'alerted' AND chunk = ${chunkOf(id)}`,
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

export function removeMarks(realm: Realm, user_id: number, flag: Mark, ids: readonly number[]): void {
  if (flag === 'read') {
    settle(realm)
    const awaited = ids.filter((id) => isReadByEverybody(realm, id))
    if (awaited.length > 0) addMarks(realm, user_id, 'awaited', awaited)
  }
  changeMarks(realm, { user_id, flag }, ids, difference)
}

/** Nobody need read it but these. Rows: one, and one for each of them. */
export function markReadByAllBut(realm: Realm, id: number, people: readonly number[]): void {
  addMarks(realm, EVERYBODY, 'read', [id])
  realm.memo.forget(everybodyKey(chunkOf(id)))
  for (const user_id of people) addMarks(realm, user_id, 'awaited', [id])
}

/** Whoever sends a message has read it, if their client says so. */
export function markSent(realm: Realm, sender_id: number, id: number, isRead: boolean): void {
  if (noteSent(realm, sender_id, id, isRead)) settle(realm)
}

function settle(realm: Realm) {
  for (const [sender_id, ids] of sentLately(realm).bySender) addMarks(realm, sender_id, 'read', ids)
  settledUpTo(realm, realm.messageIds.last)
}

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
    const runs = change(storedRuns(realm, user_id, flag, chunk), runsOf(within))
    if (runs.length === 0)
      realm.sql.run`DELETE FROM marks WHERE user_id = ${user_id} AND flag = ${flag} AND chunk = ${chunk}`
    else
      realm.sql
        .run`INSERT INTO marks (user_id, flag, chunk, ids) VALUES (${user_id}, ${flag}, ${chunk}, ${encodeRuns(runs)})
                    ON CONFLICT (user_id, flag, chunk) DO UPDATE SET ids = excluded.ids`
  }
}

function storedRuns(realm: Realm, user_id: number, flag: Mark, chunk: number): Run[] {
  const runs = runsInRow(realm, user_id, flag, chunk)
  if (flag !== 'read' || user_id === EVERYBODY) return runs
  const sent = sentLately(realm).bySender.get(user_id)
  const own = sent ? union(runs, runsOf(idsWithin(chunk, sent))) : runs
  const everybodys = readByEverybody(realm, chunk)
  return everybodys.length === 0 ? own : union(own, difference(everybodys, runsInRow(realm, user_id, 'awaited', chunk)))
}

function runsInRow(realm: Realm, user_id: number, flag: Mark, chunk: number): Run[] {
  const row = realm.sql.maybe<{
    ids: ArrayBuffer
  }>`SELECT ids FROM marks WHERE user_id = ${user_id} AND flag = ${flag} AND chunk = ${chunk}`
  return row ? decodeRuns(new Uint8Array(row.ids)) : []
}

const everybodyKey = (chunk: number) => `read by everybody in ${chunk}`

const readByEverybody = (realm: Realm, chunk: number): Run[] =>
  realm.memo.of(everybodyKey(chunk), () => runsInRow(realm, EVERYBODY, 'read', chunk))

const isReadByEverybody = (realm: Realm, id: number): boolean =>
  includesId(readByEverybody(realm, chunkOf(id)), id - chunkOf(id) * IDS_PER_CHUNK)

const idsWithin = (chunk: number, ids: readonly number[]): number[] =>
  ids.filter((id) => chunkOf(id) === chunk).map((id) => id - chunk * IDS_PER_CHUNK)
