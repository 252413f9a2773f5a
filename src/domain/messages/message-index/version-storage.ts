import type { Realm } from '../../../realm'
import { decodeGroups, encodeGroups, type Run } from '../../../store/id-set'
import type { SqlReader } from '../../../store/realm-sql'
import { chunkOf, firstIdIn } from './sent-chunk-storage'

/**
 * The version of a message is the newest event that changed its content, its reactions or its submessages; 0 if none did. A move does
 * not change it: `segments` has where a message is. A change writes one row, the chunk of its message.
 */
type Row = { chunk: number; versions: ArrayBuffer }

/** Stores that the event which was published last changed a message. Call after each such event. */
export function noteChange({ sql, log }: Realm, message_id: number): void {
  const chunk = chunkOf(message_id)
  const row = rowsBetween(sql, { from: chunk, to: chunk })[0]
  const versions = row ? decodeGroups(new Uint8Array(row.versions)) : new Map<number, Run[]>()
  versions.set(message_id - firstIdIn(chunk), [{ from: log.lastId, to: log.lastId }])
  sql.run`INSERT INTO message_versions (chunk, versions) VALUES (${chunk}, ${encodeGroups(versions)})
          ON CONFLICT (chunk) DO UPDATE SET versions = excluded.versions`
}

/** Returns the versions of the messages with ids of a range, except those of messages that never changed. */
export const versionsBetween = (sql: SqlReader, { from, to }: Run): Map<number, number> =>
  versionsIn(rowsBetween(sql, { from: chunkOf(from), to: chunkOf(to) }), (id) => id >= from && id <= to)

/** Returns the versions of these messages, except those of messages that never changed. It reads only their chunks. */
export function versionsOfIds(sql: SqlReader, ids: readonly number[]): Map<number, number> {
  const requested = new Set(ids)
  const chunks = JSON.stringify([...new Set(ids.map(chunkOf))])
  const rows = sql.all<Row>`
    SELECT chunk, versions FROM message_versions WHERE chunk IN (SELECT value FROM json_each(${chunks}))`
  return versionsIn(rows, (id) => requested.has(id))
}

function versionsIn(rows: readonly Row[], isWanted: (id: number) => boolean): Map<number, number> {
  const found = new Map<number, number>()
  for (const { chunk, versions } of rows) {
    const first = firstIdIn(chunk)
    for (const [offset, [run]] of decodeGroups(new Uint8Array(versions), (offset) => isWanted(first + offset)))
      if (run !== undefined) found.set(first + offset, run.from)
  }
  return found
}

const rowsBetween = (sql: SqlReader, { from, to }: Run): Row[] =>
  sql.all<Row>`SELECT chunk, versions FROM message_versions WHERE chunk BETWEEN ${from} AND ${to}`
