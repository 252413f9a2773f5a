import { decodeRuns, encodeRuns } from '../../../store/id-set'
import type { SqlReader, Sql } from '../../../store/realm-sql'
import type { DataExport } from './data-export'

type ExportRow = Omit<DataExport, 'consenting_users'> & { consenting_users: ArrayBuffer } // runs of ids

const exportOf = (row: ExportRow): DataExport => ({
  ...row,
  consenting_users: decodeRuns(new Uint8Array(row.consenting_users)),
})

/** Returns all exports in the order of the requests. */
export const allExports = (sql: SqlReader): DataExport[] =>
  sql.all<ExportRow>`
    SELECT id, acting_user_id, export_type, export_time, realm_url, secret, last_message_id, consenting_users, part,
           after_id, pages, attempts, due_at, failed_timestamp, deleted_timestamp
    FROM exports ORDER BY id`.map(exportOf)

export function findExport(sql: SqlReader, id: number): DataExport | undefined {
  const row = sql.maybe<ExportRow>`
    SELECT id, acting_user_id, export_type, export_time, realm_url, secret, last_message_id, consenting_users, part,
           after_id, pages, attempts, due_at, failed_timestamp, deleted_timestamp
    FROM exports WHERE id = ${id}`
  return row && exportOf(row)
}

/** Returns the export that the alarm continues now, if one is due. */
export function findDueExport(sql: SqlReader, now: number): DataExport | undefined {
  const row = sql.maybe<ExportRow>`
    SELECT id, acting_user_id, export_type, export_time, realm_url, secret, last_message_id, consenting_users, part,
           after_id, pages, attempts, due_at, failed_timestamp, deleted_timestamp
    FROM exports WHERE due_at <= ${now} ORDER BY id LIMIT 1`
  return row && exportOf(row)
}

export const nextDueTime = (sql: SqlReader): number | undefined =>
  sql.maybe<{ due_at: number }>`SELECT due_at FROM exports WHERE due_at IS NOT NULL ORDER BY due_at LIMIT 1`?.due_at

export const countExportsSince = (sql: SqlReader, second: number): number =>
  sql.one<{ n: number }>`SELECT count(*) AS n FROM exports WHERE export_time > ${second}`.n

type NewExport = Omit<
  DataExport,
  'id' | 'after_id' | 'pages' | 'attempts' | 'due_at' | 'failed_timestamp' | 'deleted_timestamp'
>

export function insertExport(sql: SqlReader, dataExport: NewExport): number {
  const { acting_user_id, export_type, export_time, realm_url, secret, last_message_id, part } = dataExport
  const consenting_users = encodeRuns(dataExport.consenting_users)
  return sql.one<{ id: number }>`
    INSERT INTO exports (acting_user_id, export_type, export_time, realm_url, secret, last_message_id, consenting_users,
                         part, after_id, pages, attempts, due_at)
    VALUES (${acting_user_id}, ${export_type}, ${export_time}, ${realm_url}, ${secret}, ${last_message_id},
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

/** Returns the names of the files of an export, in the order of the archive. */
export const fileNamesOf = (sql: SqlReader, { id }: WithId): string[] =>
  sql.all<{ name: string }>`SELECT name FROM export_files WHERE export_id = ${id} ORDER BY position`.map(
    ({ name }) => name,
  )

export const insertFileName = (sql: Sql, { id }: WithId, name: string): void =>
  sql.run`
    INSERT INTO export_files (export_id, position, name)
    SELECT ${id}, coalesce(max(position), 0) + 1, ${name} FROM export_files WHERE export_id = ${id}`

export const deleteFileNames = (sql: Sql, { id }: WithId): void =>
  sql.run`DELETE FROM export_files WHERE export_id = ${id}`
