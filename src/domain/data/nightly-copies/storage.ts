import type { Sql, SqlReader } from '../../../store/realm-sql'
import { sqlText } from '../../../store/sql'

/** A copy, and its progress. */
export type NightlyCopy = {
  night: number
  begun_at: number
  finished_at: number | null
  marker: string
  list: string
  after: string
  last_event_id: number
  files_wait: number
}

const COPY = sqlText`night, begun_at, finished_at, marker, list, after, last_event_id, files_wait`

/** Returns the copies that are kept, the newest first. */
export const allCopies = (sql: SqlReader): NightlyCopy[] =>
  sql.all<NightlyCopy>`SELECT ${COPY} FROM nightly_copies ORDER BY night DESC`

export const writeCopy = (sql: Sql, copy: NightlyCopy): void =>
  sql.run`
    INSERT OR REPLACE INTO nightly_copies (${COPY})
    VALUES (${copy.night}, ${copy.begun_at}, ${copy.finished_at}, ${copy.marker}, ${copy.list}, ${copy.after},
            ${copy.last_event_id}, ${copy.files_wait})`

export function deleteCopy(sql: Sql, night: number): void {
  sql.run`DELETE FROM nightly_copy_files WHERE night = ${night}`
  sql.run`DELETE FROM nightly_copies WHERE night = ${night}`
}

export type CopiedList = { list: string; name: string; rows: number; bytes: number; sha256: string }

export const insertFile = (sql: Sql, night: number, { list, name, rows, bytes, sha256 }: CopiedList): void =>
  sql.run`
    INSERT INTO nightly_copy_files (night, position, list, name, rows, bytes, sha256)
    SELECT ${night}, coalesce(max(position), 0) + 1, ${list}, ${name}, ${rows}, ${bytes}, ${sha256}
    FROM nightly_copy_files WHERE night = ${night}`

/** Returns the files of a copy, in their order. */
export const filesOf = (sql: SqlReader, night: number): CopiedList[] =>
  sql.all<CopiedList>`
    SELECT list, name, rows, bytes, sha256 FROM nightly_copy_files WHERE night = ${night} ORDER BY position`

export const countFiles = (sql: SqlReader, night: number, list: string): number =>
  sql.one<{ n: number }>`SELECT count(*) AS n FROM nightly_copy_files WHERE night = ${night} AND list = ${list}`.n

/** Notes files that the copies from this night on do not list. An earlier note stays. */
export const insertAbsences = (sql: Sql, keys: readonly string[], night: number): void =>
  sql.run`INSERT OR IGNORE INTO nightly_copy_absences (key, night) SELECT value, ${night} FROM json_each(${keys})`

/** Returns the files that no copy from this night on lists, at most `most`. */
export const absencesUpTo = (sql: SqlReader, night: number, most: number): string[] =>
  sql.all<{ key: string }>`
    SELECT key FROM nightly_copy_absences WHERE night <= ${night} ORDER BY night LIMIT ${most}`.map(({ key }) => key)

export const deleteAbsences = (sql: Sql, keys: readonly string[]): void =>
  sql.run`DELETE FROM nightly_copy_absences WHERE key IN (SELECT value FROM json_each(${keys}))`

export const deleteAbsencesOfNight = (sql: Sql, night: number): void =>
  sql.run`DELETE FROM nightly_copy_absences WHERE night = ${night}`
