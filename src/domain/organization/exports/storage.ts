import type { Realm } from '../../../realm'
import { decodeRuns, encodeRuns } from '../../../store/id-set'
import type { DataExport } from './data-export'

type ExportRow = Omit<DataExport, 'consented'> & { consented: ArrayBuffer } // the ids as runs

const exportOf = (row: ExportRow): DataExport => ({ ...row, consented: decodeRuns(new Uint8Array(row.consented)) })

/** In the order in which they were asked for. */
export const allExports = (realm: Realm): DataExport[] =>
  realm.sql.all<ExportRow>`
    SELECT id, acting_user_id, export_type, export_time, realm_url, secret, up_to, consented, part, after_id, pages,
           attempts, due_at, failed_timestamp, deleted_timestamp
    FROM exports ORDER BY id`.map(exportOf)

export const maybeExport = (realm: Realm, id: number): DataExport | undefined => {
  const row = realm.sql.maybe<ExportRow>`
    SELECT id, acting_user_id, export_type, export_time, realm_url, secret, up_to, consented, part, after_id, pages,
           attempts, due_at, failed_timestamp, deleted_timestamp
    FROM exports WHERE id = ${id}`
  return row && exportOf(row)
}

/** The one to go on with, if one is due. */
export const dueExport = (realm: Realm): DataExport | undefined => {
  const row = realm.sql.maybe<ExportRow>`
    SELECT id, acting_user_id, export_type, export_time, realm_url, secret, up_to, consented, part, after_id, pages,
           attempts, due_at, failed_timestamp, deleted_timestamp
    FROM exports WHERE due_at <= ${realm.now()} ORDER BY id LIMIT 1`
  return row && exportOf(row)
}

export const nextExport = (realm: Realm): number | undefined =>
  realm.sql.maybe<{ due_at: number }>`SELECT due_at FROM exports WHERE due_at IS NOT NULL ORDER BY due_at LIMIT 1`
    ?.due_at

export const countExportsSince = (realm: Realm, second: number): number =>
  realm.sql.one<{ n: number }>`SELECT count(*) AS n FROM exports WHERE export_time > ${second}`.n

export type NewExport = Omit<
  DataExport,
  'id' | 'after_id' | 'pages' | 'attempts' | 'due_at' | 'failed_timestamp' | 'deleted_timestamp'
>

export const insertExport = (realm: Realm, made: NewExport): number =>
  realm.sql.one<{ id: number }>`
    INSERT INTO exports (acting_user_id, export_type, export_time, realm_url, secret, up_to, consented, part, after_id,
                         pages, attempts, due_at)
    VALUES (${made.acting_user_id}, ${made.export_type}, ${made.export_time}, ${made.realm_url}, ${made.secret},
            ${made.up_to}, ${encodeRuns(made.consented)}, ${made.part}, 0, 0, 0, ${made.export_time}) RETURNING id`.id

/** How far it has come, and what becomes of it. */
export const writeExport = (realm: Realm, made: DataExport): void =>
  realm.sql.run`
    UPDATE exports SET consented = ${encodeRuns(made.consented)}, part = ${made.part}, after_id = ${made.after_id},
                       pages = ${made.pages}, attempts = ${made.attempts}, due_at = ${made.due_at},
                       failed_timestamp = ${made.failed_timestamp}, deleted_timestamp = ${made.deleted_timestamp}
    WHERE id = ${made.id}`

/** The names of the files it has so far. */
export const filesOf = (realm: Realm, { id }: DataExport): string[] =>
  realm.sql.all<{ name: string }>`SELECT name FROM export_files WHERE export_id = ${id} ORDER BY nth`.map(
    ({ name }) => name,
  )

export const addFile = (realm: Realm, { id }: DataExport, name: string): void =>
  realm.sql.run`
    INSERT INTO export_files (export_id, nth, name)
    SELECT ${id}, coalesce(max(nth), 0) + 1, ${name} FROM export_files WHERE export_id = ${id}`

export const forgetFiles = (realm: Realm, { id }: DataExport): void =>
  realm.sql.run`DELETE FROM export_files WHERE export_id = ${id}`
