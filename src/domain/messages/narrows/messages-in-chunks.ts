import { splitIntoBatches } from '../../../api/batches'
import { idsOfRuns, intersection, type Run } from '../../../store/id-set'
import type { Conversation } from '../../channels/topics/conversation'
import type { MessageAccess } from '../access/access'
import { IDS_PER_CHUNK, type SentChunk } from '../message-index/sent-chunk-storage'
import { walkSentIds } from '../message-index/sent-ids-storage'
import { rowsWithIds } from '../message-index/storage'
import { nearerFirst, type Scan } from './scan'
import type { Source } from './sources'
import type { Beyond } from './term'

/**
 * What chunks show of the messages of a narrow: their conversations, and their sender. `mayMatch`: what their ids show. `beyond` skips ids
 * that cannot match. `origins`: to which conversations they were sent, if that is known without reading all of a chunk.
 */
export type InChunks = {
  fits: (conversation: Conversation) => boolean
  sender_id: number | undefined
  mayMatch?: (id: number) => boolean
  beyond?: Beyond
  origins?: () => ReadonlySet<number>
}

/** A walk reads 1, 2, 4, 8 and 16 of them at once. Of the next 32, a read would leave most. */
const MAX_CHUNKS_PER_READ = 31
/** A chunk that an earlier version wrote takes a row for each message. */
const MAX_ROWS_PER_READ = 2000
/** So many stored numbers take the time of a row. */
const NUMBERS_PER_ROW = 20
/** The newest messages of the realm often contain those that the reader wants. */
export const ROWS_BEFORE_CHUNKS = 300

/**
 * The messages of the conversations that fit, by one sender or by all. It reads a row for each 2,048 messages of the realm, however
 * many conversations there are, and wherever their messages are.
 */
export function messagesInChunks(
  access: MessageAccess,
  selected: InChunks,
  startAfterRows = ROWS_BEFORE_CHUNKS,
): Source {
  const { realm } = access
  const { mayMatch = () => true, beyond = (_, bound) => bound } = selected
  return {
    read: ({ direction, bound, most }) => {
      const ids: number[] = []
      let [chunks, numbers] = [0, 0]
      const begin = beyond(direction, Math.min(bound, realm.messageIds.last + 1))
      let next = begin
      const rowsBefore = realm.sql.meter.read
      const isOver = () =>
        ids.length >= most || chunks >= MAX_CHUNKS_PER_READ || realm.sql.meter.read - rowsBefore > MAX_ROWS_PER_READ
      for (let walk = walkSentIds(realm, walkFrom(direction, begin)); !isOver();) {
        const { value: chunk } = walk.next()
        if (chunk === undefined) break
        const found = idsIn(access, chunk, selected, { direction, most: most - ids.length })
        ids.push(...found.ids.filter(mayMatch))
        numbers += chunk.decoded
        chunks++
        next = found.next
        const skipped = beyond(direction, next)
        const skipsChunks = Math.abs(skipped - next) >= IDS_PER_CHUNK
        if (skipsChunks) next = skipped
        if (skipsChunks || next !== endOf(chunk, direction)) walk = walkSentIds(realm, walkFrom(direction, next))
      }
      const nearest = ids.slice(0, most)
      const rows = rowsWithIds(realm.sql, nearest)
      const isEnd = direction === 'before' ? next <= 1 : next >= realm.messageIds.last
      return {
        rows: direction === 'before' ? rows.reverse() : rows,
        next: ids.length > most ? nearest.at(-1) : isEnd ? undefined : next,
        cost: chunks + rows.length,
        work: Math.ceil(numbers / NUMBERS_PER_ROW),
      }
    },
    startAfterRows,
    isBroad: true,
  }
}

const walkFrom = (direction: Scan['direction'], bound: number) =>
  direction === 'before' ? { direction, from: 1, to: bound - 1 } : { direction, from: bound + 1, to: Infinity }

type Request = Pick<Scan, 'direction' | 'most'>
/** Ids, nearest first: all of them up to `next`. */
type NearestIds = { ids: number[]; next: number }

const MAX_CONVERSATIONS_AT_ONCE = 100

/** Returns messages of a chunk. If many conversations must be read for it, those of the nearest messages are read first. */
function idsIn(access: MessageAccess, chunk: SentChunk, selected: InChunks, request: Request): NearestIds {
  const { fits, sender_id } = selected
  const { direction, most } = request
  const inOrder = (runs: readonly Run[]) => {
    const ids = idsOfRuns(runs).sort((a, b) => a - b)
    return direction === 'before' ? ids.reverse() : ids
  }
  const end = endOf(chunk, direction)
  const locate = (sent: ReadonlyMap<number, readonly Run[]>) => access.located(sent, fits).flatMap(({ runs }) => runs)
  const origins = selected.origins?.()
  if (
    sender_id === undefined &&
    origins === undefined &&
    access.countUnread(chunk.origins()) <= MAX_CONVERSATIONS_AT_ONCE
  )
    return { ids: inOrder(locate(access.sentTo(chunk, fits))), next: end }
  const sent = [...sentIn(chunk, sender_id, origins)]
    .map(([id, runs]) => ({ id: nearestIn(runs, direction), group: [id, runs] as const }))
    .sort(nearerFirst(direction))
  const found: Run[] = []
  const batches = splitIntoBatches(sent, MAX_CONVERSATIONS_AT_ONCE)
  for (const [nth, batch] of batches.entries()) {
    found.push(...locate(new Map(batch.map(({ group }) => group))))
    const beyond = batches[nth + 1]?.[0]?.id
    if (beyond === undefined) break
    const ids = inOrder(found).filter((id) => (direction === 'before' ? id > beyond : id < beyond))
    if (ids.length >= most) return { ids, next: direction === 'before' ? beyond + 1 : beyond - 1 }
  }
  return { ids: inOrder(found), next: end }
}

const endOf = ({ from, to }: SentChunk, direction: Scan['direction']): number => (direction === 'before' ? from : to)

const nearestIn = (runs: readonly Run[], direction: Scan['direction']): number =>
  direction === 'before' ? runs.at(-1)!.to : runs[0]!.from

type Groups = ReadonlyMap<number, readonly Run[]>

/** Returns the messages by a sender, or by all, by the conversation to which they were sent: these ones, or any. */
function sentIn(chunk: SentChunk, sender_id: number | undefined, origins: ReadonlySet<number> | undefined): Groups {
  if (sender_id === undefined) return origins ? chunk.inOrigins(origins) : chunk.byOrigin()
  const named = origins && chunk.inOrigins(origins)
  if (named?.size === 0) return named
  const sent = chunk.ofSender(sender_id)
  if (sent.length === 0) return new Map()
  const byOrigin = [...(named ?? chunk.byOrigin())].map(([id, runs]) => [id, intersection(runs, sent)] as const)
  return new Map(byOrigin.filter(([, runs]) => runs.length > 0))
}
