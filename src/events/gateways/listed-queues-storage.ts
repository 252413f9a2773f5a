import type { SqlReader } from '../../store/realm-sql'
import type { Queue } from '../queue'
import { QUEUE_COLUMNS, queueOf, type QueueRow } from '../queue-row'
import type { SharedOptions } from '../shared-options'
import { AFTER_ALL_QUEUE_IDS } from './queue-ids'

/** Returns some of the queues after an id, in the order of their ids, and whether there are more. */
export function queuesAfter(
  sql: SqlReader,
  queue_id: string,
  options: SharedOptions,
): { page: Queue[]; hasMore: boolean } {
  const { rows, isCut } = sql.cutAt<QueueRow>(BYTES_PER_PAGE)`
    SELECT ${QUEUE_COLUMNS} FROM queues WHERE queue_id > ${queue_id} ORDER BY queue_id LIMIT ${QUEUES_PER_PAGE}`
  return { page: rows.map((row) => queueOf(row, options)), hasMore: isCut || rows.length === QUEUES_PER_PAGE }
}

const BYTES_PER_PAGE = 2 ** 20
const QUEUES_PER_PAGE = 500

/** Returns the ids of the queues that begin with a text. */
export const queueIdsWith = (sql: SqlReader, prefix: string): string[] =>
  sql.all<{ queue_id: string }>`
    SELECT queue_id FROM queues WHERE queue_id >= ${prefix} AND queue_id < ${prefix + AFTER_ALL_QUEUE_IDS}`.map(
    ({ queue_id }) => queue_id,
  )

export const countQueuesWith = (sql: SqlReader, prefix: string): number =>
  sql.one<{ n: number }>`
    SELECT count(*) AS n FROM queues WHERE queue_id >= ${prefix} AND queue_id < ${prefix + AFTER_ALL_QUEUE_IDS}`.n
