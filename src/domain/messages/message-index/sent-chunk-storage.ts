import { decodeGroups, difference, encodeGroups, intersection, runsOf, union, type Run } from '../../../store/id-set'
import type { SqlReader } from '../../../store/realm-sql'

export const IDS_PER_CHUNK = 2048

export const chunkOf = (id: number): number => Math.floor(id / IDS_PER_CHUNK)
export const firstIdIn = (chunk: number): number => chunk * IDS_PER_CHUNK
export const lastIdIn = (chunk: number): number => firstIdIn(chunk + 1) - 1

/** A row of `sent_ids`. Both texts have offsets in the chunk: by conversation, and by sender. */
export type ChunkRow = {
  chunk: number
  up_to: number // later messages of the chunk are only in the message index
  origins: Uint8Array
  senders: Uint8Array | null // null: an earlier version wrote the row
}

/** Whether a row has all that a chunk can have. */
export const isWhole = (row: ChunkRow | undefined): boolean =>
  row !== undefined && row.senders !== null && row.up_to === lastIdIn(row.chunk)

type Groups = Map<number, Run[]>
type Key = 'conversation_id' | 'sender_id'
type Sent = { id: number; conversation_id: number; sender_id: number }

/** The messages of a chunk with ids of a range. What is not stored is read from the message index, once. */
export class SentChunk {
  /** How many stored numbers were read. */
  decoded = 0
  readonly #base: number
  readonly #within: readonly Run[]
  readonly #unstored = new Map<number, readonly Sent[]>()

  constructor(
    readonly sql: SqlReader,
    readonly range: Run,
    readonly row: ChunkRow | undefined,
  ) {
    this.#base = firstIdIn(chunkOf(range.from))
    this.#within = [{ from: range.from - this.#base, to: range.to - this.#base }]
  }

  get from(): number {
    return this.range.from
  }

  get to(): number {
    return this.range.to
  }

  /** Returns the conversations to which the messages were sent. */
  origins(): number[] {
    const found = new Set<number>()
    this.byOrigin((id) => {
      found.add(id)
      return false
    })
    return [...found]
  }

  /** Returns the ids by the conversation to which they were sent, of the conversations that are wanted. */
  byOrigin(isWanted?: (conversation_id: number) => boolean): Groups {
    return this.#grouped(this.row?.origins, 'conversation_id', isWanted)
  }

  /** Returns the ids by these conversations, to which they were sent. */
  inOrigins(conversation_ids: ReadonlySet<number>): Groups {
    const isWanted = (id: number) => conversation_ids.has(id)
    return this.#grouped(this.row?.origins, 'conversation_id', isWanted, conversation_ids.size)
  }

  ofOrigin(conversation_id: number): Run[] {
    return this.inOrigins(new Set([conversation_id])).get(conversation_id) ?? []
  }

  /** Returns the ids by sender. */
  bySender(isWanted?: (user_id: number) => boolean): Groups {
    return this.#grouped(this.row?.senders, 'sender_id', isWanted)
  }

  ofSender(user_id: number): Run[] {
    return this.#grouped(this.row?.senders, 'sender_id', (id) => id === user_id, 1).get(user_id) ?? []
  }

  /** `most`: so many groups are wanted. */
  #grouped(
    stored: ChunkRow['senders'] | undefined,
    key: Key,
    isWanted: (id: number) => boolean = () => true,
    most = Infinity,
  ): Groups {
    const base = this.#base
    const found: Groups = new Map()
    const isWantedGroup = (id: number) => {
      this.decoded += 2
      return isWanted(id)
    }
    const groups = stored ? decodeGroups(stored, isWantedGroup, most) : new Map<number, Run[]>()
    for (const [id, offsets] of groups) {
      const runs = intersection(offsets, this.#within).map(({ from, to }) => ({ from: from + base, to: to + base }))
      this.decoded += 2 * offsets.length
      if (runs.length > 0) found.set(id, runs)
    }
    const unstored = Map.groupBy(this.#rowsWithout(stored), (row) => row[key])
    for (const [id, sent] of unstored)
      if (isWanted(id)) found.set(id, union(found.get(id) ?? [], runsOf(sent.map((row) => row.id))))
    return found
  }

  /** Returns the messages that are not stored. */
  #rowsWithout(stored: ChunkRow['senders'] | undefined): readonly Sent[] {
    const from = Math.max(this.from, stored && this.row ? this.row.up_to + 1 : 0)
    if (from > this.to) return []
    const rows =
      this.#unstored.get(from) ??
      this.sql.all<Sent>`
        SELECT id, conversation_id, sender_id FROM message_index WHERE id BETWEEN ${from} AND ${this.to} ORDER BY id`
    this.#unstored.set(from, rows)
    return rows
  }
}

/** Returns what is stored of all messages of a chunk. */
export function encodeSent(sent: SentChunk): Pick<ChunkRow, 'origins' | 'senders'> {
  const base = firstIdIn(chunkOf(sent.from))
  const encoded = (groups: Groups) =>
    encodeGroups(
      new Map(
        [...groups].map(([id, runs]) => [id, runs.map(({ from, to }) => ({ from: from - base, to: to - base }))]),
      ),
    )
  return { origins: encoded(sent.byOrigin()), senders: encoded(sent.bySender()) }
}

/** Returns the row without deleted messages. */
export function withoutIds(row: ChunkRow, ids: readonly number[]): ChunkRow {
  const offsets = runsOf(ids.map((id) => id - firstIdIn(row.chunk)))
  const rest = (stored: Uint8Array) =>
    encodeGroups(
      new Map(
        [...decodeGroups(stored)].flatMap(([id, runs]) => {
          const left = difference(runs, offsets)
          return left.length > 0 ? [[id, left] as const] : []
        }),
      ),
    )
  return { ...row, origins: rest(row.origins), senders: row.senders && rest(row.senders) }
}
