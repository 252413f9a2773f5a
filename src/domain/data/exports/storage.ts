import { decodeRuns, encodeRuns } from '../../../store/id-set'
import type { SqlReader, Sql } from '../../../store/realm-sql'
import { sqlText } from '../../../store/sql'
import type { ArchivedFile } from './archive'
import type { DataExport } from './data-export'

type ExportRow = Omit<DataExport, 'consenting_users' | 'is_complete'> & {
  consenting_users: ArrayBuffer // runs of ids
  is_complete: number
}

const EXPORT = sqlText`id, acting_user_id, export_type, form, is_complete, search_id, export_time, realm_url, secret,
                       last_message_id, consenting_users, part, after_id, pages, attempts, due_at, failed_timestamp, deleted_timestamp`

const exportOf = (row: ExportRow): DataExport => ({
  ...row,
  is_complete: row.is_complete === 1,
  consenting_users: decodeRuns(new Uint8Array(row.consenting_users)),
})

/** Returns all exports in the order of the requests. */
export const allExports = (sql: SqlReader): DataExport[] =>
  sql.all<ExportRow>`
    SELECT ${EXPORT} FROM exports ORDER BY id`.map(exportOf)

export function findExport(sql: SqlReader, id: number): DataExport | undefined {
  const row = sql.maybe<ExportRow>`
    SELECT ${EXPORT} FROM exports WHERE id = ${id}`
  return row && exportOf(row)
}

/** Returns the export that the alarm continues now, if one is due. */
export function findDueExport(sql: SqlReader, now: number): DataExport | undefined {
  const row = sql.maybe<ExportRow>`
    SELECT ${EXPORT} FROM exports WHERE due_at <= ${now} ORDER BY id LIMIT 1`
  return row && exportOf(row)
}

export const nextDueTime = (sql: SqlReader): number | undefined =>
  sql.maybe<{ due_at: number }>`SELECT due_at FROM exports WHERE due_at IS NOT NULL ORDER BY due_at LIMIT 1`?.due_at

/** Returns the exports of searches over everything that are pending or ready, in the order of the requests. */
export const exportsOfSearches = (sql: SqlReader): DataExport[] =>
  sql.all<ExportRow>`
    SELECT ${EXPORT} FROM exports
    WHERE search_id IS NOT NULL AND deleted_timestamp IS NULL AND failed_timestamp IS NULL
    ORDER BY export_time`.map(exportOf)

/** Exports of the operator and of searches do not count. */
export const countExportsSince = (sql: SqlReader, second: number): number =>
  sql.one<{
    n: number
  }>`SELECT count(*) AS n FROM exports WHERE export_time > ${second} AND is_complete = 0 AND search_id IS NULL`.n

type NewExport = Omit<
  DataExport,
  'id' | 'after_id' | 'pages' | 'attempts' | 'due_at' | 'failed_timestamp' | 'deleted_timestamp'
>

export function insertExport(sql: SqlReader, dataExport: NewExport): number {
  const { acting_user_id, export_type, form, is_complete, search_id, export_time, realm_url, secret, last_message_id } =
    dataExport
  const [part, consenting_users] = [dataExport.part, encodeRuns(dataExport.consenting_users)]
  return sql.one<{ id: number }>`
    INSERT INTO exports (acting_user_id, export_type, form, is_complete, search_id, export_time, realm_url, secret, last_message_id,
                         consenting_users, part, after_id, pages, attempts, due_at)
    VALUES (${acting_user_id}, ${export_type}, ${form}, ${is_complete}, ${search_id}, ${export_time}, ${realm_url}, ${secret}, ${last_message_id},
            ${consenting_users}, ${part}, 0, 0, 0, ${export_time}) RETURNING id`.id
}

/** Stores the progress and the state of an export. Its other fields never change. */
export function updateExport(sql: Sql, dataExport: DataExport): void {
  const { id, part, after_id, pages, attempts, due_at, failed_timestamp, deleted_timestamp } = dataExport
  sql.run`
    UPDATE exports SET consenting_users = ${encodeRuns(dataExport.consenting_users)}, part = ${part},
                       after_id = ${after_id}, pages = ${pages}, attempts = ${attempts}, due_at = ${due_at},
                       failed_timestamp = ${failed_timestamp}, deleted_timestamp = ${deleted_timestamp}
    WHERE id = ${id}`
}

type WithId = Pick<DataExport, 'id'>

/** A file that an export has in R2, with the number of its items and its checksum. */
export type ExportFile = ArchivedFile & { items: number; sha256: string }

const FILE = sqlText`position, name, entry, items, size, sha256, included_bytes`

/** Returns the files of an export, in the order of the archive. */
export const filesOf = (sql: SqlReader, { id }: WithId): ExportFile[] =>
  sql.all<ExportFile>`SELECT ${FILE} FROM export_files WHERE export_id = ${id} ORDER BY position`

/** Returns the next files of an export that R2 files follow in the archive. */
export const filesAfter = (sql: SqlReader, { id }: WithId, position: number, most: number) =>
  sql.all<ExportFile & { position: number }>`
    SELECT ${FILE} FROM export_files
    WHERE export_id = ${id} AND position > ${position} AND included_bytes > 0 ORDER BY position LIMIT ${most}`

/** Adds a file at the end of the archive, or before all others. */
export function insertFile(sql: Sql, { id }: WithId, { isFirst, ...file }: ExportFile & { isFirst: boolean }): void {
  const { name, entry, items, size, sha256, included_bytes } = file
  sql.run`
    INSERT INTO export_files (export_id, position, name, entry, items, size, sha256, included_bytes)
    SELECT ${id}, iif(${isFirst ? 1 : 0}, 0, coalesce(max(position), 0) + 1), ${name}, ${entry}, ${items}, ${size}, ${sha256},
           ${included_bytes}
    FROM export_files WHERE export_id = ${id}`
}

export const deleteFiles = (sql: Sql, { id }: WithId): void => sql.run`DELETE FROM export_files WHERE export_id = ${id}`
