import type { Realm } from '../../../realm'
import { decodeGroups, encodeGroups, type Run } from '../../../store/id-set'
import type { SqlReader } from '../../../store/realm-sql'

/**
 * The version of a message is the newest event that changed its content, its reactions or its submessages; 0 if none did. A move does
 * not change it: `segments` has where a message is. A change writes one row, the chunk of its message.
 */
const IDS_PER_CHUNK = 2048

const chunkOf = (id: number): number => Math.floor(id / IDS_PER_CHUNK)

type Row = { chunk: number; versions: ArrayBuffer }

/** Stores that the event which was published last changed a message. Call after each such event. */
export function noteChange({ sql, log }: Realm, message_id: number): void {
  const chunk = chunkOf(message_id)
  const row = rowsBetween(sql, { from: chunk, to: chunk })[0]
  const versions = row ? decodeGroups(new Uint8Array(row.versions)) : new Map<number, Run[]>()
  versions.set(message_id - chunk * IDS_PER_CHUNK, [{ from: log.lastId, to: log.lastId }])
  sql.run`INSERT INTO message_versions (chunk, versions) VALUES (${chunk}, ${encodeGroups(versions)})
          ON CONFLICT (chunk) DO UPDATE SET versions = excluded.versions`
}

/** Returns the versions of the messages with ids of a range, except those that never changed. */
export function versionsBetween(sql: SqlReader, { from, to }: Run): Map<number, number> {
  const found = new Map<number, number>()
  for (const { chunk, versions } of rowsBetween(sql, { from: chunkOf(from), to: chunkOf(to) }))
    for (const [offset, [run]] of decodeGroups(new Uint8Array(versions))) {
      const id = chunk * IDS_PER_CHUNK + offset
      if (run !== undefined && id >= from && id <= to) found.set(id, run.from)
    }
  return found
}

const rowsBetween = (sql: SqlReader, { from, to }: Run): Row[] =>
  sql.all<Row>`SELECT chunk, versions FROM message_versions WHERE chunk BETWEEN ${from} AND ${to}`
