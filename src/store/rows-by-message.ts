import type { Batch } from './memory-size'

/**
 * Groups rows by message. The rows were read in the order of `ids`, up to a limit in bytes. If the read ended early, the last
 * message may lack rows, so it is left out unless it is the only one.
 */
export function groupByMessage<Row extends { message_id: number }>(
  ids: readonly number[],
  rows: readonly Row[],
  isCut: boolean,
): Batch<Map<number, Row[]>> {
  const found = Map.groupBy(rows, ({ message_id }) => message_id)
  const last = rows.at(-1)?.message_id
  if (!isCut || last === undefined) return { found, within: ids.length }
  const index = ids.indexOf(last)
  if (index === 0) return { found, within: 1 }
  found.delete(last)
  return { found, within: index }
}
