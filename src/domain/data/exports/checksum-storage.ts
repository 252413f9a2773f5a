import type { Sql, SqlReader } from '../../../store/realm-sql'

/** The checksum of a large file, as far as it was computed. */
export type StoredChecksum = { key: string; position: number; state: string; sha256: string }

type WithId = { id: number }

/** Returns the checksums of an export, by the keys of the files. An export has few large files. */
export const checksumsOf = (sql: SqlReader, { id }: WithId): Map<string, StoredChecksum> =>
  new Map(
    sql.all<StoredChecksum>`
      SELECT key, position, state, sha256 FROM export_checksums WHERE export_id = ${id}`.map((row) => [row.key, row]),
  )

export const writeChecksum = (sql: Sql, { id }: WithId, { key, position, state, sha256 }: StoredChecksum): void =>
  sql.run`
    INSERT OR REPLACE INTO export_checksums (export_id, key, position, state, sha256)
    VALUES (${id}, ${key}, ${position}, ${state}, ${sha256})`

export const deleteChecksums = (sql: Sql, { id }: WithId): void =>
  sql.run`DELETE FROM export_checksums WHERE export_id = ${id}`
