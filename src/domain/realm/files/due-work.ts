import type { DueWork } from '../../../events/due-work'
import type { Realm } from '../../../realm'
import { filesToDelete, nextFileDeletion, removeFromFilesToDelete } from './storage'

// R2 deletes at most this many files in one request.
const FILES_PER_BATCH = 1000

/** Deletes files from R2. The realm forgets a key only after R2 has confirmed the deletion. */
export const deleteFiles: DueWork<Realm> = {
  name: 'delete_files',
  run: async (realm) => {
    const keys = filesToDelete(realm.sql, realm.now(), FILES_PER_BATCH)
    if (keys.length > 0) {
      await realm.files.delete(keys)
      realm.transaction(() => removeFromFilesToDelete(realm.sql, keys))
    }
    return nextFileDeletion(realm.sql)
  },
}
