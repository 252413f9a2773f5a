import type { DueWork } from '../../../events/due-work'
import type { Realm } from '../../../realm'
import { keyOf } from '../attachments/actions'
import { deleteUpload, nextExpiry, uploadsExpiredBy } from './storage'

const UPLOADS_PER_BITE = 50

/** Uploads that were given up are forgotten, here and in R2, which keeps what has come of them apart from whole files. */
export const endExpiredUploads: DueWork<Realm> = {
  name: 'expire_uploads',
  run: async (realm) => {
    for (const { upload_id, r2_upload_id } of uploadsExpiredBy(realm, realm.now(), UPLOADS_PER_BITE)) {
      // Where R2 knows nothing of it any more, or is away, it forgets by itself what was never put together.
      if (r2_upload_id !== null) await realm.files.abortParts(keyOf(upload_id), r2_upload_id).catch(() => undefined)
      realm.transaction(() => deleteUpload(realm, upload_id))
    }
    return nextExpiry(realm)
  },
}
