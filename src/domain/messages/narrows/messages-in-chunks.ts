import { splitIntoBatches } from '../../../api/batches'
import { idsOfRuns, intersection, type Run } from '../../../store/id-set'
import type { Conversation } from '../../channels/topics/conversation'
import type { MessageAccess } from '../access/access'
import type { SentChunk } from '../message-index/sent-chunk-storage'
import { walkSentIds } from '../message-index/sent-ids-storage'
import { rowsWithIds } from '../message-index/storage'
import { nearerFirst, type Scan } from './scan'
import type { Source } from './sources'

/** What chunks show of the messages of a narrow: their conversations, and their sender. `mayMatch`: what their ids show. */
export type InChunks = {
  fits: (conversation: Conversation) => boolean
  sender_id: number | undefined
  mayMatch?: (id: number) => boolean
}

const MAX_CHUNKS_PER_READ = 32
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
  const { mayMatch = () => true } = selected
  return {
    read: ({ direction, bound, most }) => {
      const ids: number[] = []
      let [chunks, numbers] = [0, 0]
      let next: number | undefined
      const rowsBefore = realm.sql.meter.read
      for (const chunk of walkSentIds(realm, walkFrom(direction, bound))) {
        const found = idsIn(access, chunk, selected, { direction, most: most - ids.length })
        ids.push(...found.ids.filter(mayMatch))
        numbers += chunk.decoded
        next = found.next
        const isOver = ++chunks === MAX_CHUNKS_PER_READ || realm.sql.meter.read - rowsBefore > MAX_ROWS_PER_READ
        if (ids.length >= most || isOver) break
      }
      const nearest = ids.slice(0, most)
      const rows = rowsWithIds(realm.sql, nearest)
      const isEnd = next === undefined || (direction === 'before' ? next <= 1 : next >= realm.messageIds.last)
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
function idsIn(access: MessageAccess, chunk: SentChunk, { fits, sender_id }: InChunks, request: Request): NearestIds {
  const { direction, most } = request
  const inOrder = (runs: readonly Run[]) => {
    const ids = idsOfRuns(runs).sort((a, b) => a - b)
    return direction === 'before' ? ids.reverse() : ids
  }
  const end = direction === 'before' ? chunk.from : chunk.to
  const locate = (sent: ReadonlyMap<number, readonly Run[]>) => access.located(sent, fits).flatMap(({ runs }) => runs)
  if (sender_id === undefined && access.countUnread(chunk.origins()) <= MAX_CONVERSATIONS_AT_ONCE)
    return { ids: inOrder(locate(access.sentTo(chunk, fits))), next: end }
  const sent = [...(sender_id === undefined ? chunk.byOrigin() : sentBy(chunk, sender_id))]
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

const nearestIn = (runs: readonly Run[], direction: Scan['direction']): number =>
  direction === 'before' ? runs.at(-1)!.to : runs[0]!.from

/** Returns the messages by a sender, by the conversation to which they were sent. */
function sentBy(chunk: SentChunk, sender_id: number): Map<number, Run[]> {
  const sent = chunk.ofSender(sender_id)
  if (sent.length === 0) return new Map()
  const byOrigin = [...chunk.byOrigin()].map(([id, runs]) => [id, intersection(runs, sent)] as const)
  return new Map(byOrigin.filter(([, runs]) => runs.length > 0))
}
