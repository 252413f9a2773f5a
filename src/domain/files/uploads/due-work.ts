import type { DueWork } from '../../../events/due-work'
import type { Realm } from '../../../realm'
import { deleteUpload, expiredUploads, nextExpiry } from './storage'
import { uploadKey } from '../attachments/upload-keys'

const UPLOADS_PER_BATCH = 50

/** Deletes expired uploads. R2 stores the parts of a multipart upload apart from files, so they are deleted here. */
export const deleteExpiredUploads: DueWork<Realm> = {
  name: 'expire_uploads',
  run: async (realm) => {
    for (const { upload_id, r2_upload_id } of expiredUploads(realm.sql, realm.now(), UPLOADS_PER_BATCH)) {
      // R2 deletes incomplete multipart uploads by itself after a week, so a failure here does not matter.
      if (r2_upload_id !== null) await realm.files.abortParts(uploadKey(upload_id), r2_upload_id).catch(() => undefined)
      realm.transaction(() => deleteUpload(realm.sql, upload_id))
    }
    return nextExpiry(realm.sql)
  },
}
