import type { SqlReader, Sql } from '../../../store/realm-sql'
import type { ResumableUpload } from './resumable-rules'

type UploadRow = Omit<ResumableUpload, 'parts'> & { parts: string } // JSON

const uploadOf = (row: UploadRow): ResumableUpload => ({ ...row, parts: JSON.parse(row.parts) })

export function insertUpload(sql: Sql, upload: ResumableUpload): void {
  const { upload_id, user_id, metadata, size, stored_bytes, r2_upload_id, parts, writer, written_at, expires_at } =
    upload
  sql.run`
    INSERT INTO resumable_uploads
      (upload_id, user_id, metadata, size, stored_bytes, r2_upload_id, parts, writer, written_at, expires_at)
    VALUES (${upload_id}, ${user_id}, ${metadata}, ${size}, ${stored_bytes}, ${r2_upload_id}, ${JSON.stringify(parts)},
            ${writer}, ${written_at}, ${expires_at})`
}

export function findUpload(sql: SqlReader, upload_id: string): ResumableUpload | undefined {
  const row = sql.maybe<UploadRow>`
    SELECT upload_id, user_id, metadata, size, stored_bytes, r2_upload_id, parts, writer, written_at, expires_at
    FROM resumable_uploads WHERE upload_id = ${upload_id}`
  return row && uploadOf(row)
}

export const updateUpload = (sql: Sql, upload: ResumableUpload): void =>
  sql.run`
    UPDATE resumable_uploads SET stored_bytes = ${upload.stored_bytes}, r2_upload_id = ${upload.r2_upload_id},
                                 parts = ${JSON.stringify(upload.parts)}, writer = ${upload.writer},
                                 written_at = ${upload.written_at}, expires_at = ${upload.expires_at}
    WHERE upload_id = ${upload.upload_id}`

export const deleteUpload = (sql: Sql, upload_id: string): void =>
  sql.run`DELETE FROM resumable_uploads WHERE upload_id = ${upload_id}`

export const countUploadsOf = (sql: SqlReader, user_id: number, now: number): number =>
  sql.one<{ n: number }>`
    SELECT count(*) AS n FROM resumable_uploads WHERE user_id = ${user_id} AND expires_at > ${now}`.n

/** Returns the total size of the files that clients announced and did not finish yet. */
export const spaceReserved = (sql: SqlReader, now: number): number =>
  sql.one<{ reserved: number }>`
    SELECT coalesce(sum(size), 0) AS reserved FROM resumable_uploads WHERE expires_at > ${now}`.reserved

export const expiredUploads = (sql: SqlReader, now: number, most: number): ResumableUpload[] =>
  sql.all<UploadRow>`
    SELECT upload_id, user_id, metadata, size, stored_bytes, r2_upload_id, parts, writer, written_at, expires_at
    FROM resumable_uploads WHERE expires_at <= ${now} ORDER BY expires_at LIMIT ${most}`.map(uploadOf)

export const nextExpiry = (sql: SqlReader): number | undefined =>
  sql.maybe<{ expires_at: number }>`SELECT expires_at FROM resumable_uploads ORDER BY expires_at LIMIT 1`?.expires_at
