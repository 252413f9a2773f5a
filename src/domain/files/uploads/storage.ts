import type { Realm } from '../../../realm'
import type { ResumableUpload } from './rules'

type UploadRow = Omit<ResumableUpload, 'parts'> & { parts: string }

const uploadOf = (row: UploadRow): ResumableUpload => ({ ...row, parts: JSON.parse(row.parts) })

export function insertUpload(realm: Realm, upload: ResumableUpload): void {
  const { upload_id, user_id, metadata, size, arrived, r2_upload_id, parts, writer, written_at, expires_at } = upload
  realm.sql.run`
    INSERT INTO resumable_uploads
      (upload_id, user_id, metadata, size, arrived, r2_upload_id, parts, writer, written_at, expires_at)
    VALUES (${upload_id}, ${user_id}, ${metadata}, ${size}, ${arrived}, ${r2_upload_id}, ${JSON.stringify(parts)},
            ${writer}, ${written_at}, ${expires_at})`
}

export function maybeUpload(realm: Realm, upload_id: string): ResumableUpload | undefined {
  const row = realm.sql.maybe<UploadRow>`
    SELECT upload_id, user_id, metadata, size, arrived, r2_upload_id, parts, writer, written_at, expires_at
    FROM resumable_uploads WHERE upload_id = ${upload_id}`
  return row && uploadOf(row)
}

export const updateUpload = (realm: Realm, upload: ResumableUpload): void =>
  realm.sql.run`
    UPDATE resumable_uploads SET arrived = ${upload.arrived}, r2_upload_id = ${upload.r2_upload_id},
                                 parts = ${JSON.stringify(upload.parts)}, writer = ${upload.writer},
                                 written_at = ${upload.written_at}, expires_at = ${upload.expires_at}
    WHERE upload_id = ${upload.upload_id}`

export const deleteUpload = (realm: Realm, upload_id: string): void =>
  realm.sql.run`DELETE FROM resumable_uploads WHERE upload_id = ${upload_id}`

export const countUploadsOf = (realm: Realm, user_id: number): number =>
  realm.sql.one<{ n: number }>`
    SELECT count(*) AS n FROM resumable_uploads WHERE user_id = ${user_id} AND expires_at > ${realm.now()}`.n

/** How much is to come, and has come, of all that is not yet a file. What was given up is promised no more. */
export const spacePromised = (realm: Realm): number =>
  realm.sql.one<{ promised: number }>`
    SELECT coalesce(sum(size), 0) AS promised FROM resumable_uploads WHERE expires_at > ${realm.now()}`.promised

export const uploadsExpiredBy = (realm: Realm, second: number, most: number): ResumableUpload[] =>
  realm.sql.all<UploadRow>`
    SELECT upload_id, user_id, metadata, size, arrived, r2_upload_id, parts, writer, written_at, expires_at
    FROM resumable_uploads WHERE expires_at <= ${second} ORDER BY expires_at LIMIT ${most}`.map(uploadOf)

export const nextExpiry = (realm: Realm): number | undefined =>
  realm.sql.maybe<{ expires_at: number }>`SELECT expires_at FROM resumable_uploads ORDER BY expires_at LIMIT 1`
    ?.expires_at
