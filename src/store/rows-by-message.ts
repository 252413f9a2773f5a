import type { Batch } from './memory-size'

/**
 * Groups rows by message, where the rows were read in the order of `ids` and no further than a limit in bytes. The last
 * message of a read that ended early may lack rows: it is left out, unless it is the only one.
 */
export function groupByMessage<Row extends { message_id: number }>(
  ids: readonly number[],
  rows: readonly Row[],
  isCut: boolean,
): Batch<Map<number, Row[]>> {
  const found = Map.groupBy(rows, ({ message_id }) => message_id)
  const last = rows.at(-1)?.message_id
  if (!isCut || last === undefined) return { found, within: ids.length }
  const place = ids.indexOf(last)
  if (place === 0) return { found, within: 1 }
  found.delete(last)
  return { found, within: place }
}
